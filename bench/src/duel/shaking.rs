//! Handshakes and nothing else, as many as there can be. What asking costs is taken from the same cores,
//! so it costs as little as it can, and the same for everybody: threads that wait in the kernel, and of
//! the certificate only whether the leaf carries the name. One handshake in so many is looked at as a
//! browser does, with the chain and all signatures: who signs wrongly is found out.

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

/// How many shake hands at once.
const AT_ONCE: usize = 8;
/// One in so many is looked at whole.
pub const WHOLE_EVERY: usize = 32;
const PATIENCE: Duration = Duration::from_secs(10);

/// How hands are shaken: nearly always, and once in a while.
#[derive(Clone)]
pub struct Shaking {
    named: Arc<ClientConfig>,
    whole: Arc<ClientConfig>,
}

impl Shaking {
    /// As `whole` says, which looks at everything.
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

    /// Shakes hands with one of so many hosts after the other for a while: how long each took.
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
