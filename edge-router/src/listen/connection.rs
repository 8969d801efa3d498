//! One connection, from the accepted socket to its last answer.

use super::Acceptor;
use super::framing::{Framing, Watched};
use crate::edge::Edge;
use crate::limits::{ClientAddr, Place};
use axum::body::Body;
use http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::Watcher;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tower::Service;

// hyper's own limits stand behind ours, so that ours can answer in our words.
const HEAD_BUFFER_BYTES: usize = 64 * 1024;
const HEAD_FIELDS_MAX: usize = 256;
const HTTP2_STREAMS_MAX: u32 = 128;
const HTTP2_PING_EVERY: Duration = Duration::from_secs(20);
const HTTP2_PING_WAIT: Duration = Duration::from_secs(10);
/// Length of the line that tells HTTP/2 from HTTP/1 (RFC 9113 section 3.4).
const PREFACE_BYTES: u64 = 24;

/// What a connection is served with.
pub struct Served {
    pub edge: Edge,
    pub peer: SocketAddr,
    pub cut: CancellationToken,
}

impl Served {
    pub async fn run<A: Acceptor>(
        self,
        acceptor: A,
        socket: TcpStream,
        watcher: Watcher,
        place: Place,
    ) {
        let wait = self.edge.limits().head_wait;
        // Small answers and single events must not wait for a full packet.
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a socket was gone before it was served");
            return;
        }
        let stream = match tokio::time::timeout(wait, acceptor.accept(socket)).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return tracing::debug!(%error, "a connection was not established"),
            Err(_) => return tracing::debug!("a connection took too long to establish"),
        };
        let framing = Framing::default();
        let io = TokioIo::new(Watched::new(stream, framing.clone()));
        let (peer, facts) = (self.peer, framing.clone());
        let edge = self.edge.service();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ClientAddr(peer));
            request.extensions_mut().insert(facts.clone());
            edge.clone().call(request)
        });
        let builder = http_builder(wait);
        let connection = builder.serve_connection_with_upgrades(io, service).into_owned();
        tokio::select! {
            done = watcher.watch(connection) => {
                if let Err(error) = done {
                    tracing::debug!(error, "a connection ended early");
                }
            }
            () = silence(&framing, wait) => tracing::debug!("a connection sent nothing"),
            () = self.cut.cancelled() => {}
        }
        drop(place);
    }
}

fn http_builder(head_wait: Duration) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(head_wait)
        .max_buf_size(HEAD_BUFFER_BYTES)
        .max_headers(HEAD_FIELDS_MAX);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(HTTP2_PING_EVERY)
        .keep_alive_timeout(HTTP2_PING_WAIT)
        .max_concurrent_streams(HTTP2_STREAMS_MAX)
        .max_header_list_size(HEAD_BUFFER_BYTES as u32);
    builder
}

/// Returns when a connection has not even said which protocol it speaks: hyper's own clock starts
/// only after that.
async fn silence(framing: &Framing, wait: Duration) {
    tokio::time::sleep(wait).await;
    if framing.bytes_read() >= PREFACE_BYTES {
        std::future::pending::<()>().await;
    }
}
