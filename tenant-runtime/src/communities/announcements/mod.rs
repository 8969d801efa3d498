//! Announcements of community admins to all members. An announcement with a start time is an event.
//! At most one per community is pinned (C-060, C-061, gap G-083). Answers, reminders and calendars of
//! events are in [`super::events`].

mod actions;
mod edit;
mod error;
mod export;
mod input;
mod routes;
mod rows;
mod rules;
mod store;
mod view;

pub(super) use error::AnnouncementError;
pub use export::announcement_export_sql;
pub(super) use routes::routes;
pub(super) use rows::{Column, Entity, Model as Announcement, is_over_condition};
pub(super) use rules::{TIME_FORMAT, notice_text};
pub use store::pinned_of;
pub(super) use store::{find_inside, lock};
pub(super) use view::{AnnouncementView, to_views};

platform::id!(
    /// Id of an announcement.
    AnnouncementId
);
