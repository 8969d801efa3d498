//! The issuer sends the browser back: its word is checked and kept until the same browser asks.

use super::beginning::check_offered;
use super::people::Person;
use super::provider::{Provider, ProviderError, Secrets};
use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::rows::oidc_request as request;
use platform::{Scope, Visitor, tokens};

/// What came with the browser.
#[derive(Default)]
pub(super) struct Answer {
    pub state: String,
    pub code: Option<String>,
    /// Why there is no code, in the words of OAuth.
    pub error: Option<String>,
    /// Who says that it answers (RFC 9207).
    pub issuer: Option<String>,
}

/// Hears an answer. The sign-in it belongs to is used up first, so that it is used up whatever
/// follows; the browser then goes to the page that asks what came of it.
pub(super) async fn hear(
    scope: &mut Scope<Visitor>,
    answer: Answer,
) -> Result<String, AccountError> {
    check_offered(scope)?;
    let request = match scope.facts().pre_session.as_deref().map(tokens::hash) {
        Some(binding) => take_up(scope, &answer.state, &binding).await?,
        None => None,
    };
    let Some(request) = request else {
        tracing::info!("an answer to no sign-in of this browser was refused");
        return Ok("/login/google#refused".to_owned());
    };
    let decision = decide(scope, answer).await;
    let tx = scope.begin().await?;
    store::decide(&tx, &request.state_hash, decision).await?;
    tx.commit().await?;
    Ok(format!("/login/google?view={}", request.view))
}

async fn take_up(
    scope: &mut Scope<Visitor>,
    state: &str,
    binding: &str,
) -> Result<Option<request::Model>, AccountError> {
    let tx = scope.begin().await?;
    let request = store::answer(&tx, &tokens::hash(state), binding).await?;
    tx.commit().await?;
    Ok(request)
}

/// Somebody, or why nobody.
async fn decide(scope: &Scope<Visitor>, answer: Answer) -> Result<Person, &'static str> {
    let refused = |error: String| {
        tracing::warn!(cause = %error, "the issuer's answer was refused");
        "failed"
    };
    if let Some(error) = answer.error {
        let cancelled = error == "access_denied";
        return Err(if cancelled {
            "cancelled"
        } else {
            refused(error.chars().take(60).collect())
        });
    }
    let provider =
        Provider::find(scope.services()).await.map_err(|error| refused(error.to_string()))?;
    if !provider.is_named(answer.issuer.as_deref()) {
        return Err(refused("it names another issuer".to_owned()));
    }
    let code = answer.code.ok_or_else(|| refused("it has no code".to_owned()))?;
    let secrets = Secrets::of(scope.services(), answer.state);
    let claims =
        provider.exchange(scope.services(), &code, &secrets).await.map_err(
            |error| match error {
                ProviderError::UnknownClient => {
                    tracing::error!("the issuer does not know google.client_id with its secret");
                    "misconfigured"
                }
                error @ ProviderError::Refused(_) => refused(error.to_string()),
            },
        )?;
    Person::read(&claims).ok_or_else(|| refused("it proves no address".to_owned()))
}
