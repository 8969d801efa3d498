//! Threads that run connections. An edge that only proxies has one single-threaded runtime per
//! core. A connection stays on the thread that accepted it, together with its upstream connections,
//! so nothing moves between cores. An edge with a role in the same process shares that role's
//! runtime instead.

use super::connection::ConnectionTask;
use crate::connection::Acceptor;
use crate::limits::ConnectionSlot;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// A shard hands a new connection over if it has this many more connections than another one.
const IMBALANCE_MAX: usize = 4;

/// Threads of one listener. Dropping it ends the threads and their connections.
pub struct CoreShards {
    shards: Vec<Shard>,
    _end: DropGuard,
}

struct Shard {
    runtime: Handle,
    connections: Arc<AtomicUsize>,
}

/// Counts a connection on its shard until dropped.
struct ShardConnection(Arc<AtomicUsize>);

impl Shard {
    fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    fn count_connection(&self) -> ShardConnection {
        self.connections.fetch_add(1, Ordering::Relaxed);
        ShardConnection(Arc::clone(&self.connections))
    }
}

impl Drop for ShardConnection {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl CoreShards {
    /// Creates one shard per core.
    ///
    /// # Errors
    /// The system cannot create more threads.
    pub fn for_each_core() -> io::Result<Self> {
        let (end, cores) = (CancellationToken::new(), thread::available_parallelism()?.get());
        let lanes = (0..cores).map(|number| open(number, end.clone()));
        let lanes = lanes.collect::<io::Result<_>>()?;
        Ok(Self { shards: lanes, _end: end.drop_guard() })
    }

    /// Creates no threads: connections run on the runtime that accepts them.
    pub fn without_threads() -> Self {
        Self { shards: Vec::new(), _end: CancellationToken::new().drop_guard() }
    }

    /// Accepts from `listener` on every shard with the loop that `accept_loop` returns for a shard's
    /// number. `accept_loops` tracks the loops.
    ///
    /// # Errors
    /// The system has no free file descriptors.
    pub fn listen<D>(
        &self,
        listener: TcpListener,
        accept_loops: &TaskTracker,
        accept_loop: impl Fn(TcpListener, usize) -> D + Clone + Send + 'static,
    ) -> io::Result<()>
    where
        D: Future<Output = ()> + Send + 'static,
    {
        if self.shards.is_empty() {
            accept_loops.spawn(accept_loop(listener, 0));
            return Ok(());
        }
        let listener = listener.into_std()?;
        for (number, lane) in self.shards.iter().enumerate() {
            let (listener, accept_loop) = (listener.try_clone()?, accept_loop.clone());
            let listening = async move {
                match TcpListener::from_std(listener) {
                    Ok(listener) => accept_loop(listener, number).await,
                    Err(error) => {
                        tracing::error!(%error, "failed to accept connections on one core")
                    }
                }
            };
            accept_loops.spawn_on(listening, &lane.runtime);
        }
        Ok(())
    }

    /// Serves a connection on the shard that accepted it, unless another one has far fewer
    /// connections.
    ///
    /// # Errors
    /// The socket cannot be moved to the other shard.
    pub fn serve<A: Acceptor>(
        &self,
        here: usize,
        (served, acceptor): (ConnectionTask, A),
        socket: TcpStream,
        slot: ConnectionSlot,
        tasks: &TaskTracker,
    ) -> io::Result<()> {
        let least = (0..self.shards.len()).min_by_key(|at| self.shards[*at].connections());
        let (Some(own), Some(least)) = (self.shards.get(here), least) else {
            tasks.spawn(served.run(acceptor, socket, slot));
            return Ok(());
        };
        let most = self.shards[least].connections() * 9 / 8 + IMBALANCE_MAX;
        if own.connections() < most {
            let seat = own.count_connection();
            let serving = async move {
                served.run(acceptor, socket, slot).await;
                drop(seat);
            };
            tasks.spawn_on(serving, &own.runtime);
            return Ok(());
        }
        let (seat, socket) = (self.shards[least].count_connection(), socket.into_std()?);
        let serving = async move {
            match TcpStream::from_std(socket) {
                Ok(socket) => served.run(acceptor, socket, slot).await,
                Err(error) => tracing::debug!(%error, "socket closed before it was served"),
            }
            drop(seat);
        };
        tasks.spawn_on(serving, &self.shards[least].runtime);
        Ok(())
    }
}

fn open(number: usize, end: CancellationToken) -> io::Result<Shard> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new()
        .name(format!("edge-{number}"))
        .spawn(move || runtime.block_on(end.cancelled()))?;
    Ok(Shard { runtime: handle, connections: Arc::default() })
}
