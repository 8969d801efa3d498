//! Search for people, communities, posts and articles (C-135 to C-137, gaps G-018, G-019): only
//! those that the viewer may see on this site.
//!
//! Read `routes`, then `rules`. `words` parses the input and contains all differences between the
//! text searches of the two databases. `people` (with the `ways` to match a name), `communities`
//! and `said` search their tables; `spans` finds the newest matches among many posts.

mod communities;
mod item;
mod people;
mod routes;
mod rules;
mod said;
mod spans;
mod texts;
pub(crate) mod ways;
mod words;

pub use routes::routes;
pub(crate) use words::{Term, beginning};
