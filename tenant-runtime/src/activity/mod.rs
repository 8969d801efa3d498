//! Notifications and the activity centre (communities.md C-112 to C-127, gaps G-034, G-054, G-083,
//! G-105).
//!
//! [`notify`] stores a [`Notice`] for some users in the transaction of the event.
//! [`notify_members`] enqueues a job that does so for all members of a community in chunks. Each
//! row is published on the user's own topic as `notification.created`, so that open pages show it
//! at once.
//!
//! Category and priority are derived from the kind and stored with the row, so that an index
//! provides the sort order. Reading a community marks its notifications as read, and the reverse:
//! [`mark_read_in_communities`], and reading a thread those about it. A notification that needs an
//! answer stays open until [`mark_answered`] is called. [`delete_notices_about`] withdraws unread
//! notifications when their content is deleted. The list itself, with excerpts, is in
//! [`crate::activity_list`]. [`delivery`] is for emails and pushes about notifications. Clearing
//! stores one time per user for all sites; it deletes no rows.

mod account_deletion;
mod address;
mod classes;
mod community_deletion;
pub mod delivery;
mod error;
mod latest;
mod members;
mod notice;
mod notify;
mod push_check;
mod routes;
mod rows;
mod rules;
mod store;
mod subject;
mod target;
mod thread_notices;
mod view;
mod withdrawal;

use classes::MUTED_TYPES;
use store::{NOT_CLEARED, is_item_sql};

pub use account_deletion::{delete_activity_of, export_of};
pub use classes::{ActivityTab, ReadState};
pub use community_deletion::delete_notices_of;
pub(crate) use error::{LOAD_FAILED, SIGNED_OUT};
pub use latest::{notify_coalesced, notify_latest, withdraw_notice, withdraw_unread};
pub use members::{JOB_KIND, deliver_member_notices, notify_members};
pub use notice::{Notice, NotificationType};
pub use notify::notify;
pub use push_check::is_unread_on_site;
pub use routes::routes;
pub use rules::{
    count_unread_on_site, list, mark_answered, mark_read, mark_read_in_communities,
    mark_read_in_thread,
};
pub use subject::NoticeSubject;
pub use thread_notices::move_notices_of_thread;
pub use view::{ActivityItem, ActivityPage};
pub use withdrawal::{
    JOB_KIND as WITHDRAWAL_JOB, delete_notices_about, withdraw_remaining_notices,
};

platform::id!(
    /// Id of a notification.
    NotificationId
);
