//! Communities as staff see them: found by name, put to rest and woken, each with its row of the log
//! (C-138 to C-142, gaps G-075, G-091).

mod error;
mod list;
mod routes;
mod rules;

pub(super) use routes::routes;
