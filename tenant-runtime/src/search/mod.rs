//! Search for people, communities, posts and articles (C-135 to C-137, gaps G-018, G-019): only
//! those that the viewer may see on this site.
//!
//! Read `routes`, then `rules`. `terms` parses the input and contains all differences between the
//! text searches of the two databases. `people` (with the `people_sql` to match a name), `communities`
//! and `posts` search their tables; `buckets` finds the newest matches among many posts.

mod buckets;
mod communities;
mod item;
mod people;
pub(crate) mod people_sql;
mod posts;
mod routes;
mod rules;
mod terms;
mod texts;
mod viewer;

pub use routes::routes;
pub(crate) use terms::{
    SearchTerm, found_sql as found_words_sql, prefix_pattern, query_value as words_query,
};
