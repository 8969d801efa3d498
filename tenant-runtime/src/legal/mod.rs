//! The three legal documents: public, and acknowledged by each member separately on each site,
//! again after each change.
//!
//! `rules` records acknowledgements, `status` derives what a user still has to acknowledge,
//! `editing` publishes new versions and additions of portals (G-095, P-03).

mod acknowledgement_status;
mod document;
mod editing;
mod editing_routes;
mod error;
mod history;
mod routes;
mod rows;
mod rules;
mod store;

pub use acknowledgement_status::{
    AcknowledgementFacts, AcknowledgementStatus, AcknowledgementTimes, acknowledgement_status,
    acknowledgements_sql,
};
pub use document::DocumentKey;
pub use error::LegalError;
pub use rules::{
    LegalAcknowledgement, UnadaptedDocuments, acknowledge_all, acknowledge_for,
    acknowledgements_of, adopt_placeholders, current_versions, delete_acknowledgements,
    insert_initial_documents, unadapted_documents,
};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(editing_routes::routes())
}
