//! Many hosts, several workers.

use crate::stand_in::Between;
use crate::world::World;
use chrono::Duration;
use control_plane::certificates::Issuer;
use std::collections::BTreeSet;

/// Hosts that are due at once; more take longer and show nothing else.
const HOSTS: usize = 60;
/// How long the authority's answer to anything may take: it is on the same machine.
const SILENCE: std::time::Duration = std::time::Duration::from_secs(12);

/// The authority has locked itself up. Pebble 2.4 does, of some ten thousand orders: it takes the lock of an
/// order twice to show it, and where whoever completes that order asks for the same lock in between, both
/// wait for ever, then everybody who asks for that order, and then everybody.
struct LockedUp;

/// Works until no host is put off any more; how many runs each took.
async fn until_idle(
    (world, between): (&World, &Between),
    workers: &[Issuer; 3],
    hosts: &[&str],
) -> Result<[usize; 3], LockedUp> {
    let silence = async {
        while between.unanswered().iter().all(|(_, since)| since.elapsed() < SILENCE) {
            tokio::time::sleep(SILENCE / 12).await;
        }
    };
    tokio::select! {
        runs = working(world, workers, hosts) => Ok(runs),
        () = silence => Err(LockedUp),
    }
}

/// Works, moving the clock to the next try. One that met a fault in passing is due again in a moment, when all
/// may be done with the others.
async fn working(world: &World, workers: &[Issuer; 3], hosts: &[&str]) -> [usize; 3] {
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
            // Whoever had it could not even give it back: its lease runs out.
            true => Duration::seconds(61),
            false => status.next_at - now,
        });
        let Some(wait) = waits.min() else { return runs };
        world.app.clock.advance(wait.max(Duration::zero()) + Duration::milliseconds(1));
    }
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "a fault of the authority's is worth knowing of")]
async fn three_workers_make_one_order_for_each_host_and_renewals_are_spread() {
    for _ in 0..3 {
        match with_an_authority_of_its_own().await {
            Ok(()) => return,
            Err(LockedUp) => println!("Pebble has locked itself up; another one is asked"),
        }
    }
    panic!("the authority has answered nothing for long, three times");
}

async fn with_an_authority_of_its_own() -> Result<(), LockedUp> {
    let world = World::open().await;
    let between = Between::default();
    let hosts: Vec<String> = (0..HOSTS).map(|number| format!("club{number}.example")).collect();
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    world.want(&hosts).await;
    let workers = [0; 3].map(|_| world.issuer_through(&between));
    let runs = until_idle((&world, &between), &workers, &hosts).await?;
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
    until_idle((&world, &between), &workers, &hosts).await?;
    assert_eq!(between.count("/order-plz"), 2 * HOSTS);
    let twice = "SELECT COUNT(*) AS n FROM certificates WHERE superseded_at IS NULL";
    assert_eq!(world.app.count(twice, vec![]).await, i64::try_from(HOSTS).unwrap());
    Ok(())
}
