//! Second factors: codes from an authenticator app, and backup codes in case it is lost (A-154 to
//! A-162, G-058, G-064).
//!
//! Read in this order: [`codes`] (codes, without a database), `rules` (setup, removal, new backup
//! codes), [`challenge`] (the second half of a sign-in), [`policy`] (what staff require of all
//! users).

mod challenge;
mod codes;
mod error;
mod factor;
mod notice;
mod obligation;
mod policy;
mod removal;
mod routes;
mod rules;
mod sealed;
mod status;
mod store;
mod verify;

pub(in crate::accounts) use challenge::{NextStep, after_first_factor};
pub use error::SecondFactorError;
pub(in crate::accounts) use factor::Factor;
pub(in crate::accounts) use notice::FactorChange;
pub use obligation::{is_second_factor_required, require_second_factor};
pub use removal::{RemovedFactors, remove_of};
pub use routes::SecondFactorState;
pub use rules::encrypt_secret;
pub(in crate::accounts) use rules::{check_may_change, check_not_paused, notify_change};
pub use sealed::sealed_columns;
pub use status::{FactorFacts, FactorStatus, factors_sql, find_status};
pub(in crate::accounts) use verify::{mark_code_used, reset_attempts, validate_code};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(challenge::routes()).merge(policy::routes())
}
