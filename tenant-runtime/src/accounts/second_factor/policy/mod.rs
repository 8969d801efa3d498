//! Policy of second factors: whether they are available, whether all users must have one, and how
//! long new and existing users have to set it up (A-154, A-155, G-064).

mod routes;
mod rules;
mod store;

pub(super) use routes::routes;
pub(super) use rules::Policy;
