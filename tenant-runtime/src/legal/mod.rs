//! The three documents everybody agrees to: shown to anyone, and acknowledged by each member for
//! each door, anew when one of them changes.

mod document;
mod error;
mod routes;
mod rows;
mod rules;
mod store;

pub use document::DocumentKey;
pub use error::LegalError;
pub use routes::routes;
pub use rules::{Acknowledged, acknowledge, acknowledged_by, seed};
