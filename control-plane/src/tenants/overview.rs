//! Staff overview: number of portals, and those that need attention.

use super::rows::TenantState;
use super::view::{self, NamedTenant, TenantSummary};
use crate::certificates::CertificateState;
use crate::domains::AddressState;
use chrono::{DateTime, Utc};
use platform::{Problem, Scope, Staff, TenantId};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum number of listed portals.
const NAMED_MAX: usize = 3;

/// Number of portals.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = TenantCounts)]
pub(super) struct Counts {
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
#[schema(as = TenantWarningKind)]
pub(super) enum AttentionKind {
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
#[schema(as = TenantWarning)]
pub(super) struct Attention {
    tenant_id: TenantId,
    brand_name: String,
    kind: AttentionKind,
    title: String,
    detail: String,
}

/// Staff overview.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TenantsOverview {
    counts: Counts,
    /// At most three, the most urgent first.
    attention: Vec<Attention>,
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
pub(super) async fn overview(scope: &Scope<Staff>) -> Result<TenantsOverview, Problem> {
    const SQL: &str = "SELECT state, COUNT(*) AS tenants FROM tenants GROUP BY state";
    let mut counts = Counts::default();
    for TenantCount { state, tenants } in scope.raw(SQL, Vec::new()).all::<TenantCount>().await? {
        match state {
            TenantState::Draft => counts.draft = tenants,
            TenantState::Active => counts.active = tenants,
            TenantState::Suspended => counts.suspended = tenants,
            TenantState::Archived => counts.archived = tenants,
        }
    }
    counts.all = counts.draft + counts.active + counts.suspended;
    Ok(TenantsOverview { counts, attention: attention(scope).await? })
}

/// Portals with a certificate or domain that is not ready.
async fn attention(scope: &Scope<Staff>) -> Result<Vec<Attention>, Problem> {
    const SQL: &str = "SELECT t.*, a.name AS affiliation_name FROM tenants t \
         JOIN affiliations a ON a.id = t.affiliation_id WHERE t.state <> 'archived' AND (EXISTS \
         (SELECT 1 FROM certificate_wants w JOIN acme_jobs j ON j.host = w.id \
         WHERE w.tenant_id = t.id AND j.cause_code IS NOT NULL) OR EXISTS \
         (SELECT 1 FROM domains d WHERE d.tenant_id = t.id AND d.state IN \
         ('verifying', 'awaitingApproval', 'failing'))) ORDER BY t.updated_at DESC LIMIT 30";
    let named = scope.raw(SQL, Vec::new()).all::<NamedTenant>().await?;
    let tenants = view::summaries(scope, named).await?;
    let mut found: Vec<_> =
        tenants.into_iter().filter_map(|tenant| matter(scope.now(), tenant)).collect();
    found.sort_by_key(|one| one.kind);
    found.truncate(NAMED_MAX);
    Ok(found)
}

/// Returns the problem of a portal, if any.
fn matter(now: DateTime<Utc>, tenant: TenantSummary) -> Option<Attention> {
    let certificate = &tenant.certificate;
    let next = certificate.next_at.map(|at| format!("Next attempt {}", away(now, at)));
    let checked = tenant.checked_at.map(|at| format!("Checked {}", ago(now, at)));
    let words = || certificate.words.clone();
    let (kind, what, detail) = match certificate.state {
        CertificateState::Failed => {
            (AttentionKind::Failed, "certificate cannot be issued", words())
        }
        CertificateState::Renewing => {
            (AttentionKind::Retrying, "renewal is being retried", next.unwrap_or_else(words))
        }
        _ if tenant.has(AddressState::Failing) => {
            (AttentionKind::Retrying, "a domain's records are wrong", checked.unwrap_or_else(words))
        }
        _ if tenant.has(AddressState::AwaitingApproval) => {
            (AttentionKind::Waiting, "a domain waits for approval", checked.unwrap_or_else(words))
        }
        _ if tenant.has(AddressState::Verifying) => {
            (AttentionKind::Waiting, "waiting for DNS", checked.unwrap_or_else(words))
        }
        CertificateState::Waiting => {
            (AttentionKind::Retrying, "certificate is being retried", next.unwrap_or_else(words))
        }
        _ => return None,
    };
    Some(Attention {
        title: format!("{}: {what}", tenant.brand_name),
        tenant_id: tenant.id,
        brand_name: tenant.brand_name,
        kind,
        detail,
    })
}

/// Formats the time since a moment.
fn ago(now: DateTime<Utc>, at: DateTime<Utc>) -> String {
    match (now - at).num_seconds() {
        ..=1 => "a moment ago".to_owned(),
        seconds @ 2..=119 => format!("{seconds} seconds ago"),
        seconds @ 120..=7_199 => format!("{} minutes ago", seconds / 60),
        seconds => format!("{} hours ago", seconds / 3_600),
    }
}

/// Formats the time until a moment.
fn away(now: DateTime<Utc>, at: DateTime<Utc>) -> String {
    let minutes = (at - now).num_minutes();
    match minutes {
        ..=0 => "in a moment".to_owned(),
        1 => "in a minute".to_owned(),
        2..=119 => format!("in {minutes} minutes"),
        _ => format!("in {} hours", minutes / 60),
    }
}
