//! Deletes a user's memberships of affiliations when their account is deleted, and exports them.

use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

/// Ends up to `most` memberships of a user. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_memberships_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct LeftAffiliation {
        affiliation_id: AffiliationId,
    }
    const DELETE_MEMBERSHIPS_SQL: &str = "DELETE FROM affiliation_members WHERE user_id = $1 AND affiliation_id IN \
         (SELECT affiliation_id FROM affiliation_members WHERE user_id = $1 LIMIT $2) \
         RETURNING affiliation_id";
    let values = vec![user.into(), most.cast_signed().into()];
    let left = tx.raw(DELETE_MEMBERSHIPS_SQL, values).all::<LeftAffiliation>().await?;
    if !left.is_empty() {
        let sql = format!(
            "UPDATE affiliations SET member_count = member_count - 1 WHERE id IN ({})",
            placeholders(1, left.len())
        );
        tx.execute(&sql, left.iter().map(|row| row.affiliation_id.into()).collect()).await?;
    }
    Ok(left.len() as u64)
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invitation {
    affiliation_id: AffiliationId,
    affiliation_name: String,
    message: Option<String>,
    status: String,
    created_at: DateTime<Utc>,
    viewed_at: Option<DateTime<Utc>>,
    dismissed_at: Option<DateTime<Utc>>,
    accepted_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct LookedAfter {
    id: AffiliationId,
    name: String,
    since: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct HeldRole {
    id: AffiliationId,
    name: String,
    role: String,
    since: DateTime<Utc>,
}

/// A user's invitations, the affiliations that they administer, and their other roles, for their
/// export. 4 queries.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const INVITATIONS_SQL: &str = "SELECT affiliation_id, affiliation_name, message, status, created_at, \
         viewed_at, dismissed_at, accepted_at FROM affiliation_invitations \
         WHERE user_id = $1 ORDER BY created_at, id";
    const ADMINISTERED_SQL: &str = "SELECT a.id, a.name, i.created_at AS since \
         FROM institutional_admins i JOIN affiliations a ON a.id = i.affiliation_id \
         WHERE i.user_id = $1 ORDER BY i.created_at, a.id";
    const ROLES_SQL: &str = "SELECT a.id, a.name, r.role, r.created_at AS since \
         FROM affiliation_roles r JOIN affiliations a ON a.id = r.affiliation_id \
         WHERE r.user_id = $1 ORDER BY r.created_at, a.id";
    const CREATED_SQL: &str = "SELECT id, name, created_at AS since FROM affiliations \
         WHERE creator_id = $1 ORDER BY created_at, id";
    let of = || vec![user.into()];
    Ok(json!({
        "invitations": reads.sql(INVITATIONS_SQL, of()).all::<Invitation>().await?,
        "administered": reads.sql(ADMINISTERED_SQL, of()).all::<LookedAfter>().await?,
        "roles": reads.sql(ROLES_SQL, of()).all::<HeldRole>().await?,
        "founded": reads.sql(CREATED_SQL, of()).all::<LookedAfter>().await?,
    }))
}
