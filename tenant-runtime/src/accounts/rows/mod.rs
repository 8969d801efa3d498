//! The tables of accounts. `users` has a second face in `profiles`; this one holds what signing in
//! needs and is reached without a door, because whoever signs in is not through one yet.

pub mod account;
pub mod credential;
pub mod email_token;
pub mod invite_code;
pub mod invite_code_usage;
pub mod used_token;
