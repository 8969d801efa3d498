//! Accounts in staff views, and actions on them (A-031, A-187, A-195; gaps G-038,
//! G-043, G-069, G-091, G-096). `search` finds accounts, `facts` has the details of one.

mod actions;
mod facts;
mod routes;
mod search;

pub use actions::check_target;
pub(super) use facts::load_staff_user;
pub use routes::routes;
