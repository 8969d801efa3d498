//! What stands behind the edge, and how a request gets there. [`Upstream`] is the only place that
//! knows whether a role is in this process or across a network.

mod clean;
mod progress;
mod stream;

pub(crate) use clean::{clean_request, clean_response};

use crate::problem::{Problem, UPSTREAM_AWAY, UPSTREAM_BROKEN, UPSTREAM_SLOW};
use axum::Router;
use axum::body::Body;
use futures::FutureExt;
use http::uri::{PathAndQuery, Scheme};
use http::{Request, Response, Uri, Version};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use progress::Progress;
use std::panic::AssertUnwindSafe;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

const CONNECT_WAIT: Duration = Duration::from_secs(2);
const IDLE_MAX: Duration = Duration::from_secs(15);
const IDLE_CONNECTIONS_MAX: usize = 64;

/// A role behind the edge.
#[derive(Debug, Clone)]
pub enum Upstream {
    /// In this process: called as a service, without a socket.
    InProcess(Router),
    /// Across a network, at this `http://host:port`.
    Http(Uri),
}

/// An upstream's address is not `http://host[:port]`.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0:?} is not the address of an upstream: expected http://host:port")]
pub struct AddressError(String);

impl Upstream {
    /// An upstream across a network.
    ///
    /// # Errors
    /// [`AddressError`] when `base` is not `http://host[:port]`.
    pub fn http(base: &str) -> Result<Self, AddressError> {
        parse_base(base).map(Self::Http).ok_or_else(|| AddressError(base.to_owned()))
    }
}

/// The roles behind the edge.
#[derive(Debug, Clone)]
pub struct Upstreams {
    /// The tenant runtime.
    pub runtime: Upstream,
    /// The control plane.
    pub control: Upstream,
}

pub(crate) fn parse_base(base: &str) -> Option<Uri> {
    let uri: Uri = base.parse().ok()?;
    let plain = uri.scheme() == Some(&Scheme::HTTP) && uri.path() == "/" && uri.query().is_none();
    (plain && uri.authority().is_some()).then_some(uri)
}

/// Passes requests on.
#[derive(Clone)]
pub(crate) struct Forwarder {
    client: Client<HttpConnector, Body>,
    answer_wait: Duration,
    streams_end: CancellationToken,
}

impl Forwarder {
    /// `streams_end` ends every stream that is under way.
    pub fn new(answer_wait: Duration, streams_end: CancellationToken) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT_WAIT));
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_MAX)
            .pool_max_idle_per_host(IDLE_CONNECTIONS_MAX)
            .build(connector);
        Self { client, answer_wait, streams_end }
    }

    /// Sends a cleaned request to `upstream`; the answer's body flows as it comes.
    pub async fn send(
        &self,
        upstream: &Upstream,
        request: Request<Body>,
    ) -> Result<Response<Body>, Problem> {
        let progress = Progress::new();
        let request = request.map(|body| progress.watch(body));
        let answer = async {
            match upstream {
                Upstream::InProcess(router) => call(router.clone(), request).await,
                Upstream::Http(base) => self.call_over_http(base, request).await,
            }
        };
        let mut response = tokio::select! {
            answer = answer => answer?,
            () = progress.stalled(self.answer_wait) => return Err(UPSTREAM_SLOW),
        };
        clean_response(response.headers_mut());
        Ok(stream::end_with(response, &self.streams_end))
    }

    async fn call_over_http(
        &self,
        base: &Uri,
        mut request: Request<Body>,
    ) -> Result<Response<Body>, Problem> {
        let path = request.uri().path_and_query().cloned();
        let mut parts = base.clone().into_parts();
        parts.path_and_query = Some(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
        *request.uri_mut() = Uri::from_parts(parts).map_err(|_| UPSTREAM_BROKEN)?;
        *request.version_mut() = Version::HTTP_11;
        match self.client.request(request).await {
            Ok(response) => Ok(response.map(Body::new)),
            Err(error) if error.is_connect() => {
                tracing::warn!(%error, "an upstream cannot be reached");
                Err(UPSTREAM_AWAY)
            }
            Err(error) => {
                tracing::warn!(%error, "an upstream broke off its answer");
                Err(UPSTREAM_BROKEN)
            }
        }
    }
}

async fn call(router: Router, request: Request<Body>) -> Result<Response<Body>, Problem> {
    // A panic in a handler must look like a lost upstream, not take the connection with it.
    match AssertUnwindSafe(router.oneshot(request)).catch_unwind().await {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(never)) => match never {},
        Err(_) => {
            tracing::error!("a handler panicked");
            Err(UPSTREAM_BROKEN)
        }
    }
}
