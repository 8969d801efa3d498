//! Certificates in the database, domains, and the authorities.

use super::context::Context;
use super::{ANSWER_TIMEOUT, Finding, database};
use chrono::{DateTime, Utc};
use control_plane::{certificates, domains};
use futures::future::join_all;
use platform::Services;
use platform::config::IssuerConfig;
use platform::outbound::Outbound;
use sea_orm::DbErr;
use std::collections::BTreeMap;

const CHECK: &str = "certificates";
/// An expiry nearer than this means that renewals fail: they begin weeks earlier.
const EXPIRY_MIN: chrono::Duration = chrono::Duration::days(7);

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let issuers = join_all(context.config.certificates.issuers.iter().map(directory));
    let (mut findings, issuers) = tokio::join!(stored(context), issuers);
    findings.extend(issuers);
    findings
}

/// The certificates and domains in the database.
async fn stored(context: &Context) -> Vec<Finding> {
    let unknown = || Finding::skipped(CHECK, "not known without the database");
    let Ok(Some(services)) = database::open(&context.config).await else { return vec![unknown()] };
    let findings = examine(&services).await;
    services.close().await;
    // The tables may not exist yet; the check of the database reports that.
    findings.unwrap_or_else(|_| vec![unknown()])
}

async fn examine(services: &Services) -> Result<Vec<Finding>, DbErr> {
    let scope = services.system("read the certificate statistics");
    let mut findings =
        vec![Finding::ok("domains", counted(&domains::count_by_state(&scope).await?))];
    if !services.config().certificates.is_on() {
        findings.push(Finding::skipped(CHECK, "no issuer is configured"));
        return Ok(findings);
    }
    let status = certificates::certificate_figures(&scope).await?;
    let failed = status.by_state.get("failed").copied().unwrap_or(0);
    let states = counted(&status.by_state);
    findings.push(if failed == 0 {
        Finding::ok(CHECK, states)
    } else {
        Finding::failed(CHECK, format!("{failed} hosts have no certificate: {states}"))
            .advise("Staff → Portals names each host and the cause.")
    });
    findings.push(expiry(status.soonest_end, scope.now()));
    let next = moment(status.next_renewal);
    findings.push(Finding::ok(CHECK, format!("next renewal {next}")));
    for left in &status.orders_left {
        let next = left.next_at.map(|at| format!(", the next {}", moment(Some(at))));
        let (issuer, now, next) = (&left.issuer, left.now, next.unwrap_or_default());
        findings.push(Finding::ok(CHECK, format!("{issuer} accepts {now} orders now{next}")));
    }
    Ok(findings)
}

fn expiry(end: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Finding {
    let advice = "Look at the renewals in Staff → Portals and at the log of the workers.";
    match end {
        Some(end) if end <= now => {
            Finding::failed(CHECK, format!("a certificate has expired: {}", moment(Some(end))))
                .advise(advice)
        }
        Some(end) if end <= now + EXPIRY_MIN => {
            Finding::warning(CHECK, format!("earliest expiry {}", moment(Some(end)))).advise(advice)
        }
        end => Finding::ok(CHECK, format!("earliest expiry {}", moment(end))),
    }
}

/// The directory of an authority answers.
async fn directory(issuer: &IssuerConfig) -> Finding {
    let setting = format!("certificates.issuers ({})", issuer.name);
    let finding = match fetch(issuer).await {
        Ok(200) => Finding::ok(CHECK, "the authority answers"),
        Ok(status) => Finding::failed(CHECK, format!("the authority replied {status}"))
            .advise("Correct the URL of the directory."),
        Err(cause) => Finding::failed(CHECK, format!("the authority does not answer: {cause}"))
            .advise(
                "Correct the URL of the directory, or allow https to it. A private authority \
                     needs `root_file`.",
            ),
    };
    finding.at(&setting, issuer.directory.clone())
}

async fn fetch(issuer: &IssuerConfig) -> Result<u16, String> {
    let root = issuer.root_file.as_ref().map(std::fs::read).transpose();
    let root = root.map_err(|error| format!("failed to read its root_file: {error}"))?;
    let client = Outbound::new(ANSWER_TIMEOUT, root.as_deref());
    let request = http::Request::get(&issuer.directory).body(Vec::new());
    let request = request.map_err(|error| error.to_string())?;
    let answer = client.map_err(|error| error.to_string())?.send(request).await;
    answer.map(|answer| answer.status().as_u16()).map_err(|error| error.to_string())
}

fn moment(moment: Option<DateTime<Utc>>) -> String {
    moment.map_or("none".to_owned(), |at| at.format("%Y-%m-%d %H:%M UTC").to_string())
}

fn counted(by_state: &BTreeMap<&'static str, u64>) -> String {
    let parts = by_state.iter().map(|(state, count)| format!("{count} {state}"));
    parts.collect::<Vec<_>>().join(", ")
}
