//! Articles, called Insights where people read them: longer texts of a community's members, with
//! drafts, comments, likes, reactions, and an address that can be shared with the public.
//!
//! Read `routes`, then `rules` (reading), `write` (writing and taking away), `comments`, `marks`
//! (likes, reactions, views), `drafts` and `shared`. Who may read how far back is decided in
//! [`crate::communities`]. communities.md C-015, C-016, C-090 to C-093, gaps G-049, G-080, G-081.

mod comment_removal;
mod comments;
mod copied;
mod drafts;
mod error;
mod leaving;
mod marks;
mod removal;
mod routes;
mod rows;
mod rules;
mod shared;
mod store;
mod view;
mod write;

pub use copied::{articles_copied, comments_copied};
pub use leaving::{export_of, forget_author, forget_marks};
pub use rules::{readable, reported};
pub use store::{counts_of, flag, newest};

use platform::Services;
use platform::api::ApiRouter;

platform::id!(
    /// An article.
    ArticleId
);
platform::id!(
    /// A comment on an article.
    CommentId
);
platform::id!(
    /// What somebody has written of an article so far.
    DraftId
);

pub fn routes() -> ApiRouter<Services> {
    routes::routes()
        .merge(comments::routes())
        .merge(comment_removal::routes())
        .merge(drafts::routes())
        .merge(shared::routes())
}
