//! Second half of a sign-in: the first factor was correct, and a code or a passkey is needed. If
//! the account has none and the grace period is over, it is set up here.

mod begin;
mod enrol;
mod redeem;
mod routes;
mod store;

pub(in crate::accounts) use begin::{NextStep, after_first_factor};
pub(super) use routes::routes;
