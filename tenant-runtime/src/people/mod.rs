//! Other people: their profiles, the directory, and who follows or blocks whom.
//!
//! Read `routes` for what can be asked, then `directory` (the network's list, A-212 to A-215) and
//! `profile` (one of them). `ties` has follows and blocks, with their counts in the same transaction
//! (G-071, G-072). `searches` keeps what a member looked for last. Who sees whom is [`crate::profiles::visibility`]'s to say, here as everywhere.

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
