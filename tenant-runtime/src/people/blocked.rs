//! Users blocked by the viewer.

use super::error::PeopleError;
use super::rows::block::{self, Column};
use crate::affiliations;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::page::{Page, TimeCursor};
use platform::{Member, Scope, UserId};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

/// A user blocked by the viewer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockedPerson {
    #[serde(flatten)]
    person: UserSummary,
    blocked_at: DateTime<Utc>,
}

/// The users blocked by the viewer, latest first; on a portal, only members of its affiliation. 3
/// queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Page<BlockedPerson>, PeopleError> {
    let here = scope.site().affiliation().map(affiliations::members_of);
    let beyond = after.map(|last| last.after_in_descending(Column::CreatedAt, Column::BlockedId));
    let rows = scope
        .own::<block::Entity>()
        .filter(Condition::all().add_option(here.map(|ids| Column::BlockedId.in_subquery(ids))))
        .filter(Condition::all().add_option(beyond))
        .modify_select(|select| {
            let latest = select.order_by_desc(Column::CreatedAt).order_by_desc(Column::BlockedId);
            latest.limit(limit + 1)
        })
        .all()
        .await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.created_at,
        id: row.blocked_id.uuid(),
    });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.blocked_id).collect();
    let people = profiles::load_people(scope, &ids).await?;
    let items = page.items.into_iter().filter_map(|row| {
        let person = people.get(&row.blocked_id)?.clone();
        Some(BlockedPerson { person, blocked_at: row.created_at })
    });
    Ok(Page { items: items.collect(), next_cursor: page.next_cursor })
}
