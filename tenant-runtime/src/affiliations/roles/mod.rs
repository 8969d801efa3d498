//! Roles of the people who look after an affiliation: appointing and removing them, and handing
//! over ownership, which the other person accepts (gap G-107).
//!
//! `appoint` has the rules of roles, `handover` those of ownership; `store` writes both tables.

mod appoint;
mod error;
mod handover;
mod routes;
mod store;
mod view;

pub(super) use handover::{HandoverView, find_handover, is_offered_to};
pub(super) use routes::routes;
pub(super) use store::{clear_roles, delete_handover, withdraw_handover_to};
pub(super) use view::{AffiliationAdmin, to_admins};
