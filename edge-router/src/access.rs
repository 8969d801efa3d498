//! One request's own facts, and the one log line it leaves. Never more than this: an address's query,
//! a cookie or a token has no place in a log.

use crate::listen::Passage;
use crate::system::{random_bytes, since_epoch};
use crate::{limits, paths};
use http::header::{TRANSFER_ENCODING, UPGRADE};
use http::{Method, Request, StatusCode, Version};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use wire::normalise_host;

/// What is kept of a request for its answer's headers and its log line.
pub struct Asked {
    pub id: String,
    pub method: Method,
    pub path: String,
    pub version: Version,
    /// The host that was asked, normalised; `None` when none can be made of what was said.
    pub host: Option<String>,
    /// Who asks: the peer, or whom a trusted proxy names.
    pub client: IpAddr,
    pub passage: Arc<Passage>,
    /// Its length was not stated in advance.
    pub chunked: bool,
    /// It asks to go on in another protocol.
    pub upgrades: bool,
    begun: Instant,
}

impl Asked {
    pub fn of<B>(request: &Request<B>, passage: Arc<Passage>, client: IpAddr) -> Self {
        Self {
            id: request_id(),
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            version: request.version(),
            host: limits::authority(request).ok().and_then(|host| normalise_host(host).ok()),
            client,
            passage,
            chunked: request.headers().contains_key(TRANSFER_ENCODING),
            upgrades: request.headers().contains_key(UPGRADE),
            begun: Instant::now(),
        }
    }

    /// Writes the line. The time is until the answer's head: a stream has no end to wait for.
    pub fn log(&self, tenant: &str, status: StatusCode) {
        if !tracing::enabled!(target: "access", tracing::Level::INFO) {
            return;
        }
        let path = paths::loggable(&self.path);
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

/// UUID version 7, from the thread's own generator: `Uuid::now_v7` asks the system for each.
fn request_id() -> String {
    let now_ms = u64::try_from(since_epoch().as_millis()).unwrap_or(u64::MAX);
    let id = uuid::Builder::from_unix_timestamp_millis(now_ms, &random_bytes()).into_uuid();
    id.simple().encode_lower(&mut uuid::Uuid::encode_buffer()).to_owned()
}
