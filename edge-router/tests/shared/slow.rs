//! Connections that occupy slots without making progress (edge design, section 6 L).

use super::frames::{END_HEADERS, END_STREAM, HEADERS, PREFACE, SETTINGS, frame, get};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Kind of slowness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One header line at a time.
    Head,
    /// One body byte at a time.
    Body,
    /// No flow-control window for the response.
    Window,
    /// Not a single byte, not even a ClientHello.
    Silence,
}

pub const KINDS: [Kind; 4] = [Kind::Head, Kind::Body, Kind::Window, Kind::Silence];

impl Kind {
    fn first(self, host: &str, path: &str) -> Vec<u8> {
        let line = |method| format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n");
        match self {
            Self::Head => line("GET").into_bytes(),
            Self::Body => (line("POST") + "Content-Length: 9999\r\n\r\n").into_bytes(),
            // An initial window of zero, and one request.
            Self::Window => [
                PREFACE,
                &frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0]),
                &frame(HEADERS, END_STREAM | END_HEADERS, 1, &get(host, path)),
            ]
            .concat(),
            Self::Silence => Vec::new(),
        }
    }

    const fn more(self) -> &'static [u8] {
        match self {
            Self::Head => b"x-a: b\r\n",
            Self::Body => b"a",
            Self::Window | Self::Silence => b"",
        }
    }

    /// Keeps `stream` open, with a byte now and then, until the other side has closed it.
    pub async fn hold<S>(self, stream: S, (host, path): (&str, &str), drip: Duration)
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let (mut reading, mut writing) = tokio::io::split(stream);
        let dripping = async {
            let first = self.first(host, path);
            let mut next = first.as_slice();
            while !next.is_empty()
                && writing.write_all(next).await.is_ok()
                && writing.flush().await.is_ok()
            {
                next = self.more();
                tokio::time::sleep(drip).await;
            }
        };
        let ending = async {
            let mut buffer = [0; 1_024];
            while matches!(reading.read(&mut buffer).await, Ok(1..)) {}
        };
        tokio::join!(dripping, ending);
    }
}
