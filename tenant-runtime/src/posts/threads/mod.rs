//! Threads: the conversations of a community, and what a list of them says about each (C-072 to
//! C-076).

mod create;
mod routes;
mod rules;
mod store;
mod view;

pub(super) use routes::routes;
pub use store::latest;
pub use view::{LastPost, ThreadUpdate, ThreadView};
