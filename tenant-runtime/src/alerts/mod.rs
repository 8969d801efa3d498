//! Security alerts reported by browsers, and the list of all alerts for staff (A-270, A-271; gaps
//! G-035). Alerts raised by servers are written by `platform::alerts`.

mod error;
mod leaving;
mod report;
mod routes;

pub use error::AlertError;
pub use leaving::{export_of, forget};
pub use routes::routes;
