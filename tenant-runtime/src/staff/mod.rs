//! What members of staff do and see: the accounts of others, how many of everything there are, and
//! the log of what they did. Every act is a row of the audit log in the transaction that does it. On
//! a portal these paths do not exist (P-15).
//!
//! `users` is what may be done to an account, `pauses` one of those things, `log` reads what
//! `audit` wrote, `setup` is the checklist of a new installation.

mod error;
mod export;
mod log;
mod overview;
mod pauses;
mod remaining;
mod routes;
pub mod setup;
mod users;

pub use error::StaffError;
pub use export::export_of;
pub use pauses::grant;
pub use remaining::is_last;

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes()
        .merge(users::routes())
        .merge(overview::routes())
        .merge(setup::routes())
        .merge(log::routes())
}
