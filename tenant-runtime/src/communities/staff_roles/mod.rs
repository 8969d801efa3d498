//! Admin and trustee roles in a community that staff grant and revoke (C-146, G-076, G-091).

mod error;
mod routes;
mod rules;

pub(super) use routes::routes;
