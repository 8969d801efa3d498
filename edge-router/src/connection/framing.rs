//! A parser alongside hyper for one question that hyper does not answer: did a request state its
//! length twice, as `Content-Length` and as `Transfer-Encoding`? hyper uses one and drops the
//! other, and a proxy in front of us may have used the other (request smuggling).
//!
//! It reads only headers; a body of stated length is skipped. It stops after the first
//! `Transfer-Encoding` of a connection, because the edge closes the connection after that request.

use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Maximum part of a header line that is parsed; enough for the name and a length.
const LINE_BYTES_MAX: usize = 64;

/// Parser results; clones share them.
#[derive(Debug, Clone, Default)]
pub struct MessageFraming(Arc<FramingFlags>);

#[derive(Debug, Default)]
struct FramingFlags {
    both: AtomicBool,
}

impl MessageFraming {
    /// Returns whether the request with the connection's first `Transfer-Encoding` has both
    /// headers.
    pub fn saw_both(&self) -> bool {
        self.0.both.load(Ordering::Relaxed)
    }
}

enum ReaderState {
    Head,
    Body { left: u64 },
    Nothing,
}

struct Reader {
    reading: ReaderState,
    /// Beginning of the current line, from earlier reads.
    line: Vec<u8>,
    begun: bool,
    chunked: bool,
    length: Option<u64>,
}

impl Reader {
    fn new() -> Self {
        let line = Vec::new();
        Self { reading: ReaderState::Head, line, begun: false, chunked: false, length: None }
    }

    fn read(&mut self, mut bytes: &[u8], framing: &MessageFraming) {
        while !bytes.is_empty() {
            match self.reading {
                ReaderState::Nothing => return,
                ReaderState::Body { left } => {
                    let skipped = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                    bytes = &bytes[skipped..];
                    let left = left - skipped as u64;
                    self.reading =
                        if left == 0 { ReaderState::Head } else { ReaderState::Body { left } };
                }
                ReaderState::Head => {
                    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
                        return self.buffer_line(bytes);
                    };
                    let (part, rest) = (&bytes[..end], &bytes[end + 1..]);
                    bytes = rest;
                    if self.line.is_empty() {
                        self.end_line(&part[..end.min(LINE_BYTES_MAX)], framing);
                    } else {
                        self.buffer_line(part);
                        let line = mem::take(&mut self.line);
                        self.end_line(&line, framing);
                    }
                }
            }
        }
    }

    /// Stores an incomplete line.
    fn buffer_line(&mut self, part: &[u8]) {
        let room = LINE_BYTES_MAX - self.line.len();
        self.line.extend_from_slice(&part[..room.min(part.len())]);
    }

    fn end_line(&mut self, line: &[u8], framing: &MessageFraming) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            // Empty lines before a request are allowed (RFC 9112 section 2.2).
            if self.begun {
                self.end_head(framing);
            }
        } else if !self.begun {
            self.begun = true;
        } else if let Some(colon) = line.iter().position(|b| *b == b':') {
            let (name, value) = (line[..colon].trim_ascii(), line[colon + 1..].trim_ascii());
            if name.eq_ignore_ascii_case(b"transfer-encoding") {
                self.chunked = true;
            } else if name.eq_ignore_ascii_case(b"content-length") {
                let digits = std::str::from_utf8(value).ok();
                self.length = Some(digits.and_then(|d| d.parse().ok()).unwrap_or(0));
            }
        }
    }

    fn end_head(&mut self, framing: &MessageFraming) {
        self.begun = false;
        let length = self.length.take();
        if self.chunked {
            framing.0.both.store(length.is_some(), Ordering::Relaxed);
            self.reading = ReaderState::Nothing;
        } else if let Some(left @ 1..) = length {
            self.reading = ReaderState::Body { left };
        }
    }
}

/// A stream whose input is also parsed.
pub struct FramedStream<S> {
    stream: S,
    reader: Reader,
    framing: MessageFraming,
}

impl<S> FramedStream<S> {
    pub fn new(stream: S, framing: MessageFraming) -> Self {
        Self { stream, reader: Reader::new(), framing }
    }

    /// Returns whether the last request was read completely. False after a chunked request, whose
    /// end is not known.
    pub const fn is_between(&self) -> bool {
        matches!(self.reader.reading, ReaderState::Head) && !self.reader.begun
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for FramedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buf.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(cx, buf);
        let this = &mut *self;
        let new = &buf.filled()[before..];
        this.reader.read(new, &this.framing);
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for FramedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::{MessageFraming, Reader};
    use proptest::prelude::*;

    fn saw_both(wire: &[u8], piece: usize) -> bool {
        let (framing, mut reader) = (MessageFraming::default(), Reader::new());
        for part in wire.chunks(piece) {
            reader.read(part, &framing);
        }
        framing.saw_both()
    }

    #[test]
    fn detects_two_lengths_in_either_order_and_after_other_requests() {
        let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        let post = "\r\nPOST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n\
                    Transfer-Encoding: x\r\nContent-Length: 1";
        let both = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nCONTENT-length : 3\r\n\r\n";
        let other = "POST / HTTP/1.1\nContent-Length: 3\nTransfer-Encoding: chunked\n\n";
        for wire in [both.to_owned(), other.to_owned(), format!("{get}{post}{both}")] {
            for piece in [1, 7, 4096] {
                assert!(saw_both(wire.as_bytes(), piece), "{wire}");
            }
        }
    }

    #[test]
    fn accepts_one_length_with_any_body() {
        let body = "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n";
        let sized = format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let chunked = format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n31\r\n{body}");
        assert!(!saw_both(sized.as_bytes(), 5));
        assert!(!saw_both(chunked.as_bytes(), 5));
    }

    proptest! {
        #[test]
        fn result_does_not_depend_on_chunk_sizes(
            wire in "(POST / HTTP/1.1\r\n)?((Content-Length: 3|Transfer-Encoding: chunked|X: y)?\r?\n){0,6}",
            piece in 1usize..40,
        ) {
            prop_assert_eq!(saw_both(wire.as_bytes(), piece), saw_both(wire.as_bytes(), 1));
        }
    }
}
