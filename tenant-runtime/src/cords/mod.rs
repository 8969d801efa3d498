//! Cords: the strength of the connection between two people, and vouches (communities.md C-102 to
//! C-111, gaps G-009, G-084 to G-086).
//!
//! Read `strength` (the arithmetic), then `consumer`, which counts activity that other features
//! publish with [`crate::cord_activity`], `joins` (a new member's cords) and `decay` (the weekly
//! job). `routes` and `rules` show a cord to its two people; no one else sees its values.

mod access;
mod account_deletion;
mod consumer;
mod decay;
mod error;
mod joins;
mod pair;
mod routes;
mod rows;
mod rules;
mod settings;
mod source;
mod store;
mod strength;
mod view;
mod vouches;

pub use account_deletion::{delete_cords_of, export_of};
pub use consumer::{COUNT_LOOP, ImportedActivity, drain, import_activity, run};
pub use decay::{JOB_KIND as DECAY_JOB, decay_cords, schedule, sweep};
pub use error::CordError;
pub use joins::{JOB_KIND as JOIN_JOB, count_join};
pub use vouches::import_vouches;

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(settings::routes()).merge(vouches::routes())
}
