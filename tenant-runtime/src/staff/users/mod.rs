//! Accounts as staff see them, and what staff may do to them (A-031, A-187, A-195;
//! gaps G-038, G-043, G-069, G-091, G-096).
//!
//! `search` finds them, `facts` is all there is about one, `deeds` what is done.

mod deeds;
mod facts;
mod routes;
mod search;

pub use deeds::check_target;
pub use routes::routes;
