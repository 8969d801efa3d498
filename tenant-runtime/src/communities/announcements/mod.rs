//! What a community's admins announce to its members: with a start time it is an event, and one of
//! them may be pinned (C-060, C-061, gap G-083).

mod acts;
mod copied;
mod error;
mod routes;
mod rows;
mod rules;
mod store;
mod view;

pub use copied::announcements_copied;
pub(super) use routes::routes;
pub use store::pinned_of;

platform::id!(
    /// An announcement in a community.
    AnnouncementId
);
