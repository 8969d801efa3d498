//! Forwarding of requests to the roles behind the edge. Only [`Upstream`] knows whether a role runs
//! in this process or across a network.

mod body_permit;
mod content;
mod discovery;
mod exchange;
mod frames;
mod hop_by_hop;
mod idle_timeout;
mod instances;
mod pool;
mod progress;
mod recoverable_body;
pub(crate) mod socket;
mod stream;
mod stream_shutdown;

pub(crate) use body_permit::PermitRequest;
pub(crate) use content::Content;
pub use discovery::{Resolver, system_resolver};
pub(crate) use hop_by_hop::{clean_request, clean_response};
pub(crate) use stream_shutdown::StreamShutdown;

use crate::config::Limits;
use crate::lazy_timer::SharedTimer;
use crate::problem::{Problem, UPSTREAM_AWAY, UPSTREAM_BROKEN, UPSTREAM_SLOW};
use axum::Router;
use axum::body::Body;
use body_permit::BodyPermit;
use exchange::{Connection, SendError};
use futures::FutureExt;
use http::header::{CONTENT_LENGTH, HeaderValue, TRANSFER_ENCODING, UPGRADE};
use http::uri::Scheme;
use http::{Request, Response, Uri, Version};
use http_body::Body as _;
use hyper::{client::conn as client, server::conn as server};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use idle_timeout::IdleTimeouts;
use instances::{Instance, Instances};
use progress::{BodyTimeouts, Progress};
use recoverable_body::make_recoverable;
use std::panic::AssertUnwindSafe;
use std::time::Duration;
use tower::ServiceExt;

const CONNECT_WAIT: Duration = Duration::from_secs(2);
/// Buffer size between the edge and a role in the same process.
const PIPE_BYTES: usize = 64 * 1024;

/// A role behind the edge.
#[derive(Debug, Clone)]
pub enum Upstream {
    /// In this process: called as a service, without a socket.
    InProcess(Router),
    /// Across a network, in one or several processes.
    Http(Instances),
}

/// The upstream's address is not `http://host[:port]`.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0:?} is not a valid upstream address: expected http://host:port")]
pub struct AddressError(String);

impl Upstream {
    /// Creates an upstream across a network, with one or several addresses separated by commas. The
    /// instances share the requests.
    ///
    /// # Errors
    /// [`AddressError`] if an address is not `http://host[:port]`.
    pub fn http_upstream(bases: &str) -> Result<Self, AddressError> {
        Instances::from_addresses(bases).map(Self::Http)
    }
}

/// Roles behind the edge.
#[derive(Debug, Clone)]
pub struct Upstreams {
    /// The tenant runtime.
    pub runtime: Upstream,
    /// The control plane.
    pub control: Upstream,
}

/// A boxed request. Each step passes it on, and a step that waits stores it in its future; boxed,
/// the futures are half as large.
pub(crate) type BoxedRequest = Box<Request<Body>>;

pub(crate) fn parse_base(base: &str) -> Option<Uri> {
    let uri: Uri = base.parse().ok()?;
    let plain = uri.scheme() == Some(&Scheme::HTTP) && uri.path() == "/" && uri.query().is_none();
    (plain && uri.authority().is_some()).then_some(uri)
}

/// Forwards requests to upstreams.
#[derive(Clone)]
pub(crate) struct Forwarder {
    connector: HttpConnector,
    /// Timeout for the response header.
    still: Duration,
    /// Idle timeouts of the response body.
    idle_timeouts: IdleTimeouts,
    stream_shutdown: StreamShutdown,
}

impl Forwarder {
    /// Creates a forwarder. `stream_shutdown` ends every running stream.
    pub fn new(limits: &Limits, stream_shutdown: StreamShutdown) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT_WAIT));
        connector.set_nodelay(true);
        let idle_timeouts = IdleTimeouts {
            answer: limits.response_idle_timeout,
            stream: limits.stream_idle_timeout,
        };
        Self { connector, still: limits.response_timeout, idle_timeouts, stream_shutdown }
    }

    /// Sends a cleaned request to `upstream` once it has a permit from `line`. The body is limited
    /// by `content`; the response is streamed. The timeouts use the connection's `spare` timer.
    pub async fn send(
        &self,
        upstream: &Upstream,
        mut request: BoxedRequest,
        content: Content,
        line: PermitRequest,
        spare: &SharedTimer,
    ) -> Result<Response<Body>, Problem> {
        let pass = line.request_permit().await?;
        let (progress, mut alarm) = (Progress::new(), spare.acquire_timer());
        let body = progress.wrap_body(std::mem::take(request.body_mut()), content);
        let (gate, body) = BodyPermit::new(pass, line, body);
        *request.body_mut() = body;
        let answer = async {
            match upstream {
                Upstream::InProcess(router) => Box::pin(call(router.clone(), *request)).await,
                Upstream::Http(base) => self.call_over_http(base, request).await,
            }
        };
        let patience = BodyTimeouts { still: self.still, body: content.pace };
        let answered = tokio::select! {
            biased;
            answer = answer => match progress.body_excess(content).or_else(|| gate.end_body()) {
                Some(problem) => Err(problem),
                // An incomplete body is the client's fault, not the upstream's.
                None => answer.map_err(|problem| progress.prefer_client_error(problem)),
            },
            problem = progress.timeout_problem(patience, &mut alarm) => Err(problem),
        };
        spare.return_timer(alarm);
        let mut response = answered?;
        clean_response(response.headers_mut());
        Ok(stream::end_with(
            idle_timeout::limit_idle_body(response, self.idle_timeouts),
            &self.stream_shutdown,
        ))
    }

    /// Opens a WebSocket to `upstream`. Also returns the task that joins both sides, if the
    /// upstream agreed.
    pub async fn open_socket(
        &self,
        upstream: &Upstream,
        mut request: BoxedRequest,
        asked: socket::UpgradeRequest,
        line: PermitRequest,
    ) -> Result<(Response<Body>, Option<impl Future<Output = ()> + Send + use<>>), Problem> {
        let pass = line.request_permit().await?;
        asked.request_upgrade(&mut request);
        let answer = async {
            match upstream {
                Upstream::InProcess(router) => call_over_pipe(router.clone(), *request).await,
                Upstream::Http(base) => self.call_over_http(base, request).await,
            }
        };
        let mut response =
            tokio::time::timeout(self.still, answer).await.unwrap_or(Err(UPSTREAM_SLOW))?;
        drop(pass);
        let theirs = hyper::upgrade::on(&mut response);
        clean_response(response.headers_mut());
        let joined = asked.accept_upgrade(
            &mut response,
            theirs,
            self.stream_shutdown.clone(),
            self.idle_timeouts.stream,
        )?;
        Ok((response, joined))
    }

    /// Tries one instance after another. An unsent request goes to the next instance; a safe
    /// request whose response was broken off is retried once.
    async fn call_over_http(
        &self,
        instances: &Instances,
        request: BoxedRequest,
    ) -> Result<Response<Body>, Problem> {
        if let Some(only) = instances.single_instance() {
            return self.send_request(&only, request).await.map_err(ForwardError::to_problem);
        }
        let order = instances.next_round_robin();
        let (parts, mut body) = request.into_parts();
        let mut may_repeat =
            parts.method.is_safe() && body.is_end_stream() && !parts.headers.contains_key(UPGRADE);
        let mut last = ForwardError::Unsent;
        for instance in order {
            let (lent, lender) = make_recoverable(body);
            let request = Box::new(Request::from_parts(parts.clone(), lent));
            last = match self.send_request(&instance, request).await {
                Ok(response) => {
                    instances.record_response(&instance, response.headers());
                    return Ok(response);
                }
                Err(failure) => failure,
            };
            body = match (last, lender.recover_unread()) {
                (ForwardError::Unsent, Some(body)) => {
                    instances.mark_unavailable(&instance);
                    body
                }
                (ForwardError::Broken, _) if std::mem::take(&mut may_repeat) => Body::empty(),
                _ => break,
            };
        }
        Err(last.to_problem())
    }

    async fn send_request(
        &self,
        instance: &Instance,
        mut request: BoxedRequest,
    ) -> Result<Response<Body>, ForwardError> {
        *request.version_mut() = Version::HTTP_11;
        if request.headers().contains_key(UPGRADE) {
            let sent = Box::pin(self.connect(instance)).await?.send_final_request(request).await;
            return sent.map_err(ForwardError::from_error);
        }
        set_body_framing(&mut request);
        while let Some(kept) = instance.pool.take_connection().await {
            match kept.send(request, &instance.pool).await {
                Ok(response) => return Ok(response),
                // The upstream closed the connection meanwhile.
                Err(SendError::Unsent(back)) => request = back,
                Err(error) => return Err(ForwardError::from_error(error)),
            }
        }
        let fresh = Box::pin(self.connect(instance)).await?;
        fresh.send(request, &instance.pool).await.map_err(ForwardError::from_error)
    }

    async fn connect(&self, instance: &Instance) -> Result<Connection, ForwardError> {
        let unreached = |error: &dyn std::error::Error| {
            tracing::warn!(upstream = %instance.base, %error, "failed to connect to upstream {}", instance.base);
            ForwardError::Unsent
        };
        let connector = self.connector.clone();
        let stream =
            connector.oneshot(instance.base.clone()).await.map_err(|error| unreached(&error))?;
        Connection::over_stream(stream).await.map_err(|error| unreached(&error))
    }
}

/// Forwards a body of unknown length as chunked, for every method. hyper would drop the body of
/// a GET. A GET body has no meaning (RFC 9110 section 9.3.1), but the edge must forward it like one
/// with a stated length.
fn set_body_framing(request: &mut Request<Body>) {
    if !request.body().is_end_stream() && !request.headers().contains_key(CONTENT_LENGTH) {
        let chunked = HeaderValue::from_static("chunked");
        request.headers_mut().insert(TRANSFER_ENCODING, chunked);
    }
}

/// Reason why an instance did not respond.
#[derive(Clone, Copy)]
enum ForwardError {
    /// The instance was not reached.
    Unsent,
    /// The instance may have started to process the request.
    Broken,
}

impl ForwardError {
    fn from_error(error: SendError) -> Self {
        match error {
            SendError::Unsent(_) => Self::Unsent,
            SendError::Broken(error) => {
                tracing::warn!(%error, "upstream closed the connection before the end of its response");
                Self::Broken
            }
        }
    }

    const fn to_problem(self) -> Problem {
        match self {
            Self::Unsent => UPSTREAM_AWAY,
            Self::Broken => UPSTREAM_BROKEN,
        }
    }
}

/// Calls a router of this process over an in-memory pipe, so that it can take over the connection.
async fn call_over_pipe(router: Router, request: Request<Body>) -> Result<Response<Body>, Problem> {
    let (near, far) = tokio::io::duplex(PIPE_BYTES);
    let service = TowerToHyperService::new(router);
    let served = server::http1::Builder::new().serve_connection(TokioIo::new(far), service);
    tokio::spawn(served.with_upgrades());
    let broken = |_| UPSTREAM_BROKEN;
    let (mut sender, connection) =
        client::http1::handshake(TokioIo::new(near)).await.map_err(broken)?;
    tokio::spawn(connection.with_upgrades());
    sender.send_request(request).await.map(|response| response.map(Body::new)).map_err(broken)
}

async fn call(router: Router, request: Request<Body>) -> Result<Response<Body>, Problem> {
    // A panic in a handler must look like a lost upstream; it must not close the client's
    // connection.
    match AssertUnwindSafe(router.oneshot(request)).catch_unwind().await {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(never)) => match never {},
        Err(_) => {
            tracing::error!("handler panicked");
            Err(UPSTREAM_BROKEN)
        }
    }
}
