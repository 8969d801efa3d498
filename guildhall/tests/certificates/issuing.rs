//! From a requested host to a certificate that the edge serves.

use crate::authority::public_key;
use crate::kit::WAIT_TIMEOUT;
use crate::pebble::Temper;
use crate::stand_in::{Between, Fate};
use crate::world::World;
use serde_json::json;

#[tokio::test]
async fn requested_host_gets_a_certificate_and_the_order_is_cleaned_up() {
    let world = World::open().await;
    world.want(&["club.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    let certificate = world.certificate("club.example").await.expect("a certificate");
    assert!(certificate.chain.starts_with("-----BEGIN CERTIFICATE-----"));
    assert_eq!(world.answers().await, 0, "challenge answers are removed with the order");
    let status = world.status("club.example").await;
    assert_eq!((status.cause, status.under_way, status.stopped), (None, false, false));
    assert_eq!(status.issuer.as_deref(), Some("pebble"));
    let (from, until) = (world.app.clock.now(), status.good_until.unwrap());
    let life = until - from;
    assert!(status.next_at > from + life * 59 / 100 && status.next_at < from + life * 71 / 100);
}

#[tokio::test]
async fn edge_serves_the_issued_certificate() {
    let world =
        World::open_with(Temper::default(), &[("server.portal_domain", "halls.example")]).await;
    world.open_tenant("ashcombe").await;
    let host = "ashcombe.halls.example";
    world.want(&[host]).await;
    world.issuer().run_until_idle().await.unwrap();

    let root = reqwest::Certificate::from_pem(world.pebble.root().await.as_bytes()).unwrap();
    let [_, tls] = world.pebble.looked_at.addresses();
    let client = reqwest::Client::builder().tls_certs_only([root]).resolve(host, tls);
    let client = client.build().unwrap();
    let url = format!("https://{host}:{}/login", tls.port());
    let asking = async {
        loop {
            // Until the edge has received it, it serves the untrusted placeholder.
            if let Ok(page) = client.get(&url).send().await {
                return page;
            }
        }
    };
    let page = tokio::time::timeout(WAIT_TIMEOUT, asking).await.expect("the certificate verifies");
    assert_eq!(page.status(), 200);
    assert!(page.text().await.unwrap().contains("Ashcombe"));
}

#[tokio::test]
async fn uses_tls_alpn_when_port_80_is_blocked() {
    let temper = Temper { http_shut: true, ..Temper::default() };
    let world = World::open_with(temper, &[]).await;
    let issuer = world.issuer();
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("club.example").await.as_deref(), Some("nothing-answers"));
    world.check_again("club.example").await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("club.example").await, None);
    assert!(world.certificate("club.example").await.is_some());
}

#[tokio::test]
async fn immediate_validation_result_is_interpreted() {
    let temper = Temper { http_shut: true, ..Temper::default() };
    let world = World::open_with(temper, &[]).await;
    let between = Between::default();
    let seen = json!({
        "type": "http-01",
        "url": format!("{}/chalZ/seen", world.pebble.directory.trim_end_matches("/dir")),
        "token": "c2VlbiBhbHJlYWR5",
        "status": "invalid",
        "error": { "type": "urn:ietf:params:acme:error:connection", "detail": "connection refused" },
    });
    between.rule("/chalZ/", 1, Fate::Answer(200, vec![], seen.to_string()));
    let issuer = world.issuer_through(&between);
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("club.example").await.as_deref(), Some("nothing-answers"));
    // Counts as a validation, so the other challenge is tried next.
    world.check_again("club.example").await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("club.example").await, None);
}

#[tokio::test]
async fn names_of_one_host_share_a_certificate_and_hosts_do_not() {
    let world = World::open().await;
    world.want(&["one.example", "two.example"]).await;
    let mut system = world.app.services().system("want two names");
    let tx = system.begin().await.unwrap();
    let want = control_plane::certificates::DesiredCertificate {
        names: vec!["Apex.Example".to_owned(), "www.apex.example".to_owned()],
        tenant: None,
        waiting: true,
    };
    control_plane::certificates::request_certificate_for(&tx, want).await.unwrap();
    tx.commit().await.unwrap();
    world.issuer().run_until_idle().await.unwrap();
    let both = world.certificate("www.apex.example").await.unwrap();
    assert_eq!(both.names, ["apex.example", "www.apex.example"]);
    let one = world.certificate("one.example").await.unwrap();
    let two = world.certificate("two.example").await.unwrap();
    assert_ne!(public_key(&one), public_key(&two), "each has its own key");
}

#[tokio::test]
async fn keys_and_accounts_are_encrypted_in_the_database() {
    let world = World::open().await;
    world.want(&["club.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    for plain in [
        "SELECT COUNT(*) AS n FROM certificates WHERE key LIKE '%PRIVATE%'",
        "SELECT COUNT(*) AS n FROM acme_accounts WHERE credentials LIKE '%key_pkcs8%'",
    ] {
        assert_eq!(world.app.count(plain, vec![]).await, 0, "{plain}");
    }
    assert_eq!(world.app.count("SELECT COUNT(*) AS n FROM acme_accounts", vec![]).await, 1);
}

#[tokio::test]
async fn issues_although_most_nonces_are_refused() {
    for refused in [30, 60, 90] {
        let temper = Temper { nonces_refused: refused, ..Temper::default() };
        let world = World::open_with(temper, &[]).await;
        let (hosts, between) = (["a.example", "b.example", "c.example"], Between::default());
        world.want(&hosts).await;
        world.issuer_through(&between).run_until_idle().await.unwrap();
        for host in hosts {
            let issued = world.certificate(host).await.is_some();
            assert!(issued, "{host}, {refused} % refused: {:?}", world.cause(host).await);
        }
    }
}

#[tokio::test]
async fn recreates_an_account_that_the_authority_forgot() {
    let mut world = World::open().await;
    let issuer = world.issuer();
    world.want(&["first.example"]).await;
    issuer.run_until_idle().await.unwrap();
    world.pebble.forget_everything().await;
    // The rate limit allows one account creation every half minute.
    world.app.clock.advance_by(chrono::Duration::minutes(1));
    world.want(&["second.example"]).await;
    world.until_certified(&issuer, &["second.example"]).await;
    assert_eq!(world.certificates().await, 2);
}

#[tokio::test]
async fn sends_the_external_account_binding() {
    const KEY: &str = "zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W";
    let temper = Temper { binding: Some(("kid-1", KEY)), ..Temper::default() };
    let bound =
        [("certificates.issuers[0].eab_key_id", "kid-1"), ("certificates.issuers[0].eab_key", KEY)];
    let world = World::open_with(temper.clone(), &bound).await;
    world.want(&["club.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    assert!(world.certificate("club.example").await.is_some());

    let unbound = World::open_with(temper, &[]).await;
    unbound.want(&["club.example"]).await;
    unbound.issuer().run_until_idle().await.unwrap();
    assert_eq!(unbound.cause("club.example").await.as_deref(), Some("account-refused"));
}

#[tokio::test]
async fn removed_request_removes_the_certificate() {
    let world = World::open().await;
    world.want(&["club.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    let mut system = world.app.services().system("forget a host");
    let tx = system.begin().await.unwrap();
    control_plane::certificates::withdraw_request(&tx, "club.example").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(world.certificates().await, 0);
    assert_eq!(world.app.count("SELECT COUNT(*) AS n FROM acme_jobs", vec![]).await, 0);
}

#[tokio::test]
async fn revoked_certificate_is_removed_and_replaced() {
    let world = World::open().await;
    let issuer = world.issuer();
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    let before = world.certificate("club.example").await.unwrap();
    assert!(issuer.revoke("club.example").await.unwrap());
    assert!(world.certificate("club.example").await.is_none());
    issuer.run_until_idle().await.unwrap();
    let after = world.certificate("club.example").await.unwrap();
    assert_ne!(public_key(&before), public_key(&after));
    assert!(!issuer.revoke("nobody.example").await.unwrap());
}

#[tokio::test]
async fn reuses_a_recent_authorization() {
    let temper = Temper { proofs_reused: 100, ..Temper::default() };
    let world = World::open_with(temper, &[]).await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    world.want(&["club.example"]).await;
    issuer.run_until_idle().await.unwrap();
    let first = world.certificate("club.example").await.unwrap();
    let told = between.count("/chalZ/");
    let mut system = world.app.services().system("renew in a test");
    control_plane::certificates::renew_all(&mut system).await.unwrap();
    issuer.run_until_idle().await.unwrap();
    let second = world.certificate("club.example").await.unwrap();
    assert_ne!(public_key(&first), public_key(&second));
    assert_eq!((between.count("/order-plz"), between.count("/chalZ/")), (2, told));
}

#[tokio::test]
async fn requests_the_configured_profile() {
    let short = [("certificates.issuers[0].profile", "shortlived")];
    let temper = Temper { profile: Some("shortlived"), ..Temper::default() };
    let world = World::open_with(temper, &short).await;
    let between = Between::default();
    world.want(&["club.example"]).await;
    world.issuer_through(&between).run_until_idle().await.unwrap();
    assert!(
        world.certificate("club.example").await.is_some(),
        "an authority without profiles still issues"
    );
    assert_eq!(between.ordered()[0]["profile"], "shortlived");
}
