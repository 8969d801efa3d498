//! Every role in one process: the edge calls the runtime and the control plane as services, without
//! a socket between them.

use crate::openapi;
use anyhow::Result;
use axum::{Json, Router, routing::get};
use control_plane::routes_feed::Feed;
use edge_router::{Edge, EdgeConfig, Features, Source, Table, Upstream, Upstreams, follow};
use platform::config::{Config, ContentFilter};
use platform::housekeeping::{self, Hour};
use platform::jobs::{Handlers, JobError, JobScope, Worker, send_mail};
use platform::mail::{Letter, dev_mail_router};
use platform::{Services, telemetry};
use std::time::Duration;
use tenant_runtime::accounts;
use tenant_runtime::own_data::{self, deletion, export};
use tenant_runtime::profiles::picture;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use wire::ContextKey;

/// Name of the file that an edge remembers its routes in.
pub const ROUTES_FILE: &str = "routes.json";

/// A running instance.
pub struct App {
    /// The front: hand it requests, or let it listen.
    pub edge: Edge,
    /// Its parts.
    pub services: Services,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl App {
    /// Puts the roles together and starts what runs beside requests, except the worker.
    ///
    /// # Errors
    /// When the web builds cannot be read.
    pub fn start(services: Services) -> Result<Self> {
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        tasks.spawn(services.hub().clone().run(services.clone(), stop.clone()));
        let (feed, following) = Feed::follow(services.clone(), stop.clone());
        tasks.spawn(following);
        let table = Table::new();
        let remembered = services.config().data_dir.join(ROUTES_FILE);
        let source = Source::InProcess(feed.receiver());
        tasks.spawn(follow(table.clone(), source, Some(remembered), stop.clone()));
        let upstreams = Upstreams {
            runtime: Upstream::InProcess(runtime(&services)),
            control: Upstream::InProcess(control_plane::router(services.clone())),
        };
        let key = services.keys().context.clone();
        let edge = Edge::new(edge_config(services.config(), key), upstreams, table)?;
        Ok(Self { edge, services, stop, tasks })
    }

    /// Starts a worker in this process.
    pub fn start_worker(&self) {
        let worker = worker(&self.services);
        let (services, stop) = (self.services.clone(), self.stop.clone());
        self.tasks.spawn(async move { work(&worker, &services, stop).await });
    }

    /// What ends when this instance does.
    #[must_use]
    pub fn stop_token(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Ends everything that runs beside requests, and waits for it.
    pub async fn stop(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// A worker for every kind of job there is.
#[must_use]
pub fn worker(services: &Services) -> Worker {
    let handlers = Handlers::new()
        .on(platform::mail::JOB_KIND, send_in_brand)
        .on(accounts::RECOVERY_JOB, accounts::mail_recovery_link)
        .on(accounts::VERIFICATION_JOB, accounts::mail_verification_link)
        .on(housekeeping::JOB_KIND, keep_house)
        .on(picture::JOB_KIND, picture::forget)
        .on(export::JOB_KIND, export::build)
        .on(deletion::JOB_KIND, deletion::carry_out);
    Worker::new(services.clone(), handlers)
}

/// Sends a mail in the colour of its door, which only the control plane knows.
async fn send_in_brand(scope: JobScope, mut letter: Letter) -> Result<(), JobError> {
    let brand = &mut letter.mail.brand;
    if brand.color.is_empty() {
        let colour = control_plane::brands::colour_at(&scope, &brand.origin).await?;
        brand.color = colour.unwrap_or_default();
    }
    send_mail(scope, letter).await
}

/// Works until `stop`, with the housekeeping under way.
pub async fn work(worker: &Worker, services: &Services, stop: CancellationToken) {
    if let Err(error) = housekeeping::schedule(services).await {
        tracing::warn!(cause = %error, "the housekeeping was not scheduled; another worker will");
    }
    worker.run(stop).await;
}

/// One hour's clean-up, each crate in its own tables; then the next hour's is left.
async fn keep_house(mut scope: JobScope, _: Hour) -> Result<(), JobError> {
    housekeeping::sweep(&mut scope).await?;
    control_plane::transfers::sweep(&mut scope).await?;
    accounts::sweep(&mut scope).await?;
    own_data::export::sweep(&mut scope).await?;
    housekeeping::schedule(scope.services()).await?;
    Ok(())
}

/// The runtime's router with the whole API's description, and the caught mails where mails are
/// caught.
pub fn runtime(services: &Services) -> Router {
    let document = openapi::document();
    let described = get(move || std::future::ready(Json(document.clone())));
    let mut router = Router::new().route("/api/openapi.json", described);
    if let Some(catcher) = services.mailer().kept().filter(|_| services.config().catches_mail()) {
        router = router.merge(dev_mail_router(catcher.clone()));
    }
    router.fallback_service(tenant_runtime::router(services.clone()))
}

/// What an edge is told at its start, in one process or apart.
#[must_use]
pub fn edge_config(config: &Config, key: ContextKey) -> EdgeConfig {
    let server = &config.server;
    let mut edge = EdgeConfig::new(&server.web_main_dir, &server.web_brand_dir, key);
    edge.drain.finish = Duration::from_secs(server.drain_seconds);
    edge.features = features(config);
    edge
}

/// What the pages offer.
fn features(config: &Config) -> Features {
    Features {
        google: config.offers_google(),
        relaxed_content: config.content.filter == ContentFilter::Relaxed,
        waitlist: true,
    }
}

/// The probes and figures of the admin listener.
pub fn admin(services: Services) -> Router {
    let ready = move || {
        let services = services.clone();
        async move {
            if services.is_ready().await {
                axum::http::StatusCode::OK
            } else {
                axum::http::StatusCode::SERVICE_UNAVAILABLE
            }
        }
    };
    telemetry::metrics_router()
        .route("/healthz", get(|| std::future::ready("ok")))
        .route("/readyz", get(ready))
}
