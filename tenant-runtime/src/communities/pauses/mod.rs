//! Staff view of communities: search, pause and unpause, each change recorded in the audit log
//! (C-138 to C-142, gaps G-075, G-091).

mod error;
mod list;
mod routes;
mod rules;

pub(super) use routes::routes;
