//! Communities.

mod ties;

pub use ties::{Joined, joined_by};

use platform::Services;
use utoipa_axum::router::OpenApiRouter;

/// What can be asked.
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
}
