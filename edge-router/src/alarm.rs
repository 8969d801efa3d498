//! Alarms that are set for every request and hardly ever ring. Setting one anew costs a timer's wheel
//! more than looking at the clock does, so one that is set for later is left as it is, and set again when
//! it has rung too early.

use hyper::rt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Instant;
use tokio::time::Sleep;

/// An alarm. It belongs to the runtime that it is first waited for on.
#[derive(Debug, Default)]
pub struct Alarm(Option<Pin<Box<Sleep>>>);

impl Alarm {
    /// Whether `deadline` is over; whoever asks is woken when it is.
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

/// One alarm of a connection, for whichever of its requests takes it.
#[derive(Debug, Default)]
pub struct Spare(Mutex<Alarm>);

impl Spare {
    /// The alarm, or a new one while another request has it.
    pub fn take(&self) -> Alarm {
        std::mem::take(&mut *self.lock())
    }

    /// Puts it back for the next request.
    pub fn put(&self, alarm: Alarm) {
        *self.lock() = alarm;
    }

    fn lock(&self) -> MutexGuard<'_, Alarm> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The timer of one connection for hyper, with one alarm for all that it waits for.
#[derive(Debug, Clone, Default)]
pub struct OneTimer(Arc<Spare>);

impl rt::Timer for OneTimer {
    fn sleep(&self, duration: std::time::Duration) -> Pin<Box<dyn rt::Sleep>> {
        self.sleep_until(Instant::now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn rt::Sleep>> {
        Box::pin(OneSleep { alarm: Arc::clone(&self.0), deadline })
    }
}

struct OneSleep {
    alarm: Arc<Spare>,
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
    use super::{Alarm, OneTimer};
    use hyper::rt::Timer;
    use std::future::poll_fn;
    use std::task::Poll;
    use std::time::Duration;
    use tokio::time::Instant;

    #[tokio::test]
    async fn it_rings_at_each_deadline_whether_sooner_or_later_than_the_one_before() {
        let (mut alarm, begun) = (Alarm::default(), Instant::now());
        for milliseconds in [30, 35, 90, 91, 140] {
            // Set for later and given up, as by an answer that comes in time.
            let later = begun + Duration::from_secs(100);
            let early = poll_fn(|cx| Poll::Ready(alarm.poll_until(cx, later))).await;
            assert!(early.is_pending());
            let until = begun + Duration::from_millis(milliseconds);
            poll_fn(|cx| alarm.poll_until(cx, until)).await;
            assert!((until..later).contains(&Instant::now()));
        }
    }

    #[tokio::test]
    async fn one_sleep_of_hyper_follows_another() {
        let (timer, begun) = (OneTimer::default(), std::time::Instant::now());
        drop(timer.sleep(Duration::from_secs(60)));
        timer.sleep(Duration::from_millis(20)).await;
        timer.sleep_until(begun + Duration::from_millis(40)).await;
        assert!(begun.elapsed() >= Duration::from_millis(40));
        assert!(begun.elapsed() < Duration::from_secs(60));
    }
}
