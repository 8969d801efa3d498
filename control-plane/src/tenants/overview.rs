//! Staff overview: number of portals, and those that need attention.

use super::rows::TenantState;
use super::view::{self, NamedTenant, TenantSummary};
use crate::certificates::CertificateState;
use crate::domains::PortalAddressState;
use chrono::{DateTime, Utc};
use platform::language::{TextGroup, in_response};
use platform::{Problem, Scope, Staff, TenantId};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum number of listed portals.
const NAMED_MAX: usize = 3;

/// Number of portals.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct TenantCounts {
    /// Portals that are not archived.
    all: i64,
    active: i64,
    draft: i64,
    suspended: i64,
    archived: i64,
}

/// Kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum TenantWarningKind {
    /// Needs manual action.
    Failed,
    /// Failed and will be retried.
    Retrying,
    /// DNS records are missing, or approval by staff is pending.
    Waiting,
}

/// A portal that needs attention.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TenantWarning {
    tenant_id: TenantId,
    brand_name: String,
    kind: TenantWarningKind,
    title: String,
    #[serde(serialize_with = "platform::language::localized")]
    detail: String,
}

/// Staff overview.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TenantsOverview {
    counts: TenantCounts,
    /// At most three, the most urgent first.
    attention: Vec<TenantWarning>,
}

#[derive(Debug, FromQueryResult)]
struct TenantCount {
    state: TenantState,
    tenants: i64,
}

/// Counts portals and determines problems.
///
/// # Errors
/// Database errors.
pub(super) async fn get_overview(scope: &Scope<Staff>) -> Result<TenantsOverview, Problem> {
    const SQL: &str = "SELECT state, COUNT(*) AS tenants FROM tenants GROUP BY state";
    let mut counts = TenantCounts::default();
    for TenantCount { state, tenants } in scope.raw(SQL, Vec::new()).all::<TenantCount>().await? {
        match state {
            TenantState::Draft => counts.draft = tenants,
            TenantState::Active => counts.active = tenants,
            TenantState::Suspended => counts.suspended = tenants,
            TenantState::Archived => counts.archived = tenants,
        }
    }
    counts.all = counts.draft + counts.active + counts.suspended;
    Ok(TenantsOverview { counts, attention: tenants_with_problems(scope).await? })
}

/// Portals with a certificate or domain that is not ready.
async fn tenants_with_problems(scope: &Scope<Staff>) -> Result<Vec<TenantWarning>, Problem> {
    const SQL: &str = "SELECT t.*, a.name AS affiliation_name FROM tenants t \
         JOIN affiliations a ON a.id = t.affiliation_id WHERE t.state <> 'archived' AND (EXISTS \
         (SELECT 1 FROM certificate_wants w JOIN acme_jobs j ON j.host = w.id \
         WHERE w.tenant_id = t.id AND j.cause_code IS NOT NULL) OR EXISTS \
         (SELECT 1 FROM domains d WHERE d.tenant_id = t.id AND d.state IN \
         ('verifying', 'awaitingApproval', 'failing'))) ORDER BY t.updated_at DESC LIMIT 30";
    let named = scope.raw(SQL, Vec::new()).all::<NamedTenant>().await?;
    let tenants = view::to_summaries(scope, named).await?;
    let mut found: Vec<_> =
        tenants.into_iter().filter_map(|tenant| tenant_problem(scope.now(), tenant)).collect();
    found.sort_by_key(|one| one.kind);
    found.truncate(NAMED_MAX);
    Ok(found)
}

/// Returns the problem of a portal, if any.
fn tenant_problem(now: DateTime<Utc>, tenant: TenantSummary) -> Option<TenantWarning> {
    let certificate = &tenant.certificate;
    let next = certificate.next_at.map(|at| format!("Next attempt {}", format_time_until(now, at)));
    let checked = tenant.checked_at.map(|at| format!("Checked {}", format_time_since(now, at)));
    let words = || certificate.words.clone();
    let (kind, what, detail) = match certificate.state {
        CertificateState::Failed => {
            (TenantWarningKind::Failed, "certificate cannot be issued", words())
        }
        CertificateState::Renewing => {
            (TenantWarningKind::Retrying, "renewal is being retried", next.unwrap_or_else(words))
        }
        _ if tenant.has_domain_in(PortalAddressState::Failing) => (
            TenantWarningKind::Retrying,
            "a domain's records are wrong",
            checked.unwrap_or_else(words),
        ),
        _ if tenant.has_domain_in(PortalAddressState::AwaitingApproval) => (
            TenantWarningKind::Waiting,
            "a domain waits for approval",
            checked.unwrap_or_else(words),
        ),
        _ if tenant.has_domain_in(PortalAddressState::Verifying) => {
            (TenantWarningKind::Waiting, "waiting for DNS", checked.unwrap_or_else(words))
        }
        CertificateState::Waiting => (
            TenantWarningKind::Retrying,
            "certificate is being retried",
            next.unwrap_or_else(words),
        ),
        _ => return None,
    };
    Some(TenantWarning {
        title: format!("{}: {}", tenant.brand_name, in_response(TextGroup::Labels, what)),
        tenant_id: tenant.id,
        brand_name: tenant.brand_name,
        kind,
        detail,
    })
}

/// Formats the time since a moment.
fn format_time_since(now: DateTime<Utc>, at: DateTime<Utc>) -> String {
    match (now - at).num_seconds() {
        ..=1 => "a moment ago".to_owned(),
        seconds @ 2..=119 => format!("{seconds} seconds ago"),
        seconds @ 120..=7_199 => format!("{} minutes ago", seconds / 60),
        seconds => format!("{} hours ago", seconds / 3_600),
    }
}

/// Formats the time until a moment.
fn format_time_until(now: DateTime<Utc>, at: DateTime<Utc>) -> String {
    let minutes = (at - now).num_minutes();
    match minutes {
        ..=0 => "in a moment".to_owned(),
        1 => "in a minute".to_owned(),
        2..=119 => format!("in {minutes} minutes"),
        _ => format!("in {} hours", minutes / 60),
    }
}
