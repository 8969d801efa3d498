//! A connection as the rest of the edge sees it: its transport, its client, and the stream that
//! carries HTTP. [`crate::listen`] and [`crate::tls`] create these.

mod framing;

pub(crate) use framing::{FramedStream, MessageFraming};

use crate::lazy_timer::SharedTimer;
use crate::limits::{ClientAddr, ConnectionSlot};
use crate::resolve::ActiveRoutes;
use http::Request;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

/// Information about a connection, shared by all of its requests as an extension.
#[derive(Debug, Default)]
pub(crate) struct ConnectionInfo {
    /// Client address; `None` without a connection.
    pub client: Option<SocketAddr>,
    pub arrival: Transport,
    /// Results of the header parser, for HTTP/1.
    pub framing: Option<MessageFraming>,
    /// Connection slot; kept by tasks that outlive the HTTP connection.
    pub slot: Option<Arc<ConnectionSlot>>,
    pub body_timer: SharedTimer,
    /// Cancelled to close the connection after the running responses.
    pub close_requested: CancellationToken,
}

impl ConnectionInfo {
    /// Returns the connection of a request.
    pub fn from_request<B>(request: &Request<B>) -> Arc<Self> {
        let facts = request.extensions();
        facts.get::<Arc<Self>>().cloned().unwrap_or_else(|| {
            let client = facts.get::<ClientAddr>().map(|client| client.0);
            Arc::new(Self { client, ..Self::default() })
        })
    }

    /// Closes the connection after the running responses.
    pub fn end(&self) {
        self.close_requested.cancel();
    }
}

/// Turns an accepted socket into the stream that carries HTTP.
pub(crate) trait Acceptor: Clone + Send + Sync + 'static {
    /// Stream that carries HTTP.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Prepares the stream before the first request, within its own timeout.
    fn accept(
        &self,
        socket: TcpStream,
        caller: Caller,
    ) -> impl Future<Output = io::Result<EstablishedStream<Self::Stream>>> + Send + 'static;
}

/// Origin of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller {
    pub ip: IpAddr,
    /// The client may start TLS without a server name for a health check.
    pub is_health_check: bool,
    /// True if the connection counts against its network. A trusted proxy that carries many clients
    /// does not.
    pub counts: bool,
}

impl Caller {
    /// Address whose network is counted, if any.
    pub fn counted(self) -> Option<IpAddr> {
        self.counts.then_some(self.ip)
    }
}

/// A stream that is ready for requests.
pub(crate) struct EstablishedStream<S> {
    pub stream: S,
    pub protocol: Protocol,
    pub arrival: Transport,
}

/// HTTP version of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// HTTP/1.1 and earlier.
    Http1,
    /// HTTP/2.
    Http2,
}

/// Transport of a request, as a request extension.
#[derive(Debug, Clone, Default)]
pub(crate) enum Transport {
    /// Plain HTTP that is served: on one machine, or behind a TLS terminator.
    #[default]
    Plain,
    /// Plain HTTP that only redirects to TLS.
    Redirects,
    /// TLS terminated by this edge.
    Tls(TlsInfo),
}

/// Handshake facts of a connection.
#[derive(Debug, Clone)]
pub(crate) struct TlsInfo {
    /// Server name, normalised.
    pub name: Arc<str>,
    /// The connection uses a certificate from an authority, not the placeholder.
    pub ready: bool,
}

impl TlsInfo {
    /// Returns whether a request for `host` may use this connection: for the server name itself, or
    /// for another name of the same owner under the same certificate, for which browsers reuse
    /// connections (RFC 9113 section 9.1.1). Otherwise one tenant's connection could carry
    /// another's requests.
    pub fn covers_host(&self, host: &str, table: &ActiveRoutes) -> bool {
        if *self.name == *host {
            return true;
        }
        let same_owner = match (table.owner_of(&self.name), table.owner_of(host)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        };
        let certificates = table.certificates();
        same_owner
            && match (certificates.find(&self.name), certificates.find(host)) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                _ => false,
            }
    }
}
