//! A certificate authority of the test's own, and clients that trust it.

use crate::kit::{Serving, World, in_process, table};
use axum::body::Body;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DistinguishedName, DnType, IsCa, KeyPair,
};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::crypto::aws_lc_rs::{default_provider, kx_group};
use rustls::pki_types::{CertificateDer, ServerName, SubjectPublicKeyInfoDer, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use std::io;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use wire::{HostCertificate, PrivateKeyPem, RouteTable};
use x509_parser::prelude::{FromDer, X509Certificate};

/// Signs certificates for a world.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name = common_name("authority of the test");
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    pub fn issue(&self, names: &[&str]) -> HostCertificate {
        self.issue_for_years(names, 2020..2046)
    }

    pub fn issue_for_years(&self, names: &[&str], years: std::ops::Range<i32>) -> HostCertificate {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names.clone()).unwrap();
        params.distinguished_name = common_name("a host");
        params.not_before = rcgen::date_time_ymd(years.start, 1, 1);
        params.not_after = rcgen::date_time_ymd(years.end, 1, 1);
        let key = KeyPair::generate().unwrap();
        let leaf = params.signed_by(&key, &self.0).unwrap();
        HostCertificate {
            names,
            chain: leaf.pem() + &self.0.pem(),
            key: PrivateKeyPem::new(key.serialize_pem()),
            not_after: params.not_after.unix_timestamp(),
        }
    }

    /// What a browser of today offers, trusting this authority.
    pub fn client(&self, alpn: &[&str]) -> ClientConfig {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).unwrap();
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

    /// The usual world, with these certificates.
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

fn common_name(name: &str) -> DistinguishedName {
    let mut names = DistinguishedName::new();
    names.push(DnType::CommonName, name);
    names
}

/// A client that believes every certificate, to look at it.
pub fn credulous(alpn: &[&str]) -> ClientConfig {
    let mut config = Authority::new().client(alpn);
    config.dangerous().set_certificate_verifier(credulous_verifier());
    config
}

pub fn credulous_verifier() -> Arc<dyn ServerCertVerifier> {
    Arc::new(Believer(Arc::new(default_provider())))
}

#[derive(Debug)]
struct Believer(Arc<CryptoProvider>);

impl ServerCertVerifier for Believer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, cert, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        // The certificate itself is looked at by the test: answers to an authority have an extension
        // that the usual verifier refuses.
        let (_, parsed) = X509Certificate::from_der(cert).unwrap();
        let key = SubjectPublicKeyInfoDer::from(parsed.public_key().raw);
        let known = &self.0.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature_with_raw_key(message, &key, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
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

/// The certificate that a client was shown.
pub fn shown(stream: &TlsStream<TcpStream>) -> CertificateDer<'static> {
    stream.get_ref().1.peer_certificates().unwrap()[0].clone()
}

/// The leaf of a chain in PEM.
pub fn leaf(certificate: &HostCertificate) -> CertificateDer<'static> {
    use rustls::pki_types::pem::PemObject;
    CertificateDer::from_pem_slice(certificate.chain.as_bytes()).unwrap()
}

/// A client of HTTP over one TLS connection.
pub enum Client {
    One(hyper::client::conn::http1::SendRequest<Body>),
    Two(hyper::client::conn::http2::SendRequest<Body>),
}

impl Client {
    /// Speaks HTTP/2 or HTTP/1.1 over a stream, whichever it agreed on.
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

    /// Waits until the edge has ended the connection.
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
