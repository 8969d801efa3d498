//! TLS entrance of a test server, with the addresses of its clients.

use crate::pebble::Pebble;
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// Address of a client.
#[derive(Clone)]
pub struct Caller(pub SocketAddr);

impl Connected<IncomingStream<'_, Entrance>> for Caller {
    fn connect_info(stream: IncomingStream<'_, Entrance>) -> Self {
        Self(*stream.remote_addr())
    }
}

/// A port with TLS.
pub struct Entrance {
    listener: TcpListener,
    tls: TlsAcceptor,
    shaking_hands: JoinSet<std::io::Result<(TlsStream<TcpStream>, SocketAddr)>>,
}

impl Entrance {
    /// Opens one with the certificate of this authority's own server.
    pub async fn open(pebble: &Pebble) -> Self {
        let [chain, key] = pebble.own_certificate();
        let chain = CertificateDer::from_pem_slice(&chain).unwrap();
        let key = PrivateKeyDer::from_pem_slice(&key).unwrap();
        let config = ServerConfig::builder().with_no_client_auth();
        let config = config.with_single_cert(vec![chain], key).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let tls = TlsAcceptor::from(Arc::new(config));
        Self { listener, tls, shaking_hands: JoinSet::new() }
    }
}

impl Listener for Entrance {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            tokio::select! {
                accepted = self.listener.accept() => {
                    let (stream, caller) = accepted.unwrap();
                    let tls = self.tls.clone();
                    // A frozen client must not block the others.
                    self.shaking_hands
                        .spawn(async move { Ok((tls.accept(stream).await?, caller)) });
                }
                met = self.shaking_hands.join_next(), if !self.shaking_hands.is_empty() => {
                    // A killed client has no result.
                    if let Some(Ok(Ok(met))) = met {
                        return met;
                    }
                }
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}
