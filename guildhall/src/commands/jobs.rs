//! `guildhall jobs`: lists background jobs and repeats failed ones.

use super::output::{write_json, write_table};
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand, ValueEnum};
use platform::Services;
use platform::ids::JobId;
use platform::job_admin::{self, JobFilter, JobStatus};
use platform::jobs;
use std::io::Write;

/// Job commands.
#[derive(Debug, Subcommand)]
pub enum JobsCommand {
    /// List jobs that failed, and jobs that wait for another attempt.
    List(ListArgs),
    /// Repeat jobs that failed or wait for another attempt, with all attempts again.
    Retry(RetryArgs),
}

/// Arguments of `jobs list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only jobs of this kind, such as `mail`.
    #[arg(long)]
    pub kind: Option<String>,
    /// Only jobs in this state; can be repeated.
    #[arg(long, default_values_t = [StateArg::Failed, StateArg::Retrying])]
    pub state: Vec<StateArg>,
    /// Maximum number of jobs, oldest first.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub limit: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `jobs retry`.
#[derive(Debug, Args)]
#[group(id = "selection", required = true, multiple = false)]
pub struct RetryArgs {
    /// Only this job.
    #[arg(long, group = "selection")]
    pub id: Option<JobId>,
    /// All such jobs of this kind.
    #[arg(long, group = "selection")]
    pub kind: Option<String>,
    /// All such jobs.
    #[arg(long, group = "selection")]
    pub all: bool,
}

/// State of a job.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum StateArg {
    /// Failed permanently; deleted after seven days.
    Failed,
    /// Failed at least once, and waits for another attempt.
    Retrying,
    /// Waits for its first attempt.
    Waiting,
    /// A worker runs it.
    Running,
}

impl std::fmt::Display for StateArg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(JobStatus::from(*self).name())
    }
}

impl From<StateArg> for JobStatus {
    fn from(state: StateArg) -> Self {
        match state {
            StateArg::Failed => Self::Failed,
            StateArg::Retrying => Self::Retrying,
            StateArg::Waiting => Self::Waiting,
            StateArg::Running => Self::Running,
        }
    }
}

/// Runs a command.
///
/// # Errors
/// No job matches, or the database failed.
pub async fn run(services: &Services, command: &JobsCommand, out: &mut impl Write) -> Result<()> {
    match command {
        JobsCommand::List(args) => list(services, args, out).await,
        JobsCommand::Retry(args) => retry(services, args, out).await,
    }
}

async fn list(services: &Services, args: &ListArgs, out: &mut impl Write) -> Result<()> {
    let states = args.state.iter().copied().map(JobStatus::from).collect();
    let filter = JobFilter { kind: args.kind.clone(), states, ..JobFilter::default() };
    let system = services.system("list jobs on the operator's command");
    let found = job_admin::list_jobs(&system, &filter, args.limit).await;
    let found = found.context("failed to list jobs")?;
    if args.json {
        return write_json(out, &found);
    }
    let moment = |at: chrono::DateTime<chrono::Utc>| at.format("%Y-%m-%d %H:%M:%S").to_string();
    let rows: Vec<_> = found
        .into_iter()
        .map(|job| {
            [
                job.id.to_string(),
                job.kind,
                job.state.name().to_owned(),
                format!("{}/{}", job.attempts, job.max_attempts),
                moment(job.created_at),
                moment(job.finished_at.unwrap_or(job.run_at)),
                job.last_error.unwrap_or_default().replace('\n', " "),
            ]
        })
        .collect();
    let head = ["ID", "KIND", "STATE", "ATTEMPTS", "CREATED", "FAILED OR DUE", "ERROR"];
    write_table(out, head, &rows)
}

async fn retry(services: &Services, args: &RetryArgs, out: &mut impl Write) -> Result<()> {
    let filter = JobFilter { id: args.id, kind: args.kind.clone(), ..JobFilter::default() };
    let mut system = services.system("repeat jobs on the operator's command");
    let count = job_admin::retry_jobs(&mut system, &filter, (None, "command line")).await;
    let count = count.context("failed to repeat jobs")?;
    ensure!(count > 0, "no job that failed or waits for another attempt matches");
    services.wake(jobs::WAKE_CHANNEL).await;
    writeln!(out, "{count} jobs are due now")?;
    Ok(())
}
