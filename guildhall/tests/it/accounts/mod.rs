//! Accounts, from an invite code to a session (accounts.md ).

mod first_staff;
mod google;
mod hosts;
mod invites;
mod joining;
mod limits;
mod passkeys;
mod password_change;
mod recovery;
pub mod second_factor;
mod signing_in;
mod step_up;
mod verification;

use crate::kit::{PASSWORD, Reply, email};
use serde_json::{Value, json};

/// Repeats a request until a limit refuses it. If Redis is slow, the limiter counts in memory meanwhile, and
/// may allow up to twice the limit, but never less.
pub async fn until_refused(mut ask: impl AsyncFnMut(usize) -> Reply) -> Reply {
    for n in 0..60 {
        let reply = ask(n).await;
        if reply.status == 429 {
            return reply;
        }
    }
    panic!("no limit refused");
}

/// A valid sign-up form.
fn form(name: &str, code: &str) -> Value {
    json!({
        "email": email(name), "firstName": "Rosa", "lastName": "Lindqvist",
        "password": PASSWORD, "confirmPassword": PASSWORD, "inviteCodeId": code,
    })
}

/// The same form with one field changed.
fn with(mut form: Value, field: &str, value: &str) -> Value {
    form[field] = json!(value);
    form
}
