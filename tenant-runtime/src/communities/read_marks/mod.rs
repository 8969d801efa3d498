//! Read marks of communities (C-089): a mark says that everything until then is read, in all threads
//! without a mark of their own ([`posts::read_state`](crate::posts)).

mod routes;
mod rules;
mod store;

pub(super) use routes::routes;
pub use rules::record_read_mark;
pub use store::{lock_read_mark, raise_read_mark, read_until};
pub(super) use store::{own_by_activity, read_marks};
