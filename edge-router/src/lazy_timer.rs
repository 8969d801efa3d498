//! Timers that are set for every request and rarely fire. Resetting a timer costs more than reading
//! the clock, so a timer whose deadline moves later is left as it is and reset when it fires too
//! early.

use hyper::rt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Instant;
use tokio::time::Sleep;

/// A lazily reset timer. It belongs to the runtime on which it is first polled.
#[derive(Debug, Default)]
pub struct Alarm(Option<Pin<Box<Sleep>>>);

impl Alarm {
    /// Ready when `deadline` has passed; otherwise wakes the task at that time.
    pub fn poll_until(&mut self, cx: &mut Context<'_>, deadline: tokio::time::Instant) -> Poll<()> {
        let sleep = self.0.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        if sleep.deadline() > deadline {
            sleep.as_mut().reset(deadline);
        }
        loop {
            ready!(sleep.as_mut().poll(cx));
            if sleep.deadline() >= deadline || tokio::time::Instant::now() >= deadline {
                return Poll::Ready(());
            }
            sleep.as_mut().reset(deadline);
        }
    }
}

/// One timer of a connection, lent to one of its requests at a time.
#[derive(Debug, Default)]
pub struct SharedTimer(Mutex<Alarm>);

impl SharedTimer {
    /// Returns the shared timer, or a new one while another request uses it.
    pub fn acquire_timer(&self) -> Alarm {
        std::mem::take(&mut *self.lock())
    }

    /// Returns the timer for the next request.
    pub fn return_timer(&self, alarm: Alarm) {
        *self.lock() = alarm;
    }

    fn lock(&self) -> MutexGuard<'_, Alarm> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The timer of one connection for hyper: a single timer for all of hyper's waits.
#[derive(Debug, Clone, Default)]
pub struct LazyTimer(Arc<SharedTimer>);

impl rt::Timer for LazyTimer {
    fn sleep(&self, duration: std::time::Duration) -> Pin<Box<dyn rt::Sleep>> {
        self.sleep_until(Instant::now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn rt::Sleep>> {
        Box::pin(OneSleep { alarm: Arc::clone(&self.0), deadline })
    }
}

struct OneSleep {
    alarm: Arc<SharedTimer>,
    deadline: Instant,
}

impl Future for OneSleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.alarm.lock().poll_until(cx, self.deadline.into())
    }
}

impl rt::Sleep for OneSleep {}

#[cfg(test)]
mod tests {
    use super::{Alarm, LazyTimer};
    use hyper::rt::Timer;
    use std::future::poll_fn;
    use std::task::Poll;
    use std::time::Duration;
    use tokio::time::Instant;

    #[tokio::test]
    async fn fires_at_each_deadline_even_when_moved() {
        let (mut alarm, begun) = (Alarm::default(), Instant::now());
        for milliseconds in [30, 35, 90, 91, 140] {
            // A deadline that is set and then dropped, as when the response arrives in time.
            let later = begun + Duration::from_secs(100);
            let early = poll_fn(|cx| Poll::Ready(alarm.poll_until(cx, later))).await;
            assert!(early.is_pending());
            let until = begun + Duration::from_millis(milliseconds);
            poll_fn(|cx| alarm.poll_until(cx, until)).await;
            assert!((until..later).contains(&Instant::now()));
        }
    }

    #[tokio::test]
    async fn consecutive_hyper_sleeps_share_the_timer() {
        let (timer, begun) = (LazyTimer::default(), std::time::Instant::now());
        drop(timer.sleep(Duration::from_secs(60)));
        timer.sleep(Duration::from_millis(20)).await;
        timer.sleep_until(begun + Duration::from_millis(40)).await;
        assert!(begun.elapsed() >= Duration::from_millis(40));
        assert!(begun.elapsed() < Duration::from_secs(60));
    }
}
