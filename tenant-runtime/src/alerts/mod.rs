//! Security alerts reported by browsers, and the list of all alerts for staff (A-270, A-271; gaps
//! G-035). Alerts raised by servers are written by `platform::alerts`.

mod account_deletion;
mod error;
mod report;
mod routes;

pub use account_deletion::{delete_alerts_of, export_of};
pub use error::AlertError;
pub use routes::routes;
