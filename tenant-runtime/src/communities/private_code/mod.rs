//! The private code of a community: made, made anew and taken away by its admins, who alone read it,
//! and told to others, who ask to come in with it (C-047 to C-051, gaps G-032, G-104).

mod error;
mod redeem;
mod routes;
mod rules;

pub(super) use routes::routes;
