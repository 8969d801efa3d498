//! Limits of a poll: a stream that ends after its first events, or after a time.

use chrono::{DateTime, Utc};
use std::time::Duration;

/// State of one poll.
#[derive(Debug)]
pub(super) struct Poll {
    ends_at: DateTime<Utc>,
    /// Frames to send before the poll may end.
    frames_due: u8,
}

impl Poll {
    /// Begins a poll. One that resumes waits for an event; the first one only fetches the position.
    pub fn start(now: DateTime<Utc>, timeout: Duration, resumes: bool) -> Self {
        Self { ends_at: now + timeout, frames_due: if resumes { 2 } else { 1 } }
    }

    /// Counts a sent frame.
    pub fn count_frame(&mut self) {
        self.frames_due = self.frames_due.saturating_sub(1);
    }

    /// Time until the poll ends; zero once it has sent an event.
    pub fn time_left(&self, now: DateTime<Utc>) -> Duration {
        if self.frames_due == 0 {
            return Duration::ZERO;
        }
        (self.ends_at - now).to_std().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resumed_poll_ends_after_an_event_or_its_timeout() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let timeout = Duration::from_secs(20);
        let mut poll = Poll::start(start, timeout, true);
        assert_eq!(poll.time_left(start), timeout);
        assert_eq!(poll.time_left(start + timeout * 2), Duration::ZERO);
        poll.count_frame();
        assert_eq!(poll.time_left(start), timeout, "the greeting is no event");
        poll.count_frame();
        assert_eq!(poll.time_left(start), Duration::ZERO);
    }

    #[test]
    fn the_first_poll_ends_after_the_greeting() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let mut poll = Poll::start(start, Duration::from_secs(20), false);
        poll.count_frame();
        assert_eq!(poll.time_left(start), Duration::ZERO);
    }
}
