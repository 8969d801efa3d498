//! Pool of idle connections to one instance.

use super::exchange::Connection;
use std::fmt;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, Id};

const IDLE_MAX: Duration = Duration::from_secs(15);
/// Maximum for each runtime that sends requests.
const IDLE_CONNECTIONS_MAX: usize = 64;

#[derive(Default)]
pub struct Pool(Mutex<IdleConnections>);

#[derive(Default)]
struct IdleConnections {
    /// Longest idle first.
    idle: Vec<IdleConnection>,
    /// True if a task already closes expired connections.
    is_watched: bool,
    /// The instance was removed; no connection is kept.
    is_closed: bool,
}

struct IdleConnection {
    connection: Connection,
    since: Instant,
    /// Runtime on which the socket is registered. Using it from another one would wake two threads
    /// for each read.
    pool: Id,
}

impl Pool {
    /// Returns the most recently used connection that is still usable.
    pub async fn take_connection(&self) -> Option<Connection> {
        let here = Handle::current().id();
        loop {
            let mut connection = self.pop_newest(here)?;
            if poll_fn(|cx| Poll::Ready(connection.is_usable(cx))).await {
                return Some(connection);
            }
        }
    }

    /// Adds an idle connection.
    pub fn put_back(self: &Arc<Self>, connection: Connection) {
        let home = Handle::current().id();
        let mut waiting = self.lock_idle();
        let here = waiting.idle.iter().filter(|idle| idle.pool == home).count();
        if here >= IDLE_CONNECTIONS_MAX || waiting.is_closed {
            return;
        }
        waiting.idle.push(IdleConnection { connection, since: Instant::now(), pool: home });
        if !waiting.is_watched {
            waiting.is_watched = true;
            tokio::spawn(close_expired_connections(Arc::downgrade(self)));
        }
    }

    fn pop_newest(&self, here: Id) -> Option<Connection> {
        let mut waiting = self.lock_idle();
        let at = waiting.idle.iter().rposition(|idle| idle.pool == here)?;
        Some(waiting.idle.remove(at).connection)
    }

    /// Closes all idle connections. Running requests finish.
    pub fn clear(&self) {
        let ended = std::mem::take(&mut self.lock_idle().idle);
        // Closing a connection may take time, so the lock is not held.
        drop(ended);
    }

    /// Closes all idle connections, and keeps none from now on.
    pub fn close(&self) {
        self.lock_idle().is_closed = true;
        self.clear();
    }

    /// Closes expired connections; returns whether any remain.
    fn expire(&self) -> bool {
        let mut waiting = self.lock_idle();
        let over = waiting.idle.iter().take_while(|idle| idle.since.elapsed() >= IDLE_MAX).count();
        let ended: Vec<IdleConnection> = waiting.idle.drain(..over).collect();
        waiting.is_watched = !waiting.idle.is_empty();
        let goes_on = waiting.is_watched;
        drop(waiting);
        drop(ended);
        goes_on
    }

    fn lock_idle(&self) -> MutexGuard<'_, IdleConnections> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn close_expired_connections(pool: Weak<Pool>) {
    loop {
        tokio::time::sleep(IDLE_MAX).await;
        if !pool.upgrade().is_some_and(|pool| pool.expire()) {
            return;
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({})", self.lock_idle().idle.len())
    }
}
