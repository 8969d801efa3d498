//! HTTP without TLS. The first bytes determine the HTTP version.

use crate::connection::{Acceptor, Caller, EstablishedStream, Protocol, Transport};
use std::io::{self, Cursor};
use std::time::Duration;
use tokio::io::{AsyncReadExt, Chain, Join, join};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// Client preface of HTTP/2 (RFC 9113 section 3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Acceptor for HTTP without TLS.
#[derive(Debug, Clone)]
pub struct PlainAcceptor {
    pub transport: Transport,
    /// Timeout for the first bytes.
    pub wait: Duration,
}

/// A stream whose first bytes were already read and are replayed.
type ReplayedStream = Join<Chain<Cursor<Vec<u8>>, OwnedReadHalf>, OwnedWriteHalf>;

impl Acceptor for PlainAcceptor {
    type Stream = ReplayedStream;

    fn accept(
        &self,
        socket: TcpStream,
        _: Caller,
    ) -> impl Future<Output = io::Result<EstablishedStream<ReplayedStream>>> + Send + 'static {
        let (arrival, wait) = (self.transport.clone(), self.wait);
        async move {
            let (mut reading, writing) = socket.into_split();
            let (protocol, begun) =
                tokio::time::timeout(wait, detect_protocol(&mut reading)).await??;
            let stream = join(Cursor::new(begun).chain(reading), writing);
            Ok(EstablishedStream { stream, protocol, arrival })
        }
    }
}

/// Reads until the protocol is known, and never past the preface.
async fn detect_protocol(reading: &mut OwnedReadHalf) -> io::Result<(Protocol, Vec<u8>)> {
    let mut begun = Vec::with_capacity(PREFACE.len());
    loop {
        let missing = (PREFACE.len() - begun.len()) as u64;
        let read = (&mut *reading).take(missing).read_buf(&mut begun).await?;
        if begun == PREFACE {
            return Ok((Protocol::Http2, begun));
        }
        if read == 0 || !PREFACE.starts_with(&begun) {
            return Ok((Protocol::Http1, begun));
        }
    }
}
