//! Finding people, communities, posts and articles (C-135 to C-137, gaps G-018, G-019): whatever of
//! them the viewer may see through this door, and nothing else.
//!
//! Read `routes`, then `rules`. `words` reads what was typed, and is the one place that knows how each
//! of the two databases looks for words; `people` (by the `ways` they are called), `communities` and
//! `said` say who finds what, and `spans` how the newest are found among many.

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
