//! Recent searches in the directory: the viewer's last ten, to be repeated or deleted (A-193,
//! A-197; gap G-070).

mod routes;
mod rules;

pub use routes::routes;
