//! Sockets. One accept loop for every kind of stream: [`Plain`] today, TLS by another
//! [`Acceptor`]. Leaving has three steps: not ready but still accepting, then nothing new while
//! requests finish and streams are told to end, then whatever is left is cut and counted.

mod connection;
mod framing;

pub(crate) use framing::Framing;

use crate::edge::Edge;
use crate::limits::Place;
use connection::Served;
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// When the system has no descriptor left, trying again at once only burns the processor.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Turns an accepted socket into the stream that HTTP is spoken on.
pub trait Acceptor: Clone + Send + Sync + 'static {
    /// What HTTP is spoken on.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Does whatever has to happen before the first request.
    fn accept(
        &self,
        socket: TcpStream,
    ) -> impl Future<Output = io::Result<Self::Stream>> + Send + 'static;
}

/// HTTP without TLS.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plain;

impl Acceptor for Plain {
    type Stream = TcpStream;

    fn accept(
        &self,
        socket: TcpStream,
    ) -> impl Future<Output = io::Result<TcpStream>> + Send + 'static {
        std::future::ready(Ok(socket))
    }
}

/// How leaving went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drained {
    /// Connections that were not done in time.
    pub cut: usize,
}

impl Edge {
    /// Serves plain HTTP on `listener` until `shutdown`, then drains.
    ///
    /// # Errors
    /// When the listener's own address cannot be read: it is no listening socket.
    pub async fn serve(
        &self,
        listener: TcpListener,
        shutdown: CancellationToken,
    ) -> io::Result<Drained> {
        self.serve_with(listener, Plain, shutdown).await
    }

    /// As [`Self::serve`], over the streams that `acceptor` makes.
    ///
    /// # Errors
    /// As [`Self::serve`].
    pub async fn serve_with<A: Acceptor>(
        &self,
        listener: TcpListener,
        acceptor: A,
        shutdown: CancellationToken,
    ) -> io::Result<Drained> {
        let address = listener.local_addr()?;
        tracing::info!(%address, "the edge listens on {address}");
        let graceful = GracefulShutdown::new();
        let (tasks, cut) = (TaskTracker::new(), CancellationToken::new());
        let leaving = async {
            shutdown.cancelled().await;
            self.leave();
            tokio::time::sleep(self.drain().notice).await;
        };
        tokio::pin!(leaving);
        loop {
            let accepted = tokio::select! {
                () = &mut leaving => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((socket, peer)) => {
                    let Some(place) = self.place_for(peer) else { continue };
                    let served = Served { edge: self.clone(), peer, cut: cut.clone() };
                    tasks.spawn(served.run(acceptor.clone(), socket, graceful.watcher(), place));
                }
                Err(error) if concerns_one_connection(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
        drop(listener);
        self.end_streams();
        let unfinished = tokio::time::timeout(self.drain().finish, graceful.shutdown()).await;
        let drained = Drained { cut: unfinished.map_or(self.connections().open(), |()| 0) };
        cut.cancel();
        tasks.close();
        tasks.wait().await;
        tracing::info!(cut = drained.cut, "the edge has left, {} connections cut", drained.cut);
        Ok(drained)
    }

    fn place_for(&self, peer: SocketAddr) -> Option<Place> {
        let place = if self.trusts(peer.ip()) {
            self.connections().enter_as_proxy(peer.ip())
        } else {
            self.connections().enter(peer.ip())
        };
        if place.is_none() {
            tracing::warn!("a connection was refused: its network or the edge is full");
        }
        place
    }
}

/// Whether only this one connection failed, before it was accepted: no reason to wait.
fn concerns_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
