//! Flow-control windows of a client (RFC 9113 section 5.2). A client that requests data without
//! reading it would hold the resources behind the response for as long as it likes, while it still
//! answers pings.

use super::frames::{DATA, END_STREAM, FrameEvent, HEADERS, RST_STREAM};
use std::collections::HashMap;
use tokio::time::Instant;

const INITIAL_WINDOW: i64 = 65_535;
/// Setting with the initial window of a stream.
const SETTINGS_INITIAL_WINDOW_SIZE: u16 = 4;

/// Flow-control state of one connection.
#[derive(Debug)]
pub struct Windows {
    connection: Window,
    /// Initial window of new streams.
    initial: i64,
    /// Highest stream id so far.
    highest: u32,
    /// Streams with an unfinished response.
    open: HashMap<u32, Stream>,
    /// Number of streams without window.
    full: usize,
    /// Time since which no stream is open.
    empty_since: Instant,
}

#[derive(Debug)]
struct Window {
    available: i64,
    /// Time since which the window is exhausted.
    full_since: Option<Instant>,
}

#[derive(Debug)]
struct Stream {
    window: Window,
    /// The response has begun.
    answered: bool,
}

impl Window {
    const fn new(available: i64) -> Self {
        Self { available, full_since: None }
    }

    fn change_window(&mut self, by: i64) {
        self.available = self.available.saturating_add(by);
        if self.available > 0 {
            self.full_since = None;
        } else if self.full_since.is_none() {
            self.full_since = Some(Instant::now());
        }
    }
}

impl Stream {
    const fn is_full(&self) -> bool {
        self.answered && self.window.full_since.is_some()
    }
}

impl Windows {
    pub fn new() -> Self {
        Self {
            connection: Window::new(INITIAL_WINDOW),
            initial: INITIAL_WINDOW,
            highest: 0,
            open: HashMap::new(),
            full: 0,
            empty_since: Instant::now(),
        }
    }

    /// Updates the state from a received frame.
    pub fn record_received(&mut self, seen: FrameEvent) {
        match seen {
            // A higher id is a new stream; otherwise the frame holds trailers.
            FrameEvent::Frame { kind: HEADERS, stream, .. } if stream > self.highest => {
                self.highest = stream;
                let window = Window::new(self.initial);
                self.open.insert(stream, Stream { window, answered: false });
            }
            FrameEvent::Frame { kind: RST_STREAM, stream, .. } => self.close(stream),
            FrameEvent::Setting { id: SETTINGS_INITIAL_WINDOW_SIZE, value } => {
                let by = i64::from(value) - self.initial;
                self.initial = i64::from(value);
                self.open.values_mut().for_each(|stream| stream.window.change_window(by));
                self.full = self.open.values().filter(|stream| stream.is_full()).count();
            }
            FrameEvent::Window { stream: 0, increment } => {
                self.connection.change_window(i64::from(increment))
            }
            FrameEvent::Window { stream, increment } => {
                self.change_window(stream, |stream| {
                    stream.window.change_window(i64::from(increment))
                });
            }
            _ => {}
        }
    }

    /// Updates the state from a sent frame.
    pub fn record_sent(&mut self, seen: FrameEvent) {
        let FrameEvent::Frame { kind, flags, stream, length } = seen else { return };
        match kind {
            DATA => self.connection.change_window(-i64::from(length)),
            HEADERS => {}
            RST_STREAM => return self.close(stream),
            _ => return,
        }
        if flags & END_STREAM != 0 {
            return self.close(stream);
        }
        self.change_window(stream, |stream| {
            stream.answered = true;
            stream.window.change_window(if kind == DATA { -i64::from(length) } else { 0 });
        });
    }

    /// Time since which a response waits for window, if one does.
    pub fn full_since(&self) -> Option<Instant> {
        let connection =
            self.connection.full_since.filter(|_| self.open.values().any(|s| s.answered));
        if self.full == 0 {
            return connection;
        }
        let full = self.open.values().filter(|stream| stream.is_full());
        full.filter_map(|stream| stream.window.full_since).chain(connection).min()
    }

    /// Highest stream id so far.
    pub const fn highest_stream_id(&self) -> u32 {
        self.highest
    }

    /// Time since which no response is running, if none is.
    pub fn empty_since(&self) -> Option<Instant> {
        self.open.is_empty().then_some(self.empty_since)
    }

    /// Number of unfinished responses.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    fn change_window(&mut self, id: u32, change: impl FnOnce(&mut Stream)) {
        let Some(stream) = self.open.get_mut(&id) else { return };
        let before = stream.is_full();
        change(stream);
        match (before, stream.is_full()) {
            (false, true) => self.full += 1,
            (true, false) => self.full -= 1,
            _ => {}
        }
    }

    fn close(&mut self, id: u32) {
        let Some(stream) = self.open.remove(&id) else { return };
        if stream.is_full() {
            self.full -= 1;
        }
        if self.open.is_empty() {
            self.empty_since = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FrameEvent, Windows};

    fn frame(kind: u8, flags: u8, stream: u32, length: u32) -> FrameEvent {
        FrameEvent::Frame { kind, flags, stream, length }
    }

    #[test]
    fn detects_an_exhausted_stream_window_after_the_response_began() {
        let mut windows = Windows::new();
        windows.record_received(FrameEvent::Setting { id: 4, value: 0 });
        windows.record_received(frame(1, 5, 1, 20));
        assert_eq!(windows.full_since(), None, "no response yet");
        windows.record_sent(frame(1, 4, 1, 20));
        assert!(windows.full_since().is_some());
        windows.record_received(FrameEvent::Window { stream: 1, increment: 10 });
        assert_eq!(windows.full_since(), None);
        windows.record_sent(frame(0, 0, 1, 10));
        assert!(windows.full_since().is_some());
        windows.record_received(FrameEvent::Setting { id: 4, value: 5 });
        assert_eq!(windows.full_since(), None, "the setting applies to open streams");
        windows.record_sent(frame(0, 0, 1, 5));
        windows.record_received(frame(3, 0, 1, 4));
        assert_eq!((windows.full_since(), windows.open()), (None, 0));
    }

    #[test]
    fn exhausted_connection_window_blocks_every_response() {
        let mut windows = Windows::new();
        windows.record_received(FrameEvent::Setting { id: 4, value: 1 << 20 });
        windows.record_received(frame(1, 5, 1, 20));
        windows.record_received(frame(1, 5, 3, 20));
        windows.record_sent(frame(1, 4, 1, 20));
        windows.record_sent(frame(0, 0, 1, 65_535));
        assert!(windows.full_since().is_some());
        windows.record_sent(frame(0, 1, 1, 0));
        assert_eq!(windows.full_since(), None, "the other has no response yet");
        windows.record_sent(frame(1, 4, 3, 20));
        assert!(windows.full_since().is_some());
        windows.record_received(FrameEvent::Window { stream: 0, increment: 1 });
        assert_eq!(windows.full_since(), None);
    }

    #[test]
    fn trailers_and_late_frames_open_no_stream() {
        let mut windows = Windows::new();
        windows.record_received(frame(1, 4, 1, 20));
        windows.record_sent(frame(1, 5, 1, 20));
        windows.record_received(frame(1, 5, 1, 20));
        windows.record_received(FrameEvent::Window { stream: 1, increment: 5 });
        windows.record_received(FrameEvent::Window { stream: 99, increment: 5 });
        assert_eq!((windows.open(), windows.highest_stream_id()), (0, 1));
    }
}
