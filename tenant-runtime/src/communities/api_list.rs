//! Communities in the public API.

use super::rows::Visibility;
use super::visible_sql::exists_sql;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, CommunityId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// A community in the public API.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiCommunity {
    pub id: CommunityId,
    pub name: String,
    pub visibility: Visibility,
    pub member_count: i64,
    pub created: DateTime<Utc>,
}

/// Up to `limit` communities after this one, by id, which is the order of their creation: all of
/// them, or those of an affiliation that every one of its members may know. One query.
///
/// # Errors
/// Database errors.
pub async fn list_api_communities(
    reads: &impl SqlReader,
    affiliation: Option<AffiliationId>,
    after: Option<CommunityId>,
    limit: u64,
) -> Result<Vec<ApiCommunity>, DbErr> {
    let after = after.unwrap_or(CommunityId(uuid::Uuid::nil()));
    let mut values = vec![after.into(), limit.cast_signed().into()];
    let of_owner = affiliation.map_or_else(String::new, |affiliation| {
        values.push(affiliation.into());
        let linked = exists_sql("c", Some("$3"));
        format!(" AND {linked} AND c.visibility <> 'private'")
    });
    let sql = format!(
        "SELECT c.id, c.name, c.visibility, c.member_count, c.created FROM communities c \
         WHERE c.id > $1 AND {} AND NOT c.deletion_pending{of_owner} ORDER BY c.id LIMIT $2",
        exists_sql("c", None)
    );
    reads.sql(&sql, values).all().await
}
