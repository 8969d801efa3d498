//! Listening addresses of a process. All are bound before anything is written, so that an occupied
//! port has no side effects, and accept connections only once the process can answer.

use anyhow::{Context, Result};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use tokio::net::{TcpListener, TcpSocket};

/// Maximum connections that wait to be accepted.
const BACKLOG: u32 = 1_024;

/// Bound addresses. They accept no connections before [`Self::listen`].
#[derive(Debug, Default)]
pub struct Listeners(Mutex<Vec<(SocketAddr, TcpSocket)>>);

impl Listeners {
    /// Binds every address.
    ///
    /// # Errors
    /// The first address that cannot be bound, with advice.
    pub fn bind_all(addresses: impl IntoIterator<Item = SocketAddr>) -> Result<Self> {
        let bound = addresses.into_iter().map(|address| Ok((address, bind_socket(address)?)));
        Ok(Self(Mutex::new(bound.collect::<Result<_>>()?)))
    }

    /// Listens on an address, reserved or not.
    ///
    /// # Errors
    /// I/O errors.
    pub fn listen(&self, address: SocketAddr) -> Result<TcpListener> {
        let socket = match self.take_socket(address) {
            Some(socket) => socket,
            None => bind_socket(address)?,
        };
        socket.listen(BACKLOG).with_context(|| bind_error(address, None))
    }

    fn take_socket(&self, address: SocketAddr) -> Option<TcpSocket> {
        let mut bound = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = bound.iter().position(|(reserved, _)| *reserved == address)?;
        Some(bound.swap_remove(at).1)
    }
}

fn bind_socket(address: SocketAddr) -> Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() };
    let socket = socket.with_context(|| bind_error(address, None))?;
    // Otherwise a restart would have to wait until old connections time out.
    socket.set_reuseaddr(true)?;
    socket.bind(address).map_err(|error| {
        let kind = error.kind();
        anyhow::Error::new(error).context(bind_error(address, Some(kind)))
    })?;
    Ok(socket)
}

fn bind_error(address: SocketAddr, kind: Option<ErrorKind>) -> String {
    match kind {
        Some(ErrorKind::AddrInUse) => format!(
            "cannot listen on {address}: another program uses this port. Stop it, or choose another \
             port (`up --port`, `make up PORT=`, or the settings under [server])"
        ),
        _ => format!("cannot listen on {address}"),
    }
}
