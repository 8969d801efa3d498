//! `guildhall doctor`: checks the settings and everything they refer to. Only reads: it creates no
//! folder, key, table, object or email.
//!
//! Each check is a file, named for its subject. The checks run concurrently, each with a timeout.
//! [`report`] prints their findings; the result is unhealthy if one of them failed.

mod blob;
mod certificates;
mod clock;
mod context;
mod data_folder;
mod database;
mod descriptors;
mod disk;
mod hosts;
mod identity;
mod keys;
mod mail;
mod mail_reports;
mod origin;
mod push;
mod redis;
mod report;
mod resolvers;
mod settings;
mod upstreams;
mod web;

pub use report::{Finding, FindingStatus};

use anyhow::Result;
use clap::Args;
use context::Context;
use futures::future::{BoxFuture, FutureExt, join_all};
use platform::config::{Config, Sources};
use std::io::Write;
use std::time::Duration;

/// Timeout of one dependency, in a check that names it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout of a check. They run concurrently, so it is also about the timeout of the command.
const CHECK_TIMEOUT: Duration = Duration::from_secs(8);

/// Flags of `doctor`.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Print the findings as JSON.
    #[arg(long)]
    pub json: bool,
}

/// A check and its subject.
type Check<'a> = (&'static str, BoxFuture<'a, Vec<Finding>>);

/// Writes the settings and findings; returns whether everything is healthy.
///
/// # Errors
/// The settings cannot be read, or `out` cannot be written.
pub async fn examine(sources: &Sources, args: &DoctorArgs, out: &mut impl Write) -> Result<bool> {
    let read = Config::read(sources)?;
    if !args.json {
        writeln!(out, "{}", read.render_hidden())?;
    }
    let (findings, secrets) = match Config::load(sources) {
        Ok(config) => {
            let context = Context::new(config);
            let mut findings = settings::valid(&context);
            findings.extend(check_all(&context).await);
            (findings, context.config.secret_texts())
        }
        Err(faults) => (settings::invalid(&faults), read.secret_texts()),
    };
    let findings: Vec<Finding> =
        findings.into_iter().map(|finding| finding.without(&secrets)).collect();
    report::write(&findings, args.json, out)?;
    Ok(report::is_healthy(&findings))
}

/// The findings of all checks, in their order.
async fn check_all(context: &Context) -> Vec<Finding> {
    let checks: Vec<Check<'_>> = vec![
        ("web apps", web::check(context).boxed()),
        ("data folder", data_folder::check(context).boxed()),
        ("keys", keys::check(context).boxed()),
        ("database", database::check(context).boxed()),
        ("redis", redis::check(context).boxed()),
        ("blob", blob::check(context).boxed()),
        ("mail", mail::check(context).boxed()),
        ("mail reports", mail_reports::check(context).boxed()),
        ("push", push::check(context).boxed()),
        ("resolvers", resolvers::check(context).boxed()),
        ("certificates", certificates::check(context).boxed()),
        ("clock", clock::check(context).boxed()),
        ("disk", disk::check(context).boxed()),
        ("descriptors", descriptors::check(context).boxed()),
        ("hosts", hosts::check(context).boxed()),
        ("main site", origin::check(context).boxed()),
        ("upstreams", upstreams::check(context).boxed()),
        ("identity", identity::check(context).boxed()),
    ];
    let bounded = checks.into_iter().map(async |(subject, check)| {
        tokio::time::timeout(CHECK_TIMEOUT, check).await.unwrap_or_else(|_| {
            let seconds = CHECK_TIMEOUT.as_secs();
            let timed_out = format!("no result within {seconds} seconds");
            vec![
                Finding::failed(subject, timed_out)
                    .advise("A service does not answer. Check its address, and firewalls."),
            ]
        })
    });
    join_all(bounded).await.into_iter().flatten().collect()
}
