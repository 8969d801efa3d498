//! Where connections live. An edge that only passes requests on gives each core a thread with a runtime
//! of its own, and every connection stays on one of them, with the connections to upstreams that it
//! uses: nothing is handed from core to core within a request. An edge with a role in its own process
//! shares that role's runtime instead.

use super::Acceptor;
use super::connection::Served;
use crate::limits::Place;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Handle};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// The threads of one listener. They end when this is dropped, and whatever is left on them.
pub struct Lanes {
    lanes: Vec<Handle>,
    next: AtomicUsize,
    _end: DropGuard,
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
        Ok(Self { lanes, next: AtomicUsize::new(0), _end: end.drop_guard() })
    }

    /// None: connections share the runtime that they are accepted on.
    pub fn none() -> Self {
        let end = CancellationToken::new().drop_guard();
        Self { lanes: Vec::new(), next: AtomicUsize::new(0), _end: end }
    }

    /// Serves a connection on the lane whose turn it is.
    ///
    /// # Errors
    /// When the socket is gone.
    pub fn serve<A: Acceptor>(
        &self,
        (served, acceptor): (Served, A),
        socket: TcpStream,
        place: Place,
        tasks: &TaskTracker,
    ) -> io::Result<()> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(lane) = turn.checked_rem(self.lanes.len()).and_then(|at| self.lanes.get(at))
        else {
            tasks.spawn(served.run(acceptor, socket, place));
            return Ok(());
        };
        let socket = socket.into_std()?;
        let serving = async move {
            match TcpStream::from_std(socket) {
                Ok(socket) => served.run(acceptor, socket, place).await,
                Err(error) => tracing::debug!(%error, "a socket was gone before it was served"),
            }
        };
        tasks.spawn_on(serving, lane);
        Ok(())
    }
}

fn open(number: usize, end: CancellationToken) -> io::Result<Handle> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new()
        .name(format!("edge-{number}"))
        .spawn(move || runtime.block_on(end.cancelled()))?;
    Ok(handle)
}
