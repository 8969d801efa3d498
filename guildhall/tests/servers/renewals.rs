//! Many hosts with certificates due at once, three workers as processes and a real authority: each
//! host gets one order and one certificate, even if workers are killed or frozen at any step.

use crate::halting::thaw;
use crate::kit::WAIT_TIMEOUT;
use crate::passage::{Caught, Held, Order, Passage, Step};
use crate::pebble::{Names, Pebble, Temper};
use crate::workers::Workers;
use crate::world::World;
use control_plane::certificates::{self, renew_all};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Maximum orders per second of all workers together.
const ORDERS_PER_SECOND: u32 = 50;

/// Configured limit of the authority for three hours, per host.
const ALLOWED_PER_HOST: i64 = 4;

/// Steps at which a worker is killed during a renewal, in order.
const STEPS: [Step; 13] = [
    // Its key is stored, and the authority has not received the order.
    ("/order-plz", Held::Before),
    // The authority has made the order, and its URL is not stored.
    ("/order-plz", Held::After),
    // Such a lost order is searched.
    ("/list-orderz/", Held::After),
    ("/authZ/", Held::After),
    // Validation was requested.
    ("/chalZ/", Held::Before),
    ("/chalZ/", Held::After),
    // Polled until it is validated.
    ("/my-order/", Held::Saying("\"status\": \"ready\"")),
    ("/finalize-order/", Held::Before),
    ("/finalize-order/", Held::After),
    // Polled until it is issued.
    ("/my-order/", Held::Saying("\"status\": \"valid\"")),
    ("/certZ/", Held::Before),
    ("/certZ/", Held::After),
    ("/nonce-plz", Held::After),
];

const SHOWN: &str = "SELECT COUNT(*) AS n FROM certificates WHERE superseded_at IS NULL";
const EVER: &str = "SELECT COUNT(*) AS n FROM certificates";
const LEFT: &str =
    "SELECT COUNT(*) AS n FROM acme_jobs WHERE key IS NOT NULL OR order_url IS NOT NULL";
const WRITTEN_OFF: &str =
    "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'certificate.order-lost'";

/// Number of hosts that are due at once: manually with `GUILDHALL_HOSTS_DUE=300`.
fn hosts_due() -> usize {
    std::env::var("GUILDHALL_HOSTS_DUE").map_or(60, |text| text.parse().unwrap())
}

/// Encrypted account credentials.
#[derive(sea_orm::FromQueryResult)]
struct Account {
    credentials: String,
}

/// An instance, an authority, and the proxy between them.
struct CommunityFixture {
    world: World,
    passage: Passage,
    hosts: Vec<String>,
}

impl CommunityFixture {
    async fn open(hosts: usize) -> Self {
        let names = Names::start().await;
        let pebble = Pebble::start(names.address, Temper::default()).await;
        let passage = Passage::open(&pebble).await;
        let (directory, pace) = (passage.directory(), ORDERS_PER_SECOND.to_string());
        let allowed = (i64::try_from(hosts).unwrap() * ALLOWED_PER_HOST).to_string();
        let further = [
            ("certificates.issuers[0].directory", directory.as_str()),
            ("certificates.issuers[0].limits.orders_per_second", &pace),
            ("certificates.issuers[0].limits.orders_per_3_hours", &allowed),
        ];
        let world = World::around(names, pebble, &further).await;
        let hosts = (0..hosts).map(|number| format!("club{number}.example")).collect();
        Self { world, passage, hosts }
    }

    async fn want_all(&self) {
        let hosts: Vec<&str> = self.hosts.iter().map(String::as_str).collect();
        self.world.want(&hosts).await;
    }

    async fn count(&self, sql: &str) -> usize {
        usize::try_from(self.world.app.count(sql, vec![]).await).unwrap()
    }

    /// Waits until this many certificates were stored in total.
    async fn until_stored(&self, workers: &Workers<'_>, expected: usize) {
        let mut before = 0;
        while before < expected {
            let storing = async {
                loop {
                    // A killed worker may have claimed a host at the last moment.
                    workers.let_leases_run_out().await;
                    let now = self.count(EVER).await;
                    if now > before {
                        return now;
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            };
            let stored = tokio::time::timeout(WAIT_TIMEOUT, storing).await;
            before = stored.unwrap_or_else(|_| panic!("{before} of {expected} are stored"));
        }
    }

    /// Asserts that the authority made one order for each host, and all of them are finished.
    async fn assert_one_order_each(&self) {
        let orders = self.passage.orders();
        let ordered: BTreeSet<&str> = orders.iter().map(|order| order.host.as_str()).collect();
        let hosts = self.hosts.len();
        assert_eq!((ordered.len(), orders.len()), (hosts, hosts), "hosts, and orders for them");
        assert_eq!(self.passage.issued(), hosts);
        assert_eq!((self.count(SHOWN).await, self.count(LEFT).await), (hosts, 0));
        assert_eq!(self.world.answers().await, 0, "challenge answers are removed with their order");
        assert_eq!(self.count(WRITTEN_OFF).await, 0, "lost orders were found");
        assert_pace(&orders);
    }

    /// Credentials of the single stored account.
    async fn account(&self) -> String {
        let system = self.world.app.services().system("see which account is kept");
        let kept = system.raw("SELECT credentials FROM acme_accounts", vec![]);
        let mut kept = kept.all::<Account>().await.unwrap();
        assert_eq!(kept.len(), 1);
        kept.remove(0).credentials
    }

    /// Our own limit of orders in three hours: 80 % of the authority's.
    fn budget(&self) -> i64 {
        i64::try_from(self.hosts.len()).unwrap() * ALLOWED_PER_HOST * 4 / 5
    }

    /// Remaining orders.
    async fn left(&self) -> i64 {
        let system = self.world.app.services().system("look what is left of the budget");
        certificates::certificate_figures(&system).await.unwrap().orders_left[0].now
    }
}

/// Asserts that no order exceeded the rate, counted from the first one.
fn assert_pace(orders: &[Order]) {
    let mut moments: Vec<Instant> = orders.iter().map(|order| order.asked_at).collect();
    moments.sort_unstable();
    for (turn, moment) in (0u32..).zip(&moments) {
        // The first order may itself have been late.
        let after = *moment - moments[0] + Duration::from_secs(1);
        let due = Duration::from_secs(1) * turn / ORDERS_PER_SECOND;
        assert!(after >= due, "order {turn} came after {after:?}, which is before {due:?}");
    }
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn killed_workers_cause_no_second_order_for_hosts_due_at_once() {
    let hall = CommunityFixture::open(hosts_due()).await;
    hall.want_all().await;
    hall.world.issuer().run_until_idle().await.unwrap();
    hall.assert_one_order_each().await;
    let hosts = hall.hosts.len();

    hall.passage.start_over();
    let (begun, left_before) = (Instant::now(), hall.left().await);
    let mut workers = Workers::start(&hall.world, &hall.passage, 3);
    let mut system = hall.world.app.services().system("renew in a test");
    assert_eq!(renew_all(&mut system).await.unwrap(), hosts as u64);
    let mut lost = BTreeSet::new();
    for step in STEPS {
        lost.extend(workers.kill_at(step).await);
    }
    hall.passage.let_on();
    let killed = begun.elapsed();
    hall.until_stored(&workers, 2 * hosts).await;
    let took = begun.elapsed();
    workers.leave().await;

    hall.assert_one_order_each().await;
    assert_eq!(hall.count(EVER).await, 2 * hosts, "nothing was stored twice");
    assert!(!lost.is_empty(), "the second one killed had just made an order");
    assert_eq!(hall.passage.accounts(), 1);
    // Consumed tokens are never fewer than orders; a worker may die between the two.
    let taken = left_before - hall.left().await;
    let given_back = hall.budget() * i64::try_from(took.as_secs()).unwrap() / (3 * 3_600) + 1;
    let ordered = i64::try_from(hosts).unwrap();
    assert!((ordered - given_back..=ordered + 20).contains(&taken), "{taken} taken for {ordered}");
    let next = assert_spread(&hall).await;
    println!(
        "{hosts} hosts due at once, 3 workers, {} killed within {killed:.1?}: {hosts} orders, {} of them \
         lost and found, {taken} taken off the budget, all renewed after {took:.1?}; their next renewals \
         are spread over {} days",
        STEPS.len(),
        lost.len(),
        next.num_days()
    );
}

/// Asserts that the next renewals are spread over at least a twentieth of the certificates'
/// lifetime.
async fn assert_spread(hall: &CommunityFixture) -> chrono::Duration {
    let mut moments = BTreeSet::new();
    for host in &hall.hosts {
        moments.insert(hall.world.status(host).await.next_at);
    }
    assert_eq!(moments.len(), hall.hosts.len());
    let status = hall.world.status(&hall.hosts[0]).await;
    let life = status.good_until.unwrap() - hall.world.app.clock.now();
    let over = *moments.last().unwrap() - *moments.first().unwrap();
    assert!(over > life / 20, "spread over {over}");
    over
}

#[tokio::test]
async fn account_creation_is_continued_after_a_killed_worker() {
    let hall = CommunityFixture::open(1).await;
    let mut workers = Workers::start(&hall.world, &hall.passage, 2);
    hall.want_all().await;
    for step in [
        ("/dir", Held::After),
        ("/nonce-plz", Held::After),
        ("/sign-me-up", Held::Before),
        ("/sign-me-up", Held::After),
    ] {
        workers.kill_at(step).await;
    }
    hall.passage.let_on();
    hall.until_stored(&workers, 1).await;
    workers.leave().await;
    hall.assert_one_order_each().await;
    assert_eq!(hall.passage.accounts(), 2, "one of them is unused");
    assert_eq!(hall.count("SELECT COUNT(*) AS n FROM acme_accounts").await, 1);
}

#[tokio::test]
async fn worker_frozen_during_account_creation_uses_the_others_account() {
    let mut hall = CommunityFixture::open(3).await;
    let mut workers = Workers::start(&hall.world, &hall.passage, 2);
    hall.want_all().await;
    let opening = ("/sign-me-up", Held::After);
    let (frozen, Caught { go_on, .. }) = workers.freeze_at(0, opening).await;
    hall.until_stored(&workers, hall.hosts.len()).await;
    workers.leave().await;
    let (kept, opened) = (hall.account().await, hall.passage.accounts());

    go_on.send(()).unwrap();
    thaw(&frozen);
    hall.hosts.push("late.example".to_owned());
    hall.want_all().await;
    let workers = Workers::start(&hall.world, &hall.passage, 0);
    hall.until_stored(&workers, hall.hosts.len()).await;
    assert!(frozen.terminate().await.0.success());
    hall.assert_one_order_each().await;
    assert_eq!((opened, hall.passage.accounts()), (2, 2), "no third account is created");
    assert_eq!(hall.account().await, kept, "the first stored account stays");
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn worker_frozen_past_its_leases_changes_nothing() {
    let mut hall = CommunityFixture::open(hosts_due()).await;
    let hosts = hall.hosts.len();
    let begun = Instant::now();
    let mut workers = Workers::start(&hall.world, &hall.passage, 3);
    hall.want_all().await;
    workers.kill_at(("/chalZ/", Held::After)).await;
    // All orders are made by this time: a frozen worker must have none left when it resumes.
    let (frozen, Caught { go_on, .. }) = workers.freeze_at(hosts, ("/certZ/", Held::After)).await;
    hall.until_stored(&workers, hosts).await;
    hall.assert_one_order_each().await;
    let without_it = begun.elapsed();
    workers.leave().await;

    go_on.send(()).unwrap();
    thaw(&frozen);
    // It is the only worker left, and does all remaining work.
    hall.hosts.push("late.example".to_owned());
    hall.want_all().await;
    let workers = Workers::start(&hall.world, &hall.passage, 0);
    hall.until_stored(&workers, hosts + 1).await;
    assert!(frozen.terminate().await.0.success());
    hall.assert_one_order_each().await;
    assert_eq!(hall.count(EVER).await, hosts + 1, "its claims were taken over");
    println!(
        "{hosts} hosts, 3 workers, one killed, one frozen: all had theirs after {without_it:.1?}"
    );
}
