//! An authority that accepts connections and never responds.

use crate::pebble::{Names, Pebble, Temper};
use crate::world::World;
use chrono::Duration;
use std::net::SocketAddr;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// Accepts and keeps every connection without sending a byte.
struct Silent {
    address: SocketAddr,
    accepting: AbortHandle,
}

impl Silent {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let accepting = tokio::spawn(async move {
            let mut kept = Vec::new();
            while let Ok((connection, _)) = listener.accept().await {
                kept.push(connection);
            }
        });
        Self { address, accepting: accepting.abort_handle() }
    }

    fn settings(&self, number: usize) -> Vec<(String, String)> {
        let field = |field: &str| format!("certificates.issuers[{number}].{field}");
        vec![
            (field("name"), "silent".to_owned()),
            (field("directory"), format!("https://{}/dir", self.address)),
            (field("request_timeout_s"), "1".to_owned()),
        ]
    }
}

impl Drop for Silent {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

#[tokio::test]
async fn hanging_authority_times_out_with_a_cause() {
    let silent = Silent::open().await;
    let names = Names::start().await;
    let pebble = Pebble::start(names.address, Temper::default()).await;
    let settings = silent.settings(0);
    let settings: Vec<_> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    // The silent authority's settings override the fixture's own.
    let world = World::around(names, pebble, &settings).await;
    world.want(&["club.example"]).await;
    let begun = std::time::Instant::now();
    world.issuer().run_until_idle().await.unwrap();
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    let status = world.status("club.example").await;
    let (code, words) = status.cause.unwrap();
    assert_eq!(code, "authority-unreachable");
    assert!(words.starts_with("silent does not answer (no answer within 1 s"), "{words}");
    assert!(!status.stopped && status.next_at > world.app.clock.now() - Duration::seconds(5));
}

#[tokio::test]
async fn uses_the_next_authority_after_a_timeout() {
    let silent = Silent::open().await;
    let names = Names::start().await;
    let pebble = Pebble::start(names.address, Temper::default()).await;
    let mut settings = silent.settings(0);
    settings.extend(pebble.settings(1, "spare"));
    let settings: Vec<_> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let world = World::around(names, pebble, &settings).await;
    world.want(&["club.example"]).await;
    world.until_certified(&world.issuer(), &["club.example"]).await;
    assert_eq!(world.status("club.example").await.issuer.as_deref(), Some("spare"));
}
