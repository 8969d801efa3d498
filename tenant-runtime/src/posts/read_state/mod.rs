//! What a member has read, per thread (G-129): reading a thread, marking it unread from a post on,
//! and finding the next thread with unread posts. The mark of a thread overrides the mark of its
//! community, which [`crate::communities`] keeps, in both directions; [`super::unread`] counts.
//!
//! Every change of a member's marks in a community first locks the mark of the community, so that
//! two devices of the member take turns.

mod next;
mod routes;
mod rules;
mod store;

pub(super) use routes::routes;
pub(super) use rules::mark_own_post;
pub use store::{
    delete_marks_before, delete_marks_of_community, delete_marks_of_leaver, raise_marks,
    thread_marks_sql,
};
