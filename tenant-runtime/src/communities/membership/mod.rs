//! Being in a community: joining, leaving, being removed, finding others, and how far one has read
//! (C-038 to C-040, C-052 to C-054, C-089, G-026, G-077).
//!
//! Whoever comes or goes is told on their own topic as well as the community is on its, so that
//! their open streams learn of it after they have left.

mod routes;
mod rules;
mod search;
mod store;

pub(super) use routes::routes;
pub(super) use rules::{Coming, Going, end, enter, note_founding, tell};
pub use rules::{CommunityMember, note_read};
pub(super) use store::{FirstMember, admins, first, hold, note_leaver, set_role};
pub use store::{Place, places};
