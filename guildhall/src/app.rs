//! All roles in one process: the edge calls the runtime and the control plane as services, without
//! sockets.

use crate::edge_config::edge_config;
use crate::{certificates, keys, openapi};
use anyhow::Result;
use axum::Extension;
use axum::http::StatusCode;
use axum::{Router, routing::get};
use control_plane::certificates::Issuer;
use control_plane::domains;
use control_plane::routes_feed::Feed;
use edge_router::{
    Edge, ReadinessCheck, Reporter, RouteSnapshotFile, RouteSource, Table, Upstream, Upstreams,
    follow, report,
};
use futures::FutureExt;
use platform::config::{Config, KeyName};
use platform::db::Readiness;
use platform::jobs::{Handlers, JobError, JobScope, Worker};
use platform::mail::{OutgoingMail, dev_mail_router};
use platform::retention::{self, RetentionJob};
use platform::staff_work::FurtherSources;
use platform::{Problem, Services, UserId};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tenant_runtime::accounts;
use tenant_runtime::activity;
use tenant_runtime::affiliations;
use tenant_runtime::analytics;
use tenant_runtime::communities;
use tenant_runtime::cords;
use tenant_runtime::drafts;
use tenant_runtime::integration_records;
use tenant_runtime::integrations::{self, webhooks::WebhookSender};
use tenant_runtime::introductions;
use tenant_runtime::mail_feedback;
use tenant_runtime::messages;
use tenant_runtime::notifications::{self, DigestJob, NotificationMailJob};
use tenant_runtime::own_data::{self, deletion, export};
use tenant_runtime::posts::{files, images, previews, threads};
use tenant_runtime::profiles::picture;
use tenant_runtime::push;
use tenant_runtime::staff::setup;
use tenant_runtime::support;
use tenant_runtime::web_assets;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// Name of the file with an edge's route snapshot.
const ROUTES_FILE: &str = "routes.sealed";

/// Retry interval for scheduling the hourly jobs.
const SCHEDULE_RETRY: Duration = Duration::from_secs(10);

/// Concurrent jobs of one kind in a worker that wait for servers of others: such servers may be slow.
const REMOTE_JOBS_MAX: usize = 2;

/// Cache time of a readiness result.
const READINESS_VALID: Duration = Duration::from_millis(200);

/// A running instance.
pub struct App {
    /// Its edge: call it, or let it listen.
    pub edge: Edge,
    /// Services of its process.
    pub services: Services,
    /// Active route table of the edge.
    pub table: Table,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl App {
    /// Assembles the roles and starts all background tasks except the worker.
    ///
    /// # Errors
    /// The web builds cannot be read.
    pub fn start(services: Services) -> Result<Self> {
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        tasks.spawn(services.hub().clone().run(services.clone(), stop.clone()));
        let (feed, following) = Feed::follow(services.clone(), stop.clone());
        tasks.spawn(following);
        let table = Table::new();
        let remembered = snapshot_file(services.config());
        let source = RouteSource::InProcess(feed.table_receiver());
        tasks.spawn(follow(table.clone(), source, Some(remembered), stop.clone()));
        tasks.spawn(report(table.clone(), edge_name(), status_reporter(&services), stop.clone()));
        let upstreams = Upstreams {
            runtime: Upstream::InProcess(runtime_router(&services)),
            control: Upstream::InProcess(control_plane::router(services.clone())),
        };
        if services.config().security.has_key_files() {
            tasks.spawn(keys::watch(services.clone(), stop.clone()));
        }
        let key = services.keys().context.clone();
        let edge = Edge::new(edge_config(services.config(), key), upstreams, table.clone())?;
        edge.check_readiness_by(readiness_check(&services));
        Ok(Self { edge, services, table, stop, tasks })
    }

    /// Starts a worker in this process.
    pub fn start_worker(&self) {
        let worker = build_worker(&self.services);
        let (services, stop) = (self.services.clone(), self.stop.clone());
        self.tasks.spawn(async move { run_worker(&worker, &services, stop).await });
    }

    /// Starts the certificate worker in this process, if an issuer is configured.
    ///
    /// # Errors
    /// Its settings are invalid.
    pub fn start_issuer(&self) -> Result<()> {
        let spread = certificates::to_table(self.table.clone());
        if let Some(issuer) = Issuer::from_config(&self.services, spread)? {
            let stop = self.stop.clone();
            self.tasks.spawn(async move { issuer.run(stop).await });
        }
        Ok(())
    }

    /// Token that is cancelled when this instance stops.
    #[must_use]
    pub fn stop_token(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Stops all background tasks, and waits for them.
    pub async fn stop(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Readiness of an edge with all roles in its process, which includes them. Anyone may request
/// `/readyz` there, so the result is cached to limit the database queries.
fn readiness_check(services: &Services) -> ReadinessCheck {
    let services = services.clone();
    let last = Arc::new(tokio::sync::Mutex::new(None::<(Instant, Result<(), &'static str>)>));
    Arc::new(move || {
        let (services, last) = (services.clone(), last.clone());
        async move {
            let mut last = last.lock().await;
            if let Some((_, found)) = last.filter(|(at, _)| at.elapsed() < READINESS_VALID) {
                return found;
            }
            let (status, reason) = readiness_response(&services).await;
            let found = if status == StatusCode::OK { Ok(()) } else { Err(reason) };
            *last = Some((Instant::now(), found));
            found
        }
        .boxed()
    })
}

/// Stores this process's edge reports directly.
fn status_reporter(services: &Services) -> Reporter {
    let services = services.clone();
    Arc::new(move |said| {
        let services = services.clone();
        async move {
            if let Err(error) = control_plane::edges::store_report(&services, said).await {
                tracing::warn!(cause = %error, "failed to store edge status report");
            }
        }
        .boxed()
    })
}

/// Display name of an edge for staff: the host name of the machine or pod.
pub(crate) fn edge_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    Some(name.trim()).filter(|name| !name.is_empty()).unwrap_or("edge").to_owned()
}

/// A worker for all kinds of jobs.
#[must_use]
pub fn build_worker(services: &Services) -> Worker {
    let sender = WebhookSender::new(&services.config().webhooks);
    let handlers = Handlers::new()
        .with_handler(platform::mail::JOB_KIND, send_in_brand)
        .with_handler(accounts::SIGN_UP_JOB, accounts::complete_hidden_sign_up)
        .with_handler(accounts::RECOVERY_JOB, accounts::mail_recovery_link)
        .with_handler(accounts::VERIFICATION_JOB, accounts::mail_verification_link)
        .with_handler(setup::TEST_EMAIL_JOB, setup::send_test_email)
        .with_handler(retention::JOB_KIND, run_maintenance)
        .with_handler(domains::JOB_KIND, domains::check_due)
        .with_handler(picture::JOB_KIND, picture::delete_picture)
        .with_handler(affiliations::LOGO_JOB, affiliations::forget_logo)
        .with_handler(images::JOB_KIND, images::delete_blobs)
        .with_handler(previews::JOB_KIND, previews::load_previews)
        .with_limit(previews::JOB_KIND, REMOTE_JOBS_MAX)
        .with_handler(integration_records::JOB_KIND, move |scope, job| {
            sender.clone().deliver(scope, job)
        })
        .with_limit(integration_records::JOB_KIND, REMOTE_JOBS_MAX)
        .with_handler(threads::ERASURE_JOB, threads::erase_thread)
        .with_handler(threads::FOLLOWERS_JOB, threads::notify_followers)
        .with_handler(support::FILES_JOB, support::delete_files)
        .with_handler(web_assets::JOB_KIND, web_assets::delete_files)
        .with_handler(control_plane::brands::FORGET_JOB, control_plane::brands::delete_uploads)
        .with_handler(activity::JOB_KIND, activity::deliver_member_notices)
        .with_handler(activity::WITHDRAWAL_JOB, activity::withdraw_remaining_notices)
        .with_handler(activity::delivery::PLAN_JOB, notifications::plan_deliveries)
        .with_handler(notifications::MAIL_JOB, send_notification)
        .with_handler(notifications::DIGEST_JOB, send_digest)
        .with_handler(notifications::PUSH_JOB, notifications::push_notifications)
        .with_handler(push::JOB_KIND, push::deliver_push)
        .with_handler(analytics::JOB_KIND, analytics::count)
        .with_handler(cords::JOIN_JOB, cords::count_join)
        .with_handler(cords::DECAY_JOB, cords::decay_cords)
        .with_handler(communities::defaults::JOB_KIND, communities::defaults::update_membership)
        .with_handler(communities::defaults::SPREAD_JOB, communities::defaults::add_next_members)
        .with_handler(communities::deletion::JOB_KIND, communities::deletion::carry_out)
        .with_handler(communities::events::JOB_KIND, communities::events::notify_next_attendees)
        .with_handler(export::JOB_KIND, export::build_export)
        .with_handler(deletion::JOB_KIND, deletion::carry_out);
    Worker::new(services.clone(), handlers)
}

/// Sends an email with the brand and the default language of its site, which only the control plane
/// knows. If that site has
/// closed meanwhile, the links point to main, where the accounts are the same.
async fn send_in_brand(scope: JobScope, mut letter: OutgoingMail) -> Result<(), JobError> {
    let brand = &mut letter.mail.brand;
    control_plane::brands::apply_brand(&scope, brand).await?;
    if brand.language.is_none() {
        brand.language = control_plane::tenants::language_of_mail(&scope, brand).await?;
    }
    if !control_plane::tenants::is_open(&scope, &letter.mail.brand.origin).await? {
        letter.lead_to(&scope.services().config().server.main_origin);
    }
    mail_feedback::send_mail(scope, letter).await
}

/// Sends an email about a notification, unless it was read meanwhile.
async fn send_notification(mut scope: JobScope, job: NotificationMailJob) -> Result<(), JobError> {
    match notifications::prepare_mail(&mut scope, &job).await? {
        Some(letter) => send_and_record(scope, letter, (job.user, job.mail)).await,
        None => Ok(()),
    }
}

/// Sends a digest, unless everything in it was read meanwhile.
async fn send_digest(mut scope: JobScope, job: DigestJob) -> Result<(), JobError> {
    match notifications::prepare_digest(&mut scope, &job).await? {
        Some(letter) => send_and_record(scope, letter, (job.user, job.mail)).await,
        None => Ok(()),
    }
}

/// A job that is repeated after the record finds nothing to send. Between sending and the record it
/// sends again, with the same message id.
async fn send_and_record(
    mut scope: JobScope,
    letter: OutgoingMail,
    (user, mail): (UserId, Uuid),
) -> Result<(), JobError> {
    send_in_brand(scope.clone(), letter).await?;
    notifications::record_mail(&mut scope, user, mail).await
}

/// Runs a worker until `stop`, with the hourly jobs scheduled.
pub async fn run_worker(worker: &Worker, services: &Services, stop: CancellationToken) {
    let scheduling = stop.run_until_cancelled(schedule_hourly_jobs(services));
    let listening = mail_feedback::listen(services, stop.clone());
    let consuming = cords::run(services, stop.clone());
    tokio::join!(worker.run(stop.clone()), consuming, listening, scheduling);
}

/// Enqueues the first hourly jobs. Retries while the database cannot store them, because this
/// worker may be the only one.
async fn schedule_hourly_jobs(services: &Services) {
    loop {
        let housekeeping = retention::schedule_sweep(services).await;
        let counting = housekeeping.and(analytics::schedule_count(services).await);
        let Err(error) = counting.and(cords::schedule(services).await) else {
            return;
        };
        tracing::warn!(cause = %error, "failed to schedule the hourly jobs; will retry");
        tokio::time::sleep(SCHEDULE_RETRY).await;
    }
}

/// Hourly clean-up of every crate's tables; then enqueues the next run.
async fn run_maintenance(mut scope: JobScope, _: RetentionJob) -> Result<(), JobError> {
    retention::sweep(&mut scope).await?;
    control_plane::transfers::sweep(&mut scope).await?;
    control_plane::brands::sweep(&mut scope).await?;
    control_plane::edges::sweep(&mut scope).await?;
    domains::sweep(&mut scope).await?;
    accounts::sweep(&mut scope).await?;
    own_data::export::sweep(&mut scope).await?;
    communities::deletion::sweep(&mut scope).await?;
    images::sweep(&mut scope).await?;
    files::sweep(&mut scope).await?;
    previews::sweep(&mut scope).await?;
    messages::images::sweep(&mut scope).await?;
    cords::sweep(&mut scope).await?;
    drafts::sweep(&mut scope).await?;
    introductions::sweep(&mut scope).await?;
    push::sweep(&mut scope).await?;
    mail_feedback::sweep(&mut scope).await?;
    integrations::sweep(&mut scope).await?;
    web_assets::sweep(&mut scope).await?;
    retention::schedule_sweep(scope.services()).await?;
    Ok(())
}

/// Router of the runtime, with the description of the whole API, and the caught emails if emails
/// are caught.
pub fn runtime_router(services: &Services) -> Router {
    let mut router = Router::new().route("/api/openapi.json", get(openapi::serve_document));
    if let Some(catcher) =
        services.mailer().as_catcher().filter(|_| services.config().catches_mail())
    {
        router = router.merge(dev_mail_router(catcher.clone()));
    }
    router.method_not_allowed_fallback(|| async { Problem::method_not_allowed() }).fallback_service(
        tenant_runtime::router(services.clone())
            .layer(Extension(FurtherSources(control_plane::tenants::WORK_SOURCES))),
    )
}

/// File with an edge's route snapshot. It is encrypted with a key derived from the feed token,
/// because anyone with that token can get the same table from the control plane.
#[must_use]
pub fn snapshot_file(config: &Config) -> RouteSnapshotFile {
    let keys = config.security.derive_ring(KeyName::Feed, "remembered routes");
    RouteSnapshotFile::new(config.data_dir.join(ROUTES_FILE), keys)
}

/// Readiness status, with the reason of a failure.
async fn readiness_response(services: &Services) -> (StatusCode, &'static str) {
    match services.readiness().await {
        Readiness::Ready => (StatusCode::OK, "ready\n"),
        Readiness::StorageFull => (StatusCode::SERVICE_UNAVAILABLE, "storage-full\n"),
        Readiness::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "storage-away\n"),
        Readiness::Damaged => (StatusCode::SERVICE_UNAVAILABLE, "storage-damaged\n"),
    }
}
