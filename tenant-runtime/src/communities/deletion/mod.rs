//! The end of a community: asked for by an admin, at once if they are alone in it, else after seven
//! days in which any admin may think better of it (C-062 to C-069, gaps G-009, G-087, G-108). One whose
//! last member's account ends goes with it.
//!
//! Read `rules` (asking and thinking better), then `job` (what becomes due) and `dismantle` (taking
//! the community apart, a chunk at a time). Whatever time it takes, nobody sees a community from the
//! moment that its deletion begins.

mod dismantle;
mod error;
mod job;
mod routes;
mod rows;
mod rules;
mod store;

pub use job::{Due, JOB_KIND, carry_out, sweep};
pub(super) use routes::routes;
pub(super) use rules::end_deserted;
