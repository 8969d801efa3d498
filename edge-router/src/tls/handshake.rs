//! TLS handshake. The ClientHello is read alone, with its own timeout, and decides everything
//! before a private key is used.

use super::own::OwnKey;
use super::pieces::Pieces;
use super::policy;
use crate::connection::{Acceptor, Caller, EstablishedStream, Protocol, TlsInfo, Transport};
use crate::edge::Edge;
use crate::limits::ClientLimits;
use crate::metrics::{self, Outcome};
use crate::resolve::{ActiveRoutes, Table};
use rustls::ServerConfig;
use rustls::server::ClientHello;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::server::TlsStream;
use wire::{ChallengeKind, normalise_host};

/// A fatal `unrecognized_name` alert, before a version is negotiated (RFC 6066 section 3). rustls
/// itself would send `access_denied`.
const UNRECOGNIZED_NAME: [u8; 7] = [0x15, 3, 3, 0, 2, 2, 0x70];
/// ALPN protocol of an ACME challenge (RFC 8737 section 6.2).
const ACME: &[u8] = b"acme-tls/1";

/// Reason why TLS cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// rustls rejects the configuration, or there is no randomness.
    #[error("failed to set up TLS: {0}")]
    Settings(#[from] rustls::Error),
    /// The placeholder certificate of hosts without a certificate could not be created.
    #[error("failed to create the placeholder certificate: {0}")]
    Own(#[from] rcgen::Error),
}

/// TLS acceptor with the certificates of the active table.
#[derive(Clone)]
pub struct Tls(Arc<HandshakeInner>);

struct HandshakeInner {
    table: Table,
    shares: Arc<ClientLimits>,
    base: ServerConfig,
    own: OwnKey,
    not_ready: Arc<ServerConfig>,
    hello_wait: Duration,
    rest_wait: Duration,
}

/// Decision from the ClientHello.
struct Decision {
    config: Arc<ServerConfig>,
    name: Arc<str>,
    outcome: Outcome,
}

impl Tls {
    /// Creates the acceptor for the hosts of the edge's table.
    ///
    /// # Errors
    /// [`TlsError`] when the system has no randomness.
    pub fn new(edge: &Edge) -> Result<Self, TlsError> {
        let (table, shares, limits) =
            (edge.table().clone(), Arc::clone(edge.shares()), edge.limits());
        let base = policy::base(&edge.ticket_secrets())?;
        let own = OwnKey::generate()?;
        let not_ready = policy::with(&base, own.not_ready()?);
        let (hello_wait, rest_wait) = (limits.hello_wait, limits.head_wait);
        Ok(Self(Arc::new(HandshakeInner {
            table,
            shares,
            base,
            own,
            not_ready,
            hello_wait,
            rest_wait,
        })))
    }

    async fn establish(
        &self,
        socket: TcpStream,
        caller: Caller,
    ) -> io::Result<EstablishedStream<TlsStream<Pieces>>> {
        let acceptor =
            LazyConfigAcceptor::new(rustls::server::Acceptor::default(), Pieces::over(socket));
        let start = in_time(self.0.hello_wait, acceptor).await?;
        let client = caller.counted();
        let decided = self.decide(&start.client_hello(), caller);
        let decision = match decided.and_then(|decision| self.within_share(decision, client)) {
            Ok(decision) => decision,
            Err(outcome) => {
                let outcome = self.told(outcome, client);
                metrics::handshake(outcome);
                return refuse(start.io, outcome).await;
            }
        };
        let Decision { config, name, outcome } = decision;
        let mut stream = in_time(self.0.rest_wait, start.into_stream(config)).await?;
        metrics::handshake(outcome);
        if outcome == Outcome::Challenge {
            // No data follows on such a connection (RFC 8737 section 3).
            stream.shutdown().await?;
            return Err(io::Error::other("an authority was answered"));
        }
        let protocol = match stream.get_ref().1.alpn_protocol() {
            Some(policy::HTTP2) => Protocol::Http2,
            _ => Protocol::Http1,
        };
        let arrival = TlsInfo { name, ready: outcome == Outcome::Served };
        Ok(EstablishedStream { stream, protocol, arrival: Transport::Tls(arrival) })
    }

    /// Decides with a single read of the table.
    fn decide(&self, hello: &ClientHello<'_>, caller: Caller) -> Result<Decision, Outcome> {
        let Some(name) = hello.server_name() else {
            // The health check learns the edge's state, and nothing about any host.
            let config = Arc::clone(&self.0.not_ready);
            let decision = Decision { config, name: "".into(), outcome: Outcome::HealthCheck };
            return if caller.is_health_check { Ok(decision) } else { Err(Outcome::Nameless) };
        };
        let name = normalise_host(name).map_err(|_| Outcome::UnknownName)?;
        let table = self.0.table.current().ok_or(Outcome::UnknownName)?;
        if let Some(config) = self.challenge(hello, &name, &table) {
            return Ok(Decision { config, name: name.into(), outcome: Outcome::Challenge });
        }
        table.owner_of(&name).ok_or(Outcome::UnknownName)?;
        let key = table.certificates().find(&name).and_then(|pair| pair.certified_key());
        let (config, outcome) = match key {
            Some(key) => (policy::with_for(&self.0.base, key, hello), Outcome::Served),
            None => (Arc::clone(&self.0.not_ready), Outcome::NotReady),
        };
        Ok(Decision { config, name: name.into(), outcome })
    }

    /// Returns whether the client's network is within its handshake limit.
    fn within_share(
        &self,
        decision: Decision,
        client: Option<IpAddr>,
    ) -> Result<Decision, Outcome> {
        let allowed = client.is_none_or(|client| self.0.shares.handshakes.try_consume(client));
        if allowed { Ok(decision) } else { Err(Outcome::Limited) }
    }

    /// Outcome reported to a refused client: one that asks for many unknown names gets no alert.
    fn told(&self, outcome: Outcome, client: Option<IpAddr>) -> Outcome {
        let known = !matches!(outcome, Outcome::UnknownName | Outcome::Nameless);
        let allowed =
            known || client.is_none_or(|client| self.0.shares.unknown_names.try_consume(client));
        if allowed { outcome } else { Outcome::Limited }
    }

    /// Configuration for an ACME challenge, if this is one: it offers only its protocol, for a host
    /// with an open order.
    fn challenge(
        &self,
        hello: &ClientHello<'_>,
        name: &str,
        table: &ActiveRoutes,
    ) -> Option<Arc<ServerConfig>> {
        if !hello.alpn()?.eq([ACME]) {
            return None;
        }
        let answer = table.challenge(name, |answer| answer.kind == ChallengeKind::TlsAlpn01)?;
        match self.0.own.answering(answer) {
            Ok(key) => {
                let mut base = self.0.base.clone();
                base.alpn_protocols = vec![ACME.to_vec()];
                Some(policy::with(&base, key))
            }
            Err(error) => {
                tracing::error!(host = name, %error, "failed to create a challenge certificate");
                None
            }
        }
    }
}

impl Acceptor for Tls {
    type Stream = TlsStream<Pieces>;

    fn accept(
        &self,
        socket: TcpStream,
        caller: Caller,
    ) -> impl Future<Output = io::Result<EstablishedStream<Self::Stream>>> + Send + 'static {
        let tls = self.clone();
        async move { tls.establish(socket, caller).await }
    }
}

async fn in_time<T>(wait: Duration, step: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let done = timeout(wait, step).await;
    match &done {
        Ok(Ok(_)) => {}
        Ok(Err(_)) => metrics::handshake(Outcome::Failed),
        Err(_) => metrics::handshake(Outcome::Slow),
    }
    done.unwrap_or_else(|late| Err(late.into()))
}

async fn refuse<T>(mut socket: Pieces, outcome: Outcome) -> io::Result<T> {
    if outcome != Outcome::Limited {
        socket.write_all(&UNRECOGNIZED_NAME).await?;
    }
    socket.shutdown().await?;
    Err(io::Error::other("the name in the handshake is none of ours, or there were too many"))
}
