//! Tables of profiles. `accounts` maps other columns of `users`.

pub mod handle;
pub mod profile;
