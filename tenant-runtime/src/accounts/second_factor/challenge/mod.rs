//! The second half of a sign-in: the first factor was right, and a code or a passkey is still to
//! come; or there is none yet, the period of grace is over, and it is set up on the way in.

mod begin;
mod enrol;
mod redeem;
mod routes;
mod store;

pub(in crate::accounts) use begin::{Next, after_first_factor};
pub(super) use routes::routes;
