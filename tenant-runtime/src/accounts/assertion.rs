//! The idToken: proof of a sign-in that just happened, good for five minutes, for one session, in
//! the browser that asked (security.md section 4.2).

use super::error::AccountError;
use super::rows::used_token;
use chrono::{DateTime, Utc};
use http::HeaderValue;
use platform::cookies::{self, CookieName};
use platform::request::RequestFacts;
use platform::tokens::{self, Claims, TokenKind};
use platform::{Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;

/// How long the browser keeps what binds a sign-in to it.
const PRE_SESSION_S: i64 = 15 * 60;

/// A fresh proof, and the cookie that binds it to the browser.
pub(super) struct Proof {
    pub id_token: String,
    pub cookie: HeaderValue,
}

/// Proves that `user` has just shown who they are. The binding is new each time: one that a
/// stranger planted beforehand is worth nothing.
pub(super) fn issue<V>(scope: &Scope<V>, user: UserId, stay: bool) -> Result<Proof, AccountError> {
    let fault = |error: tokens::TokenError| AccountError::Fault(error.to_string());
    let pre_session = tokens::random_token::<32>().map_err(fault)?;
    let (facts, now) = (scope.facts(), scope.now().timestamp());
    let claims = Claims {
        iss: scope.services().config().server.main_origin.clone(),
        aud: facts.context.host.clone(),
        sub: user.to_string(),
        jti: tokens::random_token::<16>().map_err(fault)?,
        iat: now,
        exp: now + TokenKind::Id.life_s(),
        auth_time: now,
        amr: vec!["pwd".to_owned()],
        nonce: tokens::hash(&pre_session),
        stay,
    };
    Ok(Proof {
        id_token: scope.services().keys().sign(TokenKind::Id, &claims),
        cookie: cookies::write(
            CookieName::PreSession,
            &pre_session,
            facts.secure,
            Some(PRE_SESSION_S),
        ),
    })
}

/// What a proof says, once it is believed.
pub(super) struct Proven {
    pub user: UserId,
    pub auth_time: DateTime<Utc>,
    pub stay: bool,
    pub amr: String,
    jti: String,
    expires_at: DateTime<Utc>,
}

/// Believes a proof that was made for this host and this browser.
pub(super) fn read<V>(scope: &Scope<V>, id_token: &str) -> Result<Proven, AccountError> {
    let facts: &RequestFacts = scope.facts();
    let refused = || AccountError::SessionRefused;
    let pre_session = facts.pre_session.as_deref().ok_or_else(refused)?;
    let services = scope.services();
    let issuer = &services.config().server.main_origin;
    let claims = services
        .keys()
        .verify(TokenKind::Id, id_token, issuer, &facts.context.host, scope.now())
        .map_err(|_| refused())?;
    if !tokens::same(&claims.nonce, &tokens::hash(pre_session)) {
        return Err(refused());
    }
    let time = |unix_s| DateTime::from_timestamp(unix_s, 0).ok_or_else(refused);
    Ok(Proven {
        user: claims.sub.parse().map_err(|_| refused())?,
        auth_time: time(claims.auth_time)?,
        stay: claims.stay,
        amr: claims.amr.join(" "),
        jti: claims.jti,
        expires_at: time(claims.exp)?,
    })
}

/// Spends a proof. The second of two that race finds it spent.
pub(super) async fn spend<V>(tx: &Tx<'_, V>, proven: &Proven) -> Result<(), AccountError> {
    let row = used_token::ActiveModel {
        jti: Set(proven.jti.clone()),
        expires_at: Set(proven.expires_at),
    };
    let table = tx.doorless_table::<used_token::Entity>();
    let fresh = table.insert_unless_there(row, &[used_token::Column::Jti]).await?;
    if fresh { Ok(()) } else { Err(AccountError::SessionRefused) }
}
