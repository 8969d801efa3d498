//! The edge itself: what it holds, and the service that it is. [`answer`] takes a request from its
//! arrival to its answer (strictness, host, door, path, and then a page, an upstream or a refusal);
//! [`onward`] sends it to the role that answers it; [`sharing`] asks what a page is about. The door is
//! decided here, once, and travels signed.

mod answer;
mod onward;
mod sharing;

use crate::config::{Drain, EdgeConfig, Limits};
use crate::forward::{Ending, Forwarder, Upstream, Upstreams};
use crate::limits::{self, Connections, Shares, Turns};
use crate::resolve::Table;
use crate::site::{Site, SiteError};
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

/// The edge. Clones are the same edge.
#[derive(Clone)]
pub struct Edge(Arc<Inner>);

struct Inner {
    config: EdgeConfig,
    upstreams: Upstreams,
    /// Whose requests go next to each of them.
    runtime_turns: Arc<Turns>,
    control_turns: Arc<Turns>,
    table: Table,
    site: Site,
    forwarder: Forwarder,
    connections: Connections,
    shares: Arc<Shares>,
    leaving: CancellationToken,
    ending: Ending,
    /// WebSockets that have left their connection behind.
    sockets: TaskTracker,
    readiness_check: OnceLock<ReadinessCheck>,
}

/// Whether the rest of the process can serve requests; otherwise the reason.
pub type ReadinessCheck =
    Arc<dyn Fn() -> BoxFuture<'static, Result<(), &'static str>> + Send + Sync>;

impl Edge {
    /// An edge in front of `upstreams`, for the hosts of `table`. Both web builds are read now.
    ///
    /// # Errors
    /// [`SiteError`] when a web build is missing or not ours.
    pub fn new(config: EdgeConfig, upstreams: Upstreams, table: Table) -> Result<Self, SiteError> {
        let site = Site::load(&config)?;
        let ending = Ending::new(config.drain.spread.min(config.drain.finish / 2));
        let limits = &config.limits;
        let forwarder = Forwarder::new(limits, ending.clone());
        let (runtime_turns, control_turns) = (Turns::new(limits.room), Turns::new(limits.room));
        let connections = Connections::new(limits.connections, limits.connections_per_network);
        let shares = Arc::new(Shares::new(&limits.network));
        let leaving = CancellationToken::new();
        Ok(Self(Arc::new(Inner {
            config,
            upstreams,
            runtime_turns,
            control_turns,
            table,
            site,
            forwarder,
            connections,
            shares,
            leaving,
            ending,
            sockets: TaskTracker::new(),
            readiness_check: OnceLock::new(),
        })))
    }

    /// Makes `/readyz` depend on more than this edge. The first check stays.
    pub fn check_readiness_by(&self, check: ReadinessCheck) {
        self.0.readiness_check.get_or_init(|| check);
    }

    /// The edge as a service: what the listener calls, and what tests call without a socket.
    #[must_use]
    pub fn service(&self) -> EdgeService {
        EdgeService(self.clone())
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.config.limits
    }

    pub(crate) fn drain(&self) -> &Drain {
        &self.0.config.drain
    }

    pub(crate) fn connections(&self) -> &Connections {
        &self.0.connections
    }

    /// What each network has used of its share.
    pub(crate) fn shares(&self) -> &Arc<Shares> {
        &self.0.shares
    }

    /// What tickets of the whole fleet are sealed with.
    pub(crate) fn ticket_secret(&self) -> [u8; 32] {
        self.0.config.context_key.derive("tls-tickets")
    }

    /// Whether `peer` is a proxy of ours.
    pub(crate) fn trusts(&self, peer: IpAddr) -> bool {
        limits::is_within(&self.0.config.trusted_proxies, peer)
    }

    /// Whether `peer` may begin TLS without a name, to learn whether this edge is well.
    pub(crate) fn is_health_check(&self, peer: IpAddr) -> bool {
        limits::is_within(&self.0.config.health_checks, peer)
    }

    /// Whether a connection from `peer` begins with a PROXY header.
    pub(crate) fn expects_introduction(&self, peer: IpAddr) -> bool {
        self.0.config.proxy_protocol && self.trusts(peer)
    }

    pub(crate) fn table(&self) -> &Table {
        &self.0.table
    }

    /// Cancelled once the edge is not ready any more.
    pub(crate) fn leaving(&self) -> &CancellationToken {
        &self.0.leaving
    }

    /// Not ready any more.
    pub(crate) fn leave(&self) {
        self.0.leaving.cancel();
    }

    /// Whether no role behind it is in this process.
    pub(crate) fn is_alone(&self) -> bool {
        let Upstreams { runtime, control } = &self.0.upstreams;
        [runtime, control].into_iter().all(|role| matches!(role, Upstream::Http(_)))
    }

    pub(crate) fn sockets(&self) -> &TaskTracker {
        &self.0.sockets
    }

    /// Ends every event stream and WebSocket that is under way, one after the other.
    pub(crate) fn end_streams(&self) {
        self.0.ending.begin();
    }
}

/// The [`Edge`] as a [`tower::Service`].
#[derive(Clone)]
pub struct EdgeService(Edge);

/// What [`EdgeService`] answers with, later.
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
        Box::pin(async move { Ok(edge.answer(request).await) })
    }
}
