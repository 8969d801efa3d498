//! Staff actions and views: accounts, totals and the audit log. Each action is recorded in the
//! audit log in its own transaction. These routes do not exist on portals (P-15).
//!
//! `users` has the actions on accounts, `pauses` one of them, `roles` the staff roles, `overview` the
//! start page, `log` reads the log that `audit` writes, `jobs` shows background jobs,
//! `content_filter` sets the filter of posts and messages, `setup` is the
//! checklist of a new installation. [`command_line`] has the same actions for the operator.

pub mod command_line;
mod content_filter;
mod error;
mod export;
mod jobs;
mod log;
mod overview;
mod pauses;
mod remaining;
mod roles;
mod routes;
pub mod setup;
mod users;

pub use command_line::grant;
pub use error::StaffError;
pub use export::{export_of, notes_about};
pub use remaining::is_last;

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes()
        .merge(users::routes())
        .merge(overview::routes())
        .merge(setup::routes())
        .merge(log::routes())
        .merge(jobs::routes())
        .merge(roles::routes())
        .merge(content_filter::routes())
}
