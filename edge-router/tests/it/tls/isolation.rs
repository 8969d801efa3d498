//! Every server name with every requested host, over every kind of connection (edge design, test
//! K): a response is always that host's own.

use super::kit::{Authority, Client, connect, text};
use crate::kit::{ASHCOMBE, HTWU, MAIN, PAUSED, Serving};
use rustls::client::{ClientSessionMemoryCache, Resumption};
use rustls::{ClientConfig, HandshakeKind};
use std::sync::Arc;

/// A host, its owner, its own status, and a text that only its own response contains.
const HOSTS: [(&str, &str, u16, &str); 6] = [
    (MAIN, "main", 200, "main build"),
    (ASHCOMBE, "ashcombe", 200, "<title>ashcombe"),
    (HTWU, "htwu", 200, "<title>htwu"),
    ("htwu.example", "htwu", 308, ""),
    ("htwu.portals.example", "htwu", 200, "<title>htwu"),
    (PAUSED, "paused", 503, "<h1>paused"),
];
const MARKS: [&str; 4] = ["main build", "ashcombe", "htwu", "paused"];

/// Kind of connection.
#[derive(Debug, Clone, Copy)]
enum Way {
    Fresh,
    Resumed,
    /// The connection was used for its own name before.
    Coalesced,
}

async fn begin(serving: &Serving, config: &ClientConfig, name: &str, way: Way) -> Client {
    if matches!(way, Way::Resumed) {
        let mut first = Client::over(connect(serving, config, name).await.unwrap()).await;
        // The ticket arrives before the response.
        drop(text(first.get(name, "/healthz").await.unwrap()).await);
    }
    let stream = connect(serving, config, name).await.unwrap();
    let resumed = stream.get_ref().1.handshake_kind() == Some(HandshakeKind::Resumed);
    assert_eq!(resumed, matches!(way, Way::Resumed), "{name}: {way:?}");
    let mut client = Client::over(stream).await;
    if matches!(way, Way::Coalesced) {
        drop(text(client.get(name, "/").await.unwrap()).await);
    }
    client
}

#[tokio::test]
async fn connection_of_one_tenant_never_carries_another() {
    let authority = Authority::new();
    // One certificate covers all hosts, so the certificate does not separate them.
    let world = authority.world(&[&HOSTS.map(|(host, ..)| host)]);
    let serving = world.serve_tls().await;
    let (mut cells, mut refused) = (0, 0);
    for alpn in ["h2", "http/1.1"] {
        for way in [Way::Fresh, Way::Resumed, Way::Coalesced] {
            for (name, owner, ..) in HOSTS {
                for (host, of, status, mark) in HOSTS {
                    let mut config = authority.client(&[alpn]);
                    let sessions = Arc::new(ClientSessionMemoryCache::new(8));
                    config.resumption = Resumption::store(sessions);
                    let mut client = begin(&serving, &config, name, way).await;
                    let answer = client.get(host, "/").await.unwrap();
                    let cell = format!("{name} asked for {host} over {alpn}, {way:?}");
                    cells += 1;
                    if owner == of {
                        assert_eq!(answer.status(), status, "{cell}");
                        let page = text(answer).await;
                        assert!(page.contains(mark), "{cell}: {page}");
                        continue;
                    }
                    refused += 1;
                    assert!([421, 400].contains(&answer.status().as_u16()), "{cell}");
                    let headers = format!("{:?}", answer.headers());
                    let page = text(answer).await;
                    for mark in MARKS {
                        assert!(!page.contains(mark) && !headers.contains(mark), "{cell}: {page}");
                    }
                    client.ended().await;
                }
            }
        }
    }
    assert_eq!((cells, refused), (216, 144));
}
