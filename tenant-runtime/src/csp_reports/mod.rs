//! Reports from browsers about violations of the content security policy, which the edge adds to
//! every page. They are counted and logged, not stored.

mod error;
mod report;
mod routes;

pub use routes::routes;
