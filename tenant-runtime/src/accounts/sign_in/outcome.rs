//! Result of a sign-in, for any first factor.

use crate::accounts::answers::{SomeCookies, some_cookies};
use crate::accounts::error::AccountError;
use crate::accounts::second_factor::{self, NextStep};
use crate::accounts::{assertion, device, recovery};
use platform::{Scope, UserId, Visitor};
use serde::Serialize;
use utoipa::ToSchema;

/// A correct first factor.
pub(in crate::accounts) struct FirstFactor {
    pub user: UserId,
    pub email: String,
    /// Authentication method (RFC 8176).
    pub how: &'static str,
}

/// Result of a sign-in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "outcome", rename_all = "camelCase")]
pub(in crate::accounts) enum SignInResult {
    /// The sign-in is complete: the idToken to open a session.
    #[serde(rename_all = "camelCase")]
    Success { id_token: String, uid: UserId },
    /// A second factor is needed.
    MfaRequired {
        /// Id of this sign-in, valid for five minutes in this browser.
        resolver: String,
        /// Available factors: `totp`, `backup-code`, `passkey`.
        factors: Vec<&'static str>,
        detail: &'static str,
    },
    /// A second factor must be set up first (G-064).
    MfaEnrolmentRequired {
        /// Id of this sign-in, valid only for the setup.
        resolver: String,
        detail: &'static str,
    },
    /// A new password must be set: the token for it (G-069).
    #[serde(rename_all = "camelCase")]
    PasswordResetRequired { reset_token: String },
}

/// Completes a sign-in, or requests the second factor. On completion the browser is marked as known
/// for the account. A user who must set a new password gets only the token for it.
pub(in crate::accounts) async fn finish_sign_in(
    scope: &mut Scope<Visitor>,
    shown: FirstFactor,
    stay: bool,
) -> Result<(SomeCookies, SignInResult), AccountError> {
    if shown.how.starts_with("pwd")
        && let Some(reset_token) = recovery::required_token(scope, shown.user).await?
    {
        return Ok((some_cookies(Vec::new()), SignInResult::PasswordResetRequired { reset_token }));
    }
    let next = second_factor::after_first_factor(scope, shown.user, stay, shown.how).await?;
    if let NextStep::Asked(asked) = next {
        let (logged_in, cookie) = *asked;
        return Ok((some_cookies(vec![cookie]), logged_in));
    }
    let proof = assertion::issue_after_one_factor(scope, shown.user, stay, shown.how)?;
    let device = device::mark_known(scope.services(), scope.facts(), &shown.email)?;
    let logged_in = SignInResult::Success { id_token: proof.id_token, uid: shown.user };
    Ok((some_cookies(vec![proof.cookie, device.cookie]), logged_in))
}
