//! Rate limits: the authority's, our own below them, and the use of another authority.

use crate::pebble::Temper;
use crate::stand_in::{Between, Fate};
use crate::world::World;
use chrono::Duration;

#[tokio::test]
async fn retry_after_is_respected_in_every_response_format() {
    let world = World::open().await;
    let between = Between::default();
    let slow = vec![("retry-after", "86400".to_owned()), ("content-type", "text/html".to_owned())];
    between.rule("/order-plz", 1, Fate::Answer(429, slow, "<html>slow down</html>".to_owned()));
    let issuer = world.issuer_through(&between);
    world.want(&["first.example"]).await;
    issuer.run_until_idle().await.unwrap();
    let asked_at = world.app.clock.now();
    let status = world.status("first.example").await;
    assert_eq!(status.cause.as_ref().unwrap().0, "rate-limited");
    let wait = status.next_at - asked_at;
    assert!(
        wait <= Duration::days(1) && wait > Duration::days(1) - Duration::seconds(30),
        "{wait}"
    );

    // Staff see until when no orders can be made.
    let staff = world.app.staff("stella").await;
    let left = staff.get("/api/control/edges").await.expect(200).body["ordersLeft"][0].clone();
    assert_eq!((left["issuer"].as_str(), left["now"].as_i64()), (Some("pebble"), Some(0)));
    let next: chrono::DateTime<chrono::Utc> = left["nextAt"].as_str().unwrap().parse().unwrap();
    assert_eq!(next.timestamp_micros(), status.next_at.timestamp_micros());

    // The limit applies to the account, so another host sends no request.
    world.want(&["second.example"]).await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("second.example").await.as_deref(), Some("waiting-for-budget"));
    assert_eq!(between.count("/order-plz"), 1);

    world.app.clock.advance_by(Duration::days(1));
    world.until_certified(&issuer, &["first.example", "second.example"]).await;
}

#[tokio::test]
async fn limit_of_one_domain_does_not_affect_others() {
    let world = World::open().await;
    let between = Between::default();
    let problem = r#"{"type":"urn:ietf:params:acme:error:rateLimited","detail":
        "too many certificates (50) already issued for \"busy.example\" in the last 168h"}"#;
    let after = vec![("retry-after", "3600".to_owned())];
    between.rule("/order-plz", 1, Fate::Answer(429, after, problem.to_owned()));
    let issuer = world.issuer_through(&between);
    world.want(&["a.busy.example"]).await;
    issuer.run_until_idle().await.unwrap();
    world.want(&["b.busy.example", "quiet.example"]).await;
    issuer.run_until_idle().await.unwrap();
    assert!(world.certificate("quiet.example").await.is_some());
    assert_eq!(world.cause("b.busy.example").await.as_deref(), Some("waiting-for-budget"));
}

#[tokio::test]
async fn uses_at_most_80_percent_of_the_limits() {
    let world = World::open_with(
        Temper::default(),
        &[("certificates.issuers[0].limits.per_domain_per_week", "5")],
    )
    .await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    let hosts: Vec<String> = (0..6).map(|number| format!("h{number}.club.example")).collect();
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    world.want(&hosts).await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!((world.certificates().await, between.count("/order-plz")), (4, 4));
    world.app.clock.advance_by(Duration::hours(42));
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.certificates().await, 5, "one more every 42 hours");
}

#[tokio::test]
async fn retries_a_failing_authority_and_then_uses_the_next() {
    let world = World::open_with_spare().await;
    let between = Between::default();
    let page = || Fate::Answer(503, vec![], "<html>maintenance</html>".to_owned());
    between.rule("/order-plz", 2, page());
    let issuer = world.issuer_through(&between);
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    let (code, words) = world.status("club.example").await.cause.unwrap();
    assert_eq!(code, "authority-in-trouble");
    assert!(words.contains("503"), "the status is not lost: {words}");
    world.until_certified(&issuer, &["club.example"]).await;
    assert_eq!(world.status("club.example").await.issuer.as_deref(), Some("spare"));
}

#[tokio::test]
async fn uses_the_other_authority_shortly_before_expiry() {
    let world = World::open_with_spare().await;
    let issuer = world.issuer();
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    let status = world.status("club.example").await;
    assert_eq!(status.issuer.as_deref(), Some("pebble"));
    let end = status.good_until.unwrap();
    let twentieth = (end - world.app.clock.now()) / 20;
    world.app.clock.advance_by(end - twentieth - world.app.clock.now() + Duration::hours(1));
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.status("club.example").await.issuer.as_deref(), Some("spare"));
}

#[tokio::test]
async fn uses_the_other_authority_when_the_first_is_rate_limited() {
    let world = World::open_with_spare().await;
    let between = Between::default();
    let after = vec![("retry-after", "3600".to_owned())];
    between.rule("/order-plz", 1, Fate::Answer(429, after, String::new()));
    let issuer = world.issuer_through(&between);
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.status("club.example").await.issuer.as_deref(), Some("spare"));
}

/// A bucket like Let's Encrypt's: full at `size`, refilled within a week.
struct Counted {
    size: f64,
    tokens: f64,
    since: chrono::DateTime<chrono::Utc>,
}

impl Counted {
    /// Consumes `orders` at `now`; returns whether the bucket had enough.
    fn takes(&mut self, orders: usize, now: chrono::DateTime<chrono::Utc>) -> bool {
        let weeks = (now - self.since).as_seconds_f64() / Duration::weeks(1).as_seconds_f64();
        self.tokens = (self.tokens + weeks * self.size).min(self.size);
        self.since = now;
        self.tokens -= f64::from(u32::try_from(orders).unwrap());
        self.tokens >= 0.0
    }
}

#[tokio::test]
async fn many_hosts_of_one_domain_stay_within_the_limit() {
    let world = World::open_with(
        Temper::default(),
        &[("certificates.issuers[0].limits.per_domain_per_week", "10")],
    )
    .await;
    let between = Between::default();
    let hosts: Vec<String> = (0..20).map(|number| format!("h{number}.club.example")).collect();
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    world.want(&hosts).await;
    let begun = world.app.clock.now();
    let mut counted = Counted { size: 10.0, tokens: 10.0, since: begun };
    let [one, two] = [0; 2].map(|_| world.issuer_through(&between));
    let mut before = 0;
    while world.certificates().await < hosts.len() {
        let (a, b) = tokio::join!(one.run_until_idle(), two.run_until_idle());
        assert!(a.unwrap() + b.unwrap() > 0, "something is done at the next due time");
        let now = world.app.clock.now();
        let orders = between.count("/order-plz");
        assert!(counted.takes(orders - before, now), "overrun at {now}");
        before = orders;
        let mut next = Vec::new();
        for host in &hosts {
            let status = world.status(host).await;
            if status.good_until.is_none() {
                next.push(status.next_at);
            }
        }
        if let Some(next) = next.into_iter().min() {
            world.app.clock.advance_by((next - now).max(Duration::milliseconds(1)));
        }
    }
    assert_eq!(between.count("/order-plz"), hosts.len());
    let took = world.app.clock.now() - begun;
    assert!(
        took > Duration::days(10) && took < Duration::days(12),
        "eight, then one in 21 hours: {took}"
    );
}
