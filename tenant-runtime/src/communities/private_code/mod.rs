//! Private code of a community (C-047 to C-051, gaps G-032, G-104). Only admins read, create,
//! replace and remove it; they pass it to people, who send a join request with it.

mod error;
mod redeem;
mod routes;
mod rules;

pub(super) use routes::routes;
