//! Other users: profiles, the directory, follows and blocks.
//!
//! Read `routes`, then `directory` (the list, A-212 to A-215) and `profile` (a single user). `ties`
//! has follows and blocks, with their counts updated in the same transaction (G-071, G-072).
//! `searches` stores recent searches. [`crate::profiles::visibility`] decides which users are
//! visible to a viewer.

mod blocked;
mod directory;
mod error;
mod leaving;
mod pages;
mod profile;
mod routes;
mod rows;
mod searches;
mod ties;

pub use error::PeopleError;
pub use leaving::{export_of, forget_ties};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(searches::routes())
}
