//! The communities that one is in by belonging (C-055, gap G-088): those for everybody, and those of
//! the affiliations that one belongs to. Whoever leaves one stays out of it; whoever ceases to belong
//! leaves those that they were in for no other reason.
//!
//! `belonging` follows one person; staff say in `rules` which communities are such, and `spread` brings
//! everybody in who belongs to a new one. `opening` tells beforehand what will open.

mod belonging;
mod opening;
mod routes;
mod rules;
mod spread;

pub use belonging::{Belonging, JOB_KIND, follow, follow_belonging};
pub use opening::{Opening, opening_of};
pub(super) use routes::routes;
pub use spread::{SPREAD_JOB, Spreading, spread};
