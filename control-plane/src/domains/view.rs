//! API views of domains.

use super::address::{AddressId, PLATFORM, PortalAddressState};
use super::expected_records;
use super::records::{DnsRecord, Records};
use super::rows::{self, DomainState, Model};
use crate::certificates::{CertificateState, CertificateSummary, Summaries};
use crate::tenants::{ManagedTenant, PortalAddressKind};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, Member, Problem, Scope};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, Select};
use serde::Serialize;
use utoipa::ToSchema;

/// Reason of a problem.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DomainProblem)]
pub(super) struct CauseView {
    /// Stable code.
    code: String,
    #[serde(serialize_with = "platform::language::localized")]
    words: String,
}

/// An address of a portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Domain {
    /// `platform` for the platform subdomain, otherwise the domain id.
    id: String,
    host: String,
    /// Partner name with or without `www.`, if any.
    partner: Option<String>,
    kind: PortalAddressKind,
    state: PortalAddressState,
    is_primary: bool,
    added_at: DateTime<Utc>,
    checked_at: Option<DateTime<Utc>>,
    next_check_at: Option<DateTime<Utc>>,
    gives_up_at: Option<DateTime<Utc>>,
    records: Vec<DnsRecord>,
    records_found: usize,
    records_wanted: usize,
    certificate: CertificateSummary,
    cause: Option<CauseView>,
    quarantined_until: Option<DateTime<Utc>>,
}

/// Addresses of a portal.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Domains {
    /// The platform subdomain first.
    items: Vec<Domain>,
}

/// All addresses of a portal: its domains in the order of addition, released ones last.
///
/// # Errors
/// Database errors.
pub(super) async fn list_addresses<V: AccountViewer>(
    scope: &mut Scope<V>,
    managed: &ManagedTenant,
) -> Result<Domains, Problem> {
    let kept = Condition::any()
        .add(rows::Column::State.ne(DomainState::Released))
        .add(rows::Column::QuarantinedUntil.gt(scope.now()));
    let theirs = Condition::all().add(rows::Column::TenantId.eq(managed.id().uuid())).add(kept);
    let oldest = |select: Select<rows::Entity>| select.order_by_asc(rows::Column::AddedAt);
    let mut rows =
        scope.global::<rows::Entity>().filter(theirs).modify_select(oldest).all().await?;
    rows.sort_by_key(|row| row.state == DomainState::Released);
    let platform = managed.platform_host(&scope.services().config().server);
    let hosts: Vec<String> = rows.iter().map(|row| row.host.clone()).collect();
    let certificates = Summaries::read(scope, std::slice::from_ref(&platform), &hosts).await?;
    let own_primary = rows.iter().any(|row| row.is_primary);
    let mut items = vec![platform_domain(platform, managed, !own_primary, &certificates)];
    for row in rows {
        items.push(to_view(scope, row, &certificates).await?);
    }
    Ok(Domains { items })
}

/// One domain.
///
/// # Errors
/// Database errors.
pub(super) async fn get_address<V: AccountViewer>(
    scope: &mut Scope<V>,
    row: Model,
) -> Result<Domain, Problem> {
    let hosts = [row.host.clone()];
    let certificates = Summaries::read(scope, &[], &hosts).await?;
    to_view(scope, row, &certificates).await
}

/// One address of a portal.
///
/// # Errors
/// 404 if it has no such domain, or a database error.
pub(super) async fn find_address(
    scope: &mut Scope<Member>,
    managed: &ManagedTenant,
    address: AddressId,
) -> Result<Domain, Problem> {
    match address {
        AddressId::Own(id) => {
            let row = super::commands::find(scope, managed.id(), id).await?;
            get_address(scope, row).await
        }
        AddressId::Platform => {
            let all = list_addresses(scope, managed).await?;
            all.items.into_iter().next().ok_or_else(Problem::not_found)
        }
    }
}

async fn to_view<V: AccountViewer>(
    scope: &mut Scope<V>,
    row: Model,
    certificates: &Summaries,
) -> Result<Domain, Problem> {
    let records = match row.records.clone() {
        Some(records) => records,
        None => unchecked_records(scope, &row).await?,
    };
    let patient = row.state == DomainState::Verifying && row.next_check_at.is_some();
    Ok(Domain {
        id: row.id.to_string(),
        certificate: certificate_summary(&row, certificates),
        gives_up_at: patient.then(|| row.looking_since + super::verdict::VERIFICATION_TIMEOUT),
        records_found: records.found_count(),
        records_wanted: records.0.len(),
        records: if row.state == DomainState::Released { Vec::new() } else { records.0 },
        host: row.host,
        partner: row.partner,
        kind: PortalAddressKind::Own,
        state: row.state.into(),
        is_primary: row.is_primary,
        added_at: row.added_at,
        checked_at: row.checked_at,
        next_check_at: row.next_check_at,
        cause: row.cause_code.zip(row.cause).map(|(code, words)| CauseView { code, words }),
        quarantined_until: row.quarantined_until,
    })
}

/// Required records before the first check.
async fn unchecked_records<V: AccountViewer>(
    scope: &mut Scope<V>,
    row: &Model,
) -> Result<Records, Problem> {
    let tx = scope.begin().await?;
    let aim =
        expected_records::load_or_create_expected(&tx, row.tenant_id, row.affiliation_id).await?;
    tx.commit().await?;
    Ok(expected_records::required_records(row, &aim))
}

/// Summary of a domain's certificate; before approval, the state that it waits for.
pub(crate) fn certificate_summary(row: &Model, certificates: &Summaries) -> CertificateSummary {
    let waits = |state, words: String| CertificateSummary {
        state,
        words,
        good_until: None,
        next_at: row.next_check_at,
    };
    let short = row.records.as_ref().and_then(Records::short_cause);
    match row.state {
        DomainState::Verifying if row.cause_code.as_deref() == Some("caa-forbids") => {
            waits(CertificateState::Failed, short.unwrap_or_default())
        }
        DomainState::Verifying => {
            waits(CertificateState::Waiting, short.unwrap_or_else(|| "after DNS".to_owned()))
        }
        DomainState::AwaitingApproval => {
            waits(CertificateState::Waiting, "waits for approval".to_owned())
        }
        DomainState::Released | DomainState::Suspended => CertificateSummary::not_requested(),
        DomainState::Issuing | DomainState::Active | DomainState::Failing => {
            certificates.summary_of(&row.host)
        }
    }
}

fn platform_domain(
    host: String,
    managed: &ManagedTenant,
    is_primary: bool,
    certificates: &Summaries,
) -> Domain {
    let row = managed.tenant_row();
    let certificate = if row.state.is_addressed() {
        certificates.of_portal(&host)
    } else {
        CertificateSummary::not_requested()
    };
    Domain {
        id: PLATFORM.to_owned(),
        host,
        partner: None,
        kind: PortalAddressKind::Platform,
        state: row.state.into(),
        is_primary,
        added_at: row.created_at,
        checked_at: None,
        next_check_at: None,
        gives_up_at: None,
        records: Vec::new(),
        records_found: 0,
        records_wanted: 0,
        certificate,
        cause: None,
        quarantined_until: None,
    }
}

/// Domains of many portals, oldest first, for lists; one query.
///
/// # Errors
/// Database errors.
pub(crate) async fn of_tenants<V>(
    scope: &Scope<V>,
    tenants: &[platform::TenantId],
) -> Result<Vec<Model>, DbErr> {
    let theirs = Condition::all()
        .add(rows::Column::TenantId.is_in(tenants.iter().map(|id| id.uuid())))
        .add(rows::Column::State.ne(DomainState::Released));
    let oldest = |select: Select<rows::Entity>| select.order_by_asc(rows::Column::AddedAt);
    scope.global::<rows::Entity>().filter(theirs).modify_select(oldest).all().await
}
