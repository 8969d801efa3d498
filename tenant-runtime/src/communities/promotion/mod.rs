//! Promotion of members to admins (C-056, C-057).

mod error;
mod routes;
mod rules;

pub(super) use routes::routes;
pub(super) use rules::promotion_notice;
