//! What people are told of for later (communities.md C-115 to C-127, gaps G-054, G-083).
//!
//! [`notify`] writes a [`Notice`] to some people in the transaction that made it true;
//! [`notify_members`] leaves it to a job that goes through a community in chunks. Each person's row
//! is told on their own topic as `notification.created`, so that an open page shows it at once.

mod ending;
mod members;
mod notice;
mod notify;
mod rows;

pub use ending::forget_notices_of;
pub use members::{JOB_KIND, notify_members, tell_members};
pub use notice::{Notice, NoticeKind};
pub use notify::notify;

platform::id!(
    /// A notification of one person's.
    NotificationId
);
