//! Certificates of a portal, for the people who manage it.

use super::rows::{OmittedCertificateName, held, job, want};
use super::steps::{self, CertificateStep};
use super::summary::{CertificateState, CertificateSummary, Summaries};
use super::{PortalCertificate, leaf, portal_certificate};
use crate::domains;
use crate::edges::{self, CertificateRollout};
use crate::tenants::ManagedTenant;
use chrono::{DateTime, Utc};
use platform::{Problem, Scope};
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Reason why a certificate is missing or not renewed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CertificateCause {
    /// Stable code.
    pub code: String,
    #[serde(serialize_with = "platform::language::localized")]
    pub words: String,
}

/// Certificate of a host.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Certificate {
    pub host: String,
    /// Names in the certificate.
    names: Vec<String>,
    state: CertificateState,
    #[serde(serialize_with = "platform::language::localized")]
    words: String,
    issuer: Option<String>,
    serial: Option<String>,
    not_before: Option<DateTime<Utc>>,
    good_until: Option<DateTime<Utc>>,
    renews_at: Option<DateTime<Utc>>,
    /// A worker is processing it.
    under_way: bool,
    /// Names that are left out of the certificate.
    left_out: Vec<OmittedCertificateName>,
    cause: Option<CertificateCause>,
    steps: Vec<CertificateStep>,
}

/// A host, and its active certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HostCertificateView {
    pub host: String,
    /// Key of the certificate; `None` if the instance serves plain HTTP.
    pub known_by: Option<String>,
    /// True if it is the platform's certificate for all portals.
    pub is_shared: bool,
}

/// Hosts of a portal that have certificates, the platform host first.
///
/// # Errors
/// Database errors.
pub(super) async fn certificate_hosts<V>(
    scope: &Scope<V>,
    managed: &ManagedTenant,
) -> Result<Vec<HostCertificateView>, DbErr> {
    let config = scope.services().config();
    let mut all = Vec::new();
    if managed.state().is_addressed() {
        let host = format!("{}.{}", managed.tenant_row().subdomain, config.server.portal_domain);
        let kind = portal_certificate(config);
        let is_shared = matches!(kind, PortalCertificate::Wildcard(_));
        let known_by = match kind {
            PortalCertificate::None => None,
            PortalCertificate::Wildcard(name) => Some(name),
            PortalCertificate::Own => Some(host.clone()),
        };
        all.push(HostCertificateView { host, known_by, is_shared });
    }
    let tls = config.server.main_origin.starts_with("https://");
    let own = domains::of_tenants(scope, &[managed.id()]).await?.into_iter();
    all.extend(own.filter(|domain| domain.state.is_proven()).map(|domain| HostCertificateView {
        known_by: tls.then(|| domain.host.clone()),
        host: domain.host,
        is_shared: false,
    }));
    Ok(all)
}

/// These certificates with their steps, with six queries.
///
/// # Errors
/// Database errors.
pub(super) async fn to_views<V>(
    scope: &Scope<V>,
    hosts: Vec<HostCertificateView>,
) -> Result<Vec<Certificate>, Problem> {
    let known: Vec<String> = hosts.iter().filter_map(|host| host.known_by.clone()).collect();
    let wants = scope.global::<want::Entity>().filter(want::Column::Id.is_in(&known)).all();
    let mut wants: HashMap<_, _> =
        wants.await?.into_iter().map(|row| (row.id.clone(), row)).collect();
    let jobs = scope.global::<job::Entity>().filter(job::Column::Host.is_in(&known)).all();
    let mut jobs: HashMap<_, _> =
        jobs.await?.into_iter().map(|row| (row.host.clone(), row)).collect();
    let newest = held::Column::Host
        .is_in(&known)
        .and(held::Column::SupersededAt.is_null())
        .and(held::Column::RevokedAt.is_null());
    let held = scope.global::<held::Entity>().filter(newest).all().await?;
    let mut held: HashMap<_, _> = held.into_iter().map(|row| (row.host.clone(), row)).collect();
    let summaries = Summaries::read(scope, &[], &known).await?;
    let edges = edges::running_edges(scope).await?;
    let now = scope.now();
    Ok(hosts
        .into_iter()
        .map(|host| {
            let by = host.known_by.clone().unwrap_or_default();
            let facts = CertificateFacts {
                want: wants.remove(&by),
                job: jobs.remove(&by),
                held: held.remove(&by),
                summary: summaries.summary_of(&by),
            };
            let showing = facts
                .held
                .as_ref()
                .map(|held| edges::certificate_rollout(&edges, held.table_version, &held.names.0));
            facts.into_view(host, showing.as_ref(), now)
        })
        .collect())
}

struct CertificateFacts {
    want: Option<want::Model>,
    job: Option<job::Model>,
    held: Option<held::Model>,
    summary: CertificateSummary,
}

impl CertificateFacts {
    fn into_view(
        self,
        host: HostCertificateView,
        showing: Option<&CertificateRollout>,
        now: DateTime<Utc>,
    ) -> Certificate {
        let Self { want, job, held, mut summary } = self;
        if host.is_shared && summary.state == CertificateState::Valid {
            "platform wildcard".clone_into(&mut summary.words);
        }
        let serial = held.as_ref().and_then(|held| leaf::serial_number(&held.chain));
        let steps = match (&held, &job, showing) {
            (Some(held), Some(job), Some(showing)) => {
                steps::of_held(held, job, serial.as_deref(), showing, now)
            }
            (None, Some(job), _) => steps::to_first(job),
            _ => Vec::new(),
        };
        let left_out = job.as_ref().and_then(|job| job.left_out.clone()).unwrap_or_default();
        let names = held.as_ref().map(|held| held.names.0.clone());
        let names = names.or_else(|| want.map(|want| want.names.0)).unwrap_or_default();
        let running =
            job.as_ref().is_some_and(|job| job.state == job::CertificateJobState::Running);
        let cause = job.and_then(|job| job.cause_code.zip(job.cause));
        Certificate {
            host: host.host,
            names,
            state: summary.state,
            words: summary.words,
            issuer: held.as_ref().map(|held| held.issuer.clone()),
            serial,
            not_before: held.as_ref().map(|held| held.not_before),
            good_until: summary.good_until,
            renews_at: held.as_ref().map(|held| held.renew_at),
            under_way: running,
            left_out: left_out.0,
            cause: cause.map(|(code, words)| CertificateCause { code, words }),
            steps,
        }
    }
}
