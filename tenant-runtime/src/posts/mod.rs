//! Discussion in communities: [`threads`], and the posts and replies in them, with likes, pictures
//! and mentions.
//!
//! Read `routes`, then `rules` (reading posts), `write`, `edit`, `removal` and `likes`.
//! [`crate::communities`] decides who may read which history; [`crate::content`] which text is
//! allowed. communities.md C-072 to C-088, gaps G-012, G-026, G-028, G-040, G-079, G-112.

mod answered;
mod copied;
mod counts;
mod edit;
mod ending;
mod error;
mod figures;
mod held;
pub mod images;
mod leaving;
mod likes;
mod mentions;
mod removal;
mod reported;
mod routes;
mod rows;
mod rules;
mod store;
pub mod threads;
mod unread;
mod view;
mod write;

pub use copied::{posts_copied, threads_copied};
pub use counts::{Counts, counts_gathered, counts_of};
pub use ending::{forget_posts_of, forget_threads_of};
pub use error::PostError;
pub use figures::{Busy, BusyThread, Sums, busiest_authors, busiest_threads, sums, written_in};
pub use leaving::{export_of, forget_author, forget_likes};
pub use mentions::Mention;
pub use removal::Removal;
pub use reported::{Reported, readable, reported};
pub use unread::{UNREAD_MAX, unread_in_communities};
pub use view::{PostView, Removed};

use platform::Services;
use platform::api::ApiRouter;

platform::id!(
    /// Id of a post or reply.
    PostId
);
platform::id!(
    /// Id of a picture, in a post or not yet attached.
    ImageId
);
platform::id!(
    /// Id of a thread.
    ThreadId
);

pub fn routes() -> ApiRouter<Services> {
    threads::routes().merge(routes::routes()).merge(images::routes())
}
