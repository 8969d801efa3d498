//! Access of a viewer to the management of affiliations, and the people who look after one.

use super::rules::DirectoryViewer;
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::affiliations::{
    AffiliationAccess, AffiliationPermission, AffiliationRole, roles_sql,
};
use platform::{AffiliationId, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::HashMap;

/// Access of one viewer to several affiliations.
pub(super) struct AccessByAffiliation {
    with_role: HashMap<AffiliationId, AffiliationAccess>,
    without_role: AffiliationAccess,
}

impl AccessByAffiliation {
    /// Access to one of the affiliations for which this was loaded.
    pub(super) fn to_affiliation(&self, id: AffiliationId) -> AffiliationAccess {
        self.with_role.get(&id).copied().unwrap_or(self.without_role)
    }
}

/// The viewer's access to these affiliations. One query for a signed-in viewer.
pub(super) async fn load_access(
    reads: &impl SqlReader,
    viewer: DirectoryViewer,
    ids: &[AffiliationId],
) -> Result<AccessByAffiliation, DbErr> {
    #[derive(FromQueryResult)]
    struct RoleRow {
        affiliation_id: AffiliationId,
        role: AffiliationRole,
        admins_may_invite: Option<bool>,
    }
    let is_staff = viewer.is_staff;
    let without_role = AffiliationAccess { is_staff, ..AffiliationAccess::default() };
    let mut with_role: HashMap<AffiliationId, AffiliationAccess> = HashMap::new();
    if let Some(user) = viewer.id.filter(|_| !ids.is_empty()) {
        let sql = format!(
            "SELECT r.affiliation_id, r.role, s.admins_may_invite FROM {} r \
             LEFT JOIN affiliation_settings s ON s.affiliation_id = r.affiliation_id \
             WHERE r.affiliation_id IN ({})",
            roles_sql("$1"),
            placeholders(2, ids.len())
        );
        let mut values: Vec<Value> = vec![user.into()];
        values.extend(ids.iter().map(|id| Value::from(*id)));
        for row in reads.sql(&sql, values).all::<RoleRow>().await? {
            let access = with_role.entry(row.affiliation_id).or_insert(without_role);
            access.role = Some(access.role.map_or(row.role, |role| role.min(row.role)));
            access.admins_may_invite = row.admins_may_invite.unwrap_or(false);
        }
    }
    Ok(AccessByAffiliation { with_role, without_role })
}

/// A person who looks after an affiliation.
#[derive(Debug, Clone, Copy, FromQueryResult)]
pub(super) struct RoleHolder {
    pub user_id: UserId,
    pub role: AffiliationRole,
    pub since: DateTime<Utc>,
}

/// The people who look after an affiliation, each with the strongest role, strongest first. One
/// query.
pub(super) async fn role_holders(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
) -> Result<Vec<RoleHolder>, DbErr> {
    const SQL: &str = "SELECT a.creator_id AS user_id, 'owner' AS role, a.created_at AS since \
         FROM affiliations a WHERE a.id = $1 AND a.creator_id IS NOT NULL \
         UNION ALL SELECT i.user_id, 'admin' AS role, i.created_at AS since \
         FROM institutional_admins i WHERE i.affiliation_id = $1 \
         UNION ALL SELECT r.user_id, r.role, r.created_at AS since \
         FROM affiliation_roles r WHERE r.affiliation_id = $1";
    let mut rows = reads.sql(SQL, vec![affiliation.into()]).all::<RoleHolder>().await?;
    rows.sort_by_key(|row| (row.user_id, row.role));
    rows.dedup_by_key(|row| row.user_id);
    rows.sort_by_key(|row| (row.role, row.since, row.user_id));
    Ok(rows)
}

/// The people whose role includes a permission. One query.
///
/// # Errors
/// Database errors.
pub async fn people_with(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
    permission: AffiliationPermission,
) -> Result<Vec<UserId>, DbErr> {
    let holders = role_holders(reads, affiliation).await?;
    let allowed = holders.into_iter().filter(|holder| holder.role.allows(permission));
    Ok(allowed.map(|holder| holder.user_id).collect())
}
