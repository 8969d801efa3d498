//! A request from its arrival to its answer: strictness, host, door, path, and then a page, an
//! upstream or a refusal. The door is decided here, once, and travels signed.

use crate::access::Asked;
use crate::config::{Drain, EdgeConfig, Limits};
use crate::forward::{Forwarder, Upstream, Upstreams, clean_request};
use crate::limits::{self, ClientAddr, Connections};
use crate::paths::{self, Target};
use crate::policy::{self, Occasion};
use crate::problem::{NOT_FOUND, NOT_READY};
use crate::resolve::{Entrance, Table};
use crate::site::{Notice, Site, SiteError};
use axum::body::Body;
use http::header::{CONTENT_TYPE, HOST, HeaderName, LOCATION};
use http::{HeaderValue, Request, Response, StatusCode, Version};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio_util::sync::CancellationToken;
use wire::context::CONTEXT_HEADER;
use wire::{Context, Resolution, Routes, normalise_host};

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
    leaving: CancellationToken,
    streams_end: CancellationToken,
}

impl Edge {
    /// An edge in front of `upstreams`, for the hosts of `table`. Both web builds are read now.
    ///
    /// # Errors
    /// [`SiteError`] when a web build is missing or not ours.
    pub fn new(config: EdgeConfig, upstreams: Upstreams, table: Table) -> Result<Self, SiteError> {
        let site = Site::load(&config)?;
        let streams_end = CancellationToken::new();
        let forwarder = Forwarder::new(config.limits.answer_wait, streams_end.clone());
        let limits = &config.limits;
        let connections = Connections::new(limits.connections, limits.connections_per_network);
        let leaving = CancellationToken::new();
        Ok(Self(Arc::new(Inner {
            config,
            upstreams,
            table,
            site,
            forwarder,
            connections,
            leaving,
            streams_end,
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

    /// Whether `peer` is a proxy of ours.
    pub(crate) fn trusts(&self, peer: IpAddr) -> bool {
        self.0.config.trusted_proxies.contains(&peer.to_canonical())
    }

    /// Not ready any more.
    pub(crate) fn leave(&self) {
        self.0.leaving.cancel();
    }

    /// Ends every event stream that is under way.
    pub(crate) fn end_streams(&self) {
        self.0.streams_end.cancel();
    }

    async fn answer(self, request: Request<Body>) -> Response<Body> {
        let asked = Asked::of(&request);
        let table = self.0.table.current();
        let (tenant, mut response) = self.decide(request, table.as_deref(), &asked).await;
        let one_by_one = asked.version <= Version::HTTP_11;
        let occasion = Occasion {
            path: &asked.path,
            https: table.is_some_and(|table| table.main.origin.starts_with("https://")),
            windows: self.0.config.features.google,
            request_id: &asked.id,
            // Whatever follows a request of chunked length is read on a new connection.
            close: one_by_one && (asked.chunked || self.0.leaving.is_cancelled()),
        };
        policy::dress(response.headers_mut(), &occasion);
        asked.log(&tenant, response.status());
        response
    }

    /// The answer, and the name of the door for the log.
    async fn decide(
        &self,
        request: Request<Body>,
        table: Option<&Routes>,
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
            return nobody(problem.into_response());
        }
        let Some(table) = table else { return nobody(Notice::NotReady.answer(&asked.path)) };
        let host = limits::authority(&request).ok().map(normalise_host);
        let Some(Ok(host)) = host else { return nobody(Notice::Malformed.answer(&asked.path)) };
        let entrance = match table.resolve_name(&host) {
            Resolution::Main(_) => Entrance::main(table, &host),
            Resolution::Portal(portal) => Entrance::portal(table, &host, portal),
            Resolution::Redirect(origin) => return nobody(redirect(origin, &request)),
            Resolution::Suspended(portal) => {
                let paused = Notice::Paused(Entrance::portal(table, &host, portal));
                return (portal.subdomain.clone(), paused.answer(&asked.path));
            }
            Resolution::Unknown => return nobody(Notice::Unknown.answer(&asked.path)),
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
            Target::Hidden | Target::Health | Target::Readiness => NOT_FOUND.into_response(),
        }
    }

    async fn forward(
        &self,
        upstream: &Upstream,
        entrance: &Entrance<'_>,
        mut request: Request<Body>,
        asked: &Asked,
    ) -> Response<Body> {
        let context = Context {
            host: entrance.host().to_owned(),
            origin: entrance.origin(),
            main_origin: entrance.main_origin().to_owned(),
            door: entrance.door(),
            tenant: entrance.tenant(),
            brand_name: entrance.brand().name.clone(),
            identity: entrance.has_identity(),
            client_ip: self.client_ip(&request),
            request_id: asked.id.clone(),
            issued_at: unix_now_s(),
        };
        let sealed = HeaderValue::from_str(&self.0.config.context_key.seal(&context));
        let authority = context.origin.split_once("://").map_or("", |(_, authority)| authority);
        let (Ok(mut sealed), Ok(host), Ok(id)) =
            (sealed, HeaderValue::from_str(authority), HeaderValue::from_str(&asked.id))
        else {
            return NOT_READY.into_response();
        };
        sealed.set_sensitive(true);
        clean_request(request.headers_mut());
        let headers = request.headers_mut();
        headers.insert(CONTEXT, sealed);
        headers.insert(HOST, host);
        headers.insert(policy::REQUEST_ID, id);
        request.extensions_mut().clear();
        let path = request.uri().path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
        if let Ok(uri) = path.parse() {
            *request.uri_mut() = uri;
        }
        let sent = self.0.forwarder.send(upstream, request).await;
        sent.unwrap_or_else(|problem| problem.into_response())
    }

    fn client_ip(&self, request: &Request<Body>) -> IpAddr {
        let peer = request
            .extensions()
            .get::<ClientAddr>()
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |client| client.0.ip());
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

/// Another name of something we serve: the same place under the right one. 308, so that a form
/// stays a form.
fn redirect(origin: &str, request: &Request<Body>) -> Response<Body> {
    let path = request.uri().path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
    let mut response = plain(StatusCode::PERMANENT_REDIRECT, "");
    match HeaderValue::from_str(&format!("{origin}{path}")) {
        Ok(location) => response.headers_mut().insert(LOCATION, location),
        Err(_) => return NOT_FOUND.into_response(),
    };
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

fn unix_now_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
