//! TLS handshake. The ClientHello is read alone, with its own timeout, and decides everything
//! before a private key is used.

use super::own_key::OwnKey;
use super::plain_write_socket::PlainWriteSocket;
use super::policy;
use crate::connection::{Acceptor, Caller, EstablishedStream, Protocol, TlsInfo, Transport};
use crate::edge::Edge;
use crate::limits::ClientLimits;
use crate::metrics::{self, HandshakeOutcome};
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
const ACME_PROTOCOL: &[u8] = b"acme-tls/1";

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
pub struct TlsAcceptor(Arc<HandshakeInner>);

struct HandshakeInner {
    table: Table,
    client_limits: Arc<ClientLimits>,
    base: ServerConfig,
    own_key: OwnKey,
    not_ready: Arc<ServerConfig>,
    client_hello_timeout: Duration,
    handshake_timeout: Duration,
}

/// Decision from the ClientHello.
struct Decision {
    config: Arc<ServerConfig>,
    name: Arc<str>,
    outcome: HandshakeOutcome,
}

impl TlsAcceptor {
    /// Creates the acceptor for the hosts of the edge's table.
    ///
    /// # Errors
    /// [`TlsError`] when the system has no randomness.
    pub fn new(edge: &Edge) -> Result<Self, TlsError> {
        let (table, shares, limits) =
            (edge.table().clone(), Arc::clone(edge.client_limits()), edge.limits());
        let base = policy::base_config(&edge.ticket_secrets())?;
        let own = OwnKey::generate()?;
        let not_ready = policy::with_certificate(&base, own.not_ready()?);
        let (hello_wait, rest_wait) = (limits.client_hello_timeout, limits.header_read_timeout);
        Ok(Self(Arc::new(HandshakeInner {
            table,
            client_limits: shares,
            base,
            own_key: own,
            not_ready,
            client_hello_timeout: hello_wait,
            handshake_timeout: rest_wait,
        })))
    }

    async fn accept_handshake(
        &self,
        socket: TcpStream,
        origin: Caller,
    ) -> io::Result<EstablishedStream<TlsStream<PlainWriteSocket>>> {
        let acceptor = LazyConfigAcceptor::new(
            rustls::server::Acceptor::default(),
            PlainWriteSocket::new(socket),
        );
        let start = in_time(self.0.client_hello_timeout, acceptor).await?;
        let client = origin.counted();
        let decided = self.choose_certificate(&start.client_hello(), origin);
        let decision = match decided.and_then(|decision| self.within_share(decision, client)) {
            Ok(decision) => decision,
            Err(outcome) => {
                let outcome = self.reported_outcome(outcome, client);
                metrics::record_handshake(outcome);
                return refuse_handshake(start.io, outcome).await;
            }
        };
        let Decision { config, name, outcome } = decision;
        let mut stream = in_time(self.0.handshake_timeout, start.into_stream(config)).await?;
        metrics::record_handshake(outcome);
        if outcome == HandshakeOutcome::Challenge {
            // No data follows on such a connection (RFC 8737 section 3).
            stream.shutdown().await?;
            return Err(io::Error::other("an authority was answered"));
        }
        let protocol = match stream.get_ref().1.alpn_protocol() {
            Some(policy::HTTP2) => Protocol::Http2,
            _ => Protocol::Http1,
        };
        let arrival = TlsInfo { name, ready: outcome == HandshakeOutcome::Served };
        Ok(EstablishedStream { stream, protocol, arrival: Transport::Tls(arrival) })
    }

    /// Decides with a single read of the table.
    fn choose_certificate(
        &self,
        hello: &ClientHello<'_>,
        origin: Caller,
    ) -> Result<Decision, HandshakeOutcome> {
        let Some(name) = hello.server_name() else {
            // The health check learns the edge's state, and nothing about any host.
            let config = Arc::clone(&self.0.not_ready);
            let decision =
                Decision { config, name: "".into(), outcome: HandshakeOutcome::HealthCheck };
            return if origin.is_health_check {
                Ok(decision)
            } else {
                Err(HandshakeOutcome::NoServerName)
            };
        };
        let name = normalise_host(name).map_err(|_| HandshakeOutcome::UnknownName)?;
        let table = self.0.table.active_routes().ok_or(HandshakeOutcome::UnknownName)?;
        if let Some(config) = self.challenge_config(hello, &name, &table) {
            return Ok(Decision {
                config,
                name: name.into(),
                outcome: HandshakeOutcome::Challenge,
            });
        }
        table.owner_of(&name).ok_or(HandshakeOutcome::UnknownName)?;
        let key = table.certificates().find(&name).and_then(|pair| pair.certified_key());
        let (config, outcome) = match key {
            Some(key) => (policy::with_for(&self.0.base, key, hello), HandshakeOutcome::Served),
            None => (Arc::clone(&self.0.not_ready), HandshakeOutcome::NotReady),
        };
        Ok(Decision { config, name: name.into(), outcome })
    }

    /// Returns whether the client's network is within its handshake limit.
    fn within_share(
        &self,
        decision: Decision,
        client: Option<IpAddr>,
    ) -> Result<Decision, HandshakeOutcome> {
        let allowed =
            client.is_none_or(|client| self.0.client_limits.handshakes.try_consume(client));
        if allowed { Ok(decision) } else { Err(HandshakeOutcome::Limited) }
    }

    /// Outcome reported to a refused client: one that asks for many unknown names gets no alert.
    fn reported_outcome(
        &self,
        outcome: HandshakeOutcome,
        client: Option<IpAddr>,
    ) -> HandshakeOutcome {
        let known =
            !matches!(outcome, HandshakeOutcome::UnknownName | HandshakeOutcome::NoServerName);
        let allowed = known
            || client.is_none_or(|client| self.0.client_limits.unknown_names.try_consume(client));
        if allowed { outcome } else { HandshakeOutcome::Limited }
    }

    /// Configuration for an ACME challenge, if this is one: it offers only its protocol, for a host
    /// with an open order.
    fn challenge_config(
        &self,
        hello: &ClientHello<'_>,
        name: &str,
        table: &ActiveRoutes,
    ) -> Option<Arc<ServerConfig>> {
        if !hello.alpn()?.eq([ACME_PROTOCOL]) {
            return None;
        }
        let answer =
            table.find_challenge(name, |answer| answer.kind == ChallengeKind::TlsAlpn01)?;
        match self.0.own_key.challenge_certificate(answer) {
            Ok(key) => {
                let mut base = self.0.base.clone();
                base.alpn_protocols = vec![ACME_PROTOCOL.to_vec()];
                Some(policy::with_certificate(&base, key))
            }
            Err(error) => {
                tracing::error!(host = name, %error, "failed to create a challenge certificate");
                None
            }
        }
    }
}

impl Acceptor for TlsAcceptor {
    type Stream = TlsStream<PlainWriteSocket>;

    fn accept(
        &self,
        socket: TcpStream,
        origin: Caller,
    ) -> impl Future<Output = io::Result<EstablishedStream<Self::Stream>>> + Send + 'static {
        let tls = self.clone();
        async move { tls.accept_handshake(socket, origin).await }
    }
}

async fn in_time<T>(wait: Duration, step: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let done = timeout(wait, step).await;
    match &done {
        Ok(Ok(_)) => {}
        Ok(Err(_)) => metrics::record_handshake(HandshakeOutcome::Failed),
        Err(_) => metrics::record_handshake(HandshakeOutcome::Slow),
    }
    done.unwrap_or_else(|late| Err(late.into()))
}

async fn refuse_handshake<T>(
    mut socket: PlainWriteSocket,
    outcome: HandshakeOutcome,
) -> io::Result<T> {
    if outcome != HandshakeOutcome::Limited {
        socket.write_all(&UNRECOGNIZED_NAME).await?;
    }
    socket.shutdown().await?;
    Err(io::Error::other("the name in the handshake is none of ours, or there were too many"))
}
