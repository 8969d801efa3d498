//! Search for people, communities, their content and one's own messages (C-135 to C-137, gaps G-018,
//! G-019): only what the viewer may see on this site.
//!
//! Read `routes`, then `rules`. `filters` parses `in:bridges` and the like; `search_index` (another
//! folder) has the words. `people`, `communities`, `content` and `messages` search their tables. `statement` is the SQL for content, `buckets` finds the newest
//! matches among many posts.

mod buckets;
mod communities;
mod content;
mod content_item;
mod content_kind;
mod filters;
mod item;
mod messages;
mod people;
mod routes;
mod rules;
mod statement;
mod viewer;

pub use routes::routes;
