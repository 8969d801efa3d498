//! Reports of browsers about violations of the content security policy, which the edge puts on every
//! page: counted and logged, and stored nowhere.

mod error;
mod report;
mod routes;

pub use routes::routes;
