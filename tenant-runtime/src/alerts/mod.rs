//! Security alerts that browsers report, and the list of all of them for staff (A-270, A-271;
//! gaps G-035). What the servers notice themselves is written by `platform::alerts`.

mod error;
mod leaving;
mod report;
mod routes;

pub use error::AlertError;
pub use leaving::{export_of, forget};
pub use routes::routes;
