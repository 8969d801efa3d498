//! Opens, checks and ends sessions.

use crate::accounts::assertion::{self, BoundIdToken};
use crate::accounts::device;
use crate::accounts::error::AccountError;
use crate::accounts::notices::{self, NoticeRecipient};
use crate::accounts::rows::account;
use chrono::{DateTime, Utc};
use http::HeaderValue;
use platform::db;
use platform::limiter::{LimitKey, LimitedAction};
use platform::sessions::{self, NewSession, SessionKind, row as session_row};
use platform::tokens::{self, Claims, TokenKind};
use platform::{Problem, Scope, SessionId, Tx, UserId, Visitor};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, DbErr};

/// Reason stored when the owner of a session signs out.
const SIGNED_OUT: &str = "signed-out";

/// A new session.
pub(super) struct OpenedSession {
    pub token: String,
    pub user: UserId,
    pub stay_signed_in: bool,
    pub created_at: DateTime<Utc>,
    pub absolute_expires_at: DateTime<Utc>,
    /// Cookie that marks the browser as known for the account.
    pub device: HeaderValue,
}

/// Exchanges an idToken for a session. Ends the browser's previous session, so that a session id
/// never survives a change of user.
pub(super) async fn open(
    scope: &mut Scope<Visitor>,
    id_token: &str,
    stay: Option<bool>,
) -> Result<OpenedSession, Problem> {
    let proven = assertion::read_assertion(scope, id_token)?;
    let earlier = scope.facts().session.as_ref().map(|session| (session.owner_id(), session.id));
    let context = scope.facts().context.clone();
    let tx = scope.begin().await?;
    device::check_not_signed_out(&tx, proven.auth_time).await?;
    assertion::mark_used(&tx, &proven).await?;
    let account = find(&tx, proven.user).await?.ok_or(AccountError::SessionRefused)?;
    if account.status.is_some() {
        return Err(AccountError::Suspended.into());
    }
    if let Some((user, session)) = earlier {
        sessions::revoke(&tx, user, session, "signed-in-again").await?;
    }
    let device = device::mark_known(tx.services(), tx.facts(), &account.email)?;
    let is_new = account.last_login.is_some() && !was_seen(&tx, account.id, &device.id).await?;
    let new = NewSession {
        user_id: account.id,
        kind: SessionKind::Main,
        audience_host: context.host,
        tenant_id: context.tenant,
        parent: None,
        stay_signed_in: stay.unwrap_or(proven.stay),
        is_staff: account.is_staff,
        auth_time: proven.auth_time,
        amr: proven.amr,
        aal: proven.aal,
        device_id: Some(device.id),
    };
    let (token, session) = sessions::open(&tx, new).await?;
    count_sign_in(&tx, account.id).await?;
    if is_new {
        let reader = NoticeRecipient { email: &account.email, first_name: &account.first_name };
        notices::send_new_device(&tx, &reader, &session).await?;
    }
    tx.commit().await?;
    tracing::info!(user.id = %account.id, session.id = %session.id, "session opened");
    Ok(OpenedSession {
        token,
        user: account.id,
        stay_signed_in: session.stay_signed_in,
        created_at: session.created_at,
        absolute_expires_at: session.absolute_expires_at,
        device: device.cookie,
    })
}

/// Exchanges the token of a session check, together with that session, for an idToken with the
/// session's authentication time.
pub(super) async fn exchange(
    scope: &mut Scope<Visitor>,
    custom_token: &str,
) -> Result<BoundIdToken, AccountError> {
    let session = scope.facts().session.clone().ok_or(AccountError::NoValidSession)?;
    if session.account_status.suspended {
        return Err(AccountError::Suspended);
    }
    let services = scope.services();
    let issuer = &services.config().server.main_origin;
    let claims = services
        .keys()
        .verify(TokenKind::Custom, custom_token, issuer, "identity", scope.now())
        .map_err(|_| AccountError::SessionRefused)?;
    let is_of_session = claims.sub == session.user_id.to_string()
        && tokens::equal_in_constant_time(&claims.nonce, &tokens::hash(&session.id.to_string()));
    if !is_of_session {
        return Err(AccountError::SessionRefused);
    }
    let tx = scope.begin().await?;
    assertion::consume_custom_token(&tx, &claims).await?;
    tx.commit().await?;
    assertion::issue_again(scope, &session)
}

/// The user of the session, with a token that proves it to the client for a minute.
pub(super) async fn check(
    scope: &Scope<Visitor>,
    brought: bool,
) -> Result<(UserId, String), AccountError> {
    let Some(session) = &scope.facts().session else {
        return Err(if brought { AccountError::NoValidSession } else { AccountError::NoSession });
    };
    if session.account_status.suspended {
        return Err(AccountError::Suspended);
    }
    let key = LimitKey::session(session.id);
    let verdict = scope.services().limiter().count_attempt(LimitedAction::Write, &key).await;
    if !verdict.allowed {
        return Err(AccountError::CheckThrottled(verdict));
    }
    let now = scope.now().timestamp();
    let fault = |error: tokens::TokenError| AccountError::Fault(error.to_string());
    let claims = Claims {
        iss: scope.services().config().server.main_origin.clone(),
        aud: "identity".to_owned(),
        sub: session.user_id.to_string(),
        jti: tokens::random_token::<16>().map_err(fault)?,
        iat: now,
        exp: now + TokenKind::Custom.life_s(),
        auth_time: session.auth_time.timestamp(),
        auth_time_ms: session.auth_time.timestamp_subsec_millis(),
        amr: session.amr.split(' ').map(str::to_owned).collect(),
        acr: format!("aal{}", session.aal),
        nonce: tokens::hash(&session.id.to_string()),
        stay: session.stay_signed_in,
    };
    Ok((session.user_id, scope.services().keys().sign(TokenKind::Custom, &claims)))
}

/// Ends the current session and those transferred from it. Without a session it does nothing.
pub(super) async fn end(scope: &mut Scope<Visitor>) -> Result<(), DbErr> {
    let session = scope.facts().session.as_ref().map(|session| (session.user_id, session.id));
    let Some((user, session)) = session else { return Ok(()) };
    match revoke(scope, user, session).await {
        // If SQLite's reserved space is used up, the session is deleted instead, which needs none.
        Err(error) if db::is_full(&error) => delete_session(scope, user, session).await?,
        revoked => revoked?,
    }
    tracing::info!(user.id = %user, session.id = %session, "session ended");
    Ok(())
}

async fn revoke(scope: &mut Scope<Visitor>, user: UserId, session: SessionId) -> Result<(), DbErr> {
    let tx = scope.begin_essential().await?;
    device::sign_out(&tx).await?;
    sessions::revoke(&tx, user, session, SIGNED_OUT).await?;
    tx.commit().await
}

async fn delete_session(
    scope: &mut Scope<Visitor>,
    user: UserId,
    session: SessionId,
) -> Result<(), DbErr> {
    let tx = scope.begin_essential().await?;
    sessions::delete_session(&tx, user, session, SIGNED_OUT).await?;
    tx.commit().await
}

async fn find(tx: &Tx<'_, Visitor>, user: UserId) -> Result<Option<account::Model>, DbErr> {
    tx.global::<account::Entity>().by_id(user).one().await
}

/// Returns true if the account has had a session in this browser, as far back as sessions are
/// stored.
async fn was_seen(tx: &Tx<'_, Visitor>, user: UserId, device: &str) -> Result<bool, DbErr> {
    let there = Condition::all()
        .add(session_row::Column::UserId.eq(user.uuid()))
        .add(session_row::Column::DeviceId.eq(device));
    let found = tx.global::<session_row::Entity>().filter(there);
    Ok(found.one().await?.is_some())
}

async fn count_sign_in(tx: &Tx<'_, Visitor>, user: UserId) -> Result<(), DbErr> {
    use account::Column::{Id, LastLogin, SignIns};
    let now = tx.now();
    tx.global_table::<account::Entity>()
        .update(Id.eq(user.uuid()), |update| {
            let one_more = Expr::col(SignIns).add(1);
            update.col_expr(LastLogin, Expr::value(now)).col_expr(SignIns, one_more)
        })
        .await?
        .exactly_one()
}
