//! The stream under a connection of HTTP/2. A client that floods it with frames which cost us more than
//! it, says nothing at first, or lets its answers wait for room, is told to calm down
//! (ENHANCE_YOUR_CALM) and left. What h2 counts by itself stays its own: empty and tiny data, header
//! blocks in many pieces (edge design, section 3).

use super::frames::{Frames, PING, RST_STREAM, SETTINGS, Seen};
use super::windows::Windows;
use crate::limits::{Budget, Meter, Shares};
use crate::metrics::{self, Cut};
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::CancellationToken;

/// Bytes with which every client begins (RFC 9113 section 3.4).
const PREFACE_BYTES: usize = 24;
/// A page that is left may take back as many requests as it had under way, some thirty of them, and who
/// looks for a page leaves one a second; nobody does more than that (CVE-2023-44487).
const RESETS: Budget = Budget::new(90, 30);
const PINGS: Budget = Budget::new(100, 100);
const SETTINGS_FRAMES: Budget = Budget::new(50, 50);
/// More answers than h2 lets be under way: they are not honestly counted any more.
const OPEN_MAX: usize = 1_024;
/// GOAWAY with ENHANCE_YOUR_CALM (RFC 9113 section 6.8); the last stream is filled in.
const GOAWAY: [u8; 17] = [0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xb];

/// What a connection is held to.
pub struct Measures {
    /// How long the client's first frame may take.
    pub greeting: Duration,
    /// How long an answer may wait for room.
    pub untaken: Duration,
    /// How long the client may ask for nothing.
    pub idle: Duration,
    /// Told when it has: the connection ends as any other that ends well, with GOAWAY and NO_ERROR.
    pub ends: CancellationToken,
    /// What the client's network may cause.
    pub shares: Arc<Shares>,
    /// Whose network that is; nobody's behind a proxy of ours that brings many.
    pub client: Option<IpAddr>,
}

/// A stream that keeps count.
pub struct Calm<S> {
    stream: S,
    measures: Measures,
    preface_left: usize,
    greeted: bool,
    begun: Instant,
    received: Frames,
    sent: Frames,
    windows: Windows,
    resets: Meter,
    pings: Meter,
    settings: Meter,
    alarm: Option<Pin<Box<Sleep>>>,
    ended: bool,
}

impl<S> Calm<S> {
    pub fn new(stream: S, measures: Measures) -> Self {
        Self {
            stream,
            measures,
            preface_left: PREFACE_BYTES,
            greeted: false,
            begun: Instant::now(),
            received: Frames::default(),
            sent: Frames::default(),
            windows: Windows::new(),
            resets: Meter::new(RESETS),
            pings: Meter::new(PINGS),
            settings: Meter::new(SETTINGS_FRAMES),
            alarm: None,
            ended: false,
        }
    }

    /// Notes what came; says why it is too much, if it is.
    fn note_received(&mut self, bytes: &[u8]) -> Option<Cut> {
        let preface = self.preface_left.min(bytes.len());
        self.preface_left -= preface;
        let Self { received, windows, resets, pings, settings, measures, greeted, .. } = self;
        let mut cut = None;
        received.read(&bytes[preface..], |seen| {
            *greeted = true;
            windows.note_received(seen);
            let Seen::Frame { kind, .. } = seen else { return };
            let too_much = match kind {
                RST_STREAM if !resets.take() || !measures.may_reset() => Some(Cut::Resets),
                PING if !pings.take() => Some(Cut::Pings),
                SETTINGS if !settings.take() => Some(Cut::Settings),
                _ => None,
            };
            cut = cut.or(too_much);
        });
        cut.or((windows.open() > OPEN_MAX).then_some(Cut::Resets))
    }

    fn note_sent(&mut self, slices: &[IoSlice<'_>], mut length: usize) {
        let Self { sent, windows, .. } = self;
        for slice in slices {
            let part = &slice[..length.min(slice.len())];
            length -= part.len();
            sent.read(part, |seen| windows.note_sent(seen));
        }
    }

    /// When patience ends, as things are, and for what; for nothing where the client just has nothing
    /// more to ask.
    fn deadline(&self) -> Option<(Instant, Option<Cut>)> {
        if !self.greeted {
            return Some((self.begun + self.measures.greeting, Some(Cut::Silent)));
        }
        if let Some(since) = self.windows.full_since() {
            return Some((since + self.measures.untaken, Some(Cut::Untaken)));
        }
        let since = self.windows.empty_since().filter(|_| !self.measures.ends.is_cancelled())?;
        Some((since + self.measures.idle, None))
    }

    /// Has the connection woken when patience ends; says why once it has.
    fn poll_patience(&mut self, cx: &mut Context<'_>) -> Option<Cut> {
        let (deadline, cut) = self.deadline()?;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        // One that rings too soon is moved then, not with every request.
        if alarm.deadline() > deadline {
            alarm.as_mut().reset(deadline);
        }
        while alarm.as_mut().poll(cx).is_ready() {
            if Instant::now() < deadline {
                alarm.as_mut().reset(deadline);
                continue;
            }
            if cut.is_none() {
                self.measures.ends.cancel();
            }
            return cut;
        }
        None
    }
}

impl Measures {
    fn may_reset(&self) -> bool {
        self.client.is_none_or(|client| self.shares.resets.take(client))
    }
}

impl<S: AsyncWrite + Unpin> Calm<S> {
    /// Says why this is the end, as far as that can be said without waiting.
    fn end(&mut self, cx: &mut Context<'_>, cut: Cut) -> io::Error {
        self.ended = true;
        metrics::cut(cut);
        let mut farewell = GOAWAY;
        farewell[9..13].copy_from_slice(&self.windows.highest().to_be_bytes());
        let mut stream = Pin::new(&mut self.stream);
        if self.sent.is_between() && stream.as_mut().poll_write(cx, &farewell).is_ready() {
            let _ = stream.as_mut().poll_flush(cx);
        }
        io::Error::other(cut.label())
    }
}

fn ended() -> io::Error {
    io::Error::other("the connection was ended")
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Calm<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.ended {
            return Poll::Ready(Err(ended()));
        }
        let before = buf.filled().len();
        let polled = Pin::new(&mut this.stream).poll_read(cx, buf);
        let cut = match &polled {
            Poll::Ready(Ok(())) => this.note_received(&buf.filled()[before..]),
            Poll::Ready(Err(_)) => None,
            Poll::Pending => this.poll_patience(cx),
        };
        match cut {
            Some(cut) => Poll::Ready(Err(this.end(cx, cut))),
            None => polled,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Calm<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(cx, &[IoSlice::new(buf)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.ended {
            return Poll::Ready(Err(ended()));
        }
        let polled = Pin::new(&mut this.stream).poll_write_vectored(cx, slices);
        if let Poll::Ready(Ok(length)) = &polled {
            this.note_sent(slices, *length);
        }
        polled
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.ended {
            return Poll::Ready(Err(ended()));
        }
        // What was just sent may have used the last room up, and nothing may ever come to be read.
        if let Some(cut) = this.poll_patience(cx) {
            return Poll::Ready(Err(this.end(cx, cut)));
        }
        Pin::new(&mut this.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
