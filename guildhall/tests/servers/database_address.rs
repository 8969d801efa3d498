//! A TCP address in front of PostgreSQL that leads to another server after a failover, and can
//! delay new connections.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use url::Url;

/// The address. Connections that are open stay where they are.
pub struct DatabaseAddress {
    url: String,
    route: Arc<Mutex<Route>>,
}

#[derive(Debug, Clone, Copy)]
struct Route {
    server: SocketAddr,
    /// Delay of each new connection.
    delay: Duration,
}

impl DatabaseAddress {
    /// Starts a proxy to the server at `url`.
    pub async fn start(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let route = Route { server: server_of(url), delay: Duration::ZERO };
        let route = Arc::new(Mutex::new(route));
        let shared = route.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let route = *lock(&shared);
                tokio::spawn(forward(client, route));
            }
        });
        let mut url = Url::parse(url).unwrap();
        url.set_ip_host(address.ip()).unwrap();
        url.set_port(Some(address.port())).unwrap();
        Self { url: url.into(), route }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Leads new connections to another server.
    pub fn move_to(&self, url: &str) {
        lock(&self.route).server = server_of(url);
    }

    /// Delays new connections.
    pub fn delay_connections(&self, delay: Duration) {
        lock(&self.route).delay = delay;
    }
}

async fn forward(mut client: TcpStream, route: Route) {
    tokio::time::sleep(route.delay).await;
    // If the server refuses, the client's connection ends too.
    if let Ok(mut server) = TcpStream::connect(route.server).await {
        drop(copy_bidirectional(&mut client, &mut server).await);
    }
}

fn lock(route: &Mutex<Route>) -> MutexGuard<'_, Route> {
    route.lock().unwrap_or_else(PoisonError::into_inner)
}

fn server_of(url: &str) -> SocketAddr {
    let url = Url::parse(url).unwrap();
    format!("{}:{}", url.host_str().unwrap(), url.port().unwrap()).parse().unwrap()
}
