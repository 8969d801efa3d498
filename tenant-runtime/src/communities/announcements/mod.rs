//! Announcements of community admins to all members. An announcement with a start time is an event.
//! At most one per community is pinned (C-060, C-061, gap G-083).

mod actions;
mod error;
mod export;
mod routes;
mod rows;
mod rules;
mod store;
mod view;

pub use export::announcement_export_sql;
pub(super) use routes::routes;
pub use store::pinned_of;

platform::id!(
    /// Id of an announcement.
    AnnouncementId
);
