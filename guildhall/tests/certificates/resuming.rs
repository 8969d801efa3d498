//! A worker that ends at any step of an order: whoever comes next goes on with the same order.

use crate::stand_in::{Between, Fate};
use crate::world::World;
use chrono::Duration;

/// Pebble's paths, in the order in which an order asks for them, and what happens there.
const STEPS: [(&str, usize); 7] = [
    // The account, and the nonce for it.
    ("/sign-me-up", 0),
    ("/authZ/", 0),
    // Told to look.
    ("/chalZ/", 0),
    // Watched until it is proven.
    ("/my-order/", 0),
    ("/finalize-order/", 0),
    // Watched until it is issued.
    ("/my-order/", 1),
    ("/certZ/", 0),
];

#[tokio::test]
async fn a_worker_that_ends_at_any_step_costs_no_second_order() {
    for (path, skip) in STEPS {
        let world = World::open().await;
        let between = Between::default();
        between.after(path, skip, 1, Fate::Hang);
        world.want(&["club.example"]).await;
        let first = world.issuer_through(&between);
        let working = tokio::spawn(async move { first.run_until_idle().await });
        between.until_hanging().await;
        // Nothing of it runs on: not even what would tidy up.
        working.abort();
        assert!(working.await.unwrap_err().is_cancelled());

        let second = world.issuer_through(&between);
        second.run_until_idle().await.unwrap();
        assert_eq!(world.certificates().await, 0, "{path}: the lease still holds");
        world.app.clock.advance(Duration::seconds(61));
        world.until_certified(&second, &["club.example"]).await;
        assert_eq!(between.count("/order-plz"), 1, "{path}");
        assert_eq!(world.answers().await, 0, "{path}");
        let open =
            "SELECT COUNT(*) AS n FROM acme_jobs WHERE key IS NOT NULL OR order_url IS NOT NULL";
        assert_eq!(
            world.app.count(open, vec![]).await,
            0,
            "{path}: no key is left without an order"
        );
    }
}

#[tokio::test]
async fn a_download_that_is_cut_is_taken_up_again() {
    let world = World::open().await;
    let between = Between::default();
    between.rule("/certZ/", 2, Fate::Cut);
    world.want(&["club.example"]).await;
    let issuer = world.issuer_through(&between);
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("club.example").await.as_deref(), Some("authority-unreachable"));
    world.until_certified(&issuer, &["club.example"]).await;
    assert_eq!((between.count("/order-plz"), between.count("/certZ/")), (1, 3));
}

#[tokio::test]
async fn a_worker_that_froze_past_its_lease_stores_nothing() {
    let world = World::open().await;
    let between = Between::default();
    between.rule("/certZ/", 1, Fate::Freeze);
    world.want(&["club.example"]).await;
    let frozen = world.issuer_through(&between);
    let working = tokio::spawn(async move { frozen.run_until_idle().await });
    between.until_hanging().await;
    world.app.clock.advance(Duration::seconds(90));
    world.issuer().run_until_idle().await.unwrap();
    let shown = world.certificate("club.example").await.expect("the second worker has finished");
    // The first holds the same certificate, and may not store it any more.
    between.thaw();
    working.await.unwrap().unwrap();
    let ever = "SELECT COUNT(*) AS n FROM certificates";
    assert_eq!(world.app.count(ever, vec![]).await, 1);
    assert_eq!(world.certificate("club.example").await, Some(shown));
    assert_eq!(world.cause("club.example").await, None);
}
