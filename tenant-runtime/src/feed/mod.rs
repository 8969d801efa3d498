//! Feed of the home page (C-129, gap G-113): the communities with the latest activity, with the
//! latest posts of others in each. Computed by one statement on each read, so that a join, a leave
//! or a block takes effect at once.

mod routes;
mod statement;
mod store;

pub use routes::routes;
pub use store::{CONTENT_CHARS, FeedItem};
