//! Communities of an affiliation, for the affiliation's page and for merging two affiliations.

use super::defaults;
use super::rows::{Visibility, community, link};
use super::visible_sql::{SqlViewer, exists_sql, visible_sql};
use crate::affiliations;
use crate::sql::SqlReader;
use platform::{AffiliationId, CommunityId, Scope, Tx, UserId};
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum number of communities on an affiliation's page.
const SHOWN_MAX: u32 = 12;

/// A community on the page of an affiliation.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationCommunity {
    pub id: CommunityId,
    pub name: String,
    pub member_count: i64,
    pub visibility: Visibility,
}

/// The communities of an affiliation that the viewer may know, those with most members first. One
/// query.
///
/// # Errors
/// Database errors.
pub async fn visible_of_affiliation(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
    (viewer, is_staff): (Option<UserId>, bool),
) -> Result<Vec<AffiliationCommunity>, DbErr> {
    let portal = reads.site().affiliation().map(|_| "$1");
    let mut values = vec![affiliation.into()];
    let visible = match viewer {
        Some(viewer) if !is_staff => {
            values.push(viewer.into());
            visible_sql("c", SqlViewer { id: "$2", is_staff: false }, portal)
        }
        Some(_) => exists_sql("c", portal),
        None => format!("{} AND c.visibility = 'public'", exists_sql("c", portal)),
    };
    let sql = format!(
        "SELECT c.id, c.name, c.member_count, c.visibility FROM communities c \
         WHERE EXISTS (SELECT 1 FROM community_affiliations ca \
         WHERE ca.community_id = c.id AND ca.affiliation_id = $1) \
         AND NOT c.deletion_pending AND {visible} \
         ORDER BY c.member_count DESC, c.id LIMIT {SHOWN_MAX}"
    );
    reads.sql(&sql, values).all().await
}

/// Id of the affiliation with this id or path, and whether everyone may see its page.
///
/// # Errors
/// Database errors.
pub async fn find_affiliation<V>(
    scope: &Scope<V>,
    id_or_path: &str,
) -> Result<Option<(AffiliationId, bool)>, DbErr> {
    affiliations::find_with_publicity(scope, id_or_path).await
}

/// Condition that the community in `column` is linked to the affiliation.
pub fn is_linked<C: ColumnTrait>(column: C, affiliation: AffiliationId) -> Condition {
    let linked = Query::select()
        .column(link::Column::CommunityId)
        .from(link::Entity)
        .and_where(link::Column::AffiliationId.eq(affiliation.uuid()))
        .to_owned();
    Condition::all().add(column.in_subquery(linked))
}

/// Number of communities that are linked to an affiliation. One query.
///
/// # Errors
/// Database errors.
pub async fn count_links(reads: &impl SqlReader, affiliation: AffiliationId) -> Result<u64, DbErr> {
    let of_it = link::Column::AffiliationId.eq(affiliation.uuid());
    reads.rows_on_site::<link::Entity>().filter(of_it).count().await
}

/// Links the communities of one affiliation to another one, into which it is merged. Members of
/// that one join the default communities.
///
/// # Errors
/// Database errors.
pub async fn move_links<V: Send + Sync>(
    tx: &Tx<'_, V>,
    from: AffiliationId,
    into: AffiliationId,
) -> Result<(), DbErr> {
    const COPY_SQL: &str = "INSERT INTO community_affiliations (community_id, affiliation_id) \
         SELECT l.community_id, $2 FROM community_affiliations l WHERE l.affiliation_id = $1 \
         ON CONFLICT DO NOTHING";
    const DELETE_SQL: &str = "DELETE FROM community_affiliations WHERE affiliation_id = $1";
    tx.execute(COPY_SQL, vec![from.into(), into.into()]).await?;
    tx.execute(DELETE_SQL, vec![from.into()]).await?;
    let defaults = tx
        .select::<community::Entity>()
        .filter(community::Column::IsDefaultCommunity.eq(true))
        .filter(is_linked(community::Column::Id, into));
    for community in defaults.all().await? {
        defaults::begin_backfill(tx, community.id).await?;
    }
    Ok(())
}
