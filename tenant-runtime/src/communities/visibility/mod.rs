//! Changes who may see a community and how users join it (C-058, C-059, gap G-074).

mod error;
mod routes;
mod rules;

pub(super) use routes::routes;
