//! A worker that dies at any step of an order: the next worker continues the same order.

use crate::pebble::Temper;
use crate::stand_in::{Between, Fate};
use crate::world::World;
use chrono::Duration;
use control_plane::certificates;
use wire::HostCertificate;

/// Pebble's paths in the order of an order's requests, with the number of the affected request.
const STEPS: [(&str, usize); 9] = [
    // Account creation.
    ("/sign-me-up", 0),
    // The order's key is stored, and the order was not requested.
    ("/nonce-plz", 1),
    // The order is made, and its URL is not stored.
    ("/order-plz", 0),
    ("/authZ/", 0),
    // Validation was requested.
    ("/chalZ/", 0),
    // Polled until it is validated.
    ("/my-order/", 0),
    ("/finalize-order/", 0),
    // Polled until it is issued.
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
        // No part of the worker continues, not even its clean-up.
        working.abort();
        assert!(working.await.unwrap_err().is_cancelled());

        let second = world.issuer_through(&between);
        second.run_until_idle().await.unwrap();
        assert_eq!(world.certificates().await, 0, "{path}: the lease still holds");
        world.app.clock.advance_by(Duration::seconds(61));
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

/// Freezes a worker where `between` says so, lets another one claim and finish the host, and then
/// resumes the first. Returns the active certificate.
async fn froze_past_its_lease(world: &World, between: &Between) -> HostCertificate {
    world.want(&["club.example"]).await;
    let frozen = world.issuer_through(between);
    let working = tokio::spawn(async move { frozen.run_until_idle().await });
    between.until_hanging().await;
    world.app.clock.advance_by(Duration::seconds(90));
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

/// After the last check of the lease an order may still be delayed on the way to the authority. A
/// late order cannot be cancelled, so it is counted.
#[tokio::test]
async fn late_order_is_counted_and_changes_nothing() {
    let few = [("certificates.issuers[0].limits.orders_per_3_hours", "10")];
    let world = World::open_with(Temper::default(), &few).await;
    let between = Between::default();
    between.rule("/order-plz", 1, Fate::Hold);
    let shown = froze_past_its_lease(&world, &between).await;
    assert_eq!(between.count("/order-plz"), 2);
    let system = world.app.services().system("look what is left of the budget");
    let left = certificates::certificate_figures(&system).await.unwrap().orders_left[0].now;
    assert_eq!(left, 8 - 2, "four fifths of ten, without both");
    assert_eq!(world.certificate("club.example").await, Some(shown));
    assert_eq!(world.app.count("SELECT COUNT(*) AS n FROM certificates", vec![]).await, 1);
    assert_eq!((world.app.count(LEFT, vec![]).await, world.answers().await), (0, 0));
}
