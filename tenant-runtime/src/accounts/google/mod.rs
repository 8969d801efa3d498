//! Signing in with Google, or with whatever OpenID Connect issuer is configured.
//!
//! Three steps, all on the main host (security.md section 4.6). [`beginning`]: the browser is bound
//! by the pre-session cookie and sent to the issuer. [`callback`]: the issuer sends it back, and its
//! word is checked and kept. [`finishing`]: the same browser asks what came of it, and is signed in,
//! has an account made with an invite code, or hears that the address has an account already.
//! [`linking`] then connects the two, once the account's own credential was shown.

mod beginning;
mod callback;
mod finishing;
mod linking;
mod people;
mod provider;
mod refusal;
mod routes;
mod store;

pub(super) use refusal::IssuerRefusal;
pub use routes::routes;
pub(super) use store::sweep;
