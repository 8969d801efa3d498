//! Export of all data about a user, as an archive of JSON files.

mod archive;
mod job;
mod operator;
mod routes;
mod rules;
mod sweep;

pub use job::{ArchiveJob, JOB_KIND, build_export};
pub use operator::export_for_operator;
pub use routes::routes;
pub use sweep::sweep;
