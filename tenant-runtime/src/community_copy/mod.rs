//! A copy of what a community holds, for its admins to keep, such as before it ends (gap G-087): a line of
//! JSON for each thing, the community first, written as it is read, so that a large one needs no more
//! memory than a small one.
//!
//! Read `routes`, then `rules`. Each feature says what a line about its things holds.

mod lines;
mod routes;
mod rules;

pub use lines::{CHUNK, Line, lines};
pub use routes::routes;
