//! The staff actions on one's own account, without the names of staff and without their notes.

use super::query;
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::audit::{Column, Model};
use platform::extract::{Json, Query};
use platform::ids::AuditId;
use platform::page::{Page, PageQuery};
use platform::problem::ProblemDocument;
use platform::{AccountViewer, Problem, Scope, Services, SignedIn, routes};
use sea_orm::{ColumnTrait, Condition};
use serde::Serialize;
use utoipa::ToSchema;

/// Actions that are internal to staff.
const INTERNAL: [&str; 2] = ["account.note", "account.note-delete"];

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list_own))
}

/// A staff action on the viewer's account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnStaffAction {
    id: AuditId,
    /// Such as `user_pause` or `account.sign-out`.
    action: String,
    reason: Option<String>,
    created_at: DateTime<Utc>,
}

impl From<Model> for OwnStaffAction {
    fn from(row: Model) -> Self {
        Self { id: row.id, action: row.action, reason: row.reason, created_at: row.created_at }
    }
}

/// Lists the actions that staff or the operator took on the viewer's account, newest first.
#[utoipa::path(get, path = "/me/staff-actions", operation_id = "listOwnStaffActions", tag = "me",
    params(PageQuery),
    responses((status = 200, body = Page<OwnStaffAction>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.own_actions", skip_all)]
async fn list_own(
    scope: Scope<SignedIn>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Page<OwnStaffAction>>, Problem> {
    let me = scope.viewer().id();
    let of_others =
        Condition::any().add(Column::ActorId.is_null()).add(Column::ActorId.ne(me.uuid()));
    let fits = query::about("account", me).add(of_others).add(Column::Action.is_not_in(INTERNAL));
    let rows = query::row_page(&scope, fits, &page).await?;
    Ok(Json(rows.map_items(OwnStaffAction::from)))
}
