//! HTTP routes of invite codes for staff and for creators of affiliations.

use super::issue::{self, NewCode};
use super::issue_error::IssueError;
use super::routes::InviteCodeAffiliation;
use super::{InviteCodeId, InviteUseId, ledger};
use crate::accounts::rows::invite_code::Model;
use crate::{affiliations, profiles};
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey, request_fingerprint};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::ProblemDocument;
use platform::{
    AccountViewer, AffiliationId, Member, Problem, Scope, Services, Staff, UserId, routes,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(deactivate))
        .routes(routes!(uses))
        .routes(routes!(list_of_affiliation, create_of_affiliation))
        .routes(routes!(deactivate_of_affiliation))
        .routes(routes!(uses_of_affiliation))
}

/// Filter and page of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CodeQuery {
    /// Only active, or only inactive codes.
    active: Option<bool>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// An invite code to create.
#[derive(Deserialize, Serialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct NewInviteCode {
    /// Custom text, 8 to 32 letters, digits or hyphens; generated if omitted.
    code: Option<String>,
    /// Maximum number of uses; unlimited if omitted.
    max_uses: Option<i64>,
    /// Expiry; none if omitted.
    expires_at: Option<DateTime<Utc>>,
    /// Affiliation to which its users are invited.
    auto_invite_to_affiliation: Option<InviteCodeTarget>,
    /// True if it is valid on all portals; only for codes without an affiliation.
    at_portals: bool,
}

/// The affiliation that a code invites to.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct InviteCodeTarget {
    affiliation_id: AffiliationId,
    custom_message: Option<String>,
}

/// An invite code for one's own affiliation.
#[derive(Deserialize, Serialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct NewAffiliationInviteCode {
    code: Option<String>,
    max_uses: Option<i64>,
    expires_at: Option<DateTime<Utc>>,
    custom_message: Option<String>,
}

/// An invite code.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InviteCode {
    id: InviteCodeId,
    code: String,
    is_active: bool,
    max_uses: Option<i64>,
    usage_count: i64,
    expires_at: Option<DateTime<Utc>>,
    last_used_at: Option<DateTime<Utc>>,
    auto_invite_to_affiliation: Option<InviteCodeAffiliation>,
    /// True if it is valid on all portals, for codes without an affiliation.
    #[serde(default)]
    at_portals: bool,
    created_by: Option<UserId>,
    created_at: DateTime<Utc>,
}

/// A use of a code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InviteUse {
    id: InviteUseId,
    user_id: UserId,
    user_email: String,
    /// Current first and last name.
    display_name: String,
    used_at: DateTime<Utc>,
}

fn to_view(row: Model, name: Option<&String>) -> InviteCode {
    let invited = row.auto_invite_affiliation_id.zip(name);
    let message = row.auto_invite_message;
    InviteCode {
        id: row.id,
        code: row.code,
        is_active: row.is_active,
        max_uses: row.max_uses,
        usage_count: row.usage_count,
        expires_at: row.expires_at,
        last_used_at: row.last_used_at,
        auto_invite_to_affiliation: invited.map(|(affiliation_id, name)| InviteCodeAffiliation {
            affiliation_id,
            affiliation_name: name.clone(),
            custom_message: message,
        }),
        at_portals: row.at_portals,
        created_by: row.created_by,
        created_at: row.created_at,
    }
}

async fn list_codes_of<V: Send + Sync>(
    scope: &Scope<V>,
    of: Option<AffiliationId>,
    filter: CodeQuery,
) -> Result<Page<InviteCode>, Problem> {
    let query = PageQuery { cursor: filter.cursor, limit: filter.limit };
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = ledger::list_codes(scope, of, filter.active, after, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let ids: Vec<_> = page.items.iter().filter_map(|row| row.auto_invite_affiliation_id).collect();
    let names = affiliations::visible_names(scope, &ids).await?;
    Ok(page.map_items(|row| {
        let name = row.auto_invite_affiliation_id.and_then(|id| names.get(&id));
        to_view(row, name)
    }))
}

async fn uses_of<V: Send + Sync>(
    scope: &Scope<V>,
    code: InviteCodeId,
    of: Option<AffiliationId>,
    query: &PageQuery,
) -> Result<Page<InviteUse>, Problem> {
    ledger::find(scope, code, of).await?.ok_or(IssueError::NotFound)?;
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = ledger::uses(scope, code, after, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.used_at, id: row.id.uuid() });
    let ids: Vec<_> = page.items.iter().map(|row| row.user_id).collect();
    let people = profiles::load_people(scope, &ids).await?;
    Ok(page.map_items(|row| InviteUse {
        id: row.id,
        display_name: people.get(&row.user_id).map(|p| p.display_name.clone()).unwrap_or_default(),
        user_id: row.user_id,
        user_email: row.user_email,
        used_at: row.used_at,
    }))
}

async fn create_code<V: AccountViewer>(
    scope: &mut Scope<V>,
    new: NewCode,
    key: (&IdempotencyKey, &str),
) -> Result<CreatedResponse<InviteCode>, Problem> {
    let name = match new.affiliation {
        Some(affiliation) => affiliations::name_of(scope, affiliation).await?,
        None => None,
    };
    issue::create(scope, new, key, |row| to_view(row, name.as_ref())).await
}

/// Lists all invite codes, newest first.
#[utoipa::path(get, path = "/staff/invite-codes", operation_id = "listInviteCodes", tag = "staff",
    params(CodeQuery),
    responses((status = 200, body = Page<InviteCode>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.list", skip_all)]
async fn list(
    scope: Scope<Staff>,
    Query(filter): Query<CodeQuery>,
) -> Result<Json<Page<InviteCode>>, Problem> {
    Ok(Json(list_codes_of(&scope, None, filter).await?))
}

/// Creates an invite code.
#[utoipa::path(post, path = "/staff/invite-codes", operation_id = "createInviteCode", tag = "staff",
    request_body = NewInviteCode,
    responses((status = 201, body = InviteCode), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.create", skip_all)]
async fn create(
    mut scope: Scope<Staff>,
    key: IdempotencyKey,
    Json(body): Json<NewInviteCode>,
) -> Result<CreatedResponse<InviteCode>, Problem> {
    let asked = request_fingerprint("/staff/invite-codes", &body);
    let (affiliation, message) = match body.auto_invite_to_affiliation {
        Some(to) => (Some(to.affiliation_id), to.custom_message),
        None => (None, None),
    };
    let (code, max_uses, expires_at) = (body.code, body.max_uses, body.expires_at);
    let at_portals = body.at_portals;
    let new = NewCode { code, max_uses, expires_at, affiliation, message, at_portals };
    create_code(&mut scope, new, (&key, &asked)).await
}

/// Deactivates an invite code.
#[utoipa::path(post, path = "/staff/invite-codes/{id}/deactivate", tag = "staff",
    operation_id = "deactivateInviteCode", params(("id" = InviteCodeId, Path)),
    responses((status = 200, body = InviteCode), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.deactivate", skip_all, fields(code.id = %id))]
async fn deactivate(
    mut scope: Scope<Staff>,
    Path(id): Path<InviteCodeId>,
) -> Result<Json<InviteCode>, Problem> {
    let row = issue::deactivate(&mut scope, id, None).await?;
    Ok(Json(to_view_with_names(&scope, row).await?))
}

/// Lists the uses of an invite code, newest first.
#[utoipa::path(get, path = "/staff/invite-codes/{id}/usage", operation_id = "listInviteCodeUsage",
    tag = "staff", params(("id" = InviteCodeId, Path), PageQuery),
    responses((status = 200, body = Page<InviteUse>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.uses", skip_all, fields(code.id = %id))]
async fn uses(
    scope: Scope<Staff>,
    Path(id): Path<InviteCodeId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<InviteUse>>, Problem> {
    Ok(Json(uses_of(&scope, id, None, &query).await?))
}

/// Lists the invite codes of an affiliation, for its creator.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/invite-codes", tag = "affiliations",
    operation_id = "listAffiliationInviteCodes", params(("idOrPath" = AffiliationId, Path), CodeQuery),
    responses((status = 200, body = Page<InviteCode>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.list_of", skip_all, fields(affiliation.id = %id))]
async fn list_of_affiliation(
    scope: Scope<Member>,
    Path(id): Path<AffiliationId>,
    Query(filter): Query<CodeQuery>,
) -> Result<Json<Page<InviteCode>>, Problem> {
    issue::check_creator(&scope, id).await?;
    Ok(Json(list_codes_of(&scope, Some(id), filter).await?))
}

/// Creates an invite code for an affiliation, as its creator.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/invite-codes", tag = "affiliations",
    operation_id = "createAffiliationInviteCode", params(("idOrPath" = AffiliationId, Path)),
    request_body = NewAffiliationInviteCode,
    responses((status = 201, body = InviteCode), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.create_of", skip_all, fields(affiliation.id = %id))]
async fn create_of_affiliation(
    mut scope: Scope<Member>,
    Path(id): Path<AffiliationId>,
    key: IdempotencyKey,
    Json(body): Json<NewAffiliationInviteCode>,
) -> Result<CreatedResponse<InviteCode>, Problem> {
    issue::check_creator(&scope, id).await?;
    let asked = request_fingerprint(&format!("/affiliations/{id}/invite-codes"), &body);
    let NewAffiliationInviteCode { code, max_uses, expires_at, custom_message: message } = body;
    let affiliation = Some(id);
    let new = NewCode { code, max_uses, expires_at, affiliation, message, at_portals: false };
    create_code(&mut scope, new, (&key, &asked)).await
}

/// Deactivates an invite code of one's affiliation.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/invite-codes/{codeId}/deactivate",
    tag = "affiliations", operation_id = "deactivateAffiliationInviteCode",
    params(("idOrPath" = AffiliationId, Path), ("codeId" = InviteCodeId, Path)),
    responses((status = 200, body = InviteCode), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.deactivate_of", skip_all, fields(affiliation.id = %id))]
async fn deactivate_of_affiliation(
    mut scope: Scope<Member>,
    Path((id, code)): Path<(AffiliationId, InviteCodeId)>,
) -> Result<Json<InviteCode>, Problem> {
    issue::check_creator(&scope, id).await?;
    let row = issue::deactivate(&mut scope, code, Some(id)).await?;
    Ok(Json(to_view_with_names(&scope, row).await?))
}

/// Lists the uses of an invite code of one's affiliation.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/invite-codes/{codeId}/usage", tag = "affiliations",
    operation_id = "listAffiliationInviteCodeUsage",
    params(("idOrPath" = AffiliationId, Path), ("codeId" = InviteCodeId, Path), PageQuery),
    responses((status = 200, body = Page<InviteUse>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "invites.uses_of", skip_all, fields(affiliation.id = %id))]
async fn uses_of_affiliation(
    scope: Scope<Member>,
    Path((id, code)): Path<(AffiliationId, InviteCodeId)>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<InviteUse>>, Problem> {
    issue::check_creator(&scope, id).await?;
    Ok(Json(uses_of(&scope, code, Some(id), &query).await?))
}

async fn to_view_with_names<V: Send + Sync>(
    scope: &Scope<V>,
    row: Model,
) -> Result<InviteCode, Problem> {
    let name = match row.auto_invite_affiliation_id {
        Some(affiliation) => affiliations::name_of(scope, affiliation).await?,
        None => None,
    };
    Ok(to_view(row, name.as_ref()))
}
