//! Sockets and graceful shutdown. One accept loop serves every kind of listener: plain HTTP behind
//! a balancer or on one machine, TLS ([`crate::tls::TlsAcceptor`]), and plain HTTP that redirects to TLS.
//! Shutdown has three phases: not ready but still accepting, while HTTP/2 clients get GOAWAY; then
//! no new connections while requests finish and streams are ended; then the remaining connections
//! are aborted and counted.

mod connection;
mod http2;
mod lingering_close;
mod plain;
mod proxied;
mod shards;
mod write_timeout;

use crate::connection::{Acceptor, Transport};
use crate::edge::Edge;
use crate::limits::ConnectionSlot;
use crate::tls::{TlsAcceptor, TlsError};
use connection::ConnectionTask;
use plain::PlainAcceptor;
use shards::CoreShards;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Pause when the system has no free file descriptor; an immediate retry would only use CPU.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Reason why an edge cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The listener is not a listening socket.
    #[error(transparent)]
    Listener(#[from] io::Error),
    /// TLS cannot be set up.
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// Result of a graceful shutdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drained {
    /// Connections that were aborted because they did not finish in time.
    pub aborted: usize,
}

impl Edge {
    /// Serves plain HTTP on `listener` until `shutdown`, then drains.
    ///
    /// # Errors
    /// The listener's local address cannot be read: it is not a listening socket.
    pub async fn serve(
        &self,
        listener: TcpListener,
        shutdown: CancellationToken,
    ) -> io::Result<Drained> {
        self.serve_with(listener, self.plain_connection(Transport::Plain), shutdown).await
    }

    /// Like [`Self::serve`], over TLS with the certificates of the active table.
    ///
    /// # Errors
    /// As [`Self::serve`], and when TLS cannot be set up.
    pub async fn serve_tls(
        &self,
        listener: TcpListener,
        shutdown: CancellationToken,
    ) -> Result<Drained, ServeError> {
        let tls = TlsAcceptor::new(self)?;
        Ok(self.serve_with(listener, tls, shutdown).await?)
    }

    /// Like [`Self::serve`], for the plain HTTP port next to TLS: answers ACME challenges and
    /// redirects everything else to https.
    ///
    /// # Errors
    /// As [`Self::serve`].
    pub async fn serve_redirects(
        &self,
        listener: TcpListener,
        shutdown: CancellationToken,
    ) -> io::Result<Drained> {
        self.serve_with(listener, self.plain_connection(Transport::Redirects), shutdown).await
    }

    async fn serve_with<A: Acceptor>(
        &self,
        listener: TcpListener,
        acceptor: A,
        shutdown: CancellationToken,
    ) -> io::Result<Drained> {
        let address = listener.local_addr()?;
        tracing::info!(%address, "edge listening on {address}");
        let lanes = if self.serves_alone() {
            CoreShards::for_each_core()?
        } else {
            CoreShards::without_threads()
        };
        let (lanes, accept_loops, tasks) =
            (Arc::new(lanes), TaskTracker::new(), TaskTracker::new());
        let [closing, finishing, cut] = [(); 3].map(|()| CancellationToken::new());
        // Dropping this future stops the accept loops.
        let _shut = closing.clone().drop_guard();
        let accept_loop = AcceptLoop {
            edge: self.clone(),
            acceptor,
            shards: Arc::clone(&lanes),
            tasks: tasks.clone(),
            closing: closing.clone(),
            shutdown_token: finishing.clone(),
            cut: cut.clone(),
        };
        lanes.listen(listener, &accept_loops, move |listener, lane| {
            accept_loop.clone().run(listener, lane)
        })?;
        shutdown.cancelled().await;
        self.begin_shutdown();
        tokio::time::sleep(self.drain_state().notice_delay).await;
        closing.cancel();
        accept_loops.close();
        accept_loops.wait().await;
        finishing.cancel();
        self.end_streams();
        tasks.close();
        let sockets = self.socket_tasks();
        sockets.close();
        let all = async { tokio::join!(tasks.wait(), sockets.wait()) };
        let unfinished = tokio::time::timeout(self.drain_state().finish, all).await;
        let drained = Drained { aborted: unfinished.map_or(tasks.len() + sockets.len(), |_| 0) };
        cut.cancel();
        tasks.wait().await;
        tracing::info!(
            cut = drained.aborted,
            "edge stopped; {} connections aborted",
            drained.aborted
        );
        Ok(drained)
    }

    fn plain_connection(&self, transport: Transport) -> PlainAcceptor {
        PlainAcceptor { transport, wait: self.limits().header_read_timeout }
    }

    fn slot_for(&self, peer: SocketAddr) -> Option<ConnectionSlot> {
        let place = if self.is_trusted_proxy(peer.ip()) {
            self.connections().acquire_proxy_slot(peer.ip())
        } else {
            self.connections().acquire_slot(peer.ip())
        };
        if place.is_none() {
            tracing::warn!(
                "connection refused: connection limit of its network or the edge reached"
            );
        }
        place
    }
}

/// Accept loop of one shard.
#[derive(Clone)]
struct AcceptLoop<A> {
    edge: Edge,
    acceptor: A,
    shards: Arc<CoreShards>,
    tasks: TaskTracker,
    /// Cancelled to stop accepting.
    closing: CancellationToken,
    shutdown_token: CancellationToken,
    cut: CancellationToken,
}

impl<A: Acceptor> AcceptLoop<A> {
    /// Accepts connections from `listener` until closed.
    async fn run(self, listener: TcpListener, lane: usize) {
        let mut closing = pin!(self.closing.cancelled());
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut closing => return,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((socket, peer)) => self.spawn_connection(socket, peer, lane),
                Err(error) if concerns_one_connection(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "failed to accept a connection");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn spawn_connection(&self, socket: TcpStream, peer: SocketAddr, lane: usize) {
        let Some(place) = self.edge.slot_for(peer) else { return };
        let (finishing, cut) = (self.shutdown_token.clone(), self.cut.clone());
        let served = ConnectionTask { edge: self.edge.clone(), peer, finishing, abort: cut };
        let serving = (served, self.acceptor.clone());
        if let Err(error) = self.shards.serve(lane, serving, socket, place, &self.tasks) {
            tracing::debug!(%error, "socket closed before it was served");
        }
    }
}

/// Returns whether only this connection failed before it was accepted, so that no pause is needed.
fn concerns_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
