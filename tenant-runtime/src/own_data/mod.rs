//! Data export and account deletion (gap G-122).
//!
//! [`export`]: a job writes all data of a user into an archive that only they can download.
//! [`deletion`] ends all sessions at once, waits seven days during which the user may cancel, then
//! deletes the account table by table. Each feature exports and deletes its own rows. Content in
//! communities stays, attributed to "Former member".

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
