//! Renewal: by the authority's window, without one, and shortly before expiry.

use crate::authority::public_key;
use crate::pebble::Temper;
use crate::stand_in::{Between, Fate};
use crate::world::World;
use chrono::{DateTime, Duration, SecondsFormat, Utc};
use control_plane::certificates::{Issuer, renew_all};
use serde_json::json;

/// Adds renewal information (RFC 9773) to the authority, which Debian's Pebble lacks.
fn with_renewal_information(world: &World, between: &Between) {
    let base = world.pebble.directory.trim_end_matches("/dir");
    let directory = json!({
        "newNonce": format!("{base}/nonce-plz"),
        "newAccount": format!("{base}/sign-me-up"),
        "newOrder": format!("{base}/order-plz"),
        "revokeCert": format!("{base}/revoke-cert"),
        "keyChange": format!("{base}/rollover-account-key"),
        "renewalInfo": format!("{base}/ari"),
    });
    between.rule("/dir", 100, Fate::Answer(200, vec![], directory.to_string()));
}

/// A host with a certificate of an authority with renewal information.
struct Renewing {
    world: World,
    between: Between,
    issuer: Issuer,
}

impl Renewing {
    async fn open(further: &[(&str, &str)]) -> Self {
        let world = World::open_with(Temper::default(), further).await;
        let between = Between::default();
        with_renewal_information(&world, &between);
        let issuer = world.issuer_through(&between);
        world.want(&["club.example"]).await;
        issuer.run_until_idle().await.unwrap();
        Self { world, between, issuer }
    }
}

/// The response with this window.
fn window(start: DateTime<Utc>, end: DateTime<Utc>) -> Fate {
    let text = |moment: DateTime<Utc>| moment.to_rfc3339_opts(SecondsFormat::Secs, true);
    let info = json!({ "suggestedWindow": { "start": text(start), "end": text(end) } });
    Fate::Answer(200, vec![("retry-after", "21600".to_owned())], info.to_string())
}

#[tokio::test]
async fn past_window_renews_at_once_and_replaced_certificate_is_ordered_normally() {
    let Renewing { world, between, issuer } = Renewing::open(&[]).await;
    let first = world.certificate("club.example").await.unwrap();

    world.app.clock.advance_by(Duration::days(1));
    let now = world.app.clock.now();
    between.rule("/ari/", 1, window(now - Duration::hours(3), now - Duration::hours(1)));
    let replaced = json!({
        "type": "urn:ietf:params:acme:error:alreadyReplaced",
        "detail": "certificate was already replaced",
    });
    between.rule("/order-plz", 1, Fate::Answer(409, vec![], replaced.to_string()));
    issuer.run_until_idle().await.unwrap();
    let second = world.certificate("club.example").await.unwrap();
    assert_ne!(public_key(&first), public_key(&second));
    assert_eq!(between.count("/order-plz"), 3, "one, one refused, and one without `replaces`");
}

#[tokio::test]
async fn always_due_window_renews_at_most_four_times_a_day() {
    let Renewing { world, between, issuer } = Renewing::open(&[]).await;
    let now = world.app.clock.now();
    between.rule("/ari/", 1_000, window(now - Duration::hours(3), now - Duration::hours(1)));
    for _ in 0..24 {
        issuer.run_until_idle().await.unwrap();
        world.app.clock.advance_by(Duration::hours(1));
    }
    assert!(between.count("/ari/") > 4, "still queried");
    assert_eq!(between.count("/order-plz"), 1 + 3, "the first, and after 6, 12 and 18 hours");
}

#[tokio::test]
async fn future_window_does_not_postpone_a_requested_renewal() {
    let Renewing { world, between, issuer } = Renewing::open(&[]).await;
    let first = world.certificate("club.example").await.unwrap();
    let now = world.app.clock.now();
    between.rule("/ari/", 1, window(now + Duration::days(30), now + Duration::days(31)));
    between.rule("/order-plz", 1, Fate::Reflect);
    let mut system = world.app.services().system("renew all in a test");
    assert_eq!(renew_all(&mut system).await.unwrap(), 1);
    issuer.run_until_idle().await.unwrap();
    let second = world.certificate("club.example").await.unwrap();
    assert_ne!(public_key(&first), public_key(&second));
    assert_eq!((between.count("/ari/"), between.count("/order-plz")), (1, 2));
}

#[tokio::test]
async fn ari_renewal_consumes_no_rate_limit() {
    let one = [("certificates.issuers[0].limits.per_set_per_week", "1")];
    let Renewing { world, between, issuer } = Renewing::open(&one).await;
    let first = world.certificate("club.example").await.unwrap();
    world.app.clock.advance_by(Duration::days(1));
    let now = world.app.clock.now();
    between.rule("/ari/", 1, window(now - Duration::hours(3), now - Duration::hours(1)));
    between.rule("/order-plz", 1, Fate::Reflect);
    issuer.run_until_idle().await.unwrap();
    assert_ne!(world.certificate("club.example").await.unwrap().chain, first.chain);
    let replaced = between.replaced();
    assert_eq!(replaced.len(), 1);
    let (key_id, serial) = replaced[0].split_once('.').unwrap();
    assert!(!key_id.is_empty() && !serial.is_empty());
    let marked =
        "SELECT COUNT(*) AS n FROM certificates WHERE replaced AND superseded_at IS NOT NULL";
    assert_eq!(world.app.count(marked, vec![]).await, 1);
}

#[tokio::test]
async fn renewal_time_is_in_the_window_and_queried_as_requested() {
    let Renewing { world, between, issuer } = Renewing::open(&[]).await;
    let now = world.app.clock.now();
    let (start, end) = (now + Duration::days(20), now + Duration::days(22));
    between.rule("/ari/", 9, window(start, end));
    issuer.run_maintenance().await;
    let chosen = world.status("club.example").await.next_at;
    assert!(chosen >= start - Duration::seconds(1) && chosen <= end, "{chosen}");
    issuer.run_maintenance().await;
    assert_eq!(between.count("/ari/"), 1, "not before the authority said");
    world.app.clock.advance_by(Duration::hours(6));
    issuer.run_maintenance().await;
    assert_eq!(between.count("/ari/"), 2);
    assert_eq!(
        world.status("club.example").await.next_at,
        chosen,
        "the same window, the same moment"
    );
}

#[tokio::test]
async fn invalid_or_missing_window_changes_nothing() {
    let Renewing { world, between, issuer } = Renewing::open(&[]).await;
    let planned = world.status("club.example").await.next_at;
    let now = world.app.clock.now();
    between.rule("/ari/", 1, window(now + Duration::days(9), now + Duration::days(8)));
    let far = DateTime::parse_from_rfc3339("2100-01-01T00:00:00Z").unwrap().with_timezone(&Utc);
    between.rule("/ari/", 1, window(far, far + Duration::days(2)));
    between.rule("/ari/", 9, Fate::Answer(500, vec![], "oops".to_owned()));
    for asked in 1..=3 {
        issuer.run_maintenance().await;
        assert_eq!(between.count("/ari/"), asked);
        assert_eq!(world.status("club.example").await.next_at, planned);
        world.app.clock.advance_by(Duration::hours(24));
    }
    let before = world.certificate("club.example").await;
    world.app.clock.advance_by(planned - world.app.clock.now());
    issuer.run_until_idle().await.unwrap();
    assert_ne!(world.certificate("club.example").await, before, "still renewed in time");
}

#[tokio::test]
async fn expiring_certificate_skips_the_backoff() {
    let world = World::open().await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    let first = world.certificate("club.example").await;
    let status = world.status("club.example").await;
    let (planned, end) = (status.next_at, status.good_until.unwrap());
    // The renewal fails, and the next attempt would be days away although the certificate expires
    // soon.
    world.app.clock.advance_by(planned - world.app.clock.now());
    let later = vec![("retry-after", "604800".to_owned())];
    between.rule("/order-plz", 1, Fate::Answer(503, later, String::new()));
    issuer.run_until_idle().await.unwrap();
    let sql = "UPDATE acme_jobs SET not_before = $1";
    world.app.sql(sql, vec![end.into()]).await;
    let eighth = (end - Utc::now()) / 8;
    world.app.clock.advance_by(end - eighth - world.app.clock.now() + Duration::hours(1));
    issuer.run_until_idle().await.unwrap();
    let second = world.certificate("club.example").await;
    assert!(second.is_some() && second != first);
}

#[tokio::test]
async fn renew_all_renews_every_certificate() {
    let world = World::open().await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    let hosts = ["club.example", "guild.example"];
    world.want(&hosts).await;
    issuer.run_until_idle().await.unwrap();
    world.want(&["new.example"]).await;
    let mut first = Vec::new();
    for host in hosts {
        first.push(world.certificate(host).await.unwrap());
    }
    let mut system = world.app.services().system("renew all in a test");
    assert_eq!(renew_all(&mut system).await.unwrap(), 2, "one has none yet");
    for (host, before) in hosts.iter().zip(&first) {
        assert_eq!(world.certificate(host).await.as_ref(), Some(before), "shown until then");
    }
    issuer.run_until_idle().await.unwrap();
    for (host, before) in hosts.iter().zip(&first) {
        assert_ne!(public_key(&world.certificate(host).await.unwrap()), public_key(before));
        assert_eq!(world.status(host).await.cause, None);
    }
    assert_eq!(between.count("/order-plz"), 5);
}
