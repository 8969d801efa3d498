//! Accounts: from an invite code to a session.
//!
//! Read in this order: [`invites`] (a code is validated and redeemed), [`sign_up`] (an account is
//! created in the same transaction), [`verification`] (the email address is verified),
//! [`sign_in`] (a password is exchanged for an idToken), [`google`] (the same for an OpenID
//! Connect sign-in), [`second_factor`] (a code in addition), [`passkeys`] (instead of both),
//! [`session`] (an idToken is exchanged for a session, which is checked and ended), [`step_up`] (a
//! signed-in user authenticates again). [`recovery`], [`password_change`] and [`devices`] are for
//! lost and changed passwords, and for sessions in other browsers. [`registration`] and
//! [`passwords`] have the rules for input.

pub mod account_status;
mod addresses;
mod all_accounts;
mod answers;
mod assertion;
mod contacts;
mod credentials;
mod device;
pub mod devices;
mod error;
mod existing;
mod export;
pub mod first_staff;
mod form_rules;
mod google;
mod identity;
pub mod invites;
mod links;
mod notices;
mod passkeys;
mod password_change;
mod passwords;
mod personal_words;
mod recovery;
mod registration;
mod rows;
pub mod second_factor;
mod session;
mod sign_in;
mod sign_in_count;
mod sign_up;
mod staff_list;
pub mod step_up;
mod sweep;
mod verification;

pub use addresses::{
    display_email as readable_email, normalise_email as normalised_email,
    serialize_readable as serialize_readable_email,
};
pub use all_accounts::{AccountCreation, list_after};
pub use contacts::{AccountContact, accounts_matching, list_staff_contacts, load_contacts};
pub use error::AccountError;
pub use existing::{
    confirmed_email, email_of, existing_accounts, find_by_emails, is_in_good_standing,
};
pub use export::export_of;
pub use identity::IdentityHost;
pub use passwords::hash as hash_password;
pub use recovery::{
    RECOVERY_JOB, RECOVERY_LINK_MINUTES, RecoveryLinkError, issue_recovery_link,
    mail_recovery_link, require_reset,
};
pub use registration::{check_email, check_name, plain_code};
pub use sign_up::{SIGN_UP_JOB, complete_hidden_sign_up};
pub use staff_list::{STAFF_BY_ROLE_SQL, StaffAccount, administrators, list_staff};
pub use sweep::sweep;
pub use verification::{VERIFICATION_JOB, mail_verification_link};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .merge(invites::routes())
        .merge(sign_up::routes())
        .merge(first_staff::routes())
        .merge(verification::routes())
        .merge(sign_in::routes())
        .merge(google::routes())
        .merge(session::routes())
        .merge(step_up::routes())
        .merge(second_factor::routes())
        .merge(passkeys::routes())
        .merge(recovery::routes())
        .merge(password_change::routes())
        .merge(devices::routes())
}
