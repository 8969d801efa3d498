//! Support: tickets and conversations of people, and the desk at which staff answer them
//! (affiliations.md F-087 to F-117 and F-123, gaps G-050 to G-052, G-054, G-063, G-110, G-111,
//! G-114, G-118, P-17).
//!
//! Read `routes`, then `viewer` (access of people), `create`, `own` and `thread` (messages). `desk`
//! is for staff, `affiliation_desk` for affiliations that answer the tickets of their portal, `chat` has the conversations. `events` has the live events, `notify` the notifications and emails.
//!
//! A ticket belongs to its owner and to the site on which it was created. Every change locks the
//! ticket and raises its version; a change by staff names the version that it is based on.

mod account_deletion;
mod activity_log;
mod affiliation_desk;
mod assignee;
mod attachments;
mod chat;
mod create;
mod desk;
mod error;
mod events;
mod filter;
mod notify;
mod own;
mod presence;
mod routes;
mod rows;
mod status;
mod store;
mod thread;
mod view;
mod viewer;
mod work;

pub use account_deletion::{delete_tickets_of, export_of};
pub use attachments::{DeletedFiles, FILES_JOB, delete_files};
pub use error::SupportError;
pub use work::OPEN_TICKETS;

use axum::Router;
use platform::Services;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::staff::Support;

/// A member of staff who answers tickets and chats.
pub(crate) type SupportStaff = StaffWith<Support>;

platform::id!(
    /// Id of a ticket.
    TicketId
);
platform::id!(
    /// Id of a message of a ticket.
    TicketMessageId
);
platform::id!(
    /// Id of a file of a ticket.
    AttachmentId
);
platform::id!(
    /// Id of an entry of the activity log of support staff.
    SupportActivityId
);
platform::id!(
    /// Id of a canned answer.
    CannedAnswerId
);

pub fn routes() -> ApiRouter<Services> {
    attachments::routes()
        .merge(routes::routes())
        .merge(desk::routes())
        .merge(affiliation_desk::routes())
        .merge(chat::routes())
}

/// Routes of the files, outside the API.
pub fn file_routes() -> Router<Services> {
    attachments::file_routes()
}
