//! HTTP routes of the waitlist for staff.

use super::EntryId;
use super::rows::Model;
use super::{review, store};
use crate::accounts::{self, invites::InviteCodeId};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::ProblemDocument;
use platform::staff::Moderation;
use platform::{Problem, Scope, Services, UserId, routes};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list)).routes(routes!(invite)).routes(routes!(decline))
}

/// Filter and page of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WaitlistQuery {
    /// `pending`, `invited` or `declined`; all if omitted.
    status: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// An entry with all answers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitlistEntry {
    id: EntryId,
    entry_id: String,
    email: String,
    full_name: String,
    how_did_you_hear: String,
    verified_circles: Vec<String>,
    organizations: String,
    verification_methods: Vec<String>,
    what_interested: Option<String>,
    help_create: Option<String>,
    location: Option<String>,
    onboarding_conversation: Option<String>,
    /// `pending`, `invited` or `declined`.
    status: String,
    user_agent: Option<String>,
    submission_count: i64,
    submitted_at: DateTime<Utc>,
    decided_at: Option<DateTime<Utc>>,
    decided_by: Option<UserId>,
    decision_reason: Option<String>,
    invite_code_id: Option<InviteCodeId>,
}

fn to_texts(list: Value) -> Vec<String> {
    serde_json::from_value(list).unwrap_or_default()
}

impl From<Model> for WaitlistEntry {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            entry_id: row.entry_id,
            email: accounts::readable_email(&row.email),
            full_name: row.full_name,
            how_did_you_hear: row.how_did_you_hear,
            verified_circles: to_texts(row.verified_circles),
            organizations: row.organizations,
            verification_methods: to_texts(row.verification_methods),
            what_interested: row.what_interested,
            help_create: row.help_create,
            location: row.location,
            onboarding_conversation: row.onboarding_conversation,
            status: row.status,
            user_agent: row.user_agent,
            submission_count: row.submission_count,
            submitted_at: row.submitted_at,
            decided_at: row.decided_at,
            decided_by: row.decided_by,
            decision_reason: row.decision_reason,
            invite_code_id: row.invite_code_id,
        }
    }
}

/// Lists the waitlist, newest first.
#[utoipa::path(get, path = "/staff/waitlist", operation_id = "listWaitlist", tag = "staff",
    params(WaitlistQuery),
    responses((status = 200, body = Page<WaitlistEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "waitlist.list", skip_all)]
async fn list(
    scope: Scope<StaffWith<Moderation>>,
    Query(filter): Query<WaitlistQuery>,
) -> Result<Json<Page<WaitlistEntry>>, Problem> {
    let query = PageQuery { cursor: filter.cursor, limit: filter.limit };
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = store::list_page(&scope, filter.status.as_deref(), after, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.submitted_at, id: row.id.uuid() });
    Ok(Json(page.map_items(WaitlistEntry::from)))
}

/// Body of an invitation.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WaitlistInvitation {
    /// Personal message in the mail.
    message: Option<String>,
}

/// Reason for declining; not sent to the applicant.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WaitlistRefusal {
    reason: Option<String>,
}

/// Invites an applicant: mails them a single-use invite code.
#[utoipa::path(post, path = "/staff/waitlist/{id}/invite", operation_id = "inviteWaitlistEntry",
    tag = "staff", params(("id" = EntryId, Path)), request_body = WaitlistInvitation,
    responses((status = 200, body = WaitlistEntry), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "waitlist.invite", skip_all, fields(entry.id = %id))]
async fn invite(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<EntryId>,
    Json(body): Json<WaitlistInvitation>,
) -> Result<Json<WaitlistEntry>, Problem> {
    Ok(Json(review::invite(&mut scope, id, body.message.as_deref()).await?.into()))
}

/// Declines an applicant.
#[utoipa::path(post, path = "/staff/waitlist/{id}/decline", operation_id = "declineWaitlistEntry",
    tag = "staff", params(("id" = EntryId, Path)), request_body = WaitlistRefusal,
    responses((status = 200, body = WaitlistEntry), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "waitlist.decline", skip_all, fields(entry.id = %id))]
async fn decline(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<EntryId>,
    Json(body): Json<WaitlistRefusal>,
) -> Result<Json<WaitlistEntry>, Problem> {
    Ok(Json(review::decline(&mut scope, id, body.reason.as_deref()).await?.into()))
}
