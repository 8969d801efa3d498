//! Probes a host over TLS after its certificate was published: is the certificate served, and by
//! one of our edges (edge design, section 5.2)?

use super::context::IssuanceContext;
use super::leaf;
use super::rows::{CertificateId, held};
use chrono::Duration;
use platform::outbound::{self, ServerPresentation};
use platform::{Scope, System, tokens};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect};
use std::net::SocketAddr;
use wire::RingKeys;
use wire::probe::PROBE_PATH;

/// Retry interval after a failed probe.
const AGAIN_AFTER: Duration = Duration::minutes(10);
/// Maximum probes per run.
const AT_ONCE: u64 = 20;
/// Maximum characters of a stored message.
const WORDS_MAX: usize = 200;

/// Result of a probe: success, or a stable code; and a sentence.
struct ProbeResult {
    fault: Option<&'static str>,
    words: String,
}

impl ProbeResult {
    const fn failed(fault: &'static str, words: String) -> Self {
        Self { fault: Some(fault), words }
    }
}

/// Waits until the edges have a certificate, probes its host, and records the result. Does nothing
/// if the instance is not served over https, or the certificate has no host of its own.
///
/// # Errors
/// Database errors.
pub(super) async fn probe_host(
    context: &IssuanceContext,
    scope: &mut Scope<System>,
    id: CertificateId,
) -> Result<(), DbErr> {
    let Some(port) = tls_port(context) else { return Ok(()) };
    let Some(row) = scope.global::<held::Entity>().by_id(id).one().await? else { return Ok(()) };
    if row.host.starts_with("*.") {
        return Ok(());
    }
    let version = row.table_version.and_then(|version| u64::try_from(version).ok()).unwrap_or(0);
    if let Err(behind) = context.wait_for_rollout(version).await {
        tracing::warn!(host = row.host, "{}", behind.cause.words);
    }
    let ProbeResult { fault, words } = query_status(context, &row, port).await;
    let host = &row.host;
    match fault {
        None => tracing::info!(host, "TLS probe of {host} succeeded: {words}"),
        Some(fault) => tracing::warn!(host, fault, "TLS probe of {host} failed: {words}"),
    }
    let tx = scope.begin().await?;
    let change = held::ActiveModel {
        probed_at: Set(Some(tx.now())),
        probe_fault: Set(fault.map(str::to_owned)),
        probe_words: Set(Some(words.chars().take(WORDS_MAX).collect())),
        ..Default::default()
    };
    let this = held::Column::Id.eq(id);
    let rows = tx.global_table::<held::Entity>();
    rows.update(this, |rows| rows.set(change)).await?.as_many_as_there_are();
    tx.commit().await
}

/// Repeats failed probes.
///
/// # Errors
/// Database errors.
pub(super) async fn repeat_failed_probes(context: &IssuanceContext) -> Result<(), DbErr> {
    if tls_port(context).is_none() {
        return Ok(());
    }
    let mut scope = context.services.system("repeat certificate probes");
    let amiss = Condition::all()
        .add(held::Column::ProbeFault.is_not_null())
        .add(held::Column::ProbedAt.lt(scope.now() - AGAIN_AFTER))
        .add(held::Column::SupersededAt.is_null())
        .add(held::Column::RevokedAt.is_null());
    let ids: Vec<CertificateId> = scope
        .global::<held::Entity>()
        .filter(amiss)
        .modify_select(|select| select.select_only().column(held::Column::Id).limit(AT_ONCE))
        .all_tuples()
        .await?;
    for id in ids {
        probe_host(context, &mut scope, id).await?;
    }
    Ok(())
}

/// The instance's https port, if it serves https.
fn tls_port(context: &IssuanceContext) -> Option<u16> {
    let authority = context.services.config().server.main_origin.strip_prefix("https://")?;
    Some(authority.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(443))
}

async fn query_status(context: &IssuanceContext, row: &held::Model, port: u16) -> ProbeResult {
    let host = &row.host;
    let Ok(nonce) = tokens::random_token::<16>() else {
        return ProbeResult::failed("no-chance", "This machine gives no random numbers".to_owned());
    };
    let addresses = context.preflight.resolve_addresses(host).await;
    if addresses.is_empty() {
        return ProbeResult::failed("no-records", format!("{host} leads nowhere"));
    }
    let at: Vec<SocketAddr> =
        addresses.iter().map(|address| SocketAddr::from((*address, port))).collect();
    let url = format!("https://{host}:{port}{PROBE_PATH}{nonce}");
    match outbound::fetch_unverified(&url, &at).await {
        Ok(shown) => {
            let words = context.services.keys().context.accepted_probes(host, &nonce);
            evaluate_probe(row, &shown, &words)
        }
        Err(error) => {
            ProbeResult::failed("unreachable", format!("Nothing to be seen there: {error}"))
        }
    }
}

fn evaluate_probe(
    row: &held::Model,
    shown: &ServerPresentation,
    words: &RingKeys<String>,
) -> ProbeResult {
    let ours = leaf::first_certificate(&row.chain).ok();
    let is_ours = ours.is_some_and(|ours| shown.leaf.as_deref() == Some(ours.as_ref()));
    if !is_ours {
        let words = "The host presents another certificate".to_owned();
        return ProbeResult::failed("other-certificate", words);
    }
    let status = shown.answer.status();
    let body = String::from_utf8_lossy(shown.answer.body());
    match body.trim().split_once(' ') {
        Some((said, table))
            if status.is_success()
                && words.iter().any(|word| tokens::equal_in_constant_time(said, word)) =>
        {
            let words = format!("Our edge shows it, by table {table}");
            ProbeResult { fault: None, words }
        }
        _ => {
            let words = format!("It is shown, but what answers ({status}) is not one of our edges");
            ProbeResult::failed("other-server", words)
        }
    }
}
