//! What people are told of for later, and the activity centre that shows it (communities.md C-112 to C-127,
//! gaps G-034, G-054, G-083, G-105).
//!
//! [`notify`] writes a [`Notice`] to some people in the transaction that made it true;
//! [`notify_members`] leaves it to a job that goes through a community in chunks. Each person's row
//! is told on their own topic as `notification.created`, so that an open page shows it at once.
//!
//! Where a notification stands (its category, its priority) follows from what it is and is written with it, so
//! that an index answers for the order. What a community said is read with the community, either way:
//! [`read_in_community`]. A notice that asks for an answer does so until [`settle`] says that it came.
//! Clearing is one time for each person, at every door; nothing is deleted by it.

mod address;
mod classes;
mod ending;
mod error;
mod leaving;
mod members;
mod notice;
mod notify;
mod routes;
mod rows;
mod rules;
mod store;
mod view;

pub use ending::forget_notices_of;
pub use leaving::{export_of, forget_person};
pub use members::{JOB_KIND, notify_members, tell_members};
pub use notice::{Notice, NoticeKind};
pub use notify::notify;
pub use routes::routes;
pub use rules::{read_in_community, settle, unread_here};

platform::id!(
    /// A notification of one person's.
    NotificationId
);
