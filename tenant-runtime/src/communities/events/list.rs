//! Lists of events: of a community, and of all communities of the viewer.

use crate::communities::announcements::{
    self, Announcement, AnnouncementView, Column, Entity, is_over_condition,
};
use crate::communities::error::CommunityError;
use crate::communities::rows::{community, member};
use crate::communities::{load_access, visible_names};
use chrono::{DateTime, Utc};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, UserId};
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const EVENTS_PAGE: (u64, u64) = (20, 50);

/// Which events to list, and the page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct EventQuery {
    /// Lists the events that are over, latest start first, instead of the others, earliest first.
    #[serde(default)]
    past: bool,
    /// Cursor from the previous page.
    cursor: Option<String>,
    /// Maximum number of items.
    limit: Option<u64>,
}

/// An event in a list of several communities.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventItem {
    pub community_name: String,
    pub announcement: AnnouncementView,
}

/// Events of the viewer's communities on this site. 4 queries per page.
pub(super) async fn list_own(
    scope: &Scope<Member>,
    query: &EventQuery,
) -> Result<Page<EventItem>, Problem> {
    let page = load_page(scope, in_communities_of(scope.viewer().id()), query).await?;
    let mut communities: Vec<CommunityId> =
        page.items.iter().map(|event| event.community_id).collect();
    communities.sort_unstable();
    communities.dedup();
    let names = visible_names(scope, &communities).await?;
    Ok(page.map_items(|announcement| EventItem {
        community_name: names.get(&announcement.community_id).cloned().unwrap_or_default(),
        announcement,
    }))
}

/// Events of a community, for members. At most 6 queries per page.
pub(super) async fn list_in(
    scope: &Scope<Member>,
    community: CommunityId,
    query: &EventQuery,
) -> Result<Page<AnnouncementView>, Problem> {
    if !load_access(scope, community).await?.is_inside() {
        return Err(CommunityError::MembersOnly.into());
    }
    let of_it = Condition::all().add(Column::CommunityId.eq(community.uuid()));
    load_page(scope, of_it, query).await
}

/// Condition for the events of a user's communities; the site is a condition of the table.
pub(super) fn in_communities_of(user: UserId) -> Condition {
    let gone = Query::select()
        .column(community::Column::Id)
        .from(community::Entity)
        .and_where(community::Column::IsGone.eq(true))
        .to_owned();
    let joined = Query::select()
        .column(member::Column::CommunityId)
        .from(member::Entity)
        .and_where(member::Column::UserId.eq(user.uuid()))
        .and_where(member::Column::CommunityId.not_in_subquery(gone))
        .to_owned();
    Condition::all().add(Column::CommunityId.in_subquery(joined))
}

async fn load_page(
    scope: &Scope<Member>,
    these: Condition,
    query: &EventQuery,
) -> Result<Page<AnnouncementView>, Problem> {
    let page = PageQuery { cursor: query.cursor.clone(), limit: query.limit };
    let limit = page.row_limit(EVENTS_PAGE.0, EVENTS_PAGE.1);
    let after = page.decode_cursor::<TimeCursor>()?;
    let rows = load_rows(scope, these, (query.past, after), limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: start_of(row), id: row.id.uuid() });
    let viewer = scope.viewer().id();
    let items = announcements::to_views(scope, page.items, viewer).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

fn start_of(event: &Announcement) -> DateTime<Utc> {
    event.starts_at.unwrap_or(event.created_at)
}

async fn load_rows(
    scope: &Scope<Member>,
    these: Condition,
    (past, after): (bool, Option<TimeCursor>),
    limit: u64,
) -> Result<Vec<Announcement>, DbErr> {
    use Column::{Id, IsActive, StartsAt};
    let beyond = after.map(|last| {
        if past {
            last.after_in_descending(StartsAt, Id)
        } else {
            last.after_in_ascending(StartsAt, Id)
        }
    });
    let events = these
        .add(IsActive.eq(true))
        .add(StartsAt.is_not_null())
        .add(is_over_condition(past, scope.now()))
        .add_option(beyond);
    let ordered = |select: sea_orm::Select<Entity>| {
        let ordered = if past {
            select.order_by_desc(StartsAt).order_by_desc(Id)
        } else {
            select.order_by_asc(StartsAt).order_by_asc(Id)
        };
        ordered.limit(limit + 1)
    };
    scope.select::<Entity>().filter(events).modify_select(ordered).all().await
}
