//! Finding members by what they are called: exact before beginnings, first names and handles before the
//! rest of a name, then the alphabet (G-018). Within a community its index of members leads the way.

use crate::communities::Access;
use crate::communities::rows::Role;
use crate::profiles::estranged::{Blocks, not_estranged_sql};
use crate::search::{Term, beginning};
use chrono::{DateTime, Utc};
use platform::{Identified, Member, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult};

/// A member who was found.
#[derive(Debug, FromQueryResult)]
pub(super) struct Found {
    pub user_id: UserId,
    pub role: Role,
    pub joined_at: DateTime<Utc>,
}

/// Members who are called so. Whoever looks after the community finds everybody. One query.
pub(super) async fn called(
    scope: &Scope<Member>,
    access: &Access,
    term: &Term,
    limit: u64,
) -> Result<Vec<Found>, DbErr> {
    let named = match access.blocks() {
        Blocks::Both => not_estranged_sql("m.user_id", "$1", Blocks::Both),
        Blocks::Own | Blocks::Nobodys => "$1 IS NOT NULL".to_owned(),
    };
    let sql = format!(
        "SELECT m.user_id, m.role, m.joined_at FROM community_members m \
         JOIN users u ON u.id = m.user_id LEFT JOIN handles h ON h.user_id = u.id \
         WHERE m.community_id = $2 AND {named} AND (lower(u.first_name) LIKE lower($4) ESCAPE '!' \
           OR lower(u.last_name) LIKE lower($4) ESCAPE '!' OR h.handle LIKE $6 ESCAPE '!' \
           OR lower(u.first_name || ' ' || u.last_name) LIKE lower($4) ESCAPE '!') \
         ORDER BY CASE WHEN lower(u.first_name) = lower($3) THEN 1 WHEN h.handle = $5 THEN 2 \
           WHEN lower(u.first_name) LIKE lower($4) ESCAPE '!' THEN 3 \
           WHEN h.handle LIKE $6 ESCAPE '!' THEN 4 ELSE 5 END, \
         lower(u.first_name || ' ' || u.last_name), u.id LIMIT {limit}"
    );
    let handle = term.handle();
    let values = vec![
        scope.viewer().id().into(),
        access.community.id.into(),
        term.line.clone().into(),
        beginning(&term.line).into(),
        handle.into(),
        beginning(handle).into(),
    ];
    scope.raw(&sql, values).all().await
}
