//! Other users: profiles, the directory, follows and blocks.
//!
//! Read `routes`, then `directory` (the list, A-212 to A-215) and `profile` (a single user). `relationships`
//! has follows and blocks, with their counts updated in the same transaction (G-071, G-072).
//! `searches` stores recent searches. [`crate::profiles::visibility`] decides which users are
//! visible to a viewer.

mod account_deletion;
mod blocked;
mod contributions;
mod directory;
mod error;
mod pages;
mod profile;
mod relationships;
mod routes;
mod rows;
mod searches;

pub use account_deletion::{delete_ties_of, export_of};
pub use error::PeopleError;
pub use relationships::follows;

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(contributions::routes()).merge(searches::routes())
}
