//! Metadata of one request, and its access log line. The line never contains the query string, a
//! cookie or a token.

use crate::authority::authority;
use crate::connection::ConnectionInfo;
use crate::paths::{self, PathTarget};
use crate::system::{random_bytes, since_epoch};
use http::header::{TRANSFER_ENCODING, UPGRADE};
use http::{Method, Request, StatusCode, Version};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wire::normalise_host;

/// Request metadata needed for the response headers and the log line.
pub struct RequestMeta {
    pub id: String,
    pub method: Method,
    pub path: String,
    pub version: Version,
    /// Normalised host of the request; `None` when the stated host is not valid.
    pub host: Option<String>,
    /// Client address: the peer, or the address that a trusted proxy reports.
    pub client: IpAddr,
    pub connection: Arc<ConnectionInfo>,
    /// The request body has no stated length (`Transfer-Encoding: chunked`).
    pub chunked: bool,
    /// The request asks to switch protocols.
    pub upgrades: bool,
    begun: Instant,
}

impl RequestMeta {
    pub fn from_request<B>(
        request: &Request<B>,
        connection: Arc<ConnectionInfo>,
        client: IpAddr,
    ) -> Self {
        Self {
            id: request_id(),
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            version: request.version(),
            host: authority(request).ok().and_then(|host| normalise_host(host).ok()),
            client,
            connection,
            chunked: request.headers().contains_key(TRANSFER_ENCODING),
            upgrades: request.headers().contains_key(UPGRADE),
            begun: Instant::now(),
        }
    }

    /// Component that answers the path.
    pub fn target(&self) -> PathTarget {
        paths::classify_path(&self.path)
    }

    /// Time since the arrival of the request.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Writes the log line. The duration is measured up to the response head, because a stream has
    /// no known end.
    pub fn log_request(&self, tenant: &str, status: StatusCode) {
        if !tracing::enabled!(target: "access", tracing::Level::INFO) {
            return;
        }
        let path = paths::redact_path(&self.path);
        let took_ms = self.begun.elapsed().as_secs_f64() * 1_000.0;
        tracing::info!(
            target: "access",
            {
                request.id = %self.id,
                tenant,
                method = %self.method,
                path,
                status = status.as_u16(),
                took_ms
            },
            "{} {} {}",
            self.method,
            path,
            status.as_u16()
        );
    }
}

/// Request id: UUID version 7 from the thread-local generator. `Uuid::now_v7` would make a system
/// call for each id.
fn request_id() -> String {
    let now_ms = u64::try_from(since_epoch().as_millis()).unwrap_or(u64::MAX);
    let id = uuid::Builder::from_unix_timestamp_millis(now_ms, &random_bytes()).into_uuid();
    id.simple().encode_lower(&mut uuid::Uuid::encode_buffer()).to_owned()
}
