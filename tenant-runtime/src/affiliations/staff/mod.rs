//! Affiliations as staff manage them (F-007, F-064): the list, creation, every field, pausing (P-21),
//! merging two, and the template of default communities (gap G-088).

mod create;
mod edit;
mod error;
mod list;
mod merge;
mod merge_preview;
mod pause;
mod routes;
mod template;
mod view;

pub(super) use routes::routes;
pub(super) use template::load_template;
pub(super) use view::AffiliationPortal;

/// Viewers of these endpoints.
type AffiliationStaff = platform::StaffWith<platform::staff::Moderation>;
