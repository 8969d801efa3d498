//! Last use of a user's sessions.

use super::row::{Column, Entity};
use crate::db::Tx;
use crate::ids::{SessionId, TenantId, UserId};
use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder};

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

/// Returns the user's sessions that were not ended.
///
/// # Errors
/// Database errors.
pub async fn open_sessions<V>(tx: &Tx<'_, V>, user: UserId) -> Result<Vec<SessionId>, DbErr> {
    let open =
        Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::RevokedAt.is_null());
    let rows = tx.global::<Entity>().filter(open).all().await?;
    Ok(rows.into_iter().map(|session| session.id).collect())
}
