//! Many hosts with several workers.

use crate::stand_in::Between;
use crate::world::World;
use chrono::Duration;
use control_plane::certificates::Issuer;
use std::collections::BTreeSet;

/// Number of hosts that are due at once; more would only take longer.
const HOSTS: usize = 60;

/// Runs all workers until no host is delayed, advancing the clock to the next attempt; returns the
/// runs of each worker. A host with a temporary failure is due again immediately.
async fn until_idle(world: &World, workers: &[Issuer; 3], hosts: &[&str]) -> [usize; 3] {
    let mut runs = [0; 3];
    loop {
        let [one, two, three] = workers;
        let (a, b, c) =
            tokio::join!(one.run_until_idle(), two.run_until_idle(), three.run_until_idle());
        for (sum, one) in runs.iter_mut().zip([a, b, c]) {
            *sum += one.unwrap();
        }
        let put_off = world.put_off(hosts).await;
        assert!(put_off.iter().all(|(_, status)| status.attempt < 5), "{put_off:?}");
        let now = world.app.clock.now();
        let waits = put_off.iter().map(|(_, status)| match status.under_way {
            // The failed worker could not release its lease, which must expire.
            true => Duration::seconds(61),
            false => status.next_at - now,
        });
        let Some(wait) = waits.min() else { return runs };
        world.app.clock.advance_by(wait.max(Duration::zero()) + Duration::milliseconds(1));
    }
}

#[tokio::test]
async fn three_workers_make_one_order_per_host_and_spread_renewals() {
    let world = World::open().await;
    let between = Between::default();
    let hosts: Vec<String> = (0..HOSTS).map(|number| format!("club{number}.example")).collect();
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    world.want(&hosts).await;
    let workers = [0; 3].map(|_| world.issuer_through(&between));
    let runs = until_idle(&world, &workers, &hosts).await;
    // SQLite has a single writer, so the third worker may find no work.
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

    // All at once, after a month without workers.
    world.app.clock.advance_by(last - world.app.clock.now() + Duration::days(30));
    until_idle(&world, &workers, &hosts).await;
    assert_eq!(between.count("/order-plz"), 2 * HOSTS);
    let twice = "SELECT COUNT(*) AS n FROM certificates WHERE superseded_at IS NULL";
    assert_eq!(world.app.count(twice, vec![]).await, i64::try_from(HOSTS).unwrap());
}
