//! From a wanted host to a certificate that the edge shows.

use crate::authority::public_key;
use crate::kit::WAIT_TIMEOUT;
use crate::pebble::Temper;
use crate::stand_in::{Between, Fate};
use crate::world::World;
use serde_json::json;

#[tokio::test]
async fn a_wanted_host_gets_a_certificate_and_nothing_is_left_of_the_order() {
    let world = World::open().await;
    world.want(&["club.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    let certificate = world.certificate("club.example").await.expect("a certificate");
    assert!(certificate.chain.starts_with("-----BEGIN CERTIFICATE-----"));
    assert_eq!(world.answers().await, 0, "answers go with the order");
    let status = world.status("club.example").await;
    assert_eq!((status.cause, status.under_way, status.stopped), (None, false, false));
    assert_eq!(status.issuer.as_deref(), Some("pebble"));
    let (from, until) = (world.app.clock.now(), status.good_until.unwrap());
    let life = until - from;
    assert!(status.next_at > from + life * 59 / 100 && status.next_at < from + life * 71 / 100);
}

#[tokio::test]
async fn the_edge_shows_it_to_whoever_believes_the_authority() {
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
            // Until the edge has heard of it, its name is shown what nobody believes.
            if let Ok(page) = client.get(&url).send().await {
                return page;
            }
        }
    };
    let page =
        tokio::time::timeout(WAIT_TIMEOUT, asking).await.expect("the certificate is believed");
    assert_eq!(page.status(), 200);
    assert!(page.text().await.unwrap().contains("Ashcombe"));
}

#[tokio::test]
async fn where_port_80_is_shut_the_host_is_proven_over_tls() {
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
async fn an_authority_that_says_at_once_what_it_saw_has_seen_it_all_the_same() {
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
    // It counts as a look, so that the other way is tried.
    world.check_again("club.example").await;
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("club.example").await, None);
}

#[tokio::test]
async fn several_names_of_one_host_share_a_certificate_and_hosts_do_not() {
    let world = World::open().await;
    world.want(&["one.example", "two.example"]).await;
    let mut system = world.app.services().system("want two names");
    let tx = system.begin().await.unwrap();
    let want = control_plane::certificates::Want {
        names: vec!["Apex.Example".to_owned(), "www.apex.example".to_owned()],
        tenant: None,
        waiting: true,
    };
    control_plane::certificates::want(&tx, want).await.unwrap();
    tx.commit().await.unwrap();
    world.issuer().run_until_idle().await.unwrap();
    let both = world.certificate("www.apex.example").await.unwrap();
    assert_eq!(both.names, ["apex.example", "www.apex.example"]);
    let one = world.certificate("one.example").await.unwrap();
    let two = world.certificate("two.example").await.unwrap();
    assert_ne!(public_key(&one), public_key(&two), "each has a key of its own");
}

#[tokio::test]
async fn keys_and_accounts_lie_sealed_in_the_database() {
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
async fn an_authority_that_refuses_most_nonces_issues_all_the_same() {
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
async fn an_account_that_the_authority_forgot_is_opened_again() {
    let mut world = World::open().await;
    let issuer = world.issuer();
    world.want(&["first.example"]).await;
    issuer.run_until_idle().await.unwrap();
    world.pebble.forget_everything().await;
    // The budget lets one worker open an account every half minute.
    world.app.clock.advance(chrono::Duration::minutes(1));
    world.want(&["second.example"]).await;
    world.until_certified(&issuer, &["second.example"]).await;
    assert_eq!(world.certificates().await, 2);
}

#[tokio::test]
async fn an_authority_that_asks_for_an_external_binding_gets_it() {
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
async fn a_host_that_is_no_longer_wanted_is_no_longer_shown() {
    let world = World::open().await;
    world.want(&["club.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    let mut system = world.app.services().system("forget a host");
    let tx = system.begin().await.unwrap();
    control_plane::certificates::unwant(&tx, "club.example").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(world.certificates().await, 0);
    assert_eq!(world.app.count("SELECT COUNT(*) AS n FROM acme_jobs", vec![]).await, 0);
}

#[tokio::test]
async fn a_revoked_certificate_is_shown_no_longer_and_replaced_at_once() {
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
async fn what_was_proven_lately_need_not_be_proven_again() {
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
async fn the_profile_that_an_operator_chose_is_asked_for() {
    let short = [("certificates.issuers[0].profile", "shortlived")];
    let temper = Temper { profile: Some("shortlived"), ..Temper::default() };
    let world = World::open_with(temper, &short).await;
    let between = Between::default();
    world.want(&["club.example"]).await;
    world.issuer_through(&between).run_until_idle().await.unwrap();
    assert!(world.certificate("club.example").await.is_some(), "an authority without any goes on");
    assert_eq!(between.ordered()[0]["profile"], "shortlived");
}
