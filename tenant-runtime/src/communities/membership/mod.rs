//! Membership of a community: joining, leaving, removal, member search and read marks (C-038 to
//! C-040, C-052 to C-054, C-089, G-026, G-077).
//!
//! A user who joins or leaves is notified on their own topic as well as on the community's, so that
//! their open streams notice even after they left.

mod routes;
mod rules;
mod search;
mod store;

pub(super) use routes::routes;
pub(super) use rules::{Coming, Going, add_member, end, publish_event, record_founding};
pub use rules::{CommunityMember, note_read};
pub(super) use store::{FirstMember, admins, first, lock, record_leaver, set_role};
pub use store::{Membership, places, share_community};
