//! Introductions: a member introduces two others with a message; a group conversation of the three
//! opens after both have accepted (gap G-085).
//!
//! Read `rules`: create, accept and decline. `expiry` closes those that were not answered in time.

mod account_deletion;
mod error;
mod expiry;
mod routes;
mod rows;
mod rules;
mod store;
mod view;

pub use account_deletion::{delete_introductions_of, export_of};
pub use error::IntroductionError;
pub use expiry::sweep;
pub use routes::routes;

platform::id!(
    /// Id of an introduction.
    IntroductionId
);
