//! A response body that is compressed while it passes.

use crate::web_apps::ContentCoding;
use axum::body::{Body, Bytes};
use brotli::CompressorWriter;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use http_body::{Body as HttpBody, Frame};
use std::io::Write;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Brotli quality: as fast as gzip, and smaller. Higher ones are for files.
const BROTLI_QUALITY: i32 = 4;
/// Limits of the brotli window, as powers of two: a larger one costs memory for each response.
const BROTLI_WINDOW_BITS: (u32, u32) = (14, 19);
const BROTLI_BUFFER_BYTES: usize = 16 * 1024;
const GZIP_LEVEL: u32 = 5;
/// Bytes that are compressed before other requests of the thread have their turn.
const SLICE_BYTES: usize = 64 * 1024;

type FramePoll = Poll<Option<Result<Frame<Bytes>, axum::Error>>>;

/// A body compressed while it passes. An error of the body aborts the response.
pub struct CompressedBody {
    body: Body,
    /// Received and not compressed yet.
    pending: Bytes,
    /// `None` after the end.
    encoder: Option<Encoder>,
}

impl CompressedBody {
    pub fn new(body: Body, coding: ContentCoding) -> Self {
        let encoder = Encoder::new(coding, body.size_hint().exact());
        Self { body, pending: Bytes::new(), encoder: Some(encoder) }
    }

    fn fail(&mut self, error: axum::Error) -> FramePoll {
        self.encoder = None;
        Poll::Ready(Some(Err(error)))
    }
}

impl HttpBody for CompressedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> FramePoll {
        let this = &mut *self;
        let Some(encoder) = &mut this.encoder else { return Poll::Ready(None) };
        if this.pending.is_empty() {
            match ready!(Pin::new(&mut this.body).poll_frame(cx)) {
                // Trailers are not forwarded.
                Some(Ok(frame)) => this.pending = frame.into_data().unwrap_or_default(),
                Some(Err(error)) => return this.fail(error),
                None => {
                    let rest = this.encoder.take().map_or(Ok(Vec::new()), Encoder::finish);
                    return Poll::Ready(match rest {
                        Ok(rest) if rest.is_empty() => None,
                        Ok(rest) => Some(Ok(Frame::data(rest.into()))),
                        Err(error) => Some(Err(axum::Error::new(error))),
                    });
                }
            }
        }
        let slice = this.pending.split_to(this.pending.len().min(SLICE_BYTES));
        match encoder.compress(&slice) {
            Ok(output) if output.is_empty() => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Ok(output) => Poll::Ready(Some(Ok(Frame::data(output.into())))),
            Err(error) => this.fail(axum::Error::new(error)),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.encoder.is_none()
    }
}

enum Encoder {
    Brotli(Box<CompressorWriter<Vec<u8>>>),
    Gzip(Box<GzEncoder<Vec<u8>>>),
}

impl Encoder {
    /// Creates an encoder for a body of `bytes`, if their number is known.
    fn new(coding: ContentCoding, bytes: Option<u64>) -> Self {
        if coding != ContentCoding::Brotli {
            let writer = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
            return Self::Gzip(Box::new(writer));
        }
        let (bits_min, bits_max) = BROTLI_WINDOW_BITS;
        let bits = bytes.map_or(bits_max, |bytes| bytes.max(1).ilog2() + 1);
        let params = BrotliEncoderParams {
            quality: BROTLI_QUALITY,
            lgwin: bits.clamp(bits_min, bits_max).cast_signed(),
            size_hint: bytes.and_then(|bytes| bytes.try_into().ok()).unwrap_or_default(),
            ..BrotliEncoderParams::default()
        };
        let writer = CompressorWriter::with_params(Vec::new(), BROTLI_BUFFER_BYTES, &params);
        Self::Brotli(Box::new(writer))
    }

    /// Compresses `input` and returns the output that is ready.
    fn compress(&mut self, input: &[u8]) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Brotli(writer) => {
                writer.write_all(input)?;
                Ok(mem::take(writer.get_mut()))
            }
            Self::Gzip(writer) => {
                writer.write_all(input)?;
                Ok(mem::take(writer.get_mut()))
            }
        }
    }

    fn finish(self) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Brotli(writer) => Ok(writer.into_inner()),
            Self::Gzip(writer) => writer.finish(),
        }
    }
}
