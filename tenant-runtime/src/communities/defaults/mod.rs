//! Default communities, which users join automatically (C-055, gap G-088): those for all users and
//! those of the user's affiliations. A user who leaves one is not added again. A user who leaves an
//! affiliation also leaves the communities that they were in only because of it.
//!
//! `belonging` updates one user. In `rules`, staff mark a community as default; `backfill_members` then adds
//! the existing members of its affiliations. `opening` previews the communities that a new member
//! would join.

mod backfill_members;
mod belonging;
mod opening;
mod routes;
mod rules;

pub(super) use backfill_members::begin as begin_backfill;
pub use backfill_members::{DefaultMembersJob, SPREAD_JOB, add_next_members};
pub use belonging::{BelongingChangeJob, JOB_KIND, update_default_memberships, update_membership};
pub use opening::{DefaultCommunities, load_target};
pub(super) use routes::routes;
