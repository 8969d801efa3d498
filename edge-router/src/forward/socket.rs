//! WebSockets through the edge, over HTTP/1.1 (RFC 6455) and HTTP/2 (RFC 8441). No client data
//! reaches an upstream as a WebSocket before the upstream has accepted the upgrade. The edge does
//! not change frames, but at shutdown it inserts a close frame with code 1001 (going away), so that
//! the client reconnects.

use super::frames::WebSocketFrames;
use super::stream_shutdown::StreamShutdown;
use crate::problem::{Problem, UPSTREAM_BROKEN};
use crate::system::random_bytes;
use axum::body::Body;
use data_encoding::BASE64;
use http::header::{
    CONNECTION, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION,
    UPGRADE,
};
use http::{Method, Request, Response, StatusCode, Version};
use hyper::ext::Protocol;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, timeout};

/// Close frame with code 1001 (RFC 6455 section 7.4.1).
const GOING_AWAY: [u8; 4] = [0x88, 2, 0x03, 0xe9];
/// Time for one side to close after the other side has closed.
const CLOSE_WAIT: Duration = Duration::from_secs(5);
const BUFFER_BYTES: usize = 16 * 1024;

/// Returns whether a request asks for a WebSocket.
pub fn is_asked_for<B>(request: &Request<B>) -> bool {
    let headers = request.headers();
    if request.version() == Version::HTTP_2 {
        let protocol = request.extensions().get::<Protocol>();
        return request.method() == Method::CONNECT
            && protocol.is_some_and(|protocol| protocol.as_str() == "websocket");
    }
    let names = |name, word: &str| {
        let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
        lines.flat_map(|line| line.split(',')).any(|said| said.trim().eq_ignore_ascii_case(word))
    };
    request.version() == Version::HTTP_11
        && request.method() == Method::GET
        && names(UPGRADE, "websocket")
        && names(CONNECTION, "upgrade")
        && headers.contains_key(SEC_WEBSOCKET_KEY)
}

/// Client side of a requested WebSocket.
pub struct UpgradeRequest {
    client: OnUpgrade,
    version: Version,
}

impl UpgradeRequest {
    /// Extracts the client side from its request.
    pub fn take_request<B>(request: &mut Request<B>) -> Self {
        let version = request.version();
        Self { client: hyper::upgrade::on(request), version }
    }

    /// Turns a cleaned request into an HTTP/1.1 upgrade request.
    pub fn request_upgrade(&self, request: &mut Request<Body>) {
        *request.method_mut() = Method::GET;
        *request.version_mut() = Version::HTTP_11;
        let headers = request.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        let key = BASE64.encode(&random_bytes::<16>());
        if let Ok(key) = HeaderValue::from_str(&key) {
            headers.entry(SEC_WEBSOCKET_KEY).or_insert(key);
        }
    }

    /// Converts the upstream's response into the client's. Also returns the future that joins both
    /// sides, if the upstream agreed.
    ///
    /// # Errors
    /// The upstream accepted in a way that its protocol does not allow.
    pub fn accept_upgrade(
        self,
        response: &mut Response<Body>,
        upstream: OnUpgrade,
        end: StreamShutdown,
        idle: Duration,
    ) -> Result<Option<impl Future<Output = ()> + Send + use<>>, Problem> {
        let is_two = self.version == Version::HTTP_2;
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            // Any success status opens the stream.
            let opens = is_two && response.status().is_success();
            return if opens { Err(UPSTREAM_BROKEN) } else { Ok(None) };
        }
        let headers = response.headers_mut();
        if is_two {
            headers.remove(SEC_WEBSOCKET_ACCEPT);
            *response.status_mut() = StatusCode::OK;
        } else {
            headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
            headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        }
        let client = self.client;
        Ok(Some(async move {
            match tokio::try_join!(client, upstream) {
                Ok((client, upstream)) => {
                    copy_both_ways(TokioIo::new(client), TokioIo::new(upstream), end, idle).await;
                }
                Err(error) => tracing::debug!(%error, "failed to open a WebSocket"),
            }
        }))
    }
}

/// Copies bytes in both directions until one side ends, nothing moves for `idle`, or `end` fires.
async fn copy_both_ways<C, U>(client: C, upstream: U, end: StreamShutdown, idle: Duration)
where
    C: AsyncRead + AsyncWrite,
    U: AsyncRead + AsyncWrite,
{
    let (from_client, to_client) = tokio::io::split(client);
    let (from_upstream, to_upstream) = tokio::io::split(upstream);
    let pace = SocketActivity::new();
    let mut up = std::pin::pin!(carry_up(from_client, to_upstream, &pace));
    let mut down = std::pin::pin!(carry_down(from_upstream, to_client, end, &pace));
    tokio::select! {
        // The client's remaining data is its own close handshake.
        _ = &mut down => drop(timeout(CLOSE_WAIT, up).await),
        _ = &mut up => drop(timeout(CLOSE_WAIT, down).await),
        () = pace.wait_until_idle(idle) => tracing::debug!("WebSocket closed: idle timeout"),
    }
}

async fn carry_up(
    mut client: impl AsyncRead + Unpin,
    mut upstream: impl AsyncWrite + Unpin,
    pace: &SocketActivity,
) -> std::io::Result<()> {
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let read = client.read(&mut buffer).await?;
        if read == 0 {
            return upstream.shutdown().await;
        }
        pace.record_activity();
        upstream.write_all(&buffer[..read]).await?;
    }
}

/// Copies from the upstream to the client until after the upstream's last frame or the edge's close
/// frame. The client's side stays open for its reply.
async fn carry_down(
    mut upstream: impl AsyncRead + Unpin,
    mut client: impl AsyncWrite + Unpin,
    end: StreamShutdown,
    pace: &SocketActivity,
) -> std::io::Result<()> {
    let (mut buffer, mut frames) = (vec![0; BUFFER_BYTES], WebSocketFrames::default());
    let mut end = std::pin::pin!(end.wait_for_end());
    let mut until = None;
    loop {
        if until.is_some() && frames.is_between() && !frames.has_closed() {
            client.write_all(&GOING_AWAY).await?;
            return client.flush().await;
        }
        let read = tokio::select! {
            read = upstream.read(&mut buffer) => read?,
            () = &mut end, if until.is_none() => {
                until = Some(Instant::now() + CLOSE_WAIT);
                continue;
            }
            // An incomplete frame may never end, so this wait has a limit.
            () = sleep_until(until) => return client.shutdown().await,
        };
        if read == 0 {
            return client.shutdown().await;
        }
        pace.record_activity();
        frames.record_bytes(&buffer[..read]);
        client.write_all(&buffer[..read]).await?;
    }
}

async fn sleep_until(until: Option<Instant>) {
    match until {
        Some(until) => tokio::time::sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// Time of the last transfer in either direction.
struct SocketActivity {
    begun: Instant,
    last_ms: AtomicU64,
}

impl SocketActivity {
    fn new() -> Self {
        Self { begun: Instant::now(), last_ms: AtomicU64::new(0) }
    }

    fn record_activity(&self) {
        let elapsed = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last_ms.store(elapsed, Ordering::Relaxed);
    }

    /// Returns once nothing has moved for `idle`.
    async fn wait_until_idle(&self, idle: Duration) {
        loop {
            let last = Duration::from_millis(self.last_ms.load(Ordering::Relaxed));
            let until = self.begun + last + idle;
            if Instant::now() >= until {
                return;
            }
            tokio::time::sleep_until(until).await;
        }
    }
}
