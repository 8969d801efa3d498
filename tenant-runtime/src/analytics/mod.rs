//! What goes on in a community, in numbers, for those who look after it (communities.md C-131 to C-134,
//! gaps G-053).
//!
//! Nothing is estimated and nothing kept: each figure is counted, by index, from what was written and
//! who came and went, in the hours and days of the viewer's own time zone. Read `rules`; `spans` cuts
//! the time.

mod error;
mod routes;
mod rules;
mod spans;
mod view;

pub use routes::routes;
