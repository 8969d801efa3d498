//! Many hosts that are due at once, with workers that are killed; and three months of renewals.

use crate::kit::{TestApp, WAIT_TIMEOUT};
use crate::paper::{Order, Paper};
use crate::pebble::Names;
use chrono::{DateTime, Duration, Utc};
use control_plane::certificates::{self, DesiredCertificate, Issuer};
use futures::FutureExt;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// An instance with a simulated authority.
struct Office {
    app: TestApp,
    paper: Paper,
    _names: Names,
}

impl Office {
    /// `allowed` is the configured limit of orders in three hours; `counts` tells whether the
    /// authority enforces it.
    async fn open(life: Duration, allowed: usize, counts: bool) -> Self {
        let names = Names::start().await;
        let settings = Paper::settings(&names.address.to_string(), allowed);
        let settings: Vec<_> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let app = TestApp::open_with(&settings).await;
        let paper = Paper::open(app.clock.clone(), life, counts.then_some(allowed));
        Self { app, paper, _names: names }
    }

    fn worker(&self) -> Issuer {
        let at_once: certificates::RolloutWait = Arc::new(|_| std::future::ready(()).boxed());
        Issuer::from_config_with_transport(self.app.services(), at_once, Some(&self.paper.way()))
            .unwrap()
            .unwrap()
    }

    /// Requests a certificate for each of `hosts` registered domains.
    async fn want(&self, hosts: usize) {
        self.want_more(0..hosts).await;
    }

    async fn want_more(&self, hosts: Range<usize>) {
        let mut system = self.app.services().system("want certificates in a test");
        let tx = system.begin().await.unwrap();
        for number in hosts {
            let names = vec![format!("club{number}.example")];
            certificates::request_certificate_for(
                &tx,
                DesiredCertificate { names, tenant: None, waiting: false },
            )
            .await
            .unwrap();
        }
        tx.commit().await.unwrap();
    }

    async fn count(&self, sql: &str) -> usize {
        usize::try_from(self.app.count(sql, vec![]).await).unwrap()
    }

    /// Time of the next due action.
    async fn next(&self) -> DateTime<Utc> {
        let system = self.app.services().system("see when a renewal is due");
        certificates::certificate_figures(&system)
            .await
            .unwrap()
            .next_renewal
            .expect("some are renewed")
    }

    /// Time at which the first host that waits for the rate limit retries.
    async fn next_turn(&self) -> DateTime<Utc> {
        #[derive(sea_orm::FromQueryResult)]
        struct Turn {
            not_before: DateTime<Utc>,
        }
        let sql = "SELECT not_before FROM acme_jobs WHERE cause_code = 'waiting-for-budget' \
            ORDER BY not_before LIMIT 1";
        let system = self.app.services().system("see whose turn it is");
        let turn = system.raw(sql, vec![]).one::<Turn>().await.unwrap();
        turn.expect("some wait").not_before
    }

    /// Number of issued certificates by host.
    fn done_by_host(&self) -> HashMap<String, usize> {
        let mut by_host = HashMap::new();
        for order in self.paper.orders().into_iter().filter(Order::is_done) {
            *by_host.entry(order.names[0].clone()).or_default() += 1;
        }
        by_host
    }
}

const SHOWN: &str = "SELECT COUNT(*) AS n FROM certificates WHERE superseded_at IS NULL";
const LEFT: &str =
    "SELECT COUNT(*) AS n FROM acme_jobs WHERE key IS NOT NULL OR order_url IS NOT NULL";

#[tokio::test]
async fn three_hundred_renewals_complete_once_each_despite_killed_workers() {
    const HOSTS: usize = 300;
    let office = Office::open(Duration::days(90), 100_000, false).await;
    office.want(HOSTS).await;
    let first = office.worker();
    first.run_until_idle().await.unwrap();
    assert_eq!((office.count(SHOWN).await, office.paper.orders().len()), (HOSTS, HOSTS));

    let system = office.app.services().system("look how certificates stand");
    let standing = certificates::certificate_figures(&system).await.unwrap();
    assert_eq!(standing.by_state["valid"], HOSTS as u64);
    // 80 % of the limit, minus the orders that are not replenished yet.
    let left = standing.orders_left[0].now;
    assert!((80_000 - HOSTS as i64..80_000).contains(&left), "{left}");

    // After two months without workers all certificates are due.
    office.app.clock.advance_by(Duration::days(64));
    for (step, nth) in
        [("/order", 20), ("/orders", 10), ("/finalize", 30), ("/certificates", 20), ("/nonce", 1)]
    {
        // One of three workers is killed with sixteen claimed hosts, each at another step.
        office.paper.hang(step, nth);
        let workers = [0; 3].map(|_| office.worker());
        let working =
            workers.map(|worker| tokio::spawn(async move { worker.run_until_idle().await }));
        let reached = tokio::time::timeout(WAIT_TIMEOUT, office.paper.until_hanging()).await;
        reached.unwrap_or_else(|_| panic!("{step} is not reached"));
        for one in working {
            one.abort();
            drop(one.await);
        }
        office.app.clock.advance_by(Duration::seconds(61));
    }
    let workers = [0; 3].map(|_| office.worker());
    let [one, two, three] = &workers;
    let (a, b, c) =
        tokio::join!(one.run_until_idle(), two.run_until_idle(), three.run_until_idle());
    let runs = a.unwrap() + b.unwrap() + c.unwrap();
    assert!(runs > 0, "something was left to do");
    assert_eq!((office.count(SHOWN).await, office.count(LEFT).await), (HOSTS, 0));
    let doubled: Vec<_> =
        office.done_by_host().into_iter().filter(|(_, done)| *done != 2).collect();
    assert_eq!(doubled, [], "one initial certificate and one renewal");
    let ever = office.count("SELECT COUNT(*) AS n FROM certificates").await;
    assert_eq!(ever, 2 * HOSTS, "nothing was stored twice");
    // A worker killed while an order was made never stored its URL; the order was found again.
    let orders = office.paper.orders();
    assert_eq!(orders.len(), 2 * HOSTS, "no order was made twice");
    assert!(orders.iter().all(Order::is_done), "no order was lost");
    let said = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'certificate.order-lost'";
    assert_eq!(office.count(said).await, 0);
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn lost_order_is_counted_and_audited_without_order_lists() {
    const HOSTS: usize = 20;
    let office = Office::open(Duration::days(90), 100, true).await;
    office.paper.keep_orders_to_itself();
    office.want(HOSTS).await;
    office.paper.hang("/order", 10);
    let first = office.worker();
    let working = tokio::spawn(async move { first.run_until_idle().await });
    tokio::time::timeout(WAIT_TIMEOUT, office.paper.until_hanging())
        .await
        .expect("an order is made");
    working.abort();
    drop(working.await);
    office.app.clock.advance_by(Duration::seconds(61));
    office.worker().run_until_idle().await.unwrap();
    assert_eq!((office.count(SHOWN).await, office.count(LEFT).await), (HOSTS, 0));

    let orders = office.paper.orders();
    let lost = orders.iter().filter(|order| !order.is_done()).count();
    assert!((1..=16).contains(&lost), "{lost}");
    assert_eq!(orders.len(), HOSTS + lost, "each lost order was repeated once");
    let said = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'certificate.order-lost'";
    assert!(office.count(said).await >= lost, "each is in the audit log");
    // 80 in three hours, minus all orders including the lost ones.
    let system = office.app.services().system("look what is left of the budget");
    let left = certificates::certificate_figures(&system).await.unwrap().orders_left[0].now;
    let made = i64::try_from(orders.len()).unwrap();
    assert!(left <= 80 - made + 1, "{left} left after {made} orders");
    assert_eq!(office.paper.limited(), 0);
    println!("{made} orders for {HOSTS} hosts, {lost} lost; {left} of 80 left");
}

/// All hosts wait for tokens of the same bucket, first for their certificate and then for the
/// renewal.
#[tokio::test]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn hosts_at_an_empty_bucket_retry_one_after_another() {
    const HOSTS: usize = 300;
    const PER_3_HOURS: usize = 100;
    let office = Office::open(Duration::days(90), PER_3_HOURS, true).await;
    office.want(HOSTS).await;
    let workers = [office.worker(), office.worker(), office.worker()];
    for round in 1..=2 {
        let (begun, mut runs, mut wakings) = (office.app.clock.now(), 0, 0);
        loop {
            let [one, two, three] = &workers;
            let (a, b, c) =
                tokio::join!(one.run_until_idle(), two.run_until_idle(), three.run_until_idle());
            runs += a.unwrap() + b.unwrap() + c.unwrap();
            wakings += 1;
            if office.paper.orders().len() == round * HOSTS {
                break;
            }
            let next = office.next_turn().await - office.app.clock.now();
            // Several slots at a time, because each check takes time.
            office.app.clock.advance_by(next.max(Duration::minutes(20)));
        }
        let took = office.app.clock.now() - begun;
        println!(
            "round {round}: {HOSTS} hosts due at once took {} min, {runs} runs, {wakings} wakings",
            took.num_minutes()
        );
        assert_eq!(office.paper.limited(), 0, "the authority never rate-limited us");
        assert_eq!((office.count(SHOWN).await, office.count(LEFT).await), (HOSTS, 0));
        assert!(runs <= 3 * HOSTS, "{runs} runs: most of them for nothing");
        // A bucket of 80, and then one token every 135 seconds.
        assert!(
            took > Duration::seconds(135 * 210) && took < Duration::seconds(135 * 240),
            "{took}"
        );
        office.app.clock.advance_by(Duration::days(64));
    }
    let doubled: Vec<_> =
        office.done_by_host().into_iter().filter(|(_, done)| *done != 2).collect();
    assert_eq!(doubled, [], "one initial certificate and one renewal");
}

/// Let's Encrypt's limits for 2,400 hosts, scaled by 1/60: 40 hosts, five orders in three hours.
#[tokio::test]
async fn three_months_meet_no_limit_and_spread_renewals() {
    const HOSTS: usize = 40;
    const PER_3_HOURS: usize = 5;
    let office = Office::open(Duration::days(45), PER_3_HOURS, true).await;
    office.want(HOSTS).await;
    let workers = [office.worker(), office.worker()];
    let (begun, mut runs) = (office.app.clock.now(), 0);
    while office.app.clock.now() - begun < Duration::days(90) {
        let [one, two] = &workers;
        let (a, b) = tokio::join!(one.run_until_idle(), two.run_until_idle());
        runs += a.unwrap() + b.unwrap();
        // Hosts that wait for the rate limit, or for their renewal.
        let first = office.count("SELECT COUNT(*) AS n FROM certificates").await < HOSTS;
        let now = office.app.clock.now();
        let wait = if first {
            Duration::minutes(30)
        } else {
            (office.next().await - now).max(Duration::hours(4))
        };
        office.app.clock.advance_by(wait.clamp(Duration::minutes(30), Duration::hours(12)));
        let good = "SELECT COUNT(*) AS n FROM certificates WHERE superseded_at IS NULL \
            AND not_after <= $1";
        let ended = office.app.count(good, vec![office.app.clock.now().into()]).await;
        assert_eq!(ended, 0, "none expires before its renewal");
    }
    assert_eq!(office.paper.limited(), 0, "the authority never rate-limited us");
    let orders = office.paper.orders();
    assert!(runs >= orders.len());
    assert!(orders.len() >= 3 * HOSTS, "{} orders", orders.len());
    // The first certificates, whose renewals must be spread, were issued within a day.
    let mut renewals: BTreeMap<i64, usize> = BTreeMap::new();
    for order in orders.iter().skip(HOSTS) {
        *renewals.entry((order.at - begun).num_days()).or_default() += 1;
    }
    let busiest = renewals.values().max().copied().unwrap_or_default();
    // A batch is randomly spread over four and a half days; half of it on one day has a probability
    // of 1 in 10,000.
    assert!(busiest <= HOSTS / 2, "{busiest} on one of {} days", renewals.len());
}

/// Let's Encrypt's limits for 10,000 hosts: manually with `GUILDHALL_HOSTS_KEPT=10000`. With fewer
/// hosts an hour is scaled up accordingly.
#[tokio::test]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "values are in the thousands and not negative"
)]
async fn hosts_added_over_a_month_are_renewed_evenly() {
    let hosts: usize =
        std::env::var("GUILDHALL_HOSTS_KEPT").map_or(125, |text| text.parse().unwrap());
    let per_3_hours = (300 * hosts).div_ceil(10_000);
    // Long enough to reduce random variation.
    let hour = match i64::try_from(hosts).unwrap() {
        few @ ..10_000 => Duration::minutes(60 * 20_000 / few),
        _ => Duration::hours(1),
    };
    let office = Office::open(Duration::days(45), per_3_hours, true).await;
    let workers = [office.worker(), office.worker()];
    let (begun, growing, mut wanted) = (office.app.clock.now(), Duration::days(29), 0);
    loop {
        let passed = office.app.clock.now() - begun;
        if passed >= Duration::days(90) {
            break;
        }
        let part = passed.as_seconds_f64() / growing.as_seconds_f64();
        let by_now = ((hosts as f64 * part).ceil() as usize).clamp(1, hosts);
        office.want_more(wanted..by_now).await;
        wanted = by_now;
        let [one, two] = &workers;
        let (a, b) = tokio::join!(one.run_until_idle(), two.run_until_idle());
        assert!(a.is_ok() && b.is_ok());
        office.app.clock.advance_by((hour / 2).min(Duration::hours(12)));
        let ended = "SELECT COUNT(*) AS n FROM certificates WHERE superseded_at IS NULL \
            AND not_after <= $1";
        let ended = office.app.count(ended, vec![office.app.clock.now().into()]).await;
        assert_eq!(ended, 0, "none expires before its renewal");
    }
    assert_eq!(office.paper.limited(), 0, "the authority never rate-limited us");
    assert_eq!(office.count(SHOWN).await, hosts);

    let orders = office.paper.orders();
    let month = growing + Duration::days(1);
    let hours = (Duration::days(90) - month).num_minutes() / hour.num_minutes();
    let mut renewed = vec![0usize; usize::try_from(hours).unwrap()];
    for order in &orders {
        let at = (order.at - begun - month).num_minutes();
        if at >= 0
            && let Some(one) = renewed.get_mut(usize::try_from(at / hour.num_minutes()).unwrap())
        {
            *one += 1;
        }
    }
    let busiest = *renewed.iter().max().unwrap();
    let mean = renewed.iter().sum::<usize>() as f64 / renewed.len() as f64;
    println!(
        "{hosts} hosts over 90 days: {} orders, none refused; {mean:.1} renewals in the mean hour of \
         {} min, {busiest} in the busiest",
        orders.len(),
        hour.num_minutes(),
    );
    assert!(busiest as f64 <= 2.0 * mean, "{busiest} at once, and {mean} in the mean hour");
}
