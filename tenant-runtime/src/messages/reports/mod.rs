//! Reports of messages to staff. Staff see the reported message and its neighbours only, and each
//! look is recorded in the audit log. A report refers to its message and stores no copy.

mod account_deletion;
mod routes;
mod rows;
mod rules;
mod store;
mod view;
mod work;

pub(super) use account_deletion::reports_of;
pub(super) use routes::routes;
pub(super) use store::is_shown_to_staff;
pub use work::OPEN_MESSAGE_REPORTS;

platform::id!(
    /// Id of a report of a message.
    MessageReportId
);
