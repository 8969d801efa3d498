//! Many hosts whose certificates are due at once, three workers as processes and a real authority: whoever
//! is killed or frozen, and wherever, each host gets one order and one certificate.

use crate::halting::thaw;
use crate::kit::WAIT_TIMEOUT;
use crate::passage::{Caught, Held, Order, Passage, Step};
use crate::pebble::{Names, Pebble, Temper};
use crate::workers::Workers;
use crate::world::World;
use control_plane::certificates::{self, renew_all};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The pace at which the workers may make orders, all of them together.
const ORDERS_PER_SECOND: u32 = 50;

/// What the authority allows in three hours, by its own word.
const ALLOWED_PER_HOST: i64 = 4;

/// Where a worker is killed while it renews, in the order in which an order comes by.
const STEPS: [Step; 13] = [
    // Its key is stored, and the authority has not heard of it.
    ("/order-plz", Held::Before),
    // The authority has made it, and nobody knows its address.
    ("/order-plz", Held::After),
    // One that was lost so is looked for.
    ("/list-orderz/", Held::After),
    ("/authZ/", Held::After),
    // Told to look.
    ("/chalZ/", Held::Before),
    ("/chalZ/", Held::After),
    // Watched until it is proven.
    ("/my-order/", Held::Saying("\"status\": \"ready\"")),
    ("/finalize-order/", Held::Before),
    ("/finalize-order/", Held::After),
    // Watched until it is issued.
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

/// How many hosts are due at once: by hand, `GUILDHALL_HOSTS_DUE=300`.
fn hosts_due() -> usize {
    std::env::var("GUILDHALL_HOSTS_DUE").map_or(60, |text| text.parse().unwrap())
}

/// What opens our account, sealed.
#[derive(sea_orm::FromQueryResult)]
struct Account {
    credentials: String,
}

/// An instance, an authority, and what stands between them.
struct Hall {
    world: World,
    passage: Passage,
    hosts: Vec<String>,
}

impl Hall {
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

    /// Waits until so many certificates were stored in all.
    async fn until_stored(&self, workers: &Workers<'_>, expected: usize) {
        let mut before = 0;
        while before < expected {
            let storing = async {
                loop {
                    // Whoever was killed may have got hold of a host at the last moment.
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

    /// Each host has one order of those that the authority made, and each is used up.
    async fn assert_one_order_each(&self) {
        let orders = self.passage.orders();
        let ordered: BTreeSet<&str> = orders.iter().map(|order| order.host.as_str()).collect();
        let hosts = self.hosts.len();
        assert_eq!((ordered.len(), orders.len()), (hosts, hosts), "hosts, and orders for them");
        assert_eq!(self.passage.issued(), hosts);
        assert_eq!((self.count(SHOWN).await, self.count(LEFT).await), (hosts, 0));
        assert_eq!(self.world.answers().await, 0, "answers go with their order");
        assert_eq!(self.count(WRITTEN_OFF).await, 0, "those that were lost were found");
        assert_pace(&orders);
    }

    /// What opens the one account that is kept.
    async fn account(&self) -> String {
        let system = self.world.app.services().system("see which account is kept");
        let kept = system.raw("SELECT credentials FROM acme_accounts", vec![]);
        let mut kept = kept.all::<Account>().await.unwrap();
        assert_eq!(kept.len(), 1);
        kept.remove(0).credentials
    }

    /// How many orders the budget allows in three hours: four fifths of what the authority does.
    fn budget(&self) -> i64 {
        i64::try_from(self.hosts.len()).unwrap() * ALLOWED_PER_HOST * 4 / 5
    }

    /// How many of them it allows now.
    async fn left(&self) -> i64 {
        let system = self.world.app.services().system("look what is left of the budget");
        certificates::standing(&system).await.unwrap().orders_left[0].now
    }
}

/// No order came before its turn, counted from the first one.
fn assert_pace(orders: &[Order]) {
    let mut moments: Vec<Instant> = orders.iter().map(|order| order.asked_at).collect();
    moments.sort_unstable();
    for (turn, moment) in (0u32..).zip(&moments) {
        // The first one may have been late itself.
        let after = *moment - moments[0] + Duration::from_secs(1);
        let due = Duration::from_secs(1) * turn / ORDERS_PER_SECOND;
        assert!(after >= due, "order {turn} came after {after:?}, which is before {due:?}");
    }
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "its figures are kept")]
async fn whoever_is_killed_at_whatever_step_hosts_that_are_due_at_once_get_one_order_each() {
    let hall = Hall::open(hosts_due()).await;
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
    // What is taken is never less than what is ordered; a worker may end between the two.
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

/// The next renewals have moments of their own, over a twentieth of the certificates' life at least.
async fn assert_spread(hall: &Hall) -> chrono::Duration {
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
async fn whoever_is_killed_while_the_account_is_opened_leaves_it_to_the_next() {
    let hall = Hall::open(1).await;
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
    assert_eq!(hall.passage.accounts(), 2, "one of them nobody has the key of");
    assert_eq!(hall.count("SELECT COUNT(*) AS n FROM acme_accounts").await, 1);
}

#[tokio::test]
async fn one_that_froze_while_it_opened_the_account_goes_on_with_the_one_that_others_opened() {
    let mut hall = Hall::open(3).await;
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
    assert_eq!((opened, hall.passage.accounts()), (2, 2), "nobody opens a third one");
    assert_eq!(hall.account().await, kept, "what was kept first stays");
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "its figures are kept")]
async fn one_that_froze_past_its_leases_changes_nothing_once_it_goes_on() {
    let mut hall = Hall::open(hosts_due()).await;
    let hosts = hall.hosts.len();
    let begun = Instant::now();
    let mut workers = Workers::start(&hall.world, &hall.passage, 3);
    hall.want_all().await;
    workers.kill_at(("/chalZ/", Held::After)).await;
    // Every order is made by then: a frozen one must have none left to make once it goes on.
    let (frozen, Caught { go_on, .. }) = workers.freeze_at(hosts, ("/certZ/", Held::After)).await;
    hall.until_stored(&workers, hosts).await;
    hall.assert_one_order_each().await;
    let without_it = begun.elapsed();
    workers.leave().await;

    go_on.send(()).unwrap();
    thaw(&frozen);
    // It is the only one left, and does what there is to do.
    hall.hosts.push("late.example".to_owned());
    hall.want_all().await;
    let workers = Workers::start(&hall.world, &hall.passage, 0);
    hall.until_stored(&workers, hosts + 1).await;
    assert!(frozen.terminate().await.0.success());
    hall.assert_one_order_each().await;
    assert_eq!(hall.count(EVER).await, hosts + 1, "what it had in hand was somebody else's");
    println!(
        "{hosts} hosts, 3 workers, one killed, one frozen: all had theirs after {without_it:.1?}"
    );
}
