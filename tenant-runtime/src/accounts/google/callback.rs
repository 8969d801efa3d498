//! Callback of the issuer: the response is validated and stored until the same browser asks for the
//! result.

use super::identity::IssuerIdentity;
use super::provider::{Provider, SignInSecrets};
use super::refusal::RefusalReason;
use super::start::check_offered;
use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::rows::oidc_request as request;
use platform::{Scope, Visitor, tokens};

/// Parameters of the callback.
#[derive(Default)]
pub(super) struct CallbackParams {
    pub state: String,
    pub code: Option<String>,
    /// OAuth error code, if there is no authorization code.
    pub error: Option<String>,
    /// Issuer of the response (RFC 9207).
    pub issuer: Option<String>,
}

/// Processes the callback. The pending sign-in is consumed first, so that it cannot be used again
/// regardless of the result. The browser then goes to the page that fetches the result.
pub(super) async fn process_callback(
    scope: &mut Scope<Visitor>,
    answer: CallbackParams,
) -> Result<String, AccountError> {
    check_offered(scope)?;
    let request = match scope.facts().pre_session.as_deref().map(tokens::hash) {
        Some(binding) => resume_sign_in(scope, &answer.state, &binding).await?,
        None => None,
    };
    let Some(request) = request else {
        tracing::info!("oidc callback refused: no matching sign-in in this browser");
        return Ok("/login/google#refused".to_owned());
    };
    let decision = verify_identity(scope, answer).await;
    let tx = scope.begin().await?;
    store::store_decision(&tx, &request.state_hash, decision).await?;
    tx.commit().await?;
    Ok(format!("/login/google?view={}", request.view))
}

async fn resume_sign_in(
    scope: &mut Scope<Visitor>,
    state: &str,
    binding: &str,
) -> Result<Option<request::Model>, AccountError> {
    let tx = scope.begin().await?;
    let request = store::consume_pending(&tx, &tokens::hash(state), binding).await?;
    tx.commit().await?;
    Ok(request)
}

/// The identity in the issuer's response.
async fn verify_identity(
    scope: &Scope<Visitor>,
    answer: CallbackParams,
) -> Result<IssuerIdentity, RefusalReason> {
    let issuer = &scope.services().config().google.issuer;
    let refuse = |refusal: RefusalReason, cause: &str| {
        log_refusal(issuer, refusal, cause);
        refusal
    };
    if let Some(error) = answer.error {
        let error: String = error.chars().take(60).collect();
        return Err(refuse(refusal_of(&error), &error));
    }
    let provider = Provider::find_provider(scope.services())
        .await
        .map_err(|error| refuse(error.refusal, &error.cause))?;
    if !provider.is_named(answer.issuer.as_deref()) {
        return Err(refuse(RefusalReason::Failed, "the answer names another issuer"));
    }
    let code =
        answer.code.ok_or_else(|| refuse(RefusalReason::Failed, "the answer has no code"))?;
    let secrets = SignInSecrets::from_state(scope.services(), answer.state);
    let claims = provider
        .exchange(scope.services(), &code, &secrets)
        .await
        .map_err(|error| refuse(error.refusal, &error.cause))?;
    IssuerIdentity::read(&claims)
        .map_err(|refusal| refuse(refusal, "the token vouches for no address"))
}

/// Maps an error code of OAuth 2.0 (RFC 6749 section 4.1.2.1) or OpenID Connect Core (section
/// 3.1.2.6).
fn refusal_of(error: &str) -> RefusalReason {
    match error {
        "access_denied" => RefusalReason::Cancelled,
        "unauthorized_client"
        | "unsupported_response_type"
        | "invalid_request"
        | "invalid_scope"
        | "invalid_request_uri"
        | "request_not_supported"
        | "request_uri_not_supported"
        | "registration_not_supported" => RefusalReason::ClientRejected,
        _ => RefusalReason::Failed,
    }
}

/// Logs why a sign-in was refused: as an error if only an operator, or the issuer, can fix it.
pub(super) fn log_refusal(issuer: &str, refusal: RefusalReason, cause: &str) {
    match (refusal, refusal.refusal_reason()) {
        (RefusalReason::Cancelled, _) => {}
        (RefusalReason::EmailMissing | RefusalReason::EmailUnverified, Some(reason)) => {
            tracing::warn!(issuer, reason, cause, "sign-in with {issuer} refused: {reason}");
        }
        (_, Some(reason)) => {
            tracing::error!(
                issuer,
                reason,
                cause,
                "sign-in with {issuer} fails until its configuration is changed: {reason}"
            );
        }
        (_, None) => tracing::warn!(issuer, cause, "sign-in with {issuer} failed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_only_oauth_errors_about_the_client_to_permanent_refusals() {
        assert_eq!(refusal_of("access_denied"), RefusalReason::Cancelled);
        assert_eq!(refusal_of("unauthorized_client"), RefusalReason::ClientRejected);
        for passing in ["server_error", "temporarily_unavailable", "login_required", "x"] {
            assert_eq!(refusal_of(passing), RefusalReason::Failed, "{passing}");
        }
    }
}
