//! A worker that ends at any step of an order: whoever comes next goes on with the same order.

use crate::pebble::Temper;
use crate::stand_in::{Between, Fate};
use crate::world::World;
use chrono::Duration;
use control_plane::certificates;
use wire::HostCertificate;

/// Pebble's paths, in the order in which an order asks for them, and what happens there.
const STEPS: [(&str, usize); 9] = [
    // The account.
    ("/sign-me-up", 0),
    // The key of an order is stored, and the order has not left.
    ("/nonce-plz", 1),
    // It is made, and its address not stored.
    ("/order-plz", 0),
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

const LEFT: &str =
    "SELECT COUNT(*) AS n FROM acme_jobs WHERE key IS NOT NULL OR order_url IS NOT NULL";

#[tokio::test]
async fn worker_killed_at_any_step_causes_no_second_order() {
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
        let left = world.app.count(LEFT, vec![]).await;
        assert_eq!(left, 0, "{path}: no key is left without an order");
    }
}

#[tokio::test]
async fn interrupted_download_is_resumed() {
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

/// Lets a worker stand still where `between` says so, and another one take the host over and finish it; then
/// the first goes on. Returns what is shown.
async fn froze_past_its_lease(world: &World, between: &Between) -> HostCertificate {
    world.want(&["club.example"]).await;
    let frozen = world.issuer_through(between);
    let working = tokio::spawn(async move { frozen.run_until_idle().await });
    between.until_hanging().await;
    world.app.clock.advance(Duration::seconds(90));
    world.issuer_through(between).run_until_idle().await.unwrap();
    let shown = world.certificate("club.example").await.expect("the second worker has finished");
    between.thaw();
    working.await.unwrap().unwrap();
    shown
}

#[tokio::test]
async fn worker_frozen_past_its_lease_orders_and_stores_nothing() {
    for (path, skip) in STEPS.into_iter().skip(1) {
        let world = World::open().await;
        let between = Between::default();
        between.after(path, skip, 1, Fate::Freeze);
        let shown = froze_past_its_lease(&world, &between).await;
        assert_eq!(between.count("/order-plz"), 1, "{path}");
        let ever = "SELECT COUNT(*) AS n FROM certificates";
        assert_eq!(world.app.count(ever, vec![]).await, 1, "{path}");
        assert_eq!(world.certificate("club.example").await, Some(shown), "{path}");
        assert_eq!(world.cause("club.example").await, None, "{path}");
        assert_eq!((world.app.count(LEFT, vec![]).await, world.answers().await), (0, 0), "{path}");
    }
}

/// Between the last look at the lease and the authority there is always a way on which an order may be held
/// up. One that arrives late cannot be called back, so it is counted.
#[tokio::test]
async fn late_order_is_counted_and_changes_nothing() {
    let few = [("certificates.issuers[0].limits.orders_per_3_hours", "10")];
    let world = World::open_with(Temper::default(), &few).await;
    let between = Between::default();
    between.rule("/order-plz", 1, Fate::Hold);
    let shown = froze_past_its_lease(&world, &between).await;
    assert_eq!(between.count("/order-plz"), 2);
    let system = world.app.services().system("look what is left of the budget");
    let left = certificates::standing(&system).await.unwrap().orders_left[0].now;
    assert_eq!(left, 8 - 2, "four fifths of ten, without both");
    assert_eq!(world.certificate("club.example").await, Some(shown));
    assert_eq!(world.app.count("SELECT COUNT(*) AS n FROM certificates", vec![]).await, 1);
    assert_eq!((world.app.count(LEFT, vec![]).await, world.answers().await), (0, 0));
}
