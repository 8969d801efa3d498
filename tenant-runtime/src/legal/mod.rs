//! The three legal documents: public, and acknowledged by each member separately on each site,
//! again after each change.
//!
//! `rules` records acknowledgements, `standing` derives what a user still has to acknowledge,
//! `editing` publishes new versions and additions of portals (G-095, P-03).

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
