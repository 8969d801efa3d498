//! Affiliations.

use platform::Services;
use utoipa_axum::router::OpenApiRouter;

/// What can be asked.
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
}
