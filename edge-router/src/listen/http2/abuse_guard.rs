//! Abuse protection for an HTTP/2 connection. A client that floods the connection with frames that
//! cost the server more than the client, sends no first frame, or leaves its flow-control window
//! empty gets GOAWAY (ENHANCE_YOUR_CALM) and is disconnected. h2 itself limits empty and tiny DATA
//! frames and fragmented header blocks (edge design, section 3).

use super::frames::{FrameEvent, Http2FrameReader, PING, RST_STREAM, SETTINGS};
use super::windows::Windows;
use crate::limits::{Budget, BudgetMeter, ClientLimits};
use crate::metrics::{self, CloseCause};
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::CancellationToken;

/// Length of the client preface (RFC 9113 section 3.4).
const PREFACE_BYTES: usize = 24;
/// Limit for reset streams: leaving a page cancels up to about thirty requests, and a user browsing
/// quickly leaves one page a second (CVE-2023-44487).
const RESET_BUDGET: Budget = Budget::new(90, 30);
const PING_BUDGET: Budget = Budget::new(100, 100);
const SETTINGS_FRAMES: Budget = Budget::new(50, 50);
/// Larger than h2's limit of concurrent responses; a higher count is an error.
const OPEN_MAX: usize = 1_024;
/// GOAWAY with ENHANCE_YOUR_CALM (RFC 9113 section 6.8); the last stream id is filled in.
const GOAWAY_FRAME: [u8; 17] = [0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xb];

/// Limits of a connection.
pub struct GuardSettings {
    /// Timeout for the client's first frame.
    pub preface_timeout: Duration,
    /// Maximum time for which a response may wait for flow-control window.
    pub write_timeout: Duration,
    /// Idle timeout without requests.
    pub idle: Duration,
    /// Cancelled on the idle timeout: the connection then ends normally, with GOAWAY and NO_ERROR.
    pub ends: CancellationToken,
    /// Rate limits of the client's network.
    pub client_limits: Arc<ClientLimits>,
    /// Address whose network is counted; `None` for a proxy that carries many clients.
    pub client: Option<IpAddr>,
}

/// A stream that counts frames.
pub struct Http2AbuseGuard<S> {
    stream: S,
    measures: GuardSettings,
    preface_left: usize,
    preface_seen: bool,
    begun: Instant,
    received: Http2FrameReader,
    sent: Http2FrameReader,
    windows: Windows,
    resets: BudgetMeter,
    pings: BudgetMeter,
    settings: BudgetMeter,
    alarm: Option<Pin<Box<Sleep>>>,
    ended: bool,
}

impl<S> Http2AbuseGuard<S> {
    pub fn new(stream: S, measures: GuardSettings) -> Self {
        Self {
            stream,
            measures,
            preface_left: PREFACE_BYTES,
            preface_seen: false,
            begun: Instant::now(),
            received: Http2FrameReader::default(),
            sent: Http2FrameReader::default(),
            windows: Windows::new(),
            resets: BudgetMeter::new(RESET_BUDGET),
            pings: BudgetMeter::new(PING_BUDGET),
            settings: BudgetMeter::new(SETTINGS_FRAMES),
            alarm: None,
            ended: false,
        }
    }

    /// Counts received frames; returns the cause if a limit is exceeded.
    fn record_received(&mut self, bytes: &[u8]) -> Option<CloseCause> {
        let preface = self.preface_left.min(bytes.len());
        self.preface_left -= preface;
        let Self {
            received,
            windows,
            resets,
            pings,
            settings,
            measures,
            preface_seen: greeted,
            ..
        } = self;
        let mut cut = None;
        received.read_bytes(&bytes[preface..], |seen| {
            *greeted = true;
            windows.record_received(seen);
            let FrameEvent::Frame { kind, .. } = seen else { return };
            let too_much = match kind {
                RST_STREAM if !resets.take_unit() || !measures.may_reset() => {
                    Some(CloseCause::Resets)
                }
                PING if !pings.take_unit() => Some(CloseCause::Pings),
                SETTINGS if !settings.take_unit() => Some(CloseCause::Settings),
                _ => None,
            };
            cut = cut.or(too_much);
        });
        cut.or((windows.open() > OPEN_MAX).then_some(CloseCause::Resets))
    }

    fn record_sent(&mut self, slices: &[IoSlice<'_>], mut length: usize) {
        let Self { sent, windows, .. } = self;
        for slice in slices {
            let part = &slice[..length.min(slice.len())];
            length -= part.len();
            sent.read_bytes(part, |seen| windows.record_sent(seen));
        }
    }

    /// Next deadline and its cause; no cause for the idle timeout.
    fn next_deadline(&self) -> Option<(Instant, Option<CloseCause>)> {
        if !self.preface_seen {
            return Some((
                self.begun + self.measures.preface_timeout,
                Some(CloseCause::PrefaceTimeout),
            ));
        }
        if let Some(since) = self.windows.full_since() {
            return Some((since + self.measures.write_timeout, Some(CloseCause::WriteTimeout)));
        }
        let since = self.windows.empty_since().filter(|_| !self.measures.ends.is_cancelled())?;
        Some((since + self.measures.idle, None))
    }

    /// Wakes the connection at the next deadline; returns the cause once it has passed.
    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Option<CloseCause> {
        let (deadline, cut) = self.next_deadline()?;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        // A timer that fires too early is reset then, not with every request.
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

impl GuardSettings {
    fn may_reset(&self) -> bool {
        self.client.is_none_or(|client| self.client_limits.resets.try_consume(client))
    }
}

impl<S: AsyncWrite + Unpin> Http2AbuseGuard<S> {
    /// Sends GOAWAY as far as possible without blocking, and returns the error.
    fn end(&mut self, cx: &mut Context<'_>, cut: CloseCause) -> io::Error {
        self.ended = true;
        metrics::record_abusive_close(cut);
        let mut farewell = GOAWAY_FRAME;
        farewell[9..13].copy_from_slice(&self.windows.highest_stream_id().to_be_bytes());
        let mut stream = Pin::new(&mut self.stream);
        if self.sent.is_between() && stream.as_mut().poll_write(cx, &farewell).is_ready() {
            let _ = stream.as_mut().poll_flush(cx);
        }
        io::Error::other(cut.label())
    }
}

fn closed_error() -> io::Error {
    io::Error::other("the connection was ended")
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Http2AbuseGuard<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.ended {
            return Poll::Ready(Err(closed_error()));
        }
        let before = buf.filled().len();
        let polled = Pin::new(&mut this.stream).poll_read(cx, buf);
        let cut = match &polled {
            Poll::Ready(Ok(())) => this.record_received(&buf.filled()[before..]),
            Poll::Ready(Err(_)) => None,
            Poll::Pending => this.poll_deadline(cx),
        };
        match cut {
            Some(cut) => Poll::Ready(Err(this.end(cx, cut))),
            None => polled,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Http2AbuseGuard<S> {
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
            return Poll::Ready(Err(closed_error()));
        }
        let polled = Pin::new(&mut this.stream).poll_write_vectored(cx, slices);
        if let Poll::Ready(Ok(length)) = &polled {
            this.record_sent(slices, *length);
        }
        polled
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.ended {
            return Poll::Ready(Err(closed_error()));
        }
        // The bytes just sent may have used up the window, and the client may never send again.
        if let Some(cut) = this.poll_deadline(cx) {
            return Poll::Ready(Err(this.end(cx, cut)));
        }
        Pin::new(&mut this.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
