//! Affiliations.

use platform::Services;
use utoipa_axum::router::OpenApiRouter;

mod ties;

pub use ties::{
    InvitationId, Tie, administered_by, invite_by_code, members_of, name_of, of_person, shown_names,
};

/// What can be asked.
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
}
