//! HTTP/2 at the frame level, including frames that a correct client never sends.

use crate::kit::{MAIN, PATIENCE, Serving};
use crate::tls::kit::{Authority, connect};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

use crate::shared::frames;
pub use crate::shared::frames::{
    END_HEADERS, END_STREAM, GOAWAY, HEADERS, PREFACE, RST_STREAM, SETTINGS, frame,
};

pub const DATA: u8 = 0;
pub const PING: u8 = 6;
pub const CONTINUATION: u8 = 9;
pub const ENHANCE_YOUR_CALM: u32 = 0xb;

/// One connection.
pub struct Raw(pub TlsStream<TcpStream>);

/// A frame that was received.
pub struct Frame {
    pub kind: u8,
    pub stream: u32,
    pub payload: Vec<u8>,
}

impl Raw {
    /// Completes the TLS handshake and sends nothing.
    pub async fn silent(serving: &Serving, authority: &Authority) -> Self {
        Self(connect(serving, &authority.client(&["h2"]), MAIN).await.unwrap())
    }

    /// Starts HTTP/2 with these settings.
    pub async fn open(serving: &Serving, authority: &Authority, settings: &[u8]) -> Self {
        let mut raw = Self::silent(serving, authority).await;
        raw.0.write_all(PREFACE).await.unwrap();
        assert!(raw.send(SETTINGS, 0, 0, settings).await);
        raw
    }

    /// Returns whether the edge still accepts data.
    pub async fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) -> bool {
        let bytes = frame(kind, flags, stream, payload);
        self.0.write_all(&bytes).await.is_ok() && self.0.flush().await.is_ok()
    }

    /// The next frame, if the connection is still open.
    pub async fn next(&mut self) -> Option<Frame> {
        let reading = async {
            let mut head = [0; 9];
            self.0.read_exact(&mut head).await.ok()?;
            let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
            let mut payload = vec![0; length];
            self.0.read_exact(&mut payload).await.ok()?;
            let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
            Some(Frame { kind: head[3], stream, payload })
        };
        tokio::time::timeout(PATIENCE, reading).await.unwrap()
    }

    /// Reads to the end; returns the GOAWAY reason, if one arrived.
    pub async fn reason(&mut self) -> Option<u32> {
        let mut reason = None;
        while let Some(frame) = self.next().await {
            if frame.kind == GOAWAY {
                let code = frame.payload[4..8].try_into().unwrap();
                reason = Some(u32::from_be_bytes(code));
            }
        }
        reason
    }
}

/// Header fields of a GET of `path` from the main host.
pub fn get(path: &str) -> Vec<u8> {
    frames::get(MAIN, path)
}

/// Like [`get`], for a POST.
pub fn post(path: &str) -> Vec<u8> {
    let mut fields = get(path);
    fields[0] = 0x83;
    fields
}

/// One more header field in literal form.
pub fn field(name: &str, value: &str) -> Vec<u8> {
    let mut bytes = vec![0, name.len() as u8];
    bytes.extend(name.as_bytes());
    bytes.push(value.len() as u8);
    bytes.extend(value.as_bytes());
    bytes
}
