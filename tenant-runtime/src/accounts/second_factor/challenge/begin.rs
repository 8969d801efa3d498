//! Next step after a correct first factor.

use super::store::{self, ChallengePurpose};
use crate::accounts::AccountError;
use crate::accounts::assertion;
use crate::accounts::second_factor::factor::Factor;
use crate::accounts::second_factor::status::{FactorStatus, find_status};
use crate::accounts::sign_in::SignInResult;
use http::HeaderValue;
use platform::{Scope, Site, UserId, Visitor, tokens};

const CODE_REQUIRED_MESSAGE: &str = "Two-factor authentication is required to complete sign-in.";
const ENROLMENT_REQUIRED_MESSAGE: &str =
    "Two-factor authentication is now required. Set it up to complete sign-in.";

/// Next step of a sign-in.
#[derive(Debug)]
pub(in crate::accounts) enum NextStep {
    /// The sign-in is complete: the idToken may be issued.
    Clear,
    /// Response that requests a second factor, and the cookie that binds it to the browser.
    Asked(Box<(SignInResult, HeaderValue)>),
}

/// Decides the next step after a correct first factor of any kind; `amr` is the method (RFC 8176).
///
/// # Errors
/// [`AccountError`].
pub(in crate::accounts) async fn after_first_factor(
    scope: &mut Scope<Visitor>,
    user: UserId,
    stay: bool,
    amr: &str,
) -> Result<NextStep, AccountError> {
    let standing = find_status(scope, user).await?.ok_or(AccountError::NotFound)?;
    let factors = available_factors(&standing, scope.site());
    // A user who must have a second factor and only has passkeys uses one of these.
    let must_enrol = standing.must_enrol(scope.now());
    let purpose = if standing.is_challenged() || (must_enrol && !factors.is_empty()) {
        ChallengePurpose::SignIn
    } else if must_enrol {
        ChallengePurpose::Enrolment
    } else {
        return Ok(NextStep::Clear);
    };
    let fault = |error: tokens::TokenError| AccountError::Fault(error.to_string());
    let resolver = tokens::random_token::<32>().map_err(fault)?;
    let (pre_session, cookie) = assertion::bind_to_browser(scope)?;
    let tx = scope.begin().await?;
    store::insert(&tx, user, purpose, &resolver, &pre_session, (stay, amr)).await?;
    tx.commit().await?;
    let outcome = match purpose {
        ChallengePurpose::SignIn => {
            SignInResult::MfaRequired { resolver, factors, detail: CODE_REQUIRED_MESSAGE }
        }
        ChallengePurpose::Enrolment => {
            SignInResult::MfaEnrolmentRequired { resolver, detail: ENROLMENT_REQUIRED_MESSAGE }
        }
    };
    Ok(NextStep::Asked(Box::new((outcome, cookie))))
}

/// Available second factors. Passkeys work on the main site only: a portal has another host.
fn available_factors(status: &FactorStatus, site: Site) -> Vec<&'static str> {
    let mut factors = Vec::new();
    if status.has_totp {
        factors.push(Factor::Totp.name());
    }
    if status.has_totp && status.codes_left > 0 {
        factors.push(Factor::BackupCode.name());
    }
    if status.passkeys > 0 && site == Site::Main {
        factors.push(Factor::Passkey.name());
    }
    factors
}
