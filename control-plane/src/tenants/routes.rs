//! The calls about portals.

use super::list::{self, Wanted};
use super::log::{self, TenantLogEntry};
use super::opening::{self, CreateTenant};
use super::overview::{self, TenantsOverview};
use super::view::{self, Tenant, TenantSummary};
use super::{access, life, renaming};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{Created, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::ProblemDocument;
use platform::{AffiliationId, Member, Problem, Scope, Services, Staff, TenantId, routes};
use serde::Deserialize;
use utoipa::ToSchema;

/// What can be asked.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(create))
        .routes(routes!(overview))
        .routes(routes!(read))
        .routes(routes!(rename))
        .routes(routes!(activate))
        .routes(routes!(suspend))
        .routes(routes!(archive))
        .routes(routes!(log))
        .routes(routes!(of_affiliation))
}

/// Portals, for staff.
#[utoipa::path(get, path = "/api/control/tenants", operation_id = "listTenants", tag = "control",
    params(Wanted),
    responses((status = 200, body = Page<TenantSummary>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.list_tenants", skip_all)]
async fn list(
    scope: Scope<Staff>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Page<TenantSummary>>, Problem> {
    Ok(Json(list::page(&scope, &wanted).await?))
}

/// Prepares a portal: it has no address until it is opened.
#[utoipa::path(post, path = "/api/control/tenants", operation_id = "createTenant", tag = "control",
    request_body = CreateTenant,
    responses((status = 201, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.create_tenant", skip_all)]
async fn create(
    mut scope: Scope<Staff>,
    key: IdempotencyKey,
    Json(body): Json<CreateTenant>,
) -> Result<Created<Tenant>, Problem> {
    let Created { resource, replayed } = opening::create(&mut scope, &key, &body).await?;
    Ok(Created { resource: for_staff(&scope, resource).await?, replayed })
}

/// How many portals there are, and which need somebody.
#[utoipa::path(get, path = "/api/control/tenants/overview", operation_id = "tenantsOverview",
    tag = "control",
    responses((status = 200, body = TenantsOverview), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.tenants_overview", skip_all)]
async fn overview(scope: Scope<Staff>) -> Result<Json<TenantsOverview>, Problem> {
    Ok(Json(overview::overview(&scope).await?))
}

/// A portal, for those who run it.
#[utoipa::path(get, path = "/api/control/tenants/{id}", operation_id = "readTenant",
    tag = "control", params(("id" = TenantId, Path)),
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.read_tenant", skip_all, fields(tenant.id = %id))]
async fn read(scope: Scope<Member>, Path(id): Path<TenantId>) -> Result<Json<Tenant>, Problem> {
    let managed = access::managed(&scope, id).await?;
    Ok(Json(view::one(&scope, &managed).await?))
}

/// The portal of an affiliation, for those who run it.
#[utoipa::path(get, path = "/api/control/affiliations/{affiliationId}/tenant",
    operation_id = "readTenantOfAffiliation", tag = "control",
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

/// What of a portal changes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChangeTenant {
    /// Its new subdomain; nobody else may have the old one for thirty days.
    subdomain: Option<String>,
}

/// Changes a portal's subdomain.
#[utoipa::path(patch, path = "/api/control/tenants/{id}", operation_id = "changeTenant",
    tag = "control", params(("id" = TenantId, Path)), request_body = ChangeTenant,
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.change_tenant", skip_all, fields(tenant.id = %id))]
async fn rename(
    mut scope: Scope<Staff>,
    Path(id): Path<TenantId>,
    Json(body): Json<ChangeTenant>,
) -> Result<Json<Tenant>, Problem> {
    access::of_staff(&scope, id).await?;
    if let Some(subdomain) = &body.subdomain {
        renaming::rename(&mut scope, id, subdomain).await?;
    }
    Ok(Json(for_staff(&scope, id).await?))
}

/// Opens a portal: at once on every edge.
#[utoipa::path(post, path = "/api/control/tenants/{id}/activate", operation_id = "activateTenant",
    tag = "control", params(("id" = TenantId, Path)),
    responses((status = 200, body = Tenant), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.activate_tenant", skip_all, fields(tenant.id = %id))]
async fn activate(
    mut scope: Scope<Staff>,
    Path(id): Path<TenantId>,
) -> Result<Json<Tenant>, Problem> {
    access::of_staff(&scope, id).await?;
    life::activate(&mut scope, id).await?;
    Ok(Json(for_staff(&scope, id).await?))
}

/// Why a portal is closed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TenantReason {
    #[serde(default)]
    reason: String,
}

/// Closes a portal for now: its sessions end, its data and addresses stay.
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
    life::suspend(&mut scope, id, &body.reason).await?;
    Ok(Json(for_staff(&scope, id).await?))
}

/// Ends a portal: its addresses go, its affiliation may have another, its data is kept.
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
    life::archive(&mut scope, id, &body.reason).await?;
    Ok(Json(for_staff(&scope, id).await?))
}

/// What was done to a portal, the newest first.
#[utoipa::path(get, path = "/api/control/tenants/{id}/log", operation_id = "listTenantLog",
    tag = "control", params(("id" = TenantId, Path), PageQuery),
    responses((status = 200, body = Page<TenantLogEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.tenant_log", skip_all, fields(tenant.id = %id))]
async fn log(
    scope: Scope<Member>,
    Path(id): Path<TenantId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<TenantLogEntry>>, Problem> {
    let managed = access::managed(&scope, id).await?;
    Ok(Json(log::page(&scope, &managed, &query).await?))
}

async fn for_staff(scope: &Scope<Staff>, id: TenantId) -> Result<Tenant, Problem> {
    let managed = access::of_staff(scope, id).await?;
    view::one(scope, &managed).await
}
