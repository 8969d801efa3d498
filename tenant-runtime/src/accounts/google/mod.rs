//! Sign-in with Google, or another configured OpenID Connect issuer.
//!
//! Three steps, all on the main host (security.md section 4.6). [`start`]: the browser is bound
//! by the pre-session cookie and redirected to the issuer. [`callback`]: the issuer redirects back;
//! its response is validated and stored. [`finish`]: the same browser fetches the result. The
//! user is signed in, gets a new account with an invite code, or learns that the address belongs to
//! an account. [`link`] then connects the two, after the user has authenticated with the
//! account's own credential.

mod callback;
mod finish;
mod identity;
mod link;
mod provider;
mod refusal;
mod routes;
mod start;
mod store;

pub(super) use refusal::IssuerRefusal;
pub use routes::routes;
pub(super) use store::sweep;
