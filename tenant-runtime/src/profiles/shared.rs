//! What the viewer has in common with other users, as far as the viewer may see it.

use crate::sql::{SqlReader, placeholders};
use crate::{affiliations, communities};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Number of affiliations and communities that a user has in common with the viewer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct SharedCounts {
    /// Affiliations that the user shows.
    pub affiliations: i64,
    /// Communities of both.
    pub communities: i64,
}

/// What the viewer has in common with these users, on a portal only what is visible there; nothing
/// for the viewer. Users without anything in common are left out. One query, or none.
///
/// # Errors
/// Database errors.
pub async fn shared_counts(
    reads: &impl SqlReader,
    viewer: UserId,
    people: &[UserId],
) -> Result<HashMap<UserId, SharedCounts>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        user_id: UserId,
        affiliations: i64,
        communities: i64,
    }
    if people.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = vec![viewer.into()];
    let portal = reads.site().affiliation();
    values.extend(portal.map(Value::from));
    let ids = placeholders(values.len() + 1, people.len());
    values.extend(people.iter().map(|id| Value::from(*id)));
    let portal = portal.map(|_| "$2");
    let sql = format!(
        "SELECT s.user_id, SUM(CASE WHEN s.kind = 'affiliation' THEN 1 ELSE 0 END) AS affiliations, \
         SUM(CASE WHEN s.kind = 'community' THEN 1 ELSE 0 END) AS communities FROM \
         ({} UNION ALL {}) AS s GROUP BY s.user_id",
        affiliations::shared_rows_sql("$1", &ids, portal),
        communities::shared_rows_sql("$1", &ids, portal)
    );
    let rows = reads.sql(&sql, values).all::<Row>().await?;
    let counts = |row: Row| {
        let Row { user_id, affiliations, communities } = row;
        (user_id, SharedCounts { affiliations, communities })
    };
    Ok(rows.into_iter().map(counts).collect())
}
