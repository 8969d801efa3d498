//! HTTP routes of domains.

use super::address::AddressId;
use super::commands::{self, NewDomain};
use super::rows::DomainId;
use super::view::{self, Domain, Domains};
use crate::tenants;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, Staff, TenantId, routes};

/// HTTP routes.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(add))
        .routes(routes!(release))
        .routes(routes!(check))
        .routes(routes!(approve))
        .routes(routes!(make_primary))
}

/// Lists the addresses of a portal, the platform subdomain first.
#[utoipa::path(get, path = "/api/control/tenants/{id}/domains", operation_id = "listDomains",
    tag = "control", params(("id" = TenantId, Path)),
    responses((status = 200, body = Domains), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.list_domains", skip_all, fields(tenant.id = %id))]
async fn list(
    mut scope: Scope<Member>,
    Path(id): Path<TenantId>,
) -> Result<Json<Domains>, Problem> {
    let managed = tenants::find_managed(&scope, id).await?;
    Ok(Json(view::list_addresses(&mut scope, &managed).await?))
}

/// Adds a domain. Its records are checked from then on.
#[utoipa::path(post, path = "/api/control/tenants/{id}/domains", operation_id = "addDomain",
    tag = "control", params(("id" = TenantId, Path)), request_body = NewDomain,
    responses((status = 201, body = Domain), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.add_domain", skip_all, fields(tenant.id = %id))]
async fn add(
    mut scope: Scope<Member>,
    key: IdempotencyKey,
    Path(id): Path<TenantId>,
    Json(body): Json<NewDomain>,
) -> Result<CreatedResponse<Domain>, Problem> {
    let managed = tenants::find_managed(&scope, id).await?;
    let CreatedResponse { resource, replayed } =
        commands::add(&mut scope, &managed, &key, &body).await?;
    let row = commands::find(&scope, id, resource).await?;
    Ok(CreatedResponse { resource: view::get_address(&mut scope, row).await?, replayed })
}

/// Releases a domain: it is no longer served, and is quarantined for thirty days if it was
/// verified.
#[utoipa::path(delete, path = "/api/control/tenants/{id}/domains/{domainId}",
    operation_id = "releaseDomain", tag = "control",
    params(("id" = TenantId, Path), ("domainId" = String, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.release_domain", skip_all, fields(tenant.id = %id))]
async fn release(
    mut scope: Scope<Member>,
    Path((id, domain)): Path<(TenantId, DomainId)>,
) -> Result<StatusCode, Problem> {
    tenants::find_managed(&scope, id).await?;
    let domain = commands::find(&scope, id, domain).await?;
    commands::release(&mut scope, &domain).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks a domain's records now.
#[utoipa::path(post, path = "/api/control/tenants/{id}/domains/{domainId}/check",
    operation_id = "checkDomain", tag = "control",
    params(("id" = TenantId, Path), ("domainId" = String, Path)),
    responses((status = 200, body = Domain), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.check_domain", skip_all, fields(tenant.id = %id))]
async fn check(
    mut scope: Scope<Member>,
    Path((id, domain)): Path<(TenantId, DomainId)>,
) -> Result<Json<Domain>, Problem> {
    tenants::find_managed(&scope, id).await?;
    let row = commands::find(&scope, id, domain).await?;
    commands::check(&mut scope, &row).await?;
    let row = commands::find(&scope, id, domain).await?;
    Ok(Json(view::get_address(&mut scope, row).await?))
}

/// Approves a verified domain.
#[utoipa::path(post, path = "/api/control/tenants/{id}/domains/{domainId}/approve",
    operation_id = "approveDomain", tag = "control",
    params(("id" = TenantId, Path), ("domainId" = String, Path)),
    responses((status = 200, body = Domain), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.approve_domain", skip_all, fields(tenant.id = %id))]
async fn approve(
    mut scope: Scope<Staff>,
    Path((id, domain)): Path<(TenantId, DomainId)>,
) -> Result<Json<Domain>, Problem> {
    let row = commands::find(&scope, id, domain).await?;
    commands::approve(&mut scope, &row).await?;
    let row = commands::find(&scope, id, domain).await?;
    Ok(Json(view::get_address(&mut scope, row).await?))
}

/// Makes a domain, or the platform subdomain (`platform`), the one used in links and emails. Other
/// domains redirect to it; the platform subdomain keeps serving.
#[utoipa::path(post, path = "/api/control/tenants/{id}/domains/{domainId}/primary",
    operation_id = "setPrimaryDomain", tag = "control",
    params(("id" = TenantId, Path), ("domainId" = String, Path)),
    responses((status = 200, body = Domain), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.make_domain_primary", skip_all, fields(tenant.id = %id))]
async fn make_primary(
    mut scope: Scope<Member>,
    Path((id, address)): Path<(TenantId, AddressId)>,
) -> Result<Json<Domain>, Problem> {
    let managed = tenants::find_managed(&scope, id).await?;
    commands::make_primary(&mut scope, &managed, address).await?;
    Ok(Json(view::find_address(&mut scope, &managed, address).await?))
}
