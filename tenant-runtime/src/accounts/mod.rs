//! Accounts: the way from an invite code to a session.
//!
//! Read in this order: [`invites`] (a code is looked at, and used up), [`joining`] (an account is
//! made, in one transaction with the code's use), [`verification`] (the address is proven),
//! [`signing_in`] (a password becomes an idToken), [`google`] (so does an issuer's word),
//! [`second_factor`] (a code beside either), [`passkeys`] (in the place of both), [`session`] (an
//! idToken becomes a session, which is checked and ended), [`step_up`] (somebody signed in shows
//! again who they are). [`recovery`], [`password_change`] and [`devices`] are what a member does about
//! a password, and about sessions elsewhere. [`registration`] and [`passwords`] are the rules about
//! what is typed.

mod addresses;
mod answers;
mod assertion;
mod credentials;
mod device;
pub mod devices;
mod error;
mod export;
pub mod first_staff;
mod form_rules;
mod google;
mod identity;
pub mod invites;
mod joining;
mod known_words;
mod links;
mod notices;
mod passkeys;
mod password_change;
mod passwords;
mod recovery;
mod registration;
mod rows;
pub mod second_factor;
mod session;
mod signing_in;
pub mod standing;
pub mod step_up;
mod sweep;
mod verification;

pub use addresses::{
    normalised as normalised_email, readable as readable_email,
    serialize_readable as serialize_readable_email,
};
pub use error::AccountError;
pub use export::export_of;
pub use identity::IdentityHost;
pub use passwords::hash as hash_password;
pub use recovery::{RECOVERY_JOB, mail_recovery_link, require_reset};
pub use registration::{check_email, check_name, plain_code};
pub use sweep::sweep;
pub use verification::{VERIFICATION_JOB, mail_verification_link};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .merge(invites::routes())
        .merge(joining::routes())
        .merge(first_staff::routes())
        .merge(verification::routes())
        .merge(signing_in::routes())
        .merge(google::routes())
        .merge(session::routes())
        .merge(step_up::routes())
        .merge(second_factor::routes())
        .merge(passkeys::routes())
        .merge(recovery::routes())
        .merge(password_change::routes())
        .merge(devices::routes())
}
