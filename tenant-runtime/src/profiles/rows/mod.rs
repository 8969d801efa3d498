//! The tables of profiles. `users` has a second face in `accounts`.

pub mod handle;
pub mod profile;
