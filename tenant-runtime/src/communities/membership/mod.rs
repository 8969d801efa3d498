//! Membership of a community: joining, leaving, removal and member search (C-038 to C-040,
//! C-052 to C-054, G-026, G-077).
//!
//! A user who joins or leaves is notified on their own topic as well as on the community's, so that
//! their open streams notice even after they left.

mod routes;
mod rules;
mod search;
mod store;

pub(super) use routes::routes;
pub use rules::CommunityMember;
pub(super) use rules::{
    JoinReason, LeaveReason, add_member, publish_event, record_founding, remove_member,
};
pub(super) use store::{
    FirstMember, count_admins, first_admin, first_members, lock, record_leaver, set_role,
};
pub use store::{Membership, list_own_memberships, share_community};
