//! Lingering close of an HTTP/1 connection. Closing a socket with unread input sends a TCP reset,
//! which can discard a response that the client has not read yet. Therefore further input is read
//! and dropped for a while (RFC 9112 section 9.6).

use crate::problem::HEAD_SLOW;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

/// Timeout for writing the last response.
const SAY_WAIT: Duration = Duration::from_secs(1);
/// Maximum pause in the input while it is drained.
const QUIET_WAIT: Duration = Duration::from_secs(2);
/// Maximum number of drained bytes: three times the largest request body.
const BYTES_MAX: usize = 3 * wire::bodies::PICTURE_BYTES_MAX;
const PIECE_BYTES: usize = 16 * 1024;

/// Sends a 408 to a client that did not finish a request header in time.
pub async fn write_408<S: AsyncWrite + Unpin>(stream: &mut S) {
    let problem = HEAD_SLOW.into_http1_text();
    let said = async {
        stream.write_all(problem.as_bytes()).await?;
        stream.shutdown().await
    };
    let _ = timeout(SAY_WAIT, said).await;
}

/// Drains the input after the last response until it ends, pauses or `wait` has passed.
pub async fn drain_input<S: AsyncRead + Unpin>(stream: &mut S, wait: Duration) {
    let (mut piece, mut left) = (vec![0; PIECE_BYTES], BYTES_MAX);
    let hearing = async {
        while let Ok(Ok(heard @ 1..)) = timeout(QUIET_WAIT, stream.read(&mut piece)).await
            && left > heard
        {
            left -= heard;
        }
    };
    let _ = timeout(wait, hearing).await;
}
