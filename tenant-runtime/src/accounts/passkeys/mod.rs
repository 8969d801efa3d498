//! Passkeys: keys in a user's device, used instead of a password and its second factor, or in
//! addition to a password (security.md section 4.7).
//!
//! They belong to the main host. A portal has another host, for which the same authenticator would
//! offer other keys, so these routes do not exist there.
//!
//! Read [`ceremony`] first: a challenge is stored until its response, for one response.

mod ceremony;
mod error;
mod manage;
mod party;
mod routes;
mod sign_in;
mod store;
mod verify;

pub(in crate::accounts) use ceremony::CeremonyBinding;
pub(in crate::accounts) use store::remove_all_of;
pub(in crate::accounts) use verify::{begin_challenge, finish_challenge};

use platform::Services;
use platform::api::ApiRouter;

/// Response of the authenticator.
pub(in crate::accounts) type Assertion = webauthn_rs::prelude::PublicKeyCredential;

pub(in crate::accounts) fn routes() -> ApiRouter<Services> {
    routes::routes().merge(sign_in::routes())
}
