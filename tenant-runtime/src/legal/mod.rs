//! The three documents everybody agrees to: shown to anyone, and acknowledged by each member for
//! each door, anew when one of them changes.
//!
//! `rules` is who has acknowledged what, `standing` what follows from it, `editing` how staff publish a new version and what a portal
//! adds to it (G-095, P-03).

mod document;
mod editing;
mod editing_routes;
mod error;
mod history;
mod routes;
mod rows;
mod rules;
mod standing;
mod store;

pub use document::DocumentKey;
pub use error::LegalError;
pub use rules::{
    Held, acknowledge, acknowledge_for, adopt_placeholders, held_by, reset, seed, versions,
};
pub use standing::{Acknowledged, AcknowledgedAt, Found, gathered, standing};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(editing_routes::routes())
}
