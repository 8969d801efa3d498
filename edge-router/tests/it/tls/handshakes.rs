//! TLS handshakes.

use super::kit::{Authority, connect, credulous_verifier};
use crate::kit::{ASHCOMBE, MAIN, PATIENCE, Serving, World, in_process};
use rustls::SupportedCipherSuite;
use rustls::client::{ClientSessionMemoryCache, ClientSessionStore, Resumption};
use rustls::client::{Tls12ClientSessionValue, Tls13ClientSessionValue};
use rustls::crypto::CryptoProvider;
use rustls::crypto::aws_lc_rs::{cipher_suite, default_provider};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, HandshakeKind, NamedGroup, ProtocolVersion};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends `bytes` and reads until the edge closes the connection.
async fn exchange(serving: &Serving, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    answer
}

fn hello(config: ClientConfig, name: &str) -> Vec<u8> {
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let mut connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut bytes = Vec::new();
    connection.write_tls(&mut bytes).unwrap();
    bytes
}

#[tokio::test]
async fn unknown_and_missing_server_names_get_only_an_alert() {
    let authority = Authority::new();
    let serving = authority.world(&[&["*.portals.example"]]).serve_tls().await;
    let mut nameless = authority.client(&["h2"]);
    nameless.enable_sni = false;
    for bytes in [
        hello(authority.client(&["h2"]), "nobody.portals.example"),
        hello(authority.client(&["h2"]), "evil.example"),
        hello(authority.client(&["acme-tls/1"]), "evil.example"),
        hello(nameless, MAIN),
        hello(authority.client(&["h2"]), "127.0.0.1"),
    ] {
        assert_eq!(exchange(&serving, &bytes).await, [0x15, 3, 3, 0, 2, 2, 0x70]);
    }
}

#[tokio::test]
async fn incomplete_client_hello_times_out() {
    let authority = Authority::new();
    let routes = authority.table(1, &[&[MAIN]]);
    let world = World::with(routes, in_process("runtime"), in_process("control"), |config| {
        config.limits.client_hello_timeout = Duration::from_millis(200);
        config.limits.header_read_timeout = Duration::from_millis(400);
    });
    let serving = world.serve_tls().await;
    let whole = hello(authority.client(&["h2"]), MAIN);
    for sent in [&[][..], &whole[..40], &whole] {
        let begun = Instant::now();
        exchange(&serving, sent).await;
        assert!(begun.elapsed() < Duration::from_secs(5), "{} bytes", sent.len());
    }
    assert!(exchange(&serving, b"GET / HTTP/1.1\r\n\r\n").await.starts_with(&[0x15]), "an alert");
}

#[tokio::test]
async fn supports_tls12_and_tls13_with_a_post_quantum_group_first() {
    let authority = Authority::new();
    let serving = authority.world(&[&[MAIN]]).serve_tls().await;
    let stream = connect(&serving, &authority.client(&["h2", "http/1.1"]), MAIN).await.unwrap();
    let session = stream.get_ref().1;
    assert_eq!(session.protocol_version(), Some(ProtocolVersion::TLSv1_3));
    let group = session.negotiated_key_exchange_group().unwrap().name();
    assert_eq!(group, NamedGroup::X25519MLKEM768);
    assert_eq!(session.alpn_protocol(), Some(&b"h2"[..]));

    let older = only(&rustls::version::TLS12);
    let stream = connect(&serving, &older, MAIN).await.unwrap();
    assert_eq!(stream.get_ref().1.protocol_version(), Some(ProtocolVersion::TLSv1_2));
    let neither = connect(&serving, &authority.client(&["spdy/3"]), MAIN).await.unwrap_err();
    assert!(neither.to_string().contains("NoApplicationProtocol"), "{neither}");
}

#[tokio::test]
async fn prefers_aes128_unless_the_client_prefers_chacha20() {
    let authority = Authority::new();
    let serving = authority.world(&[&[MAIN]]).serve_tls().await;
    let (long, short, chacha) = (
        cipher_suite::TLS13_AES_256_GCM_SHA384,
        cipher_suite::TLS13_AES_128_GCM_SHA256,
        cipher_suite::TLS13_CHACHA20_POLY1305_SHA256,
    );
    for (offered, agreed) in [
        (vec![long, short, chacha], short),
        (vec![short, chacha, long], short),
        (vec![chacha, short, long], chacha),
        (vec![long], long),
    ] {
        let config = offering(&rustls::version::TLS13, offered);
        let stream = connect(&serving, &config, MAIN).await.unwrap();
        assert_eq!(stream.get_ref().1.negotiated_cipher_suite(), Some(agreed));
    }
}

/// A client of a single TLS version.
fn only(version: &'static rustls::SupportedProtocolVersion) -> ClientConfig {
    offering(version, default_provider().cipher_suites)
}

/// A client of a single TLS version that offers these suites in this order.
fn offering(
    version: &'static rustls::SupportedProtocolVersion,
    cipher_suites: Vec<SupportedCipherSuite>,
) -> ClientConfig {
    let provider = CryptoProvider { cipher_suites, ..default_provider() };
    let mut config = ClientConfig::builder_with_provider(Arc::new(provider))
        .with_protocol_versions(&[version])
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(credulous_verifier())
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    config
}

/// Stores all sessions under one name, as an attacker would who wants to reuse them for other
/// hosts.
#[derive(Debug)]
struct OneDrawer(ClientSessionMemoryCache);

fn anybody() -> ServerName<'static> {
    ServerName::try_from("anybody.example").unwrap()
}

impl ClientSessionStore for OneDrawer {
    fn set_kx_hint(&self, _: ServerName<'static>, group: NamedGroup) {
        self.0.set_kx_hint(anybody(), group);
    }
    fn kx_hint(&self, _: &ServerName<'_>) -> Option<NamedGroup> {
        self.0.kx_hint(&anybody())
    }
    fn set_tls12_session(&self, _: ServerName<'static>, value: Tls12ClientSessionValue) {
        self.0.set_tls12_session(anybody(), value);
    }
    fn tls12_session(&self, _: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        self.0.tls12_session(&anybody())
    }
    fn remove_tls12_session(&self, _: &ServerName<'static>) {
        self.0.remove_tls12_session(&anybody());
    }
    fn insert_tls13_ticket(&self, _: ServerName<'static>, value: Tls13ClientSessionValue) {
        self.0.insert_tls13_ticket(anybody(), value);
    }
    fn take_tls13_ticket(&self, _: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        self.0.take_tls13_ticket(&anybody())
    }
}

#[tokio::test]
async fn session_ticket_is_valid_only_for_its_name() {
    let authority = Authority::new();
    let serving = authority.world(&[&[MAIN, ASHCOMBE]]).serve_tls().await;
    for version in [&rustls::version::TLS13, &rustls::version::TLS12] {
        for (second, expected) in [(MAIN, HandshakeKind::Resumed), (ASHCOMBE, HandshakeKind::Full)]
        {
            let mut config = only(version);
            let drawer = OneDrawer(ClientSessionMemoryCache::new(8));
            config.resumption = Resumption::store(Arc::new(drawer));
            let kinds =
                [visit(&serving, &config, MAIN).await, visit(&serving, &config, second).await];
            assert_eq!(kinds, [HandshakeKind::Full, expected], "{second} {:?}", version.version);
        }
    }
}

#[tokio::test]
async fn session_ticket_is_valid_on_every_edge_of_the_fleet() {
    let authority = Authority::new();
    let routes = authority.table(1, &[&[MAIN, ASHCOMBE]]);
    let edge = |key: [u8; 32]| {
        let routes = routes.clone();
        World::with(routes, in_process("runtime"), in_process("control"), move |config| {
            config.context_key = wire::ContextKey::new(key);
        })
    };
    let (one, other, stranger) = (edge([7; 32]), edge([7; 32]), edge([8; 32]));
    let (one, other) = (one.serve_tls().await, other.serve_tls().await);
    let stranger = stranger.serve_tls().await;
    use HandshakeKind::{Full, Resumed};
    for (version, second, name, expected) in [
        (&rustls::version::TLS13, &other, MAIN, Resumed),
        (&rustls::version::TLS13, &other, ASHCOMBE, Full),
        (&rustls::version::TLS13, &stranger, MAIN, Full),
        // A TLS 1.2 ticket contains the session key, which no long-lived secret may decrypt.
        (&rustls::version::TLS12, &other, MAIN, Full),
    ] {
        let mut config = only(version);
        let drawer = OneDrawer(ClientSessionMemoryCache::new(8));
        config.resumption = Resumption::store(Arc::new(drawer));
        assert_eq!(visit(&one, &config, MAIN).await, Full);
        assert_eq!(visit(second, &config, name).await, expected, "{name} {:?}", version.version);
    }
}

/// Sends one request, so that the session ticket is read.
async fn visit(serving: &Serving, config: &ClientConfig, name: &str) -> HandshakeKind {
    let mut stream = connect(serving, config, name).await.unwrap();
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200 "));
    stream.get_ref().1.handshake_kind().unwrap()
}
