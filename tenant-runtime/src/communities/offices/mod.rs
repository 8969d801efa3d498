//! Offices in a community that staff give and take: its admins and trustees (C-146, G-076, G-091).

mod error;
mod routes;
mod rules;

pub(super) use routes::routes;
