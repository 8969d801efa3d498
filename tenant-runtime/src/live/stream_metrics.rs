//! Metrics of the live streams.

use metrics::{counter, gauge};
use platform::telemetry::{LIVE_DROPPED, LIVE_ENDED, LIVE_OPENED, LIVE_SENT, LIVE_STREAMS};

/// Counts one open stream, and on drop the cause of its end.
#[derive(Debug)]
pub(super) struct StreamCount {
    cause: &'static str,
}

impl StreamCount {
    /// Counts an opened stream. Unless another cause is set, its client closes it.
    pub fn open() -> Self {
        counter!(LIVE_OPENED).increment(1);
        gauge!(LIVE_STREAMS).increment(1.0);
        Self { cause: "client" }
    }

    /// Sets the cause of the end: `session`, `shutdown` or `error`.
    pub fn end(&mut self, cause: &'static str) {
        self.cause = cause;
    }
}

impl Drop for StreamCount {
    fn drop(&mut self) {
        gauge!(LIVE_STREAMS).decrement(1.0);
        counter!(LIVE_ENDED, "cause" => self.cause).increment(1);
    }
}

/// Counts an event that is written to a stream.
pub(super) fn count_sent() {
    counter!(LIVE_SENT).increment(1);
}

/// Counts events that a slow stream has skipped.
pub(super) fn count_dropped(events: u64) {
    counter!(LIVE_DROPPED).increment(events);
}
