//! A receiver of webhooks: an HTTPS server with a certificate of its own authority. It verifies each
//! signature with the published recipe of Standard Webhooks.

use aws_lc_rs::hmac;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::serve::Listener;
use data_encoding::BASE64;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::Value;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// A received message.
#[derive(Debug, Clone)]
pub struct ReceivedMessage {
    pub id: String,
    pub timestamp: i64,
    pub signatures: String,
    pub text: String,
    pub body: Value,
    pub headers: HeaderMap,
}

impl ReceivedMessage {
    /// Verifies a signature: HMAC-SHA256 over `id.timestamp.body` with the decoded secret.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let key = BASE64.decode(secret.strip_prefix("whsec_").unwrap().as_bytes()).unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
        let signed = format!("{}.{}.{}", self.id, self.timestamp, self.text);
        let tag = hmac::sign(&key, signed.as_bytes());
        let expected = format!("v1,{}", BASE64.encode(tag.as_ref()));
        self.signatures.split(' ').any(|signature| signature == expected)
    }
}

/// How the receiver answers.
#[derive(Debug, Clone, Copy)]
pub enum Answer {
    Status(u16),
    /// Redirects to another path of the receiver.
    Redirect,
    /// Never.
    Nothing,
}

#[derive(Default)]
struct ReceiverState {
    messages: Vec<ReceivedMessage>,
    /// Answers to the next messages; 204 afterwards.
    next: Vec<Answer>,
    /// Answer to all other messages.
    usual: Option<Answer>,
    /// Messages that are answered now, and the most at the same time.
    at_once: (usize, usize),
}

/// A running receiver.
#[derive(Clone)]
pub struct WebhookReceiver {
    address: SocketAddr,
    root: Arc<(TempDir, PathBuf)>,
    state: Arc<Mutex<ReceiverState>>,
}

impl WebhookReceiver {
    pub async fn open() -> Self {
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("root.pem");
        let listener = TlsListener::open(&file).await;
        let address = listener.local_addr().unwrap();
        let server = Self { address, root: Arc::new((folder, file)), state: Arc::default() };
        let router = Router::new().fallback(receive).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    /// Settings of an instance that may deliver to it.
    pub fn settings(&self) -> [(&'static str, String); 2] {
        [
            ("webhooks.allow_local", "true".to_owned()),
            ("webhooks.root_file", self.root.1.display().to_string()),
        ]
    }

    pub fn url(&self, path: &str) -> String {
        format!("https://localhost:{}{path}", self.address.port())
    }

    /// The next messages are answered so, in this order.
    pub fn answer_next(&self, answers: &[Answer]) {
        self.state.lock().unwrap().next.extend_from_slice(answers);
    }

    /// All further messages are answered so.
    pub fn answer_always(&self, answer: Answer) {
        self.state.lock().unwrap().usual = Some(answer);
    }

    /// All received messages, the oldest first.
    pub fn messages(&self) -> Vec<ReceivedMessage> {
        self.state.lock().unwrap().messages.clone()
    }

    /// The most messages that were answered at the same time.
    pub fn most_at_once(&self) -> usize {
        self.state.lock().unwrap().at_once.1
    }
}

async fn receive(
    State(server): State<WebhookReceiver>,
    headers: HeaderMap,
    text: String,
) -> Response {
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    let message = ReceivedMessage {
        id: header("webhook-id"),
        timestamp: header("webhook-timestamp").parse().unwrap(),
        signatures: header("webhook-signature"),
        body: serde_json::from_str(&text).unwrap(),
        headers: headers.clone(),
        text,
    };
    let answer = {
        let mut state = server.state.lock().unwrap();
        state.messages.push(message);
        state.at_once.0 += 1;
        state.at_once.1 = state.at_once.1.max(state.at_once.0);
        let usual = state.usual.unwrap_or(Answer::Status(204));
        if state.next.is_empty() { usual } else { state.next.remove(0) }
    };
    // Lets other messages arrive meanwhile.
    tokio::time::sleep(Duration::from_millis(20)).await;
    let response = match answer {
        Answer::Status(status) => {
            let long = "x".repeat(100_000);
            (StatusCode::from_u16(status).unwrap(), long).into_response()
        }
        Answer::Redirect => {
            (StatusCode::TEMPORARY_REDIRECT, [("location", "/elsewhere")]).into_response()
        }
        Answer::Nothing => std::future::pending().await,
    };
    server.state.lock().unwrap().at_once.0 -= 1;
    response
}

/// A port with TLS.
struct TlsListener {
    listener: TcpListener,
    tls: TlsAcceptor,
}

impl TlsListener {
    /// Opens one whose certificate the root in `file` has signed.
    async fn open(file: &std::path::Path) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        std::fs::write(file, issuer.pem()).unwrap();
        let key = KeyPair::generate().unwrap();
        let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
        let leaf = CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap();
        let chain = CertificateDer::from_pem_slice(leaf.pem().as_bytes()).unwrap();
        let key = PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).unwrap();
        let config = ServerConfig::builder().with_no_client_auth();
        let config = config.with_single_cert(vec![chain], key).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self { listener, tls: TlsAcceptor::from(Arc::new(config)) }
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (stream, caller) = self.listener.accept().await.unwrap();
            // A client that does not trust the certificate has no stream.
            if let Ok(stream) = self.tls.accept(stream).await {
                return (stream, caller);
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}
