//! Polls of posts. A poll is created with its post; members vote until its author or an admin closes
//! it, or its closing time. They may change and withdraw their votes until then.
//!
//! A secret poll shows the counts only: no call, event or export tells who voted, except the voter's
//! own export. Read `routes`, then `create` and `votes`. The rows of the votes are authoritative;
//! the counts of options and voters are kept exact under the lock of the post.

mod account_deletion;
mod close;
mod create;
mod error;
mod event;
mod export;
mod find;
mod routes;
mod rows;
mod store;
mod view;
mod voters;
mod votes;

pub use account_deletion::delete_votes_of;
pub use create::NewPoll;
pub use export::poll_export_sql;
pub use view::{PollOptionView, PollView};

pub(super) use account_deletion::votes_of;
pub(super) use create::{attach_to_post, validated};
pub(super) use routes::routes;
pub(super) use store::{delete_of_post, of_posts};

platform::id!(
    /// Id of a poll.
    PollId
);

platform::id!(
    /// Id of an option of a poll.
    PollOptionId
);
