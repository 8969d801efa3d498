//! HTTP routes of portals.

use super::create::{self, CreateTenant};
use super::list::{self, TenantQuery};
use super::log::{self, TenantLogEntry};
use super::overview::{self, TenantsOverview};
use super::view::{self, Tenant, TenantSummary};
use super::{access, default_language, lifecycle, rename};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::ProblemDocument;
use platform::{
    AffiliationId, Language, Member, Problem, Scope, Services, Staff, TenantId, routes,
};
use serde::Deserialize;
use utoipa::ToSchema;

/// HTTP routes.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(create))
        .routes(routes!(get_overview))
        .routes(routes!(get_tenant))
        .routes(routes!(rename))
        .routes(routes!(update_default_language))
        .routes(routes!(activate))
        .routes(routes!(suspend))
        .routes(routes!(archive))
        .routes(routes!(list_log))
        .routes(routes!(of_affiliation))
}

/// Lists portals, for staff.
#[utoipa::path(get, path = "/api/control/tenants", operation_id = "listTenants", tag = "control",
    params(TenantQuery),
    responses((status = 200, body = Page<TenantSummary>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.list_tenants", skip_all)]
async fn list(
    scope: Scope<Staff>,
    Query(wanted): Query<TenantQuery>,
) -> Result<Json<Page<TenantSummary>>, Problem> {
    Ok(Json(list::list_tenants(&scope, &wanted).await?))
}

/// Creates a portal as a draft. It has no address until it is activated.
#[utoipa::path(post, path = "/api/control/tenants", operation_id = "createTenant", tag = "control",
    request_body = CreateTenant,
    responses((status = 201, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.create_tenant", skip_all)]
async fn create(
    mut scope: Scope<Staff>,
    key: IdempotencyKey,
    Json(body): Json<CreateTenant>,
) -> Result<CreatedResponse<Tenant>, Problem> {
    let CreatedResponse { resource, replayed } = create::create(&mut scope, &key, &body).await?;
    Ok(CreatedResponse { resource: for_staff(&scope, resource).await?, replayed })
}

/// Returns the number of portals, and those that need attention.
#[utoipa::path(get, path = "/api/control/tenants/overview", operation_id = "getTenantsOverview",
    tag = "control",
    responses((status = 200, body = TenantsOverview), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.tenants_overview", skip_all)]
async fn get_overview(scope: Scope<Staff>) -> Result<Json<TenantsOverview>, Problem> {
    Ok(Json(overview::get_overview(&scope).await?))
}

/// Returns a portal, for the people who manage it.
#[utoipa::path(get, path = "/api/control/tenants/{id}", operation_id = "getTenant",
    tag = "control", params(("id" = TenantId, Path)),
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.read_tenant", skip_all, fields(tenant.id = %id))]
async fn get_tenant(
    scope: Scope<Member>,
    Path(id): Path<TenantId>,
) -> Result<Json<Tenant>, Problem> {
    let managed = access::find_brand_editable(&scope, id).await?;
    Ok(Json(view::one(&scope, &managed).await?))
}

/// Returns the portal of an affiliation, for the people who manage it.
#[utoipa::path(get, path = "/api/control/affiliations/{affiliationId}/tenant",
    operation_id = "getTenantOfAffiliation", tag = "control",
    params(("affiliationId" = AffiliationId, Path)),
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.read_tenant_of_affiliation", skip_all)]
async fn of_affiliation(
    scope: Scope<Member>,
    Path(id): Path<AffiliationId>,
) -> Result<Json<Tenant>, Problem> {
    let managed = access::of_affiliation(&scope, id).await?;
    Ok(Json(view::one(&scope, &managed).await?))
}

/// Changes to a portal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TenantChange {
    /// New subdomain. The old one is quarantined for thirty days.
    subdomain: Option<String>,
}

/// Changes a portal's subdomain.
#[utoipa::path(patch, path = "/api/control/tenants/{id}", operation_id = "updateTenant",
    tag = "control", params(("id" = TenantId, Path)), request_body = TenantChange,
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.change_tenant", skip_all, fields(tenant.id = %id))]
async fn rename(
    mut scope: Scope<Staff>,
    Path(id): Path<TenantId>,
    Json(body): Json<TenantChange>,
) -> Result<Json<Tenant>, Problem> {
    access::of_staff(&scope, id).await?;
    if let Some(subdomain) = &body.subdomain {
        rename::rename(&mut scope, id, subdomain).await?;
    }
    Ok(Json(for_staff(&scope, id).await?))
}

/// Default language of a portal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DefaultLanguageChange {
    /// Language for visitors who have not chosen one; `null` to follow the browser.
    #[schema(value_type = Option<Language>)]
    default_language: Option<String>,
}

/// Changes the default language of a portal, for the people who manage it.
#[utoipa::path(put, path = "/api/control/tenants/{id}/default-language",
    operation_id = "updateTenantDefaultLanguage", tag = "control",
    params(("id" = TenantId, Path)), request_body = DefaultLanguageChange,
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.change_tenant_language", skip_all, fields(tenant.id = %id))]
async fn update_default_language(
    mut scope: Scope<Member>,
    Path(id): Path<TenantId>,
    Json(body): Json<DefaultLanguageChange>,
) -> Result<Json<Tenant>, Problem> {
    let managed = access::find_managed(&scope, id).await?;
    default_language::update(&mut scope, &managed, body.default_language.as_deref()).await?;
    Ok(Json(view::one(&scope, &managed).await?))
}

/// Activates a portal on every edge.
#[utoipa::path(post, path = "/api/control/tenants/{id}/activate", operation_id = "activateTenant",
    tag = "control", params(("id" = TenantId, Path)),
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.activate_tenant", skip_all, fields(tenant.id = %id))]
async fn activate(
    mut scope: Scope<Staff>,
    Path(id): Path<TenantId>,
) -> Result<Json<Tenant>, Problem> {
    access::of_staff(&scope, id).await?;
    lifecycle::activate(&mut scope, id).await?;
    Ok(Json(for_staff(&scope, id).await?))
}

/// Reason for closing a portal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TenantReason {
    #[serde(default)]
    reason: String,
}

/// Suspends a portal: its sessions end, its data and addresses stay.
#[utoipa::path(post, path = "/api/control/tenants/{id}/suspend", operation_id = "suspendTenant",
    tag = "control", params(("id" = TenantId, Path)), request_body = TenantReason,
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.suspend_tenant", skip_all, fields(tenant.id = %id))]
async fn suspend(
    mut scope: Scope<Staff>,
    Path(id): Path<TenantId>,
    Json(body): Json<TenantReason>,
) -> Result<Json<Tenant>, Problem> {
    access::of_staff(&scope, id).await?;
    lifecycle::suspend(&mut scope, id, &body.reason).await?;
    Ok(Json(for_staff(&scope, id).await?))
}

/// Archives a portal: its addresses are released, its affiliation may get another portal, its data
/// is kept.
#[utoipa::path(post, path = "/api/control/tenants/{id}/archive", operation_id = "archiveTenant",
    tag = "control", params(("id" = TenantId, Path)), request_body = TenantReason,
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.archive_tenant", skip_all, fields(tenant.id = %id))]
async fn archive(
    mut scope: Scope<Staff>,
    Path(id): Path<TenantId>,
    Json(body): Json<TenantReason>,
) -> Result<Json<Tenant>, Problem> {
    access::of_staff(&scope, id).await?;
    lifecycle::archive(&mut scope, id, &body.reason).await?;
    Ok(Json(for_staff(&scope, id).await?))
}

/// Lists the actions on a portal, newest first.
#[utoipa::path(get, path = "/api/control/tenants/{id}/log", operation_id = "listTenantLog",
    tag = "control", params(("id" = TenantId, Path), PageQuery),
    responses((status = 200, body = Page<TenantLogEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.tenant_log", skip_all, fields(tenant.id = %id))]
async fn list_log(
    scope: Scope<Member>,
    Path(id): Path<TenantId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<TenantLogEntry>>, Problem> {
    let managed = access::find_managed(&scope, id).await?;
    Ok(Json(log::list_log(&scope, &managed, &query).await?))
}

async fn for_staff(scope: &Scope<Staff>, id: TenantId) -> Result<Tenant, Problem> {
    let managed = access::of_staff(scope, id).await?;
    view::one(scope, &managed).await
}
