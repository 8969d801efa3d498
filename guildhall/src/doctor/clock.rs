//! Clock of this machine, compared with the clocks of the servers that depend on it.
//!
//! The tolerance is 30 seconds: codes of authenticator apps change every 30 seconds, and a signed
//! request context is valid that long.

use super::context::{Context, get};
use super::{Finding, database};
use chrono::{DateTime, Duration, Utc};
use futures::future::join_all;
use sea_orm::FromQueryResult;

const CHECK: &str = "clock";
const TOLERANCE: Duration = Duration::seconds(30);

#[derive(FromQueryResult)]
struct DatabaseTime {
    at: DateTime<Utc>,
}

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let sources = sources(context);
    let (database, servers) = tokio::join!(
        of_database(context),
        join_all(sources.iter().map(async |(setting, url)| {
            let date = of_server(url).await?;
            Some(compared(context, &format!("{setting} ({url})"), date))
        }))
    );
    let mut findings: Vec<Finding> = servers.into_iter().flatten().collect();
    findings.extend(database.map(|at| compared(context, "database.url", at)));
    if findings.is_empty() {
        findings.push(Finding::skipped(CHECK, "no other server to compare with"));
    }
    findings
}

/// Servers whose responses have a `Date` header.
fn sources(context: &Context) -> Vec<(String, String)> {
    let blob = url::Url::parse(&context.config.blob_url()).ok();
    let endpoint = blob.filter(|url| url.scheme() == "s3").and_then(|url| {
        let (_, endpoint) = url.query_pairs().find(|(name, _)| name == "endpoint")?;
        Some(("blob.url".to_owned(), endpoint.into_owned()))
    });
    let issuers = &context.config.certificates.issuers;
    let directories =
        issuers.iter().map(|issuer| ("certificates.issuers".to_owned(), issuer.directory.clone()));
    endpoint.into_iter().chain(directories).collect()
}

/// `None` if it does not answer, which another check reports, or sends no date.
async fn of_server(url: &str) -> Option<DateTime<Utc>> {
    let answer = get(url).await.ok()?;
    let date = answer.headers().get(http::header::DATE)?.to_str().ok()?;
    DateTime::parse_from_rfc2822(date).ok().map(|date| date.to_utc())
}

/// `None` for SQLite, which has no clock of its own, and without a database.
async fn of_database(context: &Context) -> Option<DateTime<Utc>> {
    if context.config.is_embedded() {
        return None;
    }
    let services = database::open(&context.config).await.ok()??;
    let scope = services.system("compare the clocks");
    let time = scope.raw("SELECT clock_timestamp() AS at", vec![]).one::<DatabaseTime>().await;
    services.close().await;
    time.ok()?.map(|time| time.at)
}

fn compared(context: &Context, source: &str, at: DateTime<Utc>) -> Finding {
    let skew = context.clock.now() - at;
    let seconds = skew.num_seconds().abs();
    let tolerance = TOLERANCE.num_seconds();
    if skew.abs() <= TOLERANCE {
        let text = format!("agrees with {source} within {tolerance} seconds");
        return Finding::ok(CHECK, text);
    }
    let direction = if skew > Duration::zero() { "ahead of" } else { "behind" };
    let text = format!("this machine is {seconds} seconds {direction} {source}");
    Finding::failed(CHECK, format!("{text}; at most {tolerance} are allowed"))
        .advise("Synchronise both clocks, such as with chrony or systemd-timesyncd.")
}
