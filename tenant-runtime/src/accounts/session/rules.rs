//! Opening, checking and ending a session.

use crate::accounts::assertion;
use crate::accounts::error::AccountError;
use crate::accounts::rows::account;
use chrono::{DateTime, Utc};
use platform::limiter::{LimitKey, LimitedAction};
use platform::sessions::{self, Kind, NewSession};
use platform::tokens::{self, Claims, TokenKind};
use platform::{Problem, Scope, Tx, UserId, Visitor};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr};

/// A session that was just opened.
pub(super) struct Opened {
    pub token: String,
    pub user: UserId,
    pub stay_signed_in: bool,
    pub created_at: DateTime<Utc>,
    pub absolute_expires_at: DateTime<Utc>,
}

/// Exchanges a proof for a session. The browser's earlier session ends: an id never outlives a
/// change of who is behind it.
pub(super) async fn open(
    scope: &mut Scope<Visitor>,
    id_token: &str,
    stay: Option<bool>,
) -> Result<Opened, Problem> {
    let proven = assertion::read(scope, id_token)?;
    let earlier = scope.facts().session.as_ref().map(|session| (session.user_id, session.id));
    let context = scope.facts().context.clone();
    let tx = scope.begin().await?;
    assertion::spend(&tx, &proven).await?;
    let account = find(&tx, proven.user).await?.ok_or(AccountError::SessionRefused)?;
    if account.status.is_some() {
        return Err(AccountError::Suspended.into());
    }
    if let Some((user, session)) = earlier {
        sessions::revoke(&tx, user, session, "signed-in-again").await?;
    }
    let new = NewSession {
        user_id: account.id,
        kind: Kind::Main,
        audience_host: context.host,
        tenant_id: context.tenant,
        parent: None,
        stay_signed_in: stay.unwrap_or(proven.stay),
        is_staff: account.is_staff,
        auth_time: proven.auth_time,
        amr: proven.amr,
        aal: 1,
    };
    let (token, session) = sessions::open(&tx, new).await?;
    set_last_login(&tx, account.id).await?;
    tx.commit().await?;
    tracing::info!(user.id = %account.id, session.id = %session.id, "a session was opened");
    Ok(Opened {
        token,
        user: account.id,
        stay_signed_in: session.stay_signed_in,
        created_at: session.created_at,
        absolute_expires_at: session.absolute_expires_at,
    })
}

/// Whose session it is, with a token that proves it to the client for a minute.
pub(super) async fn check(
    scope: &Scope<Visitor>,
    brought: bool,
) -> Result<(UserId, String), AccountError> {
    let Some(session) = &scope.facts().session else {
        return Err(if brought { AccountError::NoValidSession } else { AccountError::NoSession });
    };
    if session.standing.suspended {
        return Err(AccountError::Suspended);
    }
    let key = LimitKey::session(session.id);
    let verdict = scope.services().limiter().hit(LimitedAction::Write, &key).await;
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
        amr: vec!["pwd".to_owned()],
        nonce: tokens::hash(&session.id.to_string()),
        stay: session.stay_signed_in,
    };
    Ok((session.user_id, scope.services().keys().sign(TokenKind::Custom, &claims)))
}

/// Ends the session that came with the request, with its children. Without one there is nothing to
/// end, and that is fine.
pub(super) async fn end(scope: &mut Scope<Visitor>) -> Result<(), DbErr> {
    let session = scope.facts().session.as_ref().map(|session| (session.user_id, session.id));
    let Some((user, session)) = session else { return Ok(()) };
    let tx = scope.begin().await?;
    sessions::revoke(&tx, user, session, "signed-out").await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, session.id = %session, "a session was ended");
    Ok(())
}

async fn find(tx: &Tx<'_, Visitor>, user: UserId) -> Result<Option<account::Model>, DbErr> {
    tx.doorless::<account::Entity>().by_id(user).one().await
}

async fn set_last_login(tx: &Tx<'_, Visitor>, user: UserId) -> Result<(), DbErr> {
    let now = tx.now();
    tx.doorless_table::<account::Entity>()
        .update(account::Column::Id.eq(user.uuid()), |update| {
            update.col_expr(account::Column::LastLogin, Expr::value(now))
        })
        .await?
        .exactly_one()
}
