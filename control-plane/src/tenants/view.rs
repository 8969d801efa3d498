//! API views of a portal.

use super::ManagedTenant;
use super::allowed::{TenantAction, allowed_actions};
use super::members::{self, Members};
use super::rows::{self, TenantState, released};
use crate::brands;
use crate::certificates::{CertificateSummary, Summaries};
use crate::domains::{self, PortalAddressState};
use chrono::{DateTime, Utc};
use platform::content_filters::ChosenFilters;
use platform::{AffiliationId, Language, Problem, Scope, TenantId};
use sea_orm::{ColumnTrait, DbErr, ExprTrait, FromQueryResult, QueryOrder};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;
use wire::ContentFilter;

/// Kind of address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PortalAddressKind {
    /// Platform subdomain.
    Platform,
    /// Custom domain.
    Own,
}

/// An address of a portal.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PortalAddress {
    host: String,
    kind: PortalAddressKind,
    /// Used in links and emails.
    is_primary: bool,
    state: PortalAddressState,
}

/// A portal in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantSummary {
    /// Id.
    pub id: TenantId,
    affiliation_id: AffiliationId,
    /// Name of its affiliation.
    pub affiliation_name: String,
    /// Display name.
    pub brand_name: String,
    subdomain: String,
    /// State.
    pub state: TenantState,
    /// Origin of its primary address.
    pub origin: String,
    /// The platform subdomain first.
    addresses: Vec<PortalAddress>,
    /// Certificate of the address that needs attention most.
    pub(super) certificate: CertificateSummary,
    /// Time of the last check of its custom domains.
    #[serde(skip)]
    pub(super) checked_at: Option<DateTime<Utc>>,
    member_count: i64,
    /// Totals of twelve weeks, oldest first.
    members_by_week: Vec<i64>,
    /// `#rrggbb`.
    colour: String,
    /// Initial of the brand.
    initial: String,
    /// URL of its badge image, if it has one.
    mark_url: Option<String>,
    /// Language for visitors who have not chosen one; `null` if the portal follows the browser.
    default_language: Option<Language>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl TenantSummary {
    /// Returns whether one of its custom domains is in this state.
    pub(super) fn has_domain_in(&self, state: PortalAddressState) -> bool {
        let own = |address: &&PortalAddress| address.kind == PortalAddressKind::Own;
        self.addresses.iter().filter(own).any(|address| address.state == state)
    }
}

/// A subdomain that the portal released, and the end of its quarantine.
#[derive(Debug, Serialize, ToSchema)]
struct ReleasedSubdomain {
    subdomain: String,
    until: DateTime<Utc>,
}

/// A portal, for the people who manage it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tenant {
    #[serde(flatten)]
    summary: TenantSummary,
    /// True if the viewer manages it as staff.
    as_staff: bool,
    suspended_reason: Option<String>,
    activated_at: Option<DateTime<Utc>>,
    archived_at: Option<DateTime<Utc>>,
    released_subdomains: Vec<ReleasedSubdomain>,
    /// Content filter that staff chose for the portal; `null` if the network's applies.
    content_filter: Option<ContentFilter>,
    /// Actions that the viewer may take in this state, dangerous ones last.
    allowed_actions: Vec<TenantAction>,
}

/// A portal with the name of its affiliation.
#[derive(Debug, Clone, FromQueryResult)]
pub(super) struct NamedTenant {
    #[sea_orm(nested)]
    pub tenant: rows::Model,
    pub affiliation_name: String,
}

/// View of a portal.
///
/// # Errors
/// Database errors.
pub(super) async fn one<V>(scope: &Scope<V>, managed: &ManagedTenant) -> Result<Tenant, Problem> {
    const SQL: &str = "SELECT t.*, a.name AS affiliation_name FROM tenants t \
         JOIN affiliations a ON a.id = t.affiliation_id WHERE t.id = $1";
    let named = scope.raw(SQL, vec![managed.id().into()]).one::<NamedTenant>().await?;
    let named = named.ok_or_else(Problem::not_found)?;
    let row = named.tenant.clone();
    let summary = to_summaries(scope, vec![named]).await?.pop().ok_or_else(Problem::not_found)?;
    Ok(Tenant {
        summary,
        as_staff: managed.as_staff(),
        suspended_reason: row.suspended_reason,
        activated_at: row.activated_at,
        archived_at: row.archived_at,
        released_subdomains: released_by(scope, row.id).await?,
        content_filter: ChosenFilters::load(scope).await?.of_portal(row.affiliation_id),
        allowed_actions: allowed_actions(managed),
    })
}

async fn released_by<V>(
    scope: &Scope<V>,
    tenant: TenantId,
) -> Result<Vec<ReleasedSubdomain>, DbErr> {
    let kept =
        released::Column::TenantId.eq(tenant.uuid()).and(released::Column::Until.gt(scope.now()));
    let soonest = |select: sea_orm::Select<released::Entity>| {
        select.order_by_asc(released::Column::Until).order_by_asc(released::Column::Subdomain)
    };
    let rows = scope.global::<released::Entity>().filter(kept).modify_select(soonest).all().await?;
    let shown = rows.into_iter();
    Ok(shown.map(|row| ReleasedSubdomain { subdomain: row.subdomain, until: row.until }).collect())
}

/// List views of portals, in the given order, with six queries.
///
/// # Errors
/// Database errors.
pub(super) async fn to_summaries<V>(
    scope: &Scope<V>,
    named: Vec<NamedTenant>,
) -> Result<Vec<TenantSummary>, DbErr> {
    let server = &scope.services().config().server;
    let affiliations: Vec<_> = named.iter().map(|one| one.tenant.affiliation_id).collect();
    let ids: Vec<_> = named.iter().map(|one| one.tenant.id).collect();
    let hosts: Vec<_> = named
        .iter()
        .map(|one| format!("{}.{}", one.tenant.subdomain, server.portal_domain))
        .collect();
    let mut members: HashMap<_, _> = members::weekly_members(scope, &affiliations).await?;
    let mut looks = brands::looks_of(scope, &ids).await?;
    let mut own: HashMap<TenantId, Vec<domains::Model>> = HashMap::new();
    let mut own_hosts = Vec::new();
    for domain in domains::of_tenants(scope, &ids).await? {
        own_hosts.push(domain.host.clone());
        own.entry(domain.tenant_id).or_default().push(domain);
    }
    let certificates = Summaries::read(scope, &hosts, &own_hosts).await?;
    Ok(named
        .into_iter()
        .zip(hosts)
        .map(|(NamedTenant { tenant, affiliation_name }, host)| {
            let Members(weeks) =
                members.remove(&tenant.affiliation_id).unwrap_or_else(Members::without_members);
            let looks = looks.remove(&tenant.id);
            let own = own.remove(&tenant.id).unwrap_or_default();
            let primary = own.iter().find(|domain| domain.is_primary);
            let platform = if tenant.state.is_addressed() {
                certificates.of_portal(&host)
            } else {
                CertificateSummary::not_requested()
            };
            TenantSummary {
                id: tenant.id,
                affiliation_id: tenant.affiliation_id,
                affiliation_name,
                state: tenant.state,
                origin: domains::origin_of(
                    &server.main_origin,
                    primary.map_or(host.as_str(), |domain| domain.host.as_str()),
                ),
                certificate: most_urgent_certificate(platform, &own, &certificates),
                checked_at: own.iter().filter_map(|domain| domain.checked_at).max(),
                addresses: portal_addresses(host, tenant.state, &own),
                member_count: weeks.last().copied().unwrap_or_default(),
                members_by_week: weeks,
                colour: looks.as_ref().map(|looks| looks.colour.clone()).unwrap_or_default(),
                initial: looks.as_ref().map(|looks| looks.initial.clone()).unwrap_or_default(),
                mark_url: looks.and_then(|looks| looks.mark_url),
                default_language: tenant.default_language(),
                brand_name: tenant.brand_name,
                subdomain: tenant.subdomain,
                created_at: tenant.created_at,
                updated_at: tenant.updated_at,
            }
        })
        .collect())
}

/// The platform subdomain, then the custom domains.
fn portal_addresses(
    host: String,
    state: TenantState,
    own: &[domains::Model],
) -> Vec<PortalAddress> {
    let is_primary = !own.iter().any(|domain| domain.is_primary);
    let platform =
        PortalAddress { host, kind: PortalAddressKind::Platform, is_primary, state: state.into() };
    let own = own.iter().map(|domain| PortalAddress {
        host: domain.host.clone(),
        kind: PortalAddressKind::Own,
        is_primary: domain.is_primary,
        state: domain.state.into(),
    });
    std::iter::once(platform).chain(own).collect()
}

/// The certificate that needs attention most; if none does, that of the primary address.
fn most_urgent_certificate(
    platform: CertificateSummary,
    own: &[domains::Model],
    certificates: &Summaries,
) -> CertificateSummary {
    let primary = own.iter().find(|domain| domain.is_primary);
    let usual = primary.map_or_else(
        || platform.clone(),
        |domain| domains::certificate_summary(domain, certificates),
    );
    let all = own.iter().map(|domain| domains::certificate_summary(domain, certificates));
    let pressing = all.chain([platform]).min_by_key(|summary| summary.state.urgency());
    pressing.filter(|summary| summary.state.urgency() < usual.state.urgency()).unwrap_or(usual)
}
