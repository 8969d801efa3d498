//! Editing an affiliation's page by its admins: texts, URL path and logo (F-034 to F-047).
//!
//! [`url_path`] defines valid paths, `rules` changes texts and path in one transaction,
//! `url_path_change` the path, `logo` processes the picture.

mod error;
mod logo;
mod replaced_logo;
mod routes;
mod rules;
mod url_path;
mod url_path_change;

pub use replaced_logo::{JOB_KIND as LOGO_JOB, delete_logo as forget_logo};
pub(super) use routes::routes;
