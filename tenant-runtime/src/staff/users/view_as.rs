//! Read-only view as a member, with a reason. The staff member's session shows the product as the
//! member for fifteen minutes; `platform::sessions` refuses changes, messages and security settings
//! meanwhile. The member sees the view among the staff actions on their account.

use super::super::error::StaffError;
use super::super::pauses;
use super::actions::{check_target, write_down};
use crate::accounts::account_status;
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::sessions::{begin_view, end_view};
use platform::staff::ViewAsMember;
use platform::{AccountViewer, Problem, Scope, Services, SignedIn, UserId, routes};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(view_as_member)).routes(routes!(end_view_as_member))
}

/// Reason for a view.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ViewAsReason {
    reason: String,
}

/// A view as a member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ViewedAs {
    /// The staff member.
    staff_id: UserId,
    /// The member.
    user_id: UserId,
    /// End of the view.
    ends_at: DateTime<Utc>,
}

/// Begins a view as a member in this session, for fifteen minutes.
#[utoipa::path(post, path = "/staff/users/{id}/view-as", operation_id = "viewAsMember",
    tag = "staff", params(("id" = UserId, Path)), request_body = ViewAsReason,
    responses((status = 200, body = ViewedAs), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.view_as", skip_all, fields(user.id = %id))]
async fn view_as_member(
    mut scope: Scope<StaffWith<ViewAsMember>>,
    Path(id): Path<UserId>,
    Json(body): Json<ViewAsReason>,
) -> Result<Json<ViewedAs>, Problem> {
    Ok(Json(begin(&mut scope, id, &body.reason).await?))
}

async fn begin(
    scope: &mut Scope<StaffWith<ViewAsMember>>,
    user: UserId,
    reason: &str,
) -> Result<ViewedAs, StaffError> {
    let reason = pauses::validated(reason)?;
    let tx = scope.begin().await?;
    check_target(&tx, user, false).await?;
    let target = account_status::find(&tx, user).await?.ok_or(StaffError::NotFound)?;
    if target.is_staff {
        return Err(StaffError::StaffProtected);
    }
    if target.status.is_some() {
        return Err(StaffError::Disabled);
    }
    let staff_id = tx.viewer().id();
    let ends_at = begin_view(&tx, tx.viewer().session(), user).await?;
    let after = json!({ "endsAt": ends_at });
    write_down(&tx, "account.view-as", user, Some(&reason), (Value::Null, after)).await?;
    // Open streams of the session end: a view receives no live events.
    tx.publish(Topic::User(staff_id), "account.changed", &json!({})).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, staff.id = %staff_id, "view as a member began");
    Ok(ViewedAs { staff_id, user_id: user, ends_at })
}

/// Ends the view as a member of this session. Without a view, nothing changes.
#[utoipa::path(delete, path = "/view-as", operation_id = "endViewAsMember", tag = "staff",
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.end_view_as", skip_all)]
async fn end_view_as_member(mut scope: Scope<SignedIn>) -> Result<StatusCode, Problem> {
    let session = scope.facts().session.as_ref();
    let Some(view) = session.and_then(|session| session.view_as) else {
        return Ok(StatusCode::NO_CONTENT);
    };
    let tx = scope.begin().await?;
    end_view(&tx, tx.viewer().session()).await?;
    let act = AuditedAction {
        actor: Some(view.staff_id),
        action: "account.view-as-end",
        subject_kind: "account",
        subject_id: view.user_id.to_string(),
        before: Value::Null,
        after: Value::Null,
        reason: None,
    };
    record_action(&tx, act).await?;
    tx.publish(Topic::User(view.staff_id), "me.changed", &json!({})).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
