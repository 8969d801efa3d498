//! Sign-in with a passkey: the authenticator identifies the user. It has verified the user, so it
//! counts as two factors and no second one is requested.

use super::ceremony::{self, CeremonyBinding};
use super::error::PasskeyError;
use super::party::relying_party;
use super::{Assertion, store, verify};
use crate::accounts::answers::{SetCookies, set_cookies};
use crate::accounts::rows::account;
use crate::accounts::sign_in::SignInResult;
use crate::accounts::{AccountError, assertion, device, sign_in_count};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::limiter::{LimitKey, LimitedAction};
use platform::problem::ProblemDocument;
use platform::{MainHost, Problem, Scope, Services, Tx, UserId, Visitor, routes};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use webauthn_rs::prelude::DiscoverableAuthentication;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(begin)).routes(routes!(sign_in))
}

/// Returns the challenge for a sign-in, without a session.
#[utoipa::path(
    post,
    path = "/identity/passkey/begin",
    operation_id = "startPasskeySignIn",
    tag = "second-factor",
    responses((status = 200, body = Object), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "passkeys.begin_sign_in", skip_all)]
async fn begin(
    _: MainHost,
    mut scope: Scope<Visitor>,
) -> Result<(SetCookies<1>, Json<Value>), Problem> {
    count(&scope).await?;
    let (pre_session, cookie) = assertion::bind_to_browser(&scope)?;
    let (question, state) = relying_party(scope.services())?
        .start_discoverable_authentication()
        .map_err(PasskeyError::Fault)?;
    let tx = scope.begin().await?;
    ceremony::store_challenge(&tx, &CeremonyBinding::for_visitor(&pre_session), &state).await?;
    tx.commit().await?;
    let mut question = serde_json::to_value(question).map_err(PasskeyError::Unreadable)?;
    // The user pressed a button; conditional mediation is for autofill.
    if let Some(question) = question.as_object_mut() {
        question.remove("mediation");
    }
    Ok((set_cookies([cookie]), Json(question)))
}

/// Counted with password attempts from the same network; a success is refunded.
async fn count(scope: &Scope<Visitor>) -> Result<(), AccountError> {
    let limiter = scope.services().limiter();
    let verdict = limiter.count_attempt(LimitedAction::LoginNetwork, &limit_key(scope)).await;
    if verdict.allowed { Ok(()) } else { Err(AccountError::LoginLimit(verdict)) }
}

/// A device that an account has used before is counted on its own, so that a flood from its network
/// does not refuse it.
fn limit_key(scope: &Scope<Visitor>) -> LimitKey {
    let network = LimitKey::network(scope.facts().context.client_ip);
    match device::is_known_to_any_account(scope.services(), scope.facts()) {
        Some(known) => network.combined_with(&LimitKey::device(Some(&known))),
        None => network,
    }
}

/// Response of the authenticator.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PasskeySignIn {
    #[schema(value_type = Object)]
    assertion: Assertion,
    #[serde(default)]
    stay_signed_in: bool,
}

/// Exchanges a passkey response for an idToken.
#[utoipa::path(
    post,
    path = "/identity/passkey",
    operation_id = "signInWithPasskey",
    tag = "second-factor",
    request_body = PasskeySignIn,
    responses((status = 200, body = SignInResult), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "passkeys.sign_in", skip_all)]
async fn sign_in(
    _: MainHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<PasskeySignIn>,
) -> Result<(SetCookies<2>, Json<SignInResult>), Problem> {
    let result = check_passkey(&mut scope, body).await;
    sign_in_count::record("passkey", result.as_ref().map(|(_, outcome)| outcome));
    result.map(|(cookies, outcome)| (cookies, Json(outcome)))
}

async fn check_passkey(
    scope: &mut Scope<Visitor>,
    body: PasskeySignIn,
) -> Result<(SetCookies<2>, SignInResult), Problem> {
    let account = verify_assertion(scope, &body.assertion).await?;
    let shown = assertion::AuthMethods { amr: vec!["hwk".to_owned(), "user".to_owned()], aal: 2 };
    let proof = assertion::issue_for(scope, account.id, body.stay_signed_in, shown)?;
    let device = device::mark_known(scope.services(), scope.facts(), &account.email)?;
    let outcome = SignInResult::Success { id_token: proof.id_token, uid: account.id };
    Ok((set_cookies([proof.cookie, device.cookie]), outcome))
}

async fn verify_assertion(
    scope: &mut Scope<Visitor>,
    assertion: &Assertion,
) -> Result<account::Model, Problem> {
    count(scope).await?;
    let pre_session = scope.facts().pre_session.clone().ok_or(PasskeyError::Refused)?;
    let tx = scope.begin().await?;
    let user =
        consume_challenge(&tx, &CeremonyBinding::for_visitor(&pre_session), assertion).await?;
    let account = tx.global::<account::Entity>().by_id(user).one().await?;
    let account = account.ok_or(AccountError::NotFound)?;
    account.check_may_sign_in()?;
    tx.commit().await?;
    scope.services().limiter().refund_attempt(LimitedAction::LoginNetwork, &limit_key(scope)).await;
    Ok(account)
}

async fn consume_challenge(
    tx: &Tx<'_, Visitor>,
    asker: &CeremonyBinding,
    assertion: &Assertion,
) -> Result<UserId, PasskeyError> {
    let refused = |_| PasskeyError::Refused;
    let state: DiscoverableAuthentication = ceremony::consume_challenge(tx, asker).await?;
    let party = relying_party(tx.services())?;
    let (user, raw) = party.identify_discoverable_authentication(assertion).map_err(refused)?;
    let user = UserId::from(user);
    let row = store::find(tx, user, &store::credential_id(raw)).await?;
    let row = row.ok_or(PasskeyError::Refused)?;
    let passkey = verify::passkey_of(row.clone())?;
    let shown =
        party.finish_discoverable_authentication_v2(assertion, state, &passkey).map_err(refused)?;
    verify::store_use(tx, row, &shown).await?;
    Ok(user)
}
