//! Where connections live. An edge that only passes requests on gives each core a thread with a runtime
//! of its own, and every connection stays on the one that accepted it, with the connections to upstreams
//! that it uses: nothing is handed from core to core, neither within a request nor before the first. An
//! edge with a role in its own process shares that role's runtime instead.

use super::Acceptor;
use super::connection::Served;
use crate::limits::Place;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// How many more connections than another's a lane keeps before it hands one over.
const AHEAD: usize = 4;

/// The threads of one listener. They end when this is dropped, and whatever is left on them.
pub struct Lanes {
    lanes: Vec<Lane>,
    _end: DropGuard,
}

struct Lane {
    runtime: Handle,
    connections: Arc<AtomicUsize>,
}

/// A connection that is counted on its lane while it lives.
struct Seat(Arc<AtomicUsize>);

impl Lane {
    fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    fn seat(&self) -> Seat {
        self.connections.fetch_add(1, Ordering::Relaxed);
        Seat(Arc::clone(&self.connections))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lanes {
    /// One for each core.
    ///
    /// # Errors
    /// When the system has no more threads to give.
    pub fn for_each_core() -> io::Result<Self> {
        let (end, cores) = (CancellationToken::new(), thread::available_parallelism()?.get());
        let lanes = (0..cores).map(|number| open(number, end.clone()));
        let lanes = lanes.collect::<io::Result<_>>()?;
        Ok(Self { lanes, _end: end.drop_guard() })
    }

    /// None: connections share the runtime that they are accepted on.
    pub fn none() -> Self {
        Self { lanes: Vec::new(), _end: CancellationToken::new().drop_guard() }
    }

    /// Lets every lane accept from `listener`, as `door` does it on the lane of a number; `doors` knows
    /// when none does any more.
    ///
    /// # Errors
    /// When the system has no more descriptors to give.
    pub fn listen<D>(
        &self,
        listener: TcpListener,
        doors: &TaskTracker,
        door: impl Fn(TcpListener, usize) -> D + Clone + Send + 'static,
    ) -> io::Result<()>
    where
        D: Future<Output = ()> + Send + 'static,
    {
        if self.lanes.is_empty() {
            doors.spawn(door(listener, 0));
            return Ok(());
        }
        let listener = listener.into_std()?;
        for (number, lane) in self.lanes.iter().enumerate() {
            let (listener, door) = (listener.try_clone()?, door.clone());
            let listening = async move {
                match TcpListener::from_std(listener) {
                    Ok(listener) => door(listener, number).await,
                    Err(error) => tracing::error!(%error, "a core accepts no connections"),
                }
            };
            doors.spawn_on(listening, &lane.runtime);
        }
        Ok(())
    }

    /// Serves a connection on the lane that accepted it, unless another has far fewer of them.
    ///
    /// # Errors
    /// When the socket is gone.
    pub fn serve<A: Acceptor>(
        &self,
        here: usize,
        (served, acceptor): (Served, A),
        socket: TcpStream,
        place: Place,
        tasks: &TaskTracker,
    ) -> io::Result<()> {
        let least = (0..self.lanes.len()).min_by_key(|at| self.lanes[*at].connections());
        let (Some(own), Some(least)) = (self.lanes.get(here), least) else {
            tasks.spawn(served.run(acceptor, socket, place));
            return Ok(());
        };
        let most = self.lanes[least].connections() * 9 / 8 + AHEAD;
        if own.connections() < most {
            let seat = own.seat();
            let serving = async move {
                served.run(acceptor, socket, place).await;
                drop(seat);
            };
            tasks.spawn_on(serving, &own.runtime);
            return Ok(());
        }
        let (seat, socket) = (self.lanes[least].seat(), socket.into_std()?);
        let serving = async move {
            match TcpStream::from_std(socket) {
                Ok(socket) => served.run(acceptor, socket, place).await,
                Err(error) => tracing::debug!(%error, "a socket was gone before it was served"),
            }
            drop(seat);
        };
        tasks.spawn_on(serving, &self.lanes[least].runtime);
        Ok(())
    }
}

fn open(number: usize, end: CancellationToken) -> io::Result<Lane> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new()
        .name(format!("edge-{number}"))
        .spawn(move || runtime.block_on(end.cancelled()))?;
    Ok(Lane { runtime: handle, connections: Arc::default() })
}
