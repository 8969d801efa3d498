//! Maximum rate of handshakes. The client uses the same cores, so it does as little work as
//! possible, and the same for every proxy: blocking threads, and a check only that the leaf has the
//! right name. One in `WHOLE_EVERY` handshakes is fully verified like in a browser, which detects
//! wrong signatures.

use crate::edge_table::host;
use crate::shared::verifier::Believer;
use anyhow::{Result, anyhow};
use rustls::client::verify_server_name;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, ClientConnection, Error};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::{JoinSet, spawn_blocking};

/// Number of concurrent handshakes.
const AT_ONCE: usize = 8;
/// One in this many handshakes is fully verified.
pub const WHOLE_EVERY: usize = 32;
const PATIENCE: Duration = Duration::from_secs(10);

/// Configurations for fast and for fully verified handshakes.
#[derive(Clone)]
pub struct HandshakeClients {
    named: Arc<ClientConfig>,
    whole: Arc<ClientConfig>,
}

impl HandshakeClients {
    /// Derives the fast configuration from `whole`, which verifies everything.
    pub fn like(whole: ClientConfig) -> Self {
        let mut named = whole.clone();
        let schemes = whole.crypto_provider().signature_verification_algorithms.supported_schemes();
        let believer = Believer {
            schemes,
            leaf: carries_the_name,
            signed: [|_, _, _| Err(Error::General("not TLS 1.2".to_owned())), |_, _, _| Ok(())],
        };
        named.dangerous().set_certificate_verifier(Arc::new(believer));
        Self { named: Arc::new(named), whole: Arc::new(whole) }
    }

    /// Performs handshakes with the hosts in turn for a while; returns the durations.
    pub async fn for_a_while(
        &self,
        port: u16,
        hosts: usize,
        span: Duration,
    ) -> Result<Vec<Duration>> {
        let (next, begun) = (Arc::new(AtomicUsize::new(0)), Instant::now());
        let mut all = JoinSet::new();
        for _ in 0..AT_ONCE {
            let (shaking, next) = (self.clone(), next.clone());
            all.spawn(async move {
                spawn_blocking(move || {
                    let mut times = Vec::new();
                    while begun.elapsed() < span {
                        let (number, one) = (next.fetch_add(1, Ordering::Relaxed), Instant::now());
                        shaking.once(port, host(number % hosts), number)?;
                        times.push(one.elapsed());
                    }
                    anyhow::Ok(times)
                })
                .await?
            });
        }
        all.join_all().await.into_iter().try_fold(Vec::new(), |all, one| Ok([all, one?].concat()))
    }

    fn once(&self, port: u16, host: String, number: usize) -> Result<()> {
        let config = if number.is_multiple_of(WHOLE_EVERY) { &self.whole } else { &self.named };
        let mut socket = TcpStream::connect(("127.0.0.1", port))?;
        socket.set_read_timeout(Some(PATIENCE))?;
        let mut connection =
            ClientConnection::new(Arc::clone(config), ServerName::try_from(host.clone())?)?;
        while connection.is_handshaking() || connection.wants_write() {
            connection
                .complete_io(&mut socket)
                .map_err(|error| anyhow!("no handshake with {host}: {error}"))?;
        }
        Ok(())
    }
}

fn carries_the_name(leaf: &CertificateDer<'_>, name: &ServerName<'_>) -> Result<(), Error> {
    verify_server_name(&ParsedCertificate::try_from(leaf)?, name)
}
