//! Writes of roles and hand-overs.

use crate::activity;
use chrono::{DateTime, Utc};
use platform::affiliations::AffiliationRole;
use platform::{AffiliationId, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use uuid::Uuid;

/// Gives a person a role; their previous one was removed. Admins are stored as institutional
/// admins.
pub(super) async fn insert_role<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    user: UserId,
    role: AffiliationRole,
) -> Result<(), DbErr> {
    const ADMIN_SQL: &str = "INSERT INTO institutional_admins (affiliation_id, user_id, created_at) \
         VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    const ROLE_SQL: &str = "INSERT INTO affiliation_roles (affiliation_id, user_id, created_at, role) \
         VALUES ($1, $2, $3, $4) \
         ON CONFLICT (affiliation_id, user_id) DO UPDATE SET role = excluded.role";
    let mut values = vec![affiliation.into(), user.into(), tx.now().into()];
    let sql = if role == AffiliationRole::Admin {
        ADMIN_SQL
    } else {
        values.push(role.into());
        ROLE_SQL
    };
    tx.execute(sql, values).await.map(drop)
}

/// Removes every role of a person, except ownership.
pub(in crate::affiliations) async fn clear_roles<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    user: UserId,
) -> Result<(), DbErr> {
    for sql in [
        "DELETE FROM institutional_admins WHERE affiliation_id = $1 AND user_id = $2",
        "DELETE FROM affiliation_roles WHERE affiliation_id = $1 AND user_id = $2",
    ] {
        tx.execute(sql, vec![affiliation.into(), user.into()]).await?;
    }
    Ok(())
}

/// A pending hand-over.
#[derive(Debug, Clone, Copy, FromQueryResult)]
pub(in crate::affiliations) struct HandoverRow {
    pub notice_id: Uuid,
    pub to_user_id: UserId,
    pub from_user_id: Option<UserId>,
    pub created_at: DateTime<Utc>,
}

/// SQL for the pending hand-over of the affiliation `$1`.
pub(super) const HANDOVER_SQL: &str = "SELECT notice_id, to_user_id, from_user_id, created_at \
     FROM affiliation_handovers WHERE affiliation_id = $1";

/// Stores a hand-over. False if another one is pending.
pub(super) async fn insert_handover<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    row: HandoverRow,
) -> Result<bool, DbErr> {
    const SQL: &str = "INSERT INTO affiliation_handovers (affiliation_id, notice_id, to_user_id, \
         from_user_id, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    let values = vec![
        affiliation.into(),
        row.notice_id.into(),
        row.to_user_id.into(),
        row.from_user_id.into(),
        row.created_at.into(),
    ];
    Ok(tx.execute(SQL, values).await? > 0)
}

/// Deletes the pending hand-over, if there is one, and closes its notification.
pub(in crate::affiliations) async fn delete_handover<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
) -> Result<Option<HandoverRow>, DbErr> {
    const SQL: &str = "DELETE FROM affiliation_handovers WHERE affiliation_id = $1 \
         RETURNING notice_id, to_user_id, from_user_id, created_at";
    close(tx, tx.raw(SQL, vec![affiliation.into()]).one().await?).await
}

/// Deletes the pending hand-over to this person, if there is one, and closes its notification.
pub(in crate::affiliations) async fn withdraw_handover_to<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    user: UserId,
) -> Result<Option<HandoverRow>, DbErr> {
    const SQL: &str = "DELETE FROM affiliation_handovers \
         WHERE affiliation_id = $1 AND to_user_id = $2 \
         RETURNING notice_id, to_user_id, from_user_id, created_at";
    close(tx, tx.raw(SQL, vec![affiliation.into(), user.into()]).one().await?).await
}

async fn close<V>(
    tx: &Tx<'_, V>,
    handover: Option<HandoverRow>,
) -> Result<Option<HandoverRow>, DbErr> {
    if let Some(handover) = &handover {
        activity::mark_answered(tx, handover.notice_id).await?;
    }
    Ok(handover)
}

/// Makes a person the owner. Returns the previous one.
pub(super) async fn set_owner<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    owner: UserId,
) -> Result<Option<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct OwnerRow {
        creator_id: Option<UserId>,
    }
    let lock = if tx.backend() == sea_orm::DbBackend::Postgres { " FOR UPDATE" } else { "" };
    let sql = format!("SELECT creator_id FROM affiliations WHERE id = $1{lock}");
    let before = tx.raw(&sql, vec![affiliation.into()]).one::<OwnerRow>().await?;
    const SQL: &str = "UPDATE affiliations SET creator_id = $2, updated_at = $3 WHERE id = $1";
    tx.execute(SQL, vec![affiliation.into(), owner.into(), tx.now().into()]).await?;
    Ok(before.and_then(|row| row.creator_id))
}
