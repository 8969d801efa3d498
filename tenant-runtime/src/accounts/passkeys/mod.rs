//! Passkeys: a key in somebody's device that is unlocked by its owner, in the place of a password
//! and its second factor, or beside a password (security.md section 4.7).
//!
//! They belong to the main host. A portal has another, to which the same authenticator would show
//! other keys, so none of this exists there.
//!
//! Read [`ceremony`] first: what an authenticator is asked is kept until its answer comes, for one
//! answer.

mod ceremony;
mod error;
mod manage;
mod party;
mod routes;
mod sign_in;
mod store;
mod verify;

pub(in crate::accounts) use ceremony::Asker;
pub(in crate::accounts) use verify::{ask, take};

use platform::Services;
use platform::api::ApiRouter;

/// What an authenticator answers to prove that it is there.
pub(in crate::accounts) type Assertion = webauthn_rs::prelude::PublicKeyCredential;

pub(in crate::accounts) fn routes() -> ApiRouter<Services> {
    routes::routes().merge(sign_in::routes())
}
