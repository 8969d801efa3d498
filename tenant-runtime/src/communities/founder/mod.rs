//! The founder of a community: its creator, or the member to whom it was handed over. The founder
//! demotes and removes admins, and can hand the community over. If the founder leaves or steps
//! down, the admin who joined first becomes the founder.

mod error;
mod routes;
mod rules;
mod succession;

pub(super) use error::FounderError;
pub(super) use routes::routes;
pub(super) use rules::founder_notice;
pub(super) use succession::pass_on;
