//! What belongs to a person even when they go: a copy of their data, and the end of their account
//! (gap G-122).
//!
//! [`export`] lets a job write everything of theirs into one archive that only they can fetch.
//! [`deletion`] ends every session at once, waits seven days in which they may change their mind,
//! and then takes apart, table by table, what the account was. Each feature forgets and tells its
//! own rows; what was said in communities stays, signed "Former member".

pub mod deletion;
mod error;
pub mod export;
mod rows;

pub use error::OwnDataError;

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    export::routes().merge(deletion::routes())
}
