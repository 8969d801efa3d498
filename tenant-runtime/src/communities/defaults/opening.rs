//! Preview of the communities that a new member of an affiliation would join.

use crate::communities::rows::Visibility;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::AffiliationId;
use sea_orm::{DbErr, FromQueryResult};

/// The communities that a user joins as a member of an affiliation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DefaultCommunities {
    /// Number of communities.
    pub communities: u64,
    /// Name of the first of them that is not private.
    pub first: Option<String>,
}

/// The default communities of members of this affiliation who belong to no other. One query.
///
/// # Errors
/// Database errors.
pub async fn load_target(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
    now: DateTime<Utc>,
) -> Result<DefaultCommunities, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        name: String,
        visibility: Visibility,
    }
    const SQL: &str = "SELECT c.name, c.visibility FROM community_affiliations l \
         JOIN communities c ON c.id = l.community_id \
         WHERE l.affiliation_id = $1 AND c.is_default_community AND NOT c.is_gone \
         AND NOT c.deletion_pending \
         AND NOT (c.status = 'paused' AND (c.paused_until IS NULL OR c.paused_until > $2)) \
         AND NOT (c.require_all_affiliations AND EXISTS (SELECT 1 FROM community_affiliations o \
         WHERE o.community_id = c.id AND o.affiliation_id <> $1)) ORDER BY c.created, c.id";
    let rows = reads.sql(SQL, vec![affiliation.into(), now.into()]).all::<Row>().await?;
    let communities = rows.len() as u64;
    let first = rows.into_iter().find(|row| row.visibility != Visibility::Private);
    Ok(DefaultCommunities { communities, first: first.map(|row| row.name) })
}
