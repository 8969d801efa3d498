//! List of all communities for staff, searchable by prefix of name or description, or by id (C-136,
//! C-137, C-140).

use crate::communities::rows::{CommunityStatus, GroupType, Visibility, community};
use crate::communities::store;
use crate::communities::view::{DeletionStatus, PauseInfo};
use crate::search_index::{SearchTerm, prefix_pattern};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::staff::Moderation;
use platform::{CommunityId, Problem, Scope};
use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr, SimpleExpr};
use sea_orm::{ColumnTrait, Condition};
use serde::Serialize;
use utoipa::ToSchema;

/// Default and maximum page size (C-033).
const COMMUNITIES_PAGE: (u64, u64) = (20, 100);

/// A community in the staff list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffCommunity {
    pub id: CommunityId,
    pub name: String,
    pub group_type: GroupType,
    pub visibility: Visibility,
    pub status: CommunityStatus,
    pub pause_info: Option<PauseInfo>,
    pub deletion_status: DeletionStatus,
    pub is_default_community: bool,
    pub member_count: i64,
    pub created: DateTime<Utc>,
    pub last_updated: DateTime<Utc>,
}

impl StaffCommunity {
    pub(super) fn new(row: community::Model, now: DateTime<Utc>) -> Self {
        let is_paused = row.is_paused(now);
        Self {
            deletion_status: DeletionStatus::from_row(&row, true),
            status: if is_paused { CommunityStatus::Paused } else { CommunityStatus::Active },
            pause_info: is_paused.then_some(PauseInfo {
                paused_until: row.paused_until,
                paused_reason: row.pause_reason,
            }),
            id: row.id,
            name: row.name,
            group_type: row.group_type,
            visibility: row.visibility,
            is_default_community: row.is_default_community,
            member_count: row.member_count,
            created: row.created,
            last_updated: row.last_updated,
        }
    }
}

/// A page of all communities, or of those that match the search, latest activity first. One query.
pub(super) async fn list(
    scope: &Scope<StaffWith<Moderation>>,
    called: &str,
    query: &PageQuery,
) -> Result<Page<StaffCommunity>, Problem> {
    let fits = Condition::all().add_option(SearchTerm::parse(called).as_ref().map(name_condition));
    let limit = query.row_limit(COMMUNITIES_PAGE.0, COMMUNITIES_PAGE.1);
    let rows = store::list_page(scope, fits, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.last_updated, id: row.id.uuid() });
    Ok(page.map_items(|row| StaffCommunity::new(row, scope.now())))
}

fn name_condition(term: &SearchTerm) -> Condition {
    use community::Column::{Description, Id, Name};
    let begins = |column| -> SimpleExpr {
        let pattern = LikeExpr::new(prefix_pattern(&term.lower)).escape('!');
        Expr::expr(Func::lower(Expr::col(column))).like(pattern)
    };
    Condition::any()
        .add(begins(Name))
        .add(begins(Description))
        .add_option(term.id().map(|id| Id.eq(id)))
}
