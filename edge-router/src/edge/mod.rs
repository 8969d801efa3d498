//! The edge's state and its service. [`respond`] takes a request from arrival to response (header
//! checks in [`check_request`], host, site, path, then a page, an upstream or a refusal); [`proxy`] proxies it to a
//! role; [`sharing`] fetches the preview of a shared article, and [`archive`] a file of another release. The site is resolved here, once, and
//! forwarded in a signed header.

mod answer;
mod archive;
mod check_request;
mod proxy;
mod sharing;

use crate::config::{Drain, EdgeConfig, Limits};
use crate::forward::{Forwarder, StreamShutdown, Upstream, Upstreams};
use crate::limits::{self, ClientLimits, Connections, FairQueue};
use crate::resolve::Table;
use crate::web_apps::{ArchivedFiles, WebApps, WebAppsError};
use axum::body::Body;
use futures::future::BoxFuture;
use http::{Request, Response};
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{self, Poll};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use wire::RingKeys;

/// The edge. Clones share their state.
#[derive(Clone)]
pub struct Edge(Arc<EdgeInner>);

struct EdgeInner {
    config: EdgeConfig,
    upstreams: Upstreams,
    /// Fair queue of the requests to each role.
    runtime_queue: Arc<FairQueue>,
    control_queue: Arc<FairQueue>,
    table: Table,
    web_apps: WebApps,
    /// Files of other releases.
    archived_files: ArchivedFiles,
    forwarder: Forwarder,
    connections: Connections,
    client_limits: Arc<ClientLimits>,
    shutdown_token: CancellationToken,
    stream_shutdown: StreamShutdown,
    /// Tasks of WebSockets, which outlive their HTTP connection.
    socket_tasks: TaskTracker,
    readiness_check: OnceLock<ReadinessCheck>,
}

/// Readiness check of the other roles in this process; `Err` carries the reason.
pub type ReadinessCheck =
    Arc<dyn Fn() -> BoxFuture<'static, Result<(), &'static str>> + Send + Sync>;

impl Edge {
    /// Creates an edge in front of `upstreams`, for the hosts of `table`. Reads both web builds.
    ///
    /// # Errors
    /// [`WebAppsError`] when a web build is missing or invalid.
    pub fn new(
        config: EdgeConfig,
        upstreams: Upstreams,
        table: Table,
    ) -> Result<Self, WebAppsError> {
        let site = WebApps::load(&config)?;
        let ending =
            StreamShutdown::new(config.drain.stream_end_spread.min(config.drain.finish / 2));
        let limits = &config.limits;
        let forwarder = Forwarder::new(limits, ending.clone());
        let (runtime_turns, control_turns) =
            (FairQueue::new(limits.concurrency), FairQueue::new(limits.concurrency));
        let connections = Connections::new(limits.connections, limits.connections_per_network);
        let shares = Arc::new(ClientLimits::new(&limits.network));
        let leaving = CancellationToken::new();
        Ok(Self(Arc::new(EdgeInner {
            config,
            upstreams,
            runtime_queue: runtime_turns,
            control_queue: control_turns,
            table,
            web_apps: site,
            archived_files: ArchivedFiles::default(),
            forwarder,
            connections,
            client_limits: shares,
            shutdown_token: leaving,
            stream_shutdown: ending,
            socket_tasks: TaskTracker::new(),
            readiness_check: OnceLock::new(),
        })))
    }

    /// Makes `/readyz` also depend on `check`. Only the first call has an effect.
    pub fn check_readiness_by(&self, check: ReadinessCheck) {
        self.0.readiness_check.get_or_init(|| check);
    }

    /// Reason why this edge is not ready, apart from [`Self::check_readiness_by`].
    #[must_use]
    pub fn not_ready_reason(&self) -> Option<&'static str> {
        if self.0.shutdown_token.is_cancelled() {
            Some("stopping")
        } else {
            self.0.table.active_routes().is_none().then_some("no-table")
        }
    }

    /// Returns the edge as a service. The listener calls it; tests can call it without a socket.
    #[must_use]
    pub fn service(&self) -> EdgeService {
        EdgeService(self.clone())
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.config.limits
    }

    pub(crate) fn drain_state(&self) -> &Drain {
        &self.0.config.drain
    }

    pub(crate) fn connections(&self) -> &Connections {
        &self.0.connections
    }

    /// Rate limit state of each network.
    pub(crate) fn client_limits(&self) -> &Arc<ClientLimits> {
        &self.0.client_limits
    }

    /// Secrets for TLS session tickets, shared by all edges of the fleet.
    pub(crate) fn ticket_secrets(&self) -> RingKeys<[u8; 32]> {
        self.0.config.context_key.derive("tls-tickets")
    }

    /// Returns whether `peer` is a trusted proxy.
    pub(crate) fn is_trusted_proxy(&self, peer: IpAddr) -> bool {
        limits::is_within(&self.0.config.trusted_proxies, peer)
    }

    /// Returns whether `peer` may start TLS without a server name for a health check.
    pub(crate) fn is_health_check(&self, peer: IpAddr) -> bool {
        limits::is_within(&self.0.config.health_checks, peer)
    }

    /// Returns whether connections from `peer` begin with a PROXY header.
    pub(crate) fn expects_introduction(&self, peer: IpAddr) -> bool {
        self.0.config.proxy_protocol && self.is_trusted_proxy(peer)
    }

    pub(crate) fn table(&self) -> &Table {
        &self.0.table
    }

    /// Cancelled when the edge stops being ready.
    pub(crate) fn shutdown_token(&self) -> &CancellationToken {
        &self.0.shutdown_token
    }

    /// Marks the edge as not ready.
    pub(crate) fn begin_shutdown(&self) {
        self.0.shutdown_token.cancel();
    }

    /// Returns whether no other role runs in this process.
    pub(crate) fn serves_alone(&self) -> bool {
        let Upstreams { runtime, control } = &self.0.upstreams;
        [runtime, control].into_iter().all(|role| matches!(role, Upstream::Http(_)))
    }

    pub(crate) fn socket_tasks(&self) -> &TaskTracker {
        &self.0.socket_tasks
    }

    /// Ends all event streams and WebSockets, spread over time.
    pub(crate) fn end_streams(&self) {
        self.0.stream_shutdown.begin();
    }
}

/// The [`Edge`] as a [`tower::Service`].
#[derive(Clone)]
pub struct EdgeService(Edge);

/// Response future of [`EdgeService`].
pub type Answer = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

impl tower::Service<Request<Body>> for EdgeService {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, _: &mut task::Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        let (edge, request) = (self.0.clone(), Box::new(request));
        Box::pin(async move { Ok(edge.respond(request).await) })
    }
}
