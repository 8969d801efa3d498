//! The list of the activity centre: items of [`crate::activity`] with excerpts of the posts and
//! comments that they are about. Excerpts are read for the viewer on each request and stored nowhere,
//! so that a removal, a block or a leave takes effect at once.
//!
//! It is a feature of its own since posts and articles send notifications: [`crate::activity`] does
//! not know them.

mod excerpts;
mod routes;

pub use routes::routes;
