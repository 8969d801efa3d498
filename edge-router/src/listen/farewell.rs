//! The last answer over HTTP/1 to a client that may still be sending. A socket that is closed with bytes
//! unread is reset, and the reset takes an answer away that the client has not read yet; so whatever it
//! goes on to send is read and dropped for a while (RFC 9112 section 9.6).

use crate::problem::HEAD_SLOW;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

/// How long the last words to a client may take.
const SAY_WAIT: Duration = Duration::from_secs(1);
/// How long nothing may come of a client that is heard out.
const QUIET_WAIT: Duration = Duration::from_secs(2);
/// How much of it is heard: the largest content that there is, three times.
const BYTES_MAX: usize = 3 * wire::bodies::PICTURE_BYTES_MAX;
const PIECE_BYTES: usize = 16 * 1024;

/// Tells somebody who never finished a request's head why this is the end.
pub async fn say_too_slow<S: AsyncWrite + Unpin>(stream: &mut S) {
    let problem = HEAD_SLOW.into_http1_text();
    let said = async {
        stream.write_all(problem.as_bytes()).await?;
        stream.shutdown().await
    };
    let _ = timeout(SAY_WAIT, said).await;
}

/// Reads what a client still sends behind its last answer, until it ends, pauses or has had `wait`.
pub async fn hear_out<S: AsyncRead + Unpin>(stream: &mut S, wait: Duration) {
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
