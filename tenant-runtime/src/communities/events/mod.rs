//! Events, which are announcements with a start time (gap G-083): answers of members and their list,
//! reminders and other notices to people who attend, lists of events, and calendars (RFC 5545).
//!
//! [`notices`] has the job that notifies attendees. [`ical`] writes calendar files, of one event and
//! for the private feed of a person ([`feed`]).

mod account_deletion;
mod answers;
mod attendees;
mod calendar;
mod feed;
mod ical;
mod list;
mod notices;
mod routes;
mod rows;
mod rsvp;

pub(super) use account_deletion::delete_answers;
pub use account_deletion::{delete_event_data_of, event_export_of};
pub(super) use answers::PageAnswers;
pub use answers::{AnswerCounts, EventAnswer};
pub use notices::{EventNotice, JOB_KIND, notify_next_attendees};
pub(super) use notices::{notify_attendees, schedule_reminders};

use platform::Services;
use platform::api::ApiRouter;

pub(super) fn routes() -> ApiRouter<Services> {
    routes::routes().merge(feed::routes())
}
