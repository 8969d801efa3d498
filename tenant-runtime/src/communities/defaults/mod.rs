//! Default communities, which users join automatically (C-055, gap G-088): those for all users and
//! those of the user's affiliations. A user who leaves one is not added again. A user who leaves an
//! affiliation also leaves the communities that they were in only because of it.
//!
//! `belonging` updates one user. In `rules`, staff mark a community as default; `spread` then adds
//! the existing members of its affiliations. `opening` previews the communities that a new member
//! would join.

mod belonging;
mod opening;
mod routes;
mod rules;
mod spread;

pub use belonging::{Belonging, JOB_KIND, follow, follow_belonging};
pub use opening::{Opening, opening_of};
pub(super) use routes::routes;
pub use spread::{SPREAD_JOB, Spreading, spread};
