//! Last use of a user's sessions.

use super::row::{Column, Entity};
use crate::db::Tx;
use crate::ids::{SessionId, TenantId, UserId};
use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder};
use std::collections::HashMap;

/// Returns whether a session of the user was used since this time. The use of a session is recorded
/// to the minute.
///
/// # Errors
/// Database errors.
pub async fn was_used_since<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    since: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let used = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::RevokedAt.is_null())
        .add(Column::LastSeenAt.gte(since));
    tx.global::<Entity>().filter(used).exists().await
}

/// Returns the tenant of the site that the user used last, also in a session that has ended since:
/// `Some(None)` for the main site, and `None` if no session is known.
///
/// # Errors
/// Database errors.
pub async fn last_used_tenant<V>(
    tx: &Tx<'_, V>,
    user: UserId,
) -> Result<Option<Option<TenantId>>, DbErr> {
    let newest = tx
        .global::<Entity>()
        .filter(Column::UserId.eq(user.uuid()))
        .modify_select(|select| {
            select.order_by_desc(Column::LastSeenAt).order_by_desc(Column::CreatedAt)
        })
        .one()
        .await?;
    Ok(newest.map(|session| session.tenant_id))
}

/// A session that was not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSession {
    /// Its id.
    pub id: SessionId,
    /// Its browser. Sessions of one browser on several sites have the same one if they were
    /// transferred from one sign-in, or if the sign-ins had the same device cookie.
    pub browser: String,
    /// Time of the last use, to the minute.
    pub last_seen_at: DateTime<Utc>,
}

/// Returns the user's sessions that were not ended.
///
/// # Errors
/// Database errors.
pub async fn open_sessions<V>(tx: &Tx<'_, V>, user: UserId) -> Result<Vec<OpenSession>, DbErr> {
    let open =
        Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::RevokedAt.is_null());
    let rows = tx.global::<Entity>().filter(open).all().await?;
    let device_of: HashMap<SessionId, &str> =
        rows.iter().filter_map(|row| Some((row.id, row.device_id.as_deref()?))).collect();
    let open = rows.iter().map(|row| {
        let sign_in = row.parent_id.unwrap_or(row.id);
        let browser = device_of.get(&sign_in).map_or_else(|| sign_in.to_string(), ToString::to_string);
        OpenSession { id: row.id, browser, last_seen_at: row.last_seen_at }
    });
    Ok(open.collect())
}
