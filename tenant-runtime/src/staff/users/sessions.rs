//! Sessions of an account: staff list them, and end one or all with a reason.

use super::super::error::StaffError;
use super::super::pauses;
use super::actions::{check_target, publish_event, write_down};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::sessions::row::{Column, Entity, Model};
use platform::staff::Accounts;
use platform::{Scope, SessionId, UserId, sessions};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Revocation reason.
const ENDED_BY_STAFF: &str = "staff-sign-out";

/// A signed-in browser of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffSession {
    id: SessionId,
    /// `main` or `portal`.
    kind: String,
    /// Host on which it is valid.
    host: String,
    /// Short name of the browser, if known.
    browser: Option<String>,
    /// Network of the client, as /24 or /48.
    network: Option<String>,
    created_at: DateTime<Utc>,
    /// Rounded to the minute.
    last_seen_at: DateTime<Utc>,
    /// Absolute expiry.
    expires_at: DateTime<Utc>,
}

impl From<Model> for StaffSession {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            host: row.audience_host,
            browser: row.ua_summary,
            network: row.ip_prefix,
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            expires_at: row.absolute_expires_at,
        }
    }
}

/// Sessions of an account; there are at most twenty.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StaffSessions {
    items: Vec<StaffSession>,
}

fn live_sessions(user: UserId, now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::RevokedAt.is_null())
        .add(Column::IdleExpiresAt.gt(now))
        .add(Column::AbsoluteExpiresAt.gt(now))
}

/// Live sessions of the account on all hosts, the last used first.
pub(super) async fn list(
    scope: &Scope<StaffWith<Accounts>>,
    user: UserId,
) -> Result<StaffSessions, DbErr> {
    let rows = scope
        .global::<Entity>()
        .filter(live_sessions(user, scope.now()))
        .modify_select(|select| select.order_by_desc(Column::LastSeenAt).order_by_desc(Column::Id))
        .all()
        .await?;
    Ok(StaffSessions { items: rows.into_iter().map(StaffSession::from).collect() })
}

/// Ends a session and those transferred from it, or all sessions.
pub(super) async fn end(
    scope: &mut Scope<StaffWith<Accounts>>,
    user: UserId,
    session: Option<SessionId>,
    reason: &str,
) -> Result<(), StaffError> {
    let reason = pauses::validated(reason)?;
    let tx = scope.begin().await?;
    check_target(&tx, user, false).await?;
    let (action, after) = match session {
        Some(id) => {
            let live = live_sessions(user, tx.now());
            let found = tx.global::<Entity>().by_id(id).filter(live).one().await?;
            let found = found.ok_or(StaffError::NoSession)?;
            sessions::revoke(&tx, user, id, ENDED_BY_STAFF).await?;
            ("account.end-session", json!({ "host": found.audience_host }))
        }
        None => {
            sessions::revoke_all(&tx, user, ENDED_BY_STAFF).await?;
            ("account.sign-out", Value::Null)
        }
    };
    write_down(&tx, action, user, Some(&reason), (Value::Null, after)).await?;
    publish_event(&tx, user).await?;
    Ok(tx.commit().await?)
}
