//! Last use of a user's sessions.

use super::row::{Column, Entity};
use crate::db::Tx;
use crate::ids::UserId;
use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, Condition, DbErr};

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
