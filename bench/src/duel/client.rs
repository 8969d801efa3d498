//! Clients: TLS with verification of chain and name, and a full handshake for every connection.

use super::shaking::HandshakeClients;
use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Empty};
use hyper::body::Incoming;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::client::Resumption;
use rustls::crypto::aws_lc_rs::{self, cipher_suite, kx_group};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

const PATIENCE: Duration = Duration::from_secs(10);
/// Requested path.
pub const PATH: &str = "/api/bench";

/// Kind of handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// X25519 and HTTP/1.1.
    One,
    /// X25519 and HTTP/2.
    Two,
    /// X25519MLKEM768 and HTTP/1.1.
    PostQuantum,
}

/// A client for each kind of handshake.
#[derive(Clone)]
pub struct Clients {
    one: TlsConnector,
    two: TlsConnector,
    post_quantum: TlsConnector,
    shaking: HandshakeClients,
    shaking_post_quantum: HandshakeClients,
}

/// A connection for requests.
#[derive(Clone)]
pub enum Sender {
    One(Arc<tokio::sync::Mutex<http1::SendRequest<Empty<Bytes>>>>),
    Two(http2::SendRequest<Empty<Bytes>>),
}

impl Clients {
    pub fn new(folder: &Path) -> Result<Self> {
        let root = std::fs::read(folder.join("root.pem")).context("read the root")?;
        let config = |group, protocol: &[u8]| {
            let mut roots = RootCertStore::empty();
            roots.add(CertificateDer::from_pem_slice(&root)?)?;
            let mut provider = aws_lc_rs::default_provider();
            provider.kx_groups = vec![group];
            // Suites of current browsers.
            provider.cipher_suites = vec![
                cipher_suite::TLS13_AES_128_GCM_SHA256,
                cipher_suite::TLS13_AES_256_GCM_SHA384,
                cipher_suite::TLS13_CHACHA20_POLY1305_SHA256,
            ];
            let mut config = ClientConfig::builder_with_provider(Arc::new(provider))
                .with_protocol_versions(&[&rustls::version::TLS13])?
                .with_root_certificates(roots)
                .with_no_client_auth();
            config.resumption = Resumption::disabled();
            config.alpn_protocols = vec![protocol.to_vec()];
            anyhow::Ok(config)
        };
        let one = config(kx_group::X25519, b"http/1.1")?;
        let post_quantum = config(kx_group::X25519MLKEM768, b"http/1.1")?;
        Ok(Self {
            shaking: HandshakeClients::like(one.clone()),
            shaking_post_quantum: HandshakeClients::like(post_quantum.clone()),
            one: TlsConnector::from(Arc::new(one)),
            two: TlsConnector::from(Arc::new(config(kx_group::X25519, b"h2")?)),
            post_quantum: TlsConnector::from(Arc::new(post_quantum)),
        })
    }

    /// Client that only does handshakes.
    pub const fn shaking(&self, hand: Hand) -> &HandshakeClients {
        match hand {
            Hand::PostQuantum => &self.shaking_post_quantum,
            Hand::One | Hand::Two => &self.shaking,
        }
    }

    /// Performs a handshake with a host.
    pub async fn shake(&self, hand: Hand, port: u16, host: &str) -> Result<TlsStream<TcpStream>> {
        let connector = match hand {
            Hand::One => &self.one,
            Hand::Two => &self.two,
            Hand::PostQuantum => &self.post_quantum,
        };
        let shaking = async {
            let socket = TcpStream::connect(("127.0.0.1", port)).await?;
            socket.set_nodelay(true)?;
            let name = ServerName::try_from(host.to_owned())?;
            anyhow::Ok(connector.connect(name, socket).await?)
        };
        tokio::time::timeout(PATIENCE, shaking).await?
    }

    /// Opens a connection for requests.
    pub async fn open(&self, hand: Hand, port: u16, host: &str) -> Result<Sender> {
        let stream = TokioIo::new(self.shake(hand, port, host).await?);
        if hand == Hand::Two {
            let (sender, connection) = http2::handshake(TokioExecutor::new(), stream).await?;
            tokio::spawn(connection);
            return Ok(Sender::Two(sender));
        }
        let (sender, connection) = http1::handshake(stream).await?;
        tokio::spawn(connection);
        Ok(Sender::One(Arc::new(tokio::sync::Mutex::new(sender))))
    }

    /// Sends one request on its own connection.
    pub async fn visit(&self, port: u16, host: &str) -> Result<()> {
        self.open(Hand::One, port, host).await?.ask(host).await
    }
}

impl Sender {
    /// Sends a request and reads the whole response, which must be 200.
    pub async fn ask(&self, host: &str) -> Result<()> {
        let asking = async {
            let answer = match self {
                Self::One(sender) => {
                    let request = Request::get(PATH).header("host", host).body(Empty::new())?;
                    let mut sender = sender.lock().await;
                    sender.ready().await?;
                    sender.send_request(request).await?
                }
                Self::Two(sender) => {
                    let uri = format!("https://{host}{PATH}");
                    let mut sender = sender.clone();
                    sender.ready().await?;
                    sender.send_request(Request::get(uri).body(Empty::new())?).await?
                }
            };
            ensure!(answer.status() == 200, "{host} answers {}", answer.status());
            answer.into_body().collect().await?;
            Ok(())
        };
        tokio::time::timeout(PATIENCE, asking).await?
    }

    /// Opens an event stream; HTTP/2 only, which carries many on one connection.
    pub async fn listen(&self, host: &str) -> Result<Incoming> {
        let Self::Two(sender) = self else { bail!("events are listened to over HTTP/2") };
        let mut sender = sender.clone();
        sender.ready().await?;
        let request = Request::get(format!("https://{host}/api/live")).body(Empty::new())?;
        let answer = sender.send_request(request).await?;
        ensure!(answer.status() == 200, "{host} answers {}", answer.status());
        Ok(answer.into_body())
    }

    /// Returns whether the connection is closed.
    pub async fn is_closed(&self) -> bool {
        match self {
            Self::One(sender) => sender.lock().await.is_closed(),
            Self::Two(sender) => sender.is_closed(),
        }
    }
}
