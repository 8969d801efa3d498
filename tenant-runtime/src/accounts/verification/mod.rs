//! Proving an address: a link is mailed, and whoever opens it spends it once.

mod routes;
mod rules;
mod store;

pub use routes::routes;
pub(super) use rules::mail_link;
