//! Profiles.

mod accounts_of;
mod people;

pub use accounts_of::{emails, lock_subscription};
pub use people::{Person, people, person_of};

use platform::Services;
use utoipa_axum::router::OpenApiRouter;

/// What can be asked.
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
}
