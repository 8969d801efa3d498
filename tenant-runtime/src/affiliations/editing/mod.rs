//! An affiliation's page as its admins keep it: its words, its url path and its logo (F-034 to F-047).
//!
//! [`url_path`] says what a path may be, `rules` changes words and path in one transaction, `logo` makes the
//! picture.

mod error;
mod forget;
mod logo;
mod routes;
mod rules;
mod url_path;

pub use forget::{JOB_KIND as LOGO_JOB, forget as forget_logo};
pub(super) use routes::routes;
