//! Many hosts, several workers.

use crate::stand_in::Between;
use crate::world::World;
use chrono::Duration;
use std::collections::BTreeSet;

/// Hosts that are due at once; more take longer and show nothing else.
const HOSTS: usize = 60;

#[tokio::test]
async fn three_workers_make_one_order_for_each_host_and_renewals_are_spread() {
    let world = World::open().await;
    let between = Between::default();
    let hosts: Vec<String> = (0..HOSTS).map(|number| format!("club{number}.example")).collect();
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    world.want(&hosts).await;
    let workers = [0; 3].map(|_| world.issuer_through(&between));
    let [one, two, three] = &workers;
    let (a, b, c) =
        tokio::join!(one.run_until_idle(), two.run_until_idle(), three.run_until_idle());
    let runs = [a.unwrap(), b.unwrap(), c.unwrap()];
    // SQLite has one writer, so the third may find everything taken.
    assert!(runs.iter().filter(|runs| **runs > 0).count() >= 2, "they share the work: {runs:?}");
    assert_eq!((world.certificates().await, between.count("/order-plz")), (HOSTS, HOSTS));
    assert_eq!(between.count("/sign-me-up"), 1, "they share one account");

    let mut renewals = Vec::new();
    for host in &hosts {
        renewals.push(world.status(host).await.next_at);
    }
    let moments: BTreeSet<_> = renewals.iter().collect();
    assert_eq!(moments.len(), HOSTS);
    let (first, last) = (**moments.first().unwrap(), **moments.last().unwrap());
    let life = world.status(hosts[0]).await.good_until.unwrap() - world.app.clock.now();
    assert!(last - first > life / 20, "spread over {}", last - first);

    // All of them at once, after a month in which nothing ran.
    world.app.clock.advance(last - world.app.clock.now() + Duration::days(30));
    let (a, b, c) =
        tokio::join!(one.run_until_idle(), two.run_until_idle(), three.run_until_idle());
    assert_eq!(a.unwrap() + b.unwrap() + c.unwrap(), HOSTS);
    assert_eq!(between.count("/order-plz"), 2 * HOSTS);
    let twice = "SELECT COUNT(*) AS n FROM certificates WHERE superseded_at IS NULL";
    assert_eq!(world.app.count(twice, vec![]).await, i64::try_from(HOSTS).unwrap());
}
