//! The idToken: proof of a completed sign-in, valid for five minutes, for one session, in the
//! browser that requested it (security.md section 4.2).

use super::error::AccountError;
use super::rows::used_token;
use chrono::{DateTime, TimeDelta, Utc};
use http::HeaderValue;
use platform::cookies::{self, CookieName};
use platform::request::RequestFacts;
use platform::sessions::CurrentSession;
use platform::tokens::{self, Claims, TokenKind};
use platform::{Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;

/// Lifetime of the cookie that binds a sign-in to the browser, in seconds.
const PRE_SESSION_S: i64 = 15 * 60;

/// An idToken, and the cookie that binds it to the browser.
pub(super) struct BoundIdToken {
    pub id_token: String,
    pub cookie: HeaderValue,
}

/// The way in which a user has authenticated.
pub(super) struct AuthMethods {
    /// Authentication methods (RFC 8176).
    pub amr: Vec<String>,
    /// Assurance level: 1, or 2 for two factors.
    pub aal: i64,
}

/// Issues an idToken after one factor; `how` is the method (RFC 8176).
pub(super) fn issue_after_one_factor<V>(
    scope: &Scope<V>,
    user: UserId,
    stay: bool,
    how: &str,
) -> Result<BoundIdToken, AccountError> {
    issue_for(scope, user, stay, AuthMethods { amr: vec![how.to_owned()], aal: 1 })
}

/// Binds a sign-in to this browser: returns a new value and its cookie. The value is always new, so
/// that one planted by an attacker is useless.
pub(super) fn bind_to_browser<V>(scope: &Scope<V>) -> Result<(String, HeaderValue), AccountError> {
    let fault = |error: tokens::TokenError| AccountError::Fault(error.to_string());
    let value = tokens::random_token::<32>().map_err(fault)?;
    let secure = scope.facts().secure;
    let cookie = cookies::write(CookieName::PreSession, &value, secure, Some(PRE_SESSION_S));
    Ok((value, cookie))
}

/// Issues an idToken for `user`, who has just authenticated.
pub(super) fn issue_for<V>(
    scope: &Scope<V>,
    user: UserId,
    stay: bool,
    shown: AuthMethods,
) -> Result<BoundIdToken, AccountError> {
    issue_for_methods(scope, user, stay, shown, scope.now())
}

/// Issues an idToken for a live session, with the session's authentication time.
pub(super) fn issue_again<V>(
    scope: &Scope<V>,
    session: &CurrentSession,
) -> Result<BoundIdToken, AccountError> {
    let amr = session.amr.split(' ').map(str::to_owned).collect();
    let shown = AuthMethods { amr, aal: session.aal };
    issue_for_methods(scope, session.user_id, session.stay_signed_in, shown, session.auth_time)
}

fn issue_for_methods<V>(
    scope: &Scope<V>,
    user: UserId,
    stay: bool,
    shown: AuthMethods,
    auth_time: DateTime<Utc>,
) -> Result<BoundIdToken, AccountError> {
    let fault = |error: tokens::TokenError| AccountError::Fault(error.to_string());
    let (pre_session, cookie) = bind_to_browser(scope)?;
    let (facts, now) = (scope.facts(), scope.now().timestamp());
    let claims = Claims {
        iss: scope.services().config().server.main_origin.clone(),
        aud: facts.context.host.clone(),
        sub: user.to_string(),
        jti: tokens::random_token::<16>().map_err(fault)?,
        iat: now,
        exp: now + TokenKind::Id.life_s(),
        auth_time: auth_time.timestamp(),
        auth_time_ms: auth_time.timestamp_subsec_millis(),
        amr: shown.amr,
        acr: format!("aal{}", shown.aal),
        nonce: tokens::hash(&pre_session),
        stay,
    };
    Ok(BoundIdToken { id_token: scope.services().keys().sign(TokenKind::Id, &claims), cookie })
}

/// A validated idToken.
pub(super) struct VerifiedAssertion {
    pub user: UserId,
    pub auth_time: DateTime<Utc>,
    pub stay: bool,
    pub amr: String,
    pub aal: i64,
    jti: String,
    expires_at: DateTime<Utc>,
}

/// Validates an idToken for this host and this browser.
pub(super) fn read_assertion<V>(
    scope: &Scope<V>,
    id_token: &str,
) -> Result<VerifiedAssertion, AccountError> {
    let facts: &RequestFacts = scope.facts();
    let refused = || AccountError::SessionRefused;
    let pre_session = facts.pre_session.as_deref().ok_or_else(refused)?;
    let services = scope.services();
    let issuer = &services.config().server.main_origin;
    let claims = services
        .keys()
        .verify(TokenKind::Id, id_token, issuer, &facts.context.host, scope.now())
        .map_err(|_| refused())?;
    if !tokens::equal_in_constant_time(&claims.nonce, &tokens::hash(pre_session)) {
        return Err(refused());
    }
    let time = |unix_s| DateTime::from_timestamp(unix_s, 0).ok_or_else(refused);
    Ok(VerifiedAssertion {
        user: claims.sub.parse().map_err(|_| refused())?,
        auth_time: time(claims.auth_time)? + TimeDelta::milliseconds(claims.auth_time_ms.into()),
        stay: claims.stay,
        amr: claims.amr.join(" "),
        aal: if claims.acr == "aal2" { 2 } else { 1 },
        jti: claims.jti,
        expires_at: time(claims.exp)?,
    })
}

/// Marks an idToken as used. Fails if a concurrent request used it first.
pub(super) async fn mark_used<V>(
    tx: &Tx<'_, V>,
    proven: &VerifiedAssertion,
) -> Result<(), AccountError> {
    consume_once(tx, &proven.jti, proven.expires_at).await
}

/// Marks the token of a session check as used, in the same way.
pub(super) async fn consume_custom_token<V>(
    tx: &Tx<'_, V>,
    claims: &Claims,
) -> Result<(), AccountError> {
    let expires_at = DateTime::from_timestamp(claims.exp, 0).ok_or(AccountError::SessionRefused)?;
    consume_once(tx, &claims.jti, expires_at).await
}

async fn consume_once<V>(
    tx: &Tx<'_, V>,
    jti: &str,
    expires_at: DateTime<Utc>,
) -> Result<(), AccountError> {
    let row = used_token::ActiveModel { jti: Set(jti.to_owned()), expires_at: Set(expires_at) };
    let table = tx.global_table::<used_token::Entity>();
    let fresh = table.insert_unless_there(row, &[used_token::Column::Jti]).await?;
    if fresh { Ok(()) } else { Err(AccountError::SessionRefused) }
}
