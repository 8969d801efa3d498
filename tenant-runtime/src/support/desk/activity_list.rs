//! Lists the activity log of support staff (F-123).

use crate::accounts::load_contacts;
use crate::support::SupportStaff;
use crate::support::chat::SupportConversationId;
use crate::support::rows::activity::{Column, Entity, Model};
use crate::support::view::People;
use crate::support::{SupportActivityId, TicketId};
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Query};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, UserId, routes};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list))
}

/// Filter of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ActivityFilter {
    staff_id: Option<UserId>,
    /// Such as `ticket.reply`.
    action: Option<String>,
    ticket_id: Option<TicketId>,
    conversation_id: Option<SupportConversationId>,
}

/// An action of a member of staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SupportActivity {
    id: SupportActivityId,
    staff_id: Option<UserId>,
    staff_name: String,
    action: String,
    ticket_id: Option<TicketId>,
    conversation_id: Option<SupportConversationId>,
    #[schema(value_type = Object)]
    metadata: Value,
    /// Seconds.
    duration: Option<i64>,
    timestamp: DateTime<Utc>,
}

/// Lists the actions of support staff, newest first.
#[utoipa::path(get, path = "/staff/support/activity", operation_id = "listSupportActivity",
    tag = "support", params(ActivityFilter, PageQuery),
    responses((status = 200, body = Page<SupportActivity>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.activity", skip_all)]
async fn list(
    scope: Scope<SupportStaff>,
    Query(filter): Query<ActivityFilter>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<SupportActivity>>, Problem> {
    use Column::{Action, ConversationId, CreatedAt, Id, StaffId, TicketId as Ticket};
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let fits = Condition::all()
        .add_option(filter.staff_id.map(|id| StaffId.eq(id.uuid())))
        .add_option(filter.action.filter(|text| !text.is_empty()).map(|text| Action.eq(text)))
        .add_option(filter.ticket_id.map(|id| Ticket.eq(id.uuid())))
        .add_option(filter.conversation_id.map(|id| ConversationId.eq(id.uuid())))
        .add_option(after.map(|last| last.after_in_descending(CreatedAt, Id)));
    let rows = scope
        .global::<Entity>()
        .filter(fits)
        .modify_select(|select| select.order_by_desc(CreatedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await?;
    let cursor = |row: &Model| TimeCursor { at: row.created_at, id: row.id.uuid() };
    let page = Page::from_rows(rows, limit, cursor);
    let staff: Vec<UserId> = page.items.iter().filter_map(|row| row.staff_id).collect();
    let people = People(load_contacts(&scope, &staff).await?);
    Ok(Json(page.map_items(|row| SupportActivity {
        id: row.id,
        staff_name: people.name_of(row.staff_id),
        staff_id: row.staff_id,
        action: row.action,
        ticket_id: row.ticket_id.map(TicketId),
        conversation_id: row.conversation_id.map(SupportConversationId),
        metadata: row.metadata,
        duration: row.duration,
        timestamp: row.created_at,
    })))
}
