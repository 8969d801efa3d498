//! Threads of a community, and the summary of each in the thread list (C-072 to C-076).

mod create;
mod routes;
mod rules;
mod store;
mod view;

pub(super) use routes::routes;
pub use store::latest_threads;
pub use view::{LastPost, ThreadUpdate, ThreadView};
