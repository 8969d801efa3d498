//! A request from its arrival to its answer: strictness, host, door, path, and then a page, an
//! upstream or a refusal. The door is decided here, once, and travels signed.

use crate::access::Asked;
use crate::config::{Drain, EdgeConfig, Limits, Pace};
use crate::forward::{Ending, Forwarder, Upstream, Upstreams, clean_request, socket};
use crate::limits::{self, Connections, Place, Shares};
use crate::listen::{Arrival, Passage};
use crate::paths::{self, Target};
use crate::policy::{self, Occasion};
use crate::problem::{NOT_FOUND, NOT_READY, Problem, TOO_MANY_UNKNOWN};
use crate::redirects;
use crate::resolve::{Entrance, InForce, Table, unix_now_s};
use crate::site::{Notice, Site, SiteError};
use axum::body::Body;
use http::header::{CONTENT_TYPE, HOST, HeaderName};
use http::{HeaderValue, Request, Response, StatusCode, Uri, Version};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use wire::context::CONTEXT_HEADER;
use wire::{Context, Resolution};

const CONTEXT: HeaderName = HeaderName::from_static(CONTEXT_HEADER);
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The edge. Clones are the same edge.
#[derive(Clone)]
pub struct Edge(Arc<Inner>);

struct Inner {
    config: EdgeConfig,
    upstreams: Upstreams,
    table: Table,
    site: Site,
    forwarder: Forwarder,
    connections: Connections,
    shares: Arc<Shares>,
    leaving: CancellationToken,
    ending: Ending,
    /// WebSockets that have left their connection behind.
    sockets: TaskTracker,
}

impl Edge {
    /// An edge in front of `upstreams`, for the hosts of `table`. Both web builds are read now.
    ///
    /// # Errors
    /// [`SiteError`] when a web build is missing or not ours.
    pub fn new(config: EdgeConfig, upstreams: Upstreams, table: Table) -> Result<Self, SiteError> {
        let site = Site::load(&config)?;
        let ending = Ending::new(config.drain.spread.min(config.drain.finish / 2));
        let limits = &config.limits;
        let forwarder = Forwarder::new(limits.answer_wait, ending.clone());
        let connections = Connections::new(limits.connections, limits.connections_per_network);
        let shares = Arc::new(Shares::new(&limits.network));
        let leaving = CancellationToken::new();
        Ok(Self(Arc::new(Inner {
            config,
            upstreams,
            table,
            site,
            forwarder,
            connections,
            shares,
            leaving,
            ending,
            sockets: TaskTracker::new(),
        })))
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

    async fn answer(self, request: Request<Body>) -> Response<Body> {
        let asked = Asked::of(&request);
        let table = self.0.table.current();
        let (tenant, mut response) = self.decide(request, table.as_deref(), &asked).await;
        let last = is_last(&asked, &response);
        let one_by_one = asked.version <= Version::HTTP_11;
        let is_switched = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        let occasion = Occasion {
            path: &asked.path,
            strict_transport: policy::strict_transport(&asked, table.as_deref()),
            windows: self.0.config.features.google,
            request_id: &asked.id,
            // Whatever follows a request of chunked length is read on a new connection.
            close: one_by_one
                && !is_switched
                && (last || asked.chunked || self.0.leaving.is_cancelled()),
        };
        policy::dress(response.headers_mut(), &occasion);
        if last && !one_by_one {
            asked.passage.end();
        }
        asked.log(&tenant, response.status());
        response
    }

    /// The answer, and the name of the door for the log.
    async fn decide(
        &self,
        request: Request<Body>,
        table: Option<&InForce>,
        asked: &Asked,
    ) -> (String, Response<Body>) {
        let nobody = |response| ("-".to_owned(), response);
        let target = paths::target(&asked.path);
        match target {
            Target::Health => return nobody(plain(StatusCode::OK, "ok\n")),
            Target::Readiness => return nobody(self.readiness(table.is_some())),
            _ => {}
        }
        if let Err(problem) = limits::check_request(&request, self.limits()) {
            return nobody(last(problem.into_response()));
        }
        let Some(table) = table else { return nobody(Notice::NotReady.answer(&asked.path)) };
        let Some(host) = &asked.host else {
            return nobody(last(Notice::Malformed.answer(&asked.path)));
        };
        if let Some(refusal) = at_the_gate(asked, host, table) {
            let refused = refusal.status() == StatusCode::MISDIRECTED_REQUEST
                && table.owner_of(host).is_none();
            return nobody(if refused { self.unknown(&request, asked) } else { refusal });
        }
        if target == Target::Challenge {
            return nobody(redirects::challenge(table, host, &asked.path));
        }
        let entrance = match table.resolve_name(host) {
            Resolution::Unknown => return nobody(self.unknown(&request, asked)),
            _ if target == Target::Probe => {
                let key = &self.0.config.context_key;
                return nobody(redirects::probe(table, host, &asked.path, key));
            }
            _ if matches!(asked.passage.arrival, Arrival::Redirects) => {
                return nobody(redirects::to_https(table, host, &request));
            }
            Resolution::Main(_) => Entrance::main(table, host),
            Resolution::Portal(portal) => Entrance::portal(table, host, portal),
            Resolution::Redirect(origin) => return nobody(redirects::to(origin, &request)),
            Resolution::Suspended(portal) => {
                let paused = Notice::Paused(Entrance::portal(table, host, portal));
                return (portal.subdomain.clone(), paused.answer(&asked.path));
            }
        };
        let response = self.enter(&entrance, target, request, asked).await;
        (entrance.label().to_owned(), response)
    }

    /// A request through an open door.
    async fn enter(
        &self,
        entrance: &Entrance<'_>,
        target: Target,
        request: Request<Body>,
        asked: &Asked,
    ) -> Response<Body> {
        match target {
            Target::Boot => self.0.site.answer_boot(entrance, &asked.method),
            Target::Control => {
                self.forward(&self.0.upstreams.control, entrance, request, asked).await
            }
            Target::Runtime => {
                self.forward(&self.0.upstreams.runtime, entrance, request, asked).await
            }
            Target::Site => self.0.site.answer(entrance, &request),
            Target::Challenge
            | Target::Probe
            | Target::Hidden
            | Target::Health
            | Target::Readiness => NOT_FOUND.into_response(),
        }
    }

    async fn forward(
        &self,
        upstream: &Upstream,
        entrance: &Entrance<'_>,
        mut request: Request<Body>,
        asked: &Asked,
    ) -> Response<Body> {
        let origin = entrance.origin();
        let context = Context::<&str> {
            host: entrance.host(),
            origin: &origin,
            main_origin: entrance.main_origin(),
            door: entrance.door(),
            tenant: entrance.tenant(),
            brand_name: &entrance.brand().name,
            identity: entrance.has_identity(),
            client_ip: self.client_ip(&request),
            request_id: &asked.id,
            issued_at: unix_now_s(),
        };
        let sealed = HeaderValue::try_from(self.0.config.context_key.seal(&context));
        let authority = context.origin.split_once("://").map_or("", |(_, authority)| authority);
        let (Ok(mut sealed), Ok(host), Ok(id)) =
            (sealed, HeaderValue::from_str(authority), HeaderValue::from_str(&asked.id))
        else {
            return NOT_READY.into_response();
        };
        sealed.set_sensitive(true);
        let socket = socket::is_asked_for(&request).then(|| socket::Asked::take(&mut request));
        clean_request(request.headers_mut());
        let headers = request.headers_mut();
        headers.insert(CONTEXT, sealed);
        headers.insert(HOST, host);
        headers.insert(policy::REQUEST_ID, id);
        request.extensions_mut().clear();
        let path = request.uri().path_and_query().cloned();
        *request.uri_mut() = path.map_or_else(Uri::default, Uri::from);
        let sent = match socket {
            None => {
                let (pace, spare) = (self.pace_of(&asked.path), &asked.passage.spare);
                self.0.forwarder.send(upstream, request, pace, spare).await
            }
            Some(socket) => {
                let place = asked.passage.place.clone();
                self.open_socket(upstream, request, socket, place).await
            }
        };
        sent.unwrap_or_else(|problem| problem.into_response())
    }

    /// How fast a body for `path` has to come.
    fn pace_of(&self, path: &str) -> Pace {
        let limits = self.limits();
        if paths::is_upload(path) { limits.upload } else { limits.body }
    }

    async fn open_socket(
        &self,
        upstream: &Upstream,
        request: Request<Body>,
        socket: socket::Asked,
        place: Option<Arc<Place>>,
    ) -> Result<Response<Body>, Problem> {
        let idle = self.limits().socket_idle;
        let (response, joined) =
            self.0.forwarder.open_socket(upstream, request, socket, idle).await?;
        if let Some(joined) = joined {
            self.0.sockets.spawn(async move {
                joined.await;
                drop(place);
            });
        }
        Ok(response)
    }

    /// The answer for a host that is none of ours. Whoever asks for such hosts all the time gets a
    /// shorter one, and has to connect anew for the next.
    fn unknown(&self, request: &Request<Body>, asked: &Asked) -> Response<Body> {
        if self.0.shares.unknown_names.take(self.client_ip(request)) {
            Notice::Unknown.answer(&asked.path)
        } else {
            last(TOO_MANY_UNKNOWN.into_response())
        }
    }

    fn client_ip(&self, request: &Request<Body>) -> IpAddr {
        let client = Passage::of(request).client;
        let peer = client.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |client| client.ip());
        let said: Vec<HeaderValue> =
            request.headers().get_all(FORWARDED_FOR).iter().cloned().collect();
        limits::client_ip(peer, &said, &self.0.config.trusted_proxies)
    }

    fn readiness(&self, has_table: bool) -> Response<Body> {
        if has_table && !self.0.leaving.is_cancelled() {
            plain(StatusCode::OK, "ready\n")
        } else {
            plain(StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
        }
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
        let edge = self.0.clone();
        Box::pin(async move { Ok(edge.answer(request).await) })
    }
}

/// What a connection over TLS may not ask: for a host that it does not speak for, or anything while
/// the host waits for its certificate.
fn at_the_gate(asked: &Asked, host: &str, table: &InForce) -> Option<Response<Body>> {
    let Arrival::Tls(tls) = &asked.passage.arrival else { return None };
    if !tls.speaks_for(host, table) {
        Some(Notice::Unknown.answer(&asked.path))
    } else if !tls.ready {
        Some(Notice::SettingUp.answer(&asked.path))
    } else {
        None
    }
}

/// Marks an answer behind which nothing more is read from its connection: who sends what can be read
/// in two ways may have hidden a request in it.
#[derive(Clone, Copy)]
struct Last;

fn last(mut response: Response<Body>) -> Response<Body> {
    response.extensions_mut().insert(Last);
    response
}

/// Whether the connection is of no use behind this answer: it led to the wrong host, the next one may
/// be shown a certificate, or one request after the other could be read wrongly, because this one was
/// refused, came too slowly, or asked for another protocol and its client may have begun to speak it
/// without waiting (CVE-2026-2833).
fn is_last(asked: &Asked, response: &Response<Body>) -> bool {
    let status = response.status();
    let refused = response.extensions().get::<Last>().is_some();
    let misled = [StatusCode::MISDIRECTED_REQUEST, StatusCode::TOO_MANY_REQUESTS];
    let wrong = match &asked.passage.arrival {
        Arrival::Tls(tls) => status == misled[0] || (refused && status == misled[1]) || !tls.ready,
        _ => false,
    };
    let one_by_one = asked.version <= Version::HTTP_11;
    wrong || (one_by_one && (refused || asked.upgrades || status == StatusCode::REQUEST_TIMEOUT))
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
