//! Badge counts of the navigation, in one call. Each feature counts its own and has a field here;
//! communities.md C-019 to C-021, C-128.

mod routes;

pub use routes::routes;
