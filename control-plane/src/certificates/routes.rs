//! HTTP routes of certificates.

use super::history::{self, CertificateOrder};
use super::view::{self, Certificate, HostCertificateView};
use super::{reissue, rows::held};
use crate::tenants::{self, ManagedTenant};
use platform::api::ApiRouter;
use platform::audit::{AuditedAction, record_action};
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{AccountViewer, Member, Problem, Scope, Services, TenantId, routes};
use sea_orm::{ColumnTrait, ExprTrait};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// HTTP routes.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list)).routes(routes!(renew)).routes(routes!(list_orders))
}

/// The certificates of a portal.
#[derive(Debug, Serialize, ToSchema)]
struct Certificates {
    /// The platform address first.
    items: Vec<Certificate>,
}

/// Lists the certificates of a portal's hosts, with their steps.
#[utoipa::path(get, path = "/api/control/tenants/{id}/certificates",
    operation_id = "listCertificates", tag = "control", params(("id" = TenantId, Path)),
    responses((status = 200, body = Certificates), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.list_certificates", skip_all, fields(tenant.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<TenantId>,
) -> Result<Json<Certificates>, Problem> {
    let managed = tenants::find_managed(&scope, id).await?;
    let hosts = view::certificate_hosts(&scope, &managed).await?;
    Ok(Json(Certificates { items: view::to_views(&scope, hosts).await? }))
}

/// Schedules the renewal or retry of a host's certificate as soon as the limits allow. Only staff
/// may renew the platform's own certificate.
#[utoipa::path(post, path = "/api/control/tenants/{id}/certificates/{host}/renew",
    operation_id = "renewCertificate", tag = "control",
    params(("id" = TenantId, Path), ("host" = String, Path)),
    responses((status = 200, body = Certificate), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.renew_certificate", skip_all, fields(tenant.id = %id))]
async fn renew(
    mut scope: Scope<Member>,
    Path((id, host)): Path<(TenantId, String)>,
) -> Result<Json<Certificate>, Problem> {
    let managed = tenants::find_managed(&scope, id).await?;
    let shown = find_host(&scope, &managed, &host).await?;
    request_reissue(&mut scope, &managed, &shown).await?;
    let certificate = view::to_views(&scope, vec![shown]).await?.pop();
    certificate.map(Json).ok_or_else(Problem::not_found)
}

/// Order history of a host's certificate.
#[derive(Debug, Serialize, ToSchema)]
struct CertificateOrders {
    /// Newest first, at most 100.
    items: Vec<CertificateOrder>,
}

/// Lists the order history of a host's certificate, with times and failures.
#[utoipa::path(get, path = "/api/control/tenants/{id}/certificates/{host}/orders",
    operation_id = "listCertificateOrders", tag = "control",
    params(("id" = TenantId, Path), ("host" = String, Path)),
    responses((status = 200, body = CertificateOrders), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "control.list_certificate_orders", skip_all, fields(tenant.id = %id))]
async fn list_orders(
    scope: Scope<Member>,
    Path((id, host)): Path<(TenantId, String)>,
) -> Result<Json<CertificateOrders>, Problem> {
    let managed = tenants::find_managed(&scope, id).await?;
    let known_by = find_host(&scope, &managed, &host).await?.known_by.unwrap_or_default();
    Ok(Json(CertificateOrders { items: history::orders_of_host(&scope, &known_by).await? }))
}

/// Returns the portal's host with this name.
async fn find_host<V>(
    scope: &Scope<V>,
    managed: &ManagedTenant,
    host: &str,
) -> Result<HostCertificateView, Problem> {
    let hosts = view::certificate_hosts(scope, managed).await?;
    hosts.into_iter().find(|shown| shown.host == host).ok_or_else(Problem::not_found)
}

async fn request_reissue(
    scope: &mut Scope<Member>,
    managed: &ManagedTenant,
    shown: &HostCertificateView,
) -> Result<(), Problem> {
    let known_by = shown.known_by.clone().ok_or(reissue::RenewError::NotNeeded)?;
    if shown.is_shared && !managed.as_staff() {
        return Err(reissue::RenewError::Shared.into());
    }
    let newest = held::Column::Host.eq(&known_by).and(held::Column::SupersededAt.is_null());
    let held = scope.global::<held::Entity>().filter(newest).one().await?;
    let me = scope.viewer().id();
    let tx = scope.begin().await?;
    reissue::request_reissue(&tx, &known_by, held.as_ref()).await?;
    let act = AuditedAction {
        actor: Some(me),
        action: "certificate.renew",
        subject_kind: "tenant",
        subject_id: managed.id().to_string(),
        before: json!({ "host": shown.host }),
        after: json!({ "host": shown.host }),
        reason: None,
    };
    record_action(&tx, act).await?;
    Ok(tx.commit().await?)
}
