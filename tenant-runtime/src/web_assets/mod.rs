//! Hashed files of the web builds, of this release and of those replaced in the last week. A tab
//! that was open during a deployment still loads the files of its own build, and a new page works
//! with an edge that is not yet replaced.
//!
//! `guildhall migrate` and `guildhall up` publish the files before the first edge of a release
//! starts ([`publish`]): the content to the object store, the names to the database. Edges serve
//! the files of their own build themselves and ask for all others here. A job deletes the files of
//! replaced builds ([`sweep`]).

mod build_files;
mod error;
mod publish;
mod routes;
mod rows;
mod store;
mod sweep;

pub use error::WebAssetsError;
pub use publish::{Publication, publish};
pub use routes::file_routes;
pub use sweep::{DeletedBuild, JOB_KIND, delete_files, sweep};

use platform::blob::{BlobError, BlobKey};

wire::id!(
    /// A published release: both web builds.
    WebBuildId
);

/// Prefix of all objects of a release. Each publication has its own, so that deleting an old one
/// can never delete the files of a new one.
fn owner(build: WebBuildId) -> String {
    format!("web-builds/{build}")
}

/// Key of the content with this digest.
fn object_key(build: WebBuildId, digest: &str) -> Result<BlobKey, BlobError> {
    BlobKey::new(&owner(build), digest)
}
