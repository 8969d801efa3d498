//! A test certificate authority, and clients that trust it.

use crate::kit::{Serving, World, in_process, table};
use crate::shared::authority;
use crate::shared::verifier::Believer;
use axum::body::Body;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::CryptoProvider;
use rustls::crypto::aws_lc_rs::{default_provider, kx_group};
use rustls::pki_types::{CertificateDer, ServerName, SubjectPublicKeyInfoDer};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore};
use std::io;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use wire::{HostCertificate, RouteTable};
use x509_parser::prelude::{FromDer, X509Certificate};

/// Signs certificates for a fixture.
pub struct Authority(authority::Authority);

impl Authority {
    pub fn new() -> Self {
        Self(authority::Authority::new().unwrap())
    }

    pub fn issue(&self, names: &[&str]) -> HostCertificate {
        self.issue_for_years(names, 2020..2046)
    }

    pub fn issue_for_years(&self, names: &[&str], years: std::ops::Range<i32>) -> HostCertificate {
        self.0.issue(names, years).unwrap()
    }

    /// Parameters of a current browser, trusting this authority.
    pub fn client(&self, alpn: &[&str]) -> ClientConfig {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.0.der().clone()).unwrap();
        let groups = vec![kx_group::X25519MLKEM768, kx_group::X25519];
        let provider = CryptoProvider { kx_groups: groups, ..default_provider() };
        let mut config = ClientConfig::builder_with_provider(Arc::new(provider))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = alpn.iter().map(|name| name.as_bytes().to_vec()).collect();
        config
    }

    /// The default fixture, with these certificates.
    pub fn world(&self, certificates: &[&[&str]]) -> World {
        World::with(
            self.table(1, certificates),
            in_process("runtime"),
            in_process("control"),
            |_| {},
        )
    }

    pub fn table(&self, version: u64, certificates: &[&[&str]]) -> RouteTable {
        let mut table = table(version);
        table.certificates = certificates.iter().map(|names| self.issue(names)).collect();
        table
    }
}

/// A client that accepts every certificate, so that tests can inspect it.
pub fn credulous(alpn: &[&str]) -> ClientConfig {
    let mut config = Authority::new().client(alpn);
    config.dangerous().set_certificate_verifier(credulous_verifier());
    config
}

pub fn credulous_verifier() -> Arc<dyn ServerCertVerifier> {
    let schemes = default_provider().signature_verification_algorithms.supported_schemes();
    Arc::new(Believer { schemes, leaf: |_, _| Ok(()), signed: [signed_in_tls12, signed_in_tls13] })
}

fn signed_in_tls12(
    message: &[u8],
    leaf: &CertificateDer<'_>,
    signed: &DigitallySignedStruct,
) -> Result<(), rustls::Error> {
    let known = &default_provider().signature_verification_algorithms;
    rustls::crypto::verify_tls12_signature(message, leaf, signed, known).map(drop)
}

/// Verifies only the key: challenge certificates have a critical extension that the default
/// verifier refuses.
fn signed_in_tls13(
    message: &[u8],
    leaf: &CertificateDer<'_>,
    signed: &DigitallySignedStruct,
) -> Result<(), rustls::Error> {
    let known = &default_provider().signature_verification_algorithms;
    let (_, parsed) = X509Certificate::from_der(leaf).unwrap();
    let key = SubjectPublicKeyInfoDer::from(parsed.public_key().raw);
    rustls::crypto::verify_tls13_signature_with_raw_key(message, &key, signed, known).map(drop)
}

pub async fn connect(
    serving: &Serving,
    config: &ClientConfig,
    name: &str,
) -> io::Result<TlsStream<TcpStream>> {
    let socket = TcpStream::connect(serving.address).await?;
    let name = ServerName::try_from(name.to_owned()).unwrap();
    TlsConnector::from(Arc::new(config.clone())).connect(name, socket).await
}

/// Certificate that the server presented.
pub fn presented_certificate(stream: &TlsStream<TcpStream>) -> CertificateDer<'static> {
    stream.get_ref().1.peer_certificates().unwrap()[0].clone()
}

/// Leaf of a PEM chain.
pub fn leaf(certificate: &HostCertificate) -> CertificateDer<'static> {
    use rustls::pki_types::pem::PemObject;
    CertificateDer::from_pem_slice(certificate.chain.as_bytes()).unwrap()
}

/// An HTTP client on one TLS connection.
pub enum Client {
    One(hyper::client::conn::http1::SendRequest<Body>),
    Two(hyper::client::conn::http2::SendRequest<Body>),
}

impl Client {
    /// Speaks HTTP/2 or HTTP/1.1, as negotiated.
    pub async fn over(stream: TlsStream<TcpStream>) -> Self {
        let is_two = stream.get_ref().1.alpn_protocol() == Some(b"h2");
        let io = TokioIo::new(stream);
        if is_two {
            let (sender, connection) =
                hyper::client::conn::http2::handshake(TokioExecutor::new(), io).await.unwrap();
            tokio::spawn(connection);
            Self::Two(sender)
        } else {
            let (sender, connection) = hyper::client::conn::http1::handshake(io).await.unwrap();
            tokio::spawn(connection);
            Self::One(sender)
        }
    }

    pub async fn get(&mut self, host: &str, path: &str) -> hyper::Result<Response<Incoming>> {
        match self {
            Self::One(sender) => {
                sender.ready().await?;
                let request = Request::get(path).header("host", host);
                sender.send_request(request.body(Body::empty()).unwrap()).await
            }
            Self::Two(sender) => {
                sender.ready().await?;
                let request = Request::get(format!("https://{host}{path}"));
                sender.send_request(request.body(Body::empty()).unwrap()).await
            }
        }
    }

    pub async fn status(&mut self, host: &str, path: &str) -> u16 {
        self.get(host, path).await.unwrap().status().as_u16()
    }

    /// Waits until the edge has closed the connection.
    pub async fn ended(&mut self) {
        let ended = async {
            loop {
                let ready = match self {
                    Self::One(sender) => sender.ready().await,
                    Self::Two(sender) => sender.ready().await,
                };
                if ready.is_err() {
                    return;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::kit::PATIENCE, ended).await.unwrap();
    }
}

pub async fn text(response: Response<Incoming>) -> String {
    let body = response.into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(body.to_vec()).unwrap()
}
