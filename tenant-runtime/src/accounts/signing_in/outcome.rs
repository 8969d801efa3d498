//! How signing in ends, whatever somebody showed first.

use crate::accounts::answers::{SomeCookies, some_cookies};
use crate::accounts::error::AccountError;
use crate::accounts::second_factor::{self, Next};
use crate::accounts::{assertion, device, recovery};
use platform::{Scope, UserId, Visitor};
use serde::Serialize;
use utoipa::ToSchema;

/// A first credential that was right.
pub(in crate::accounts) struct Shown {
    pub user: UserId,
    pub email: String,
    /// What was shown, as RFC 8176 names it.
    pub how: &'static str,
}

/// How a sign-in came out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "outcome", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(in crate::accounts) enum LoggedIn {
    /// Somebody has shown who they are: the proof to open a session with.
    Success { id_token: String, uid: UserId },
    /// The second half is still to come.
    MfaRequired {
        /// Names this sign-in for five minutes, in this browser.
        resolver: String,
        /// What it can be: `totp`, `backup-code`, `passkey`.
        factors: Vec<&'static str>,
        detail: &'static str,
    },
    /// A second factor has to be set up first (G-064).
    MfaEnrolmentRequired {
        /// Names this sign-in, for setting it up and nothing else.
        resolver: String,
        detail: &'static str,
    },
    /// The password must not be used any more: the token to choose another one with (G-069).
    PasswordResetRequired { reset_token: String },
}

/// Ends a sign-in, or asks for its second half. Once it is whole the browser is known for this
/// account. Somebody who must choose a new password is led to that and to nothing else.
pub(in crate::accounts) async fn finish(
    scope: &mut Scope<Visitor>,
    shown: Shown,
    stay: bool,
) -> Result<(SomeCookies, LoggedIn), AccountError> {
    if shown.how.starts_with("pwd")
        && let Some(reset_token) = recovery::required_token(scope, shown.user).await?
    {
        return Ok((some_cookies(Vec::new()), LoggedIn::PasswordResetRequired { reset_token }));
    }
    let next = second_factor::after_first_factor(scope, shown.user, stay, shown.how).await?;
    if let Next::Asked(asked) = next {
        let (logged_in, cookie) = *asked;
        return Ok((some_cookies(vec![cookie]), logged_in));
    }
    let proof = assertion::issue(scope, shown.user, stay, shown.how)?;
    let device = device::remember(scope.services(), scope.facts(), &shown.email)?;
    let logged_in = LoggedIn::Success { id_token: proof.id_token, uid: shown.user };
    Ok((some_cookies(vec![proof.cookie, device.cookie]), logged_in))
}
