//! Renewal of a session's token in two steps: a next token is issued, and becomes the current one
//! when it is first used. The old token stays valid for a minute, for concurrent requests of other
//! tabs. A later use proves that the token was copied, and ends the session (security.md section
//! 4.3).

use super::find::SessionRow;
use super::past_row;
use super::row::{Column, Entity};
use super::store::revoke;
use super::token::SessionToken;
use super::{CurrentSession, cookies_for};
use crate::alerts::{self, NewAlert, RaisedBy};
use crate::db::{Tx, is_away};
use crate::ids::{SessionId, UserId};
use crate::problem::Problem;
use crate::scope::GateError;
use crate::services::Services;
use chrono::{DateTime, Duration, Utc};
use http::HeaderValue;
use metrics::counter;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult, UpdateMany};
use serde_json::json;
use wire::Context;

/// Lifetime of a token before its renewal.
const RENEWAL_INTERVAL: Duration = Duration::hours(24);
/// Grace period of the old token after the next one was first used.
const LAST_MINUTE: Duration = Duration::seconds(60);
/// Revocation reason of a session whose old token was used.
const REPLAY_REASON: &str = "token-replayed";

/// Returns whether the token is due for renewal.
pub(crate) fn is_due(session: &CurrentSession, now: DateTime<Utc>) -> bool {
    now - session.token_issued_at >= RENEWAL_INTERVAL
}

/// Issues the next token for a request's session, in a separate transaction.
pub(crate) async fn renew_due(
    services: &Services,
    session: &CurrentSession,
    secure: bool,
) -> Result<Option<HeaderValue>, DbErr> {
    let next = match stored_next(services, session) {
        Some(next) => Some(next),
        None => match offer_alone(services, session).await {
            // The current token stays valid, and the next request tries again.
            Err(error) if is_away(&error) => {
                tracing::warn!(cause = %error, "failed to renew a session's token; will retry");
                return Ok(None);
            }
            offered => offered?,
        },
    };
    let now = services.clock().now();
    Ok(next.map(|next| renewed_session(session, &next).to_cookie(now, secure)))
}

/// Next token that another request has already offered.
fn stored_next(services: &Services, session: &CurrentSession) -> Option<SessionToken> {
    let stored = session.next_token_hash.as_ref()?;
    let derived = session.token.as_ref()?.next(services.keys());
    derived.iter().find(|next| next.hash() == *stored).cloned()
}

async fn offer_alone(
    services: &Services,
    session: &CurrentSession,
) -> Result<Option<SessionToken>, DbErr> {
    let mut system = services.system("renew the token of a session");
    let tx = system.begin().await?;
    let next = offer_renewal(&tx, session).await?;
    tx.commit().await?;
    Ok(next)
}

/// Result of an authentication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuthEvidence {
    /// Methods as in RFC 8176: `pwd`, `otp`, `hwk`, separated by spaces.
    pub amr: &'static str,
    /// Assurance level: 1, or 2 for two factors.
    pub aal: i64,
}

/// Effect of an authentication on a session.
#[derive(Debug, Clone, Copy)]
enum AuthEffect {
    /// Updates the time of authentication only.
    AsItIs,
    /// Raises the assurance level if the new one is higher, and never lowers it: a session opened
    /// with two factors keeps its level after a password.
    AtLeast(AuthEvidence),
    /// Sets the assurance level, even to a lower one, because the second factor was removed.
    Only(AuthEvidence),
}

impl AuthEvidence {
    /// Password only.
    pub const PASSWORD: Self = Self { amr: "pwd", aal: 1 };
    /// Second-factor code, after an earlier password.
    pub const CODE: Self = Self { amr: "pwd otp", aal: 2 };
    /// A passkey with user verification: two factors in one.
    pub const PASSKEY: Self = Self { amr: "hwk user", aal: 2 };
}

/// A session with a new token, which exists only in the cookie.
#[derive(Debug)]
pub struct RenewedSession {
    /// New token.
    pub token: String,
    /// True if its cookie outlives the browser session.
    pub stay_signed_in: bool,
    /// Absolute expiry; renewal does not extend it.
    pub absolute_expires_at: DateTime<Utc>,
}

/// Records that the user of the request's session has just authenticated, and issues a new token.
/// The assurance level never decreases.
///
/// # Errors
/// Database errors; also if the session has ended meanwhile.
pub async fn renew<V>(
    tx: &Tx<'_, V>,
    session: SessionId,
    shown: AuthEvidence,
) -> Result<RenewedSession, Problem> {
    renewed_by(tx, session, AuthEffect::AtLeast(shown)).await
}

/// Like [`renew`], for an account that has just removed its second factor: the session is reduced
/// to one factor.
///
/// # Errors
/// As [`renew`].
pub async fn renew_with_one_factor<V>(
    tx: &Tx<'_, V>,
    session: SessionId,
) -> Result<RenewedSession, Problem> {
    renewed_by(tx, session, AuthEffect::Only(AuthEvidence::PASSWORD)).await
}

async fn renewed_by<V>(
    tx: &Tx<'_, V>,
    session: SessionId,
    proof: AuthEffect,
) -> Result<RenewedSession, Problem> {
    if !set_proven(tx, session, proof).await? {
        return Err(GateError::NotAuthenticated.into());
    }
    offered_renewal(tx).await?.ok_or_else(|| GateError::NotAuthenticated.into())
}

/// Like [`renew`], without a change of the assurance level; returns the cookie.
///
/// # Errors
/// Database errors.
pub async fn renew_as_it_is<V>(
    tx: &Tx<'_, V>,
    session: SessionId,
) -> Result<Option<HeaderValue>, DbErr> {
    set_proven(tx, session, AuthEffect::AsItIs).await?;
    let renewed = offered_renewal(tx).await?;
    Ok(renewed.map(|renewed| renewed.to_cookie(tx.now(), tx.facts().secure)))
}

impl RenewedSession {
    fn to_cookie(&self, now: DateTime<Utc>, secure: bool) -> HeaderValue {
        let Self { token, stay_signed_in, absolute_expires_at } = self;
        let [cookie, _] = cookies_for(token, *stay_signed_in, *absolute_expires_at, now, secure);
        cookie
    }
}

async fn set_proven<V>(
    tx: &Tx<'_, V>,
    session: SessionId,
    proof: AuthEffect,
) -> Result<bool, DbErr> {
    let now = tx.now();
    let live = Condition::all().add(Column::Id.eq(session.uuid())).add(Column::RevokedAt.is_null());
    let changed = tx
        .global_table::<Entity>()
        .update(live, |update| {
            let update = update.col_expr(Column::AuthTime, Expr::value(now));
            let (AuthEvidence { amr, aal }, may_shrink) = match proof {
                AuthEffect::AsItIs => return update,
                AuthEffect::AtLeast(shown) => (shown, false),
                AuthEffect::Only(shown) => (shown, true),
            };
            let better = Expr::case(Column::Aal.lt(aal), aal).finally(Expr::col(Column::Aal));
            let aal = if may_shrink { Expr::value(aal) } else { better.into() };
            update.col_expr(Column::Amr, Expr::value(amr)).col_expr(Column::Aal, aal)
        })
        .await?;
    Ok(changed.is_changed())
}

async fn offered_renewal<V>(tx: &Tx<'_, V>) -> Result<Option<RenewedSession>, DbErr> {
    let Some(session) = &tx.facts().session else { return Ok(None) };
    Ok(offer_renewal(tx, session).await?.map(|next| renewed_session(session, &next)))
}

/// Stores the hash of the next token, and returns the token. If another tab was first, both get the
/// same token, also while the key is being rotated.
async fn offer_renewal<V>(
    tx: &Tx<'_, V>,
    session: &CurrentSession,
) -> Result<Option<SessionToken>, DbErr> {
    let Some(token) = &session.token else { return Ok(None) };
    let derived = token.next(tx.services().keys());
    let first = derived.first().clone();
    let row = || Condition::all().add(Column::Id.eq(session.id.uuid()));
    let this = row().add(Column::TokenHash.eq(token.hash())).add(Column::NextTokenHash.is_null());
    let hash = first.hash();
    let set = |update: UpdateMany<Entity>| {
        update.col_expr(Column::NextTokenHash, Expr::value(hash.clone()))
    };
    if tx.global_table::<Entity>().update(this, set).await?.is_changed() {
        return Ok(Some(first));
    }
    let Some(stored) = tx.global::<Entity>().by_id(session.id).one().await? else {
        return Ok(Some(first));
    };
    let is_stored = |next: &&SessionToken| {
        let hash = next.hash();
        stored.token_hash == hash || stored.next_token_hash.as_ref() == Some(&hash)
    };
    if let Some(next) = derived.iter().find(is_stored) {
        return Ok(Some(next.clone()));
    }
    // The key of an offered, unused token was removed: replaces the offer.
    if let Some(unusable) = stored.next_token_hash {
        let this =
            row().add(Column::TokenHash.eq(token.hash())).add(Column::NextTokenHash.eq(unusable));
        tx.global_table::<Entity>().update(this, set).await?.as_many_as_there_are();
    }
    Ok(Some(first))
}

fn renewed_session(session: &CurrentSession, next: &SessionToken) -> RenewedSession {
    RenewedSession {
        token: next.expose().to_owned(),
        stay_signed_in: session.stay_signed_in,
        absolute_expires_at: session.absolute_expires_at,
    }
}

/// Makes the next token the current one after its first use.
pub(super) async fn accept_next_token(
    services: &Services,
    found: &SessionRow,
    hash: &str,
) -> Result<(), DbErr> {
    let mut system = services.system("activate the next session token");
    let tx = system.begin().await?;
    let now = tx.now();
    let this =
        Condition::all().add(Column::Id.eq(found.id.uuid())).add(Column::NextTokenHash.eq(hash));
    let taken = tx
        .global_table::<Entity>()
        .update(this, |update| {
            update
                .col_expr(Column::TokenHash, Expr::value(hash))
                .col_expr(Column::NextTokenHash, Expr::value(Option::<String>::None))
                .col_expr(Column::TokenIssuedAt, Expr::value(now))
        })
        .await?;
    if taken.is_changed() {
        let past = past_row::ActiveModel {
            token_hash: Set(found.token_hash.clone()),
            session_id: Set(found.id),
            good_until: Set(now + LAST_MINUTE),
        };
        let table = tx.global_table::<past_row::Entity>();
        table.insert_unless_there(past, &[past_row::Column::TokenHash]).await?;
    }
    tx.commit().await
}

#[derive(FromQueryResult)]
struct PastSession {
    session_id: SessionId,
    user_id: UserId,
    good_until: DateTime<Utc>,
}

/// Returns the session of a past token within its grace period. After that the token counts as
/// stolen: the session ends, and a security alert is stored.
pub(super) async fn find_by_past_token(
    services: &Services,
    hash: &str,
    context: &Context,
    now: DateTime<Utc>,
) -> Result<Option<SessionId>, DbErr> {
    const SQL: &str = "SELECT p.session_id, s.user_id, p.good_until FROM session_past_tokens p \
         JOIN sessions s ON s.id = p.session_id WHERE p.token_hash = $1 AND s.revoked_at IS NULL";
    let mut system = services.system("look up a replaced session token");
    let Some(past) = system.raw(SQL, vec![hash.into()]).one::<PastSession>().await? else {
        return Ok(None);
    };
    if now < past.good_until {
        return Ok(Some(past.session_id));
    }
    let tx = system.begin().await?;
    revoke(&tx, past.user_id, past.session_id, REPLAY_REASON).await?;
    let alert = NewAlert {
        raised_by: RaisedBy::Server,
        alert_type: "session-token-replayed",
        severity: "high",
        user: Some(past.user_id),
        claims: json!({ "domain": context.host, "source": "session" }),
    };
    alerts::raise_from(&tx, context.client_ip, alert).await?;
    tx.commit().await?;
    counter!(crate::telemetry::TOKENS_REPLAYED).increment(1);
    tracing::warn!(
        user.id = %past.user_id, session.id = %past.session_id,
        "security alert: replaced session token used again; session ended"
    );
    Ok(None)
}
