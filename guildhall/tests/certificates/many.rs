//! Many hosts, over three months.

use crate::kit::TestApp;
use crate::paper::Paper;
use crate::pebble::Names;
use chrono::{DateTime, Duration, Utc};
use control_plane::certificates::{self, Issuer, Want};
use futures::FutureExt;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An instance whose authority is on paper.
struct Office {
    app: TestApp,
    paper: Paper,
    _names: Names,
}

impl Office {
    /// `allowed` orders in three hours by the authority's word, and as it counts them if it does.
    async fn open(life: Duration, allowed: usize, counts: bool) -> Self {
        let names = Names::start().await;
        let settings = Paper::settings(&names.address.to_string(), allowed);
        let settings: Vec<_> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let app = TestApp::open_with(&settings).await;
        let paper = Paper::open(app.clock.clone(), life, counts.then_some(allowed));
        Self { app, paper, _names: names }
    }

    fn worker(&self) -> Issuer {
        let at_once: certificates::Spread = Arc::new(|_| std::future::ready(()).boxed());
        Issuer::over(self.app.services(), at_once, Some(&self.paper.way())).unwrap().unwrap()
    }

    /// Wants a certificate for so many hosts, each of a registered domain of its own.
    async fn want(&self, hosts: usize) {
        let mut system = self.app.services().system("want certificates in a test");
        let tx = system.begin().await.unwrap();
        for number in 0..hosts {
            let names = vec![format!("club{number}.example")];
            certificates::want(&tx, Want { names, tenant: None, waiting: false }).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    async fn count(&self, sql: &str) -> usize {
        usize::try_from(self.app.count(sql, vec![]).await).unwrap()
    }

    /// When something is due next.
    async fn next(&self) -> DateTime<Utc> {
        let system = self.app.services().system("see when a renewal is due");
        certificates::standing(&system).await.unwrap().next_renewal.expect("some are renewed")
    }
}

/// Let's Encrypt's figures for 2,400 hosts, by a sixtieth of both: 40 hosts, five orders in three hours.
#[tokio::test]
async fn in_three_months_no_limit_is_met_and_what_came_together_is_renewed_apart() {
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
        // Hosts that wait for the budget, or for their renewal.
        let first = office.count("SELECT COUNT(*) AS n FROM certificates").await < HOSTS;
        let now = office.app.clock.now();
        let wait = if first {
            Duration::minutes(30)
        } else {
            (office.next().await - now).max(Duration::hours(4))
        };
        office.app.clock.advance(wait.clamp(Duration::minutes(30), Duration::hours(12)));
        let good = "SELECT COUNT(*) AS n FROM certificates WHERE superseded_at IS NULL \
            AND not_after <= $1";
        let ended = office.app.count(good, vec![office.app.clock.now().into()]).await;
        assert_eq!(ended, 0, "none ends before it is renewed");
    }
    assert_eq!(office.paper.limited(), 0, "the authority never had to say no");
    let orders = office.paper.orders();
    assert!(runs >= orders.len());
    assert!(orders.len() >= 3 * HOSTS, "{} orders", orders.len());
    let mut renewals: BTreeMap<i64, usize> = BTreeMap::new();
    for order in orders.iter().skip(HOSTS) {
        *renewals.entry((order.at - begun).num_days()).or_default() += 1;
    }
    let (total, days) = (renewals.values().sum::<usize>(), renewals.len());
    let busiest = renewals.values().max().copied().unwrap_or_default();
    assert!(busiest * days <= 3 * total, "{busiest} on one of {days} days with {total}");
}
