//! Accounts: the way from an invite code to a session.
//!
//! Read in this order: [`invites`] (a code is looked at, and used up), [`joining`] (an account is
//! made, in one transaction with the code's use), [`verification`] (the address is proven),
//! [`signing_in`] (a password becomes an idToken), [`session`] (an idToken becomes a session, which
//! is checked and ended). [`registration`] and [`passwords`] are the rules about what is typed.

mod answers;
mod assertion;
mod device;
mod error;
mod identity;
pub mod invites;
mod joining;
mod passwords;
mod registration;
mod rows;
mod session;
mod signing_in;
pub mod standing;
mod sweep;
mod verification;

pub use error::AccountError;
pub use identity::IdentityHost;
pub use passwords::hash as hash_password;
pub use registration::{check_email, check_name};
pub use sweep::sweep;

use platform::Services;
use utoipa_axum::router::OpenApiRouter;

/// What can be asked.
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(invites::routes())
        .merge(joining::routes())
        .merge(verification::routes())
        .merge(signing_in::routes())
        .merge(session::routes())
}
