//! Articles, shown to users as Insights: longer texts of a community's members, with drafts,
//! comments, likes, reactions, and an address that can be shared with the public.
//!
//! Read `routes`, then `rules` (reading), `write` (creating and changing), `removal`, `comments`,
//! `likes_and_reactions` (likes, reactions, views), `drafts` and `shared`. [`crate::communities`] decides who may
//! read which history. communities.md C-015, C-016, C-090 to C-093, gaps G-049, G-080, G-081.

mod account_deletion;
mod by_author;
mod comment_excerpts;
mod comment_removal;
mod comments;
mod drafts;
mod error;
mod export;
mod likers;
mod likes_and_reactions;
mod notices;
mod of_affiliation;
mod removal;
mod routes;
mod rows;
mod rules;
mod shared;
mod store;
mod view;
mod write;

pub use account_deletion::{delete_articles_of, delete_reactions_of, export_of};
pub use by_author::{AuthoredArticle, latest_articles_of, readable_articles_of};
pub use comment_excerpts::readable_comment_excerpts;
pub use export::{article_export_sql, comment_export_sql};
pub use rules::{find_readable, reported_excerpts};
pub use store::{counts_of, newest_ids, set_flag};
pub use view::ArticleSummary;

use platform::Services;
use platform::api::ApiRouter;

platform::id!(
    /// Id of a comment on an article.
    CommentId
);
platform::id!(
    /// Id of a draft.
    DraftId
);

pub fn routes() -> ApiRouter<Services> {
    routes::routes()
        .merge(comments::routes())
        .merge(comment_removal::routes())
        .merge(likers::routes())
        .merge(drafts::routes())
        .merge(shared::routes())
        .merge(of_affiliation::routes())
}
