//! A bridge for the containers, and an address of this machine at which they reach its servers.

use super::podman::podman;
use crate::process::{command, output};
use anyhow::{Context, Result};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// The network of one run. `remove` must be called at the end.
pub struct Network {
    pub name: String,
    /// Address of this machine, on a bridge without ports: that of the containers exists only with one.
    pub host: Ipv4Addr,
    forwards: JoinSet<()>,
}

impl Network {
    pub async fn create() -> Result<Self> {
        let id = std::process::id();
        let name = format!("ghc{id}");
        let [.., high, low] = id.to_be_bytes();
        let host = Ipv4Addr::new(10, 211, high, low.max(1));
        let network = Self { name, host, forwards: JoinSet::new() };
        match network.set_up().await {
            Ok(()) => Ok(network),
            Err(error) => {
                network.remove().await;
                Err(error)
            }
        }
    }

    async fn set_up(&self) -> Result<()> {
        let (name, address) = (self.name.as_str(), format!("{}/32", self.host));
        output(&mut command(&["ip", "link", "add", name, "type", "bridge"]))?;
        output(&mut command(&["ip", "address", "add", &address, "dev", name]))?;
        output(&mut command(&["ip", "link", "set", name, "up"]))?;
        podman(&["network", "create", "--disable-dns", name]).await.map(drop)
    }

    /// Forwards a port of the address to the same port on loopback.
    pub async fn forward(&mut self, port: u16) -> Result<()> {
        let listener = TcpListener::bind((self.host, port)).await;
        let listener = listener.with_context(|| format!("listen on {}:{port}", self.host))?;
        let server = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        self.forwards.spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                tokio::spawn(async move {
                    if let Ok(mut server) = TcpStream::connect(server).await {
                        drop(server.set_nodelay(true).and(client.set_nodelay(true)));
                        // Either side may close at any time.
                        drop(copy_bidirectional(&mut client, &mut server).await);
                    }
                });
            }
        });
        Ok(())
    }

    pub async fn remove(mut self) {
        self.forwards.shutdown().await;
        drop(podman(&["network", "rm", "--force", &self.name]).await);
        drop(output(&mut command(&["ip", "link", "delete", &self.name])));
    }
}
