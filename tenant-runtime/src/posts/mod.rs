//! Discussion in communities: [`threads`], and the posts and replies in them, with likes, reactions,
//! pictures, files, polls, link previews and mentions.
//!
//! Read `routes`, then `rules` (reading posts), `write`, `edit`, `removal` and `likes`; `unread` and
//! [`read_state`] for what a member has read.
//! [`crate::communities`] decides who may read which history; [`crate::content`] which text is
//! allowed. communities.md C-072 to C-088, gaps G-012, G-026, G-028, G-040, G-079, G-112.

mod account_deletion;
mod by_author;
mod community_deletion;
mod counts;
mod edit;
mod error;
mod event_log;
mod excerpts;
mod existing;
mod export;
mod figures;
pub mod files;
pub mod images;
mod last_posts;
mod likers;
mod likes;
mod location;
mod lock;
mod mentions;
mod polls;
pub mod previews;
mod reactions;
mod read_state;
mod removal;
mod reply_notifications;
mod reported;
mod revisions;
mod routes;
mod rows;
mod rules;
mod store;
pub mod threads;
mod unread;
mod view;
mod write;

pub use account_deletion::{delete_likes_of, delete_posts_of, export_of};
pub use by_author::{
    AuthoredPost, AuthoredThread, ReadablePost, latest_posts_of, latest_threads_of,
    readable_posts_of,
};
pub use community_deletion::{delete_posts_of_community, delete_threads_of_community};
pub use counts::{Counts, counts_of, post_counts_sql};
pub use error::PostError;
pub use excerpts::readable_excerpts;
pub use existing::{existing_posts, existing_threads, plain_text_of};
pub use export::{post_export_sql, thread_export_sql};
pub use figures::{
    BusyAuthor, BusyThread, PostSums, busiest_authors, busiest_threads, count_posts_in, post_sums,
};
pub use last_posts::{CommunityLastPost, ReadableHistory, last_posts};
pub use likers::{LIKERS_PAGE, Liker, to_likers};
pub use mentions::PostMention;
pub use polls::{PollOptionView, PollView, delete_votes_of, poll_export_sql};
pub use reactions::{
    NewReaction, PostReaction, REACTIONS, ReactionCursor, ReactionsQuery, Reactor,
    delete_reactions_of, to_reactors,
};
pub use read_state::{
    delete_marks_before, delete_marks_of_community, delete_marks_of_leaver, raise_marks,
    thread_marks_sql,
};
pub use removal::ReasonForRemoval;
pub use reported::{ReportedPost, find_readable, reported_posts};
pub use revisions::revision_export_sql;
pub use unread::{MemberReadState, UNREAD_MAX, unread_in_communities};
pub use view::{PostRemovalKind, PostView};

use platform::Services;
use platform::api::ApiRouter;

platform::id!(
    /// Id of a picture, in a post or not yet attached.
    ImageId
);

pub fn routes() -> ApiRouter<Services> {
    threads::routes()
        .merge(routes::routes())
        .merge(likers::routes())
        .merge(reactions::routes())
        .merge(revisions::routes())
        .merge(read_state::routes())
        .merge(images::routes())
        .merge(polls::routes())
        .merge(files::routes())
        .merge(previews::routes())
}
