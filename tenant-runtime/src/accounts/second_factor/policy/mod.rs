//! What staff ask of everybody: whether there is a second factor at all, whether it is asked of
//! all, and how long newcomers and old hands have to set it up (A-154, A-155, G-064).

mod routes;
mod rules;
mod store;

pub(super) use routes::routes;
pub(super) use rules::Policy;
