//! One connection, from the accepted socket to its last response.

use super::http2::{GuardSettings, Http2AbuseGuard};
use super::lingering_close::{drain_input, write_408};
use super::proxied::read_client_address;
use super::write_timeout::WriteTimeoutStream;
use crate::connection::{
    Acceptor, Caller, ConnectionInfo, EstablishedStream, FramedStream, MessageFraming, Protocol,
};
use crate::edge::{Answer as EdgeAnswer, Edge};
use crate::lazy_timer::LazyTimer;
use crate::limits::ConnectionSlot;
use axum::body::Body;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use http::Request;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tower::Service;

// hyper's own limit is above ours, so that the edge can send its own error.
const HEAD_BUFFER_BYTES: usize = 64 * 1024;
const HEAD_FIELDS_MAX: usize = 256;
const HTTP2_STREAMS_MAX: u32 = 128;
const HTTP2_PING_EVERY: Duration = Duration::from_secs(20);
const HTTP2_PING_WAIT: Duration = Duration::from_secs(10);
/// Maximum streams that a client may reset before the edge has seen them (RFC 9113 section 10.5,
/// CVE-2023-44487). Equal to the maximum of open streams: leaving a page cancels all of its
/// requests, and over a slow connection request and reset arrive together. [`Http2AbuseGuard`] counts every
/// reset, with a stricter limit.
const HTTP2_RESETS_MAX: usize = HTTP2_STREAMS_MAX as usize;
/// Maximum streams that a client may cause the edge to reset by protocol errors (CVE-2025-8671).
const HTTP2_FAULTS_MAX: usize = 100;

/// Signal to a connection.
enum Signal {
    /// Accept no new requests.
    End,
    /// Abort immediately.
    Abort,
}

/// Context for serving a connection.
pub struct ConnectionTask {
    pub edge: Edge,
    pub peer: SocketAddr,
    /// Running requests may finish; no new ones are accepted.
    pub finishing: CancellationToken,
    /// Abort immediately.
    pub abort: CancellationToken,
}

impl ConnectionTask {
    pub async fn run<A: Acceptor>(
        mut self,
        acceptor: A,
        mut socket: TcpStream,
        slot: ConnectionSlot,
    ) {
        // Small responses and single events must not be delayed until a packet is full.
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "socket closed before it was served");
            return;
        }
        let place = match self.read_proxy_header(&mut socket, slot).await {
            Ok(place) => place,
            Err(error) => return tracing::debug!(%error, "failed to read the PROXY header"),
        };
        let established = tokio::select! {
            established = acceptor.accept(socket, self.caller_address()) => established,
            () = self.abort.cancelled() => return,
        };
        match established {
            Ok(established) => self.serve(established, place).await,
            Err(error) => {
                tracing::debug!(peer = %self.peer, %error, "TLS handshake or protocol detection failed")
            }
        }
    }

    /// Reads the PROXY header of a trusted proxy. From here on the client's address counts, not the
    /// proxy's.
    async fn read_proxy_header(
        &mut self,
        socket: &mut TcpStream,
        slot: ConnectionSlot,
    ) -> io::Result<ConnectionSlot> {
        if !self.edge.expects_introduction(self.peer.ip()) {
            return Ok(slot);
        }
        let wait = self.edge.limits().client_hello_timeout;
        let Some(client) = tokio::time::timeout(wait, read_client_address(socket)).await?? else {
            return Ok(slot);
        };
        self.peer = client;
        drop(slot);
        let place = self.edge.connections().acquire_slot(client.ip());
        place.ok_or_else(|| io::Error::other("the client's network or the edge is full"))
    }

    fn caller_address(&self) -> Caller {
        let ip = self.peer.ip();
        let is_health_check = self.edge.is_health_check(ip);
        Caller { ip, is_health_check, counts: !self.edge.is_trusted_proxy(ip) }
    }

    async fn serve<S>(self, established: EstablishedStream<S>, slot: ConnectionSlot)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let EstablishedStream { stream, protocol, arrival } = established;
        let (client, place) = (Some(self.peer), Some(Arc::new(slot)));
        let passage = ConnectionInfo { client, arrival, slot: place, ..ConnectionInfo::default() };
        match protocol {
            Protocol::Http1 => self.serve_http1(stream, passage).await,
            Protocol::Http2 => self.serve_http2(stream, Arc::new(passage)).await,
        }
    }

    async fn serve_http1<S>(self, stream: S, passage: ConnectionInfo)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let framing = MessageFraming::default();
        let stream = WriteTimeoutStream::new(stream, self.edge.limits().write_timeout);
        let io = TokioIo::new(FramedStream::new(stream, framing.clone()));
        let passage = Arc::new(ConnectionInfo { framing: Some(framing), ..passage });
        let service = service_fn(self.request_service(&passage));
        let mut builder = http1::Builder::new();
        builder
            .timer(LazyTimer::default())
            .header_read_timeout(self.edge.limits().header_read_timeout)
            .max_buf_size(HEAD_BUFFER_BYTES)
            .max_headers(HEAD_FIELDS_MAX);
        let mut connection = builder.serve_connection(io, service).with_upgrades();
        let leave = |connection: Pin<&mut http1::UpgradeableConnection<_, _>>| {
            connection.graceful_shutdown();
        };
        let ends = &passage.close_requested;
        let driven =
            self.run_until_closed(Pin::new(&mut connection), leave, &self.finishing, ends).await;
        if let (Some(done), Some(parts)) = (driven, connection.into_parts()) {
            let is_begun = !parts.read_buf.is_empty();
            self.finish_connection(parts.io.into_inner(), done, is_begun).await;
        }
    }

    /// Sends a 408 to an HTTP/1 client that got no response, and drains the input of one that may
    /// still be sending. `is_begun` tells whether an incomplete request was read.
    async fn finish_connection<S>(
        &self,
        mut stream: FramedStream<S>,
        done: hyper::Result<()>,
        is_begun: bool,
    ) where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        match done {
            Ok(()) if !is_begun && stream.is_between() => return,
            Ok(()) => {}
            Err(error) => {
                tracing::debug!(%error, "connection ended early");
                if error.is_timeout() && is_begun {
                    write_408(&mut stream).await;
                } else if !error.is_parse() {
                    return;
                }
            }
        }
        tokio::select! {
            () = drain_input(&mut stream, self.edge.limits().lingering_close_timeout) => {}
            () = self.abort.cancelled() => {}
        }
    }

    async fn serve_http2<S>(self, stream: S, passage: Arc<ConnectionInfo>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let limits = self.edge.limits();
        let measures = GuardSettings {
            preface_timeout: limits.header_read_timeout,
            write_timeout: limits.write_timeout,
            idle: limits.idle_timeout,
            ends: passage.close_requested.clone(),
            client_limits: Arc::clone(self.edge.client_limits()),
            client: self.caller_address().counted(),
        };
        let stream =
            Http2AbuseGuard::new(WriteTimeoutStream::new(stream, limits.write_timeout), measures);
        let service = service_fn(self.request_service(&passage));
        let mut builder = http2::Builder::new(TokioExecutor::new());
        builder
            .timer(TokioTimer::new())
            .keep_alive_interval(HTTP2_PING_EVERY)
            .keep_alive_timeout(HTTP2_PING_WAIT)
            .max_concurrent_streams(HTTP2_STREAMS_MAX)
            .enable_connect_protocol()
            .max_pending_accept_reset_streams(HTTP2_RESETS_MAX)
            .max_local_error_reset_streams(HTTP2_FAULTS_MAX)
            .max_header_list_size(HEAD_BUFFER_BYTES as u32);
        let connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
        let leave = |connection: Pin<&mut http2::Connection<_, _, _>>| {
            connection.graceful_shutdown();
        };
        // HTTP/2 clients get GOAWAY at once, so that they reconnect elsewhere while the running
        // responses continue.
        let leaving = self.edge.shutdown_token().clone();
        if let Some(Err(error)) =
            self.run_until_closed(connection, leave, &leaving, &passage.close_requested).await
        {
            tracing::debug!(%error, "connection ended early");
        }
    }

    /// Runs a connection until it is done, and asks it to finish when `leaving` or `ends` fires.
    /// Returns `None` if it was aborted.
    async fn run_until_closed<C: Future>(
        &self,
        mut connection: Pin<&mut C>,
        leave: impl Fn(Pin<&mut C>),
        leaving: &CancellationToken,
        ends: &CancellationToken,
    ) -> Option<C::Output> {
        // The signals are polled only when one of them wakes, not with every poll of the
        // connection.
        let mut signals = FuturesUnordered::new();
        let end = async {
            tokio::select! {
                () = leaving.cancelled() => Signal::End,
                () = ends.cancelled() => Signal::End,
            }
        };
        signals.push(end.boxed());
        signals.push(self.abort.cancelled().map(|()| Signal::Abort).boxed());
        loop {
            tokio::select! {
                biased;
                done = connection.as_mut() => return Some(done),
                Some(signal) = signals.next() => match signal {
                    Signal::End => leave(connection.as_mut()),
                    Signal::Abort => return None,
                },
            }
        }
    }

    /// Returns the service function for the requests of this connection.
    fn request_service(
        &self,
        connection: &Arc<ConnectionInfo>,
    ) -> impl Fn(Request<Incoming>) -> EdgeAnswer + use<> {
        let (edge, passage) = (self.edge.service(), Arc::clone(connection));
        move |request| {
            let mut request = request
                .map(|body| if body.is_end_stream() { Body::empty() } else { Body::new(body) });
            request.extensions_mut().insert(Arc::clone(&passage));
            edge.clone().call(request)
        }
    }
}
