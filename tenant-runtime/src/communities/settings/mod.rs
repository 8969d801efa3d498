//! Settings that admins change after creation, and each member's notification preference (C-027,
//! C-073, C-082, gap G-105).

mod preference;
mod routes;
mod rows;
mod rules;

pub use preference::{CommunityLevel, own_levels, subscribers};
pub(super) use preference::{delete_preference, own_preferences};
pub(super) use routes::routes;
pub use rows::NotificationPreference;
