//! A code is valid once, for one host, one browser, one user and ten seconds.

use super::World;
use crate::kit::{Arrival, Reply, TestApp};
use chrono::Duration;
use http::Method;
use insta::assert_snapshot;
use serde_json::json;

/// Asserts that a refused step redirects to the transfer page without a fragment.
#[track_caller]
fn assert_refused(hop: &Reply) {
    assert_eq!((hop.status, hop.header("location")), (303, "/transfer"));
    assert!(hop.set_cookies().is_empty());
}

#[tokio::test]
async fn second_use_of_a_code_ends_the_session() {
    let World { app: _running, ada, .. } = World::open().await;
    let arrival = ada.arrive("oak").await;
    let binding = ada.cookie("oak.localhost", "xfer").unwrap();
    ada.on("oak").redeem(&arrival).await.expect(200);
    ada.on("oak").get("/api/me").await.expect(200);

    ada.plant_cookie("oak.localhost", "xfer", &binding);
    assert_snapshot!(ada.on("oak").redeem(&arrival).await, @"403 Transfer failed");
    assert_snapshot!(ada.on("oak").get("/api/me").await, @"401 User not authenticated");
    ada.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn concurrent_redemption_has_one_winner() {
    let world = World::within(TestApp::open_for_many().await).await;
    let arrival = world.ada.arrive("oak").await;
    let racing = (0..100).map(|n| {
        let (ada, arrival) = (world.ada.in_network(50_000 + n), arrival.clone());
        tokio::spawn(async move { ada.on("oak").redeem(&arrival).await.status })
    });
    let mut answers = Vec::new();
    for racer in racing.collect::<Vec<_>>() {
        answers.push(racer.await.unwrap());
    }
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 403).count(), 99, "{answers:?}");
    let made = "SELECT COUNT(*) AS n FROM sessions WHERE kind = 'portal'";
    assert_eq!(world.app.count(made, vec![]).await, 1);
}

#[tokio::test]
async fn code_is_valid_only_on_its_host() {
    let world = World::open().await;
    let arrival = world.ada.arrive("oak").await;
    let binding = world.ada.cookie("oak.localhost", "xfer").unwrap();
    for host in ["elm.localhost", "localhost"] {
        world.ada.plant_cookie(host, "xfer", &binding);
        let refused = world.ada.at_host(host).redeem(&arrival).await;
        assert_eq!(refused.to_string(), "403 Transfer failed", "{host}");
    }
    // A code used on the wrong host is consumed, so that it cannot be tried again.
    assert_eq!(world.ada.on("oak").redeem(&arrival).await.status, 403);
    assert_eq!(world.portal_sessions().await, 0);
}

#[tokio::test]
async fn intent_starts_only_on_its_host() {
    let World { app: _running, ada, .. } = World::open().await;
    let start = ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    assert_refused(&ada.visit(&start.replace("//oak.", "//elm.")).await);
    assert_refused(&ada.visit(&start.replace("//oak.", "//")).await);
}

#[tokio::test]
async fn code_is_valid_only_in_its_browser() {
    let world = World::open().await;
    let (mallory, arrival) = (world.app.browser(), world.ada.arrive("oak").await);
    assert_snapshot!(mallory.on("oak").redeem(&arrival).await, @"403 Transfer failed");

    // A binding of another transfer does not help either.
    let arrival = world.ada.arrive("oak").await;
    let other = world.ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    mallory.visit(&other).await.expect(303);
    assert_snapshot!(mallory.on("oak").redeem(&arrival).await, @"403 Transfer failed");
    assert_eq!(world.portal_sessions().await, 0);
}

#[tokio::test]
async fn only_the_requesting_session_gets_a_code() {
    let world = World::open().await;
    let eve = world.app.member("eve").await;
    world.app.add_to_affiliation(&eve, &world.oak.affiliation).await;
    let start = world.ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    let authorize = eve.visit(&start).await.expect(303).header("location").to_owned();
    assert_refused(&eve.visit(&authorize).await);
    assert_refused(&world.app.browser().visit(&authorize).await);

    // Ada's other browser has another session.
    let elsewhere = world.app.browser();
    world.app.sign_in(&elsewhere, "localhost", "ada").await;
    assert_refused(&elsewhere.visit(&authorize).await);
    // After the refusals she can still use it once.
    assert!(world.ada.hop(&start).await.is_some());
    assert!(world.ada.hop(&start).await.is_none());
}

#[tokio::test]
async fn code_expires_after_ten_seconds_and_intent_after_two_minutes() {
    let World { app, ada, .. } = World::open().await;
    let slow = ada.arrive("oak").await;
    app.clock.advance_by(Duration::milliseconds(10_100));
    assert_snapshot!(ada.on("oak").redeem(&slow).await, @"403 Transfer failed");
    let quick = ada.arrive("oak").await;
    app.clock.advance_by(Duration::seconds(7));
    ada.on("oak").redeem(&quick).await.expect(200);

    let start = ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    let authorize = ada.visit(&start).await.expect(303).header("location").to_owned();
    app.clock.advance_by(Duration::seconds(121));
    assert_refused(&ada.visit(&start).await);
    assert_refused(&ada.visit(&authorize).await);
}

#[tokio::test]
async fn parts_of_two_transfers_cannot_be_combined() {
    let world = World::open().await;
    let ada = &world.ada;
    let one = ada.arrive("oak").await;
    let of_one = ada.cookie("oak.localhost", "xfer").unwrap();
    let two = ada.arrive("oak").await;
    let of_two = ada.cookie("oak.localhost", "xfer").unwrap();
    let part = |cookie: &str, n: usize| cookie.split('.').nth(n).unwrap().to_owned();
    let join = |s: &str, v: &str, i: &str| format!("{}.{}.{}", part(s, 0), part(v, 1), part(i, 2));
    let swapped = [
        ("the state of the other", Arrival { state: two.state.clone(), ..one.clone() }, &of_one),
        ("the code of the other", Arrival { state: two.state.clone(), ..one.clone() }, &of_two),
        ("the binding of the other", one.clone(), &of_two),
        ("another state in the cookie", one.clone(), &join(&of_two, &of_one, &of_one)),
        ("another verifier", one.clone(), &join(&of_one, &of_two, &of_one)),
        ("another intent", one.clone(), &join(&of_one, &of_one, &of_two)),
        ("a cookie cut short", one.clone(), &format!("{}.{}", part(&of_one, 0), part(&of_one, 1))),
        ("a cookie with more", one.clone(), &format!("{of_one}.more")),
    ];
    for (n, (what, arrival, cookie)) in (60_000..).zip(swapped) {
        // Every use consumes the code, so each case restores it.
        let unspent = "UPDATE transfer_codes SET consumed_at = NULL";
        world.app.sql(unspent, vec![]).await;
        ada.plant_cookie("oak.localhost", "xfer", cookie);
        let refused = ada.in_network(n).on("oak").redeem(&arrival).await;
        assert_eq!(refused.to_string(), "403 Transfer failed", "{what}");
    }
    assert_eq!(world.portal_sessions().await, 0);
}

#[tokio::test]
async fn rejects_a_transfer_step_with_another_audience() {
    let World { app: _running, ada, .. } = World::open().await;
    let start = ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    let authorize = ada.visit(&start).await.expect(303).header("location").to_owned();
    assert_refused(&ada.visit(&authorize.replace("aud=oak.", "aud=elm.")).await);
    assert_refused(&ada.visit(&authorize.replace("//localhost", "//oak.localhost")).await);
}

#[tokio::test]
async fn transfer_step_must_be_a_top_level_navigation() {
    let World { app: _running, ada, .. } = World::open().await;
    let start = ada.main().begin_transfer(json!({ "subdomain": "oak" })).await;
    let authorize = ada.visit(&start).await.expect(303).header("location").to_owned();
    for (url, at) in [(&start, ada.on("oak")), (&authorize, ada.main())] {
        let path = url.split_once(":8080").unwrap().1;
        for (name, value) in [
            ("sec-fetch-dest", "image"),
            ("sec-fetch-dest", "iframe"),
            ("sec-fetch-dest", "empty"),
            ("sec-fetch-mode", "no-cors"),
            ("sec-fetch-mode", "cors"),
        ] {
            let mut request =
                at.request(Method::GET, path).body(axum::body::Body::empty()).unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
            let refused = at.send(request).await;
            assert_eq!(refused.to_string(), "403 Transfer failed", "{name}: {value}");
        }
    }
    // None of these attempts consumed the intent.
    assert!(ada.hop(&start).await.is_some());
}

#[tokio::test]
async fn cross_site_page_cannot_begin_or_redeem() {
    let World { app: _running, ada, .. } = World::open().await;
    let arrival = ada.arrive("oak").await;
    let calls = [
        (ada.on("oak"), "/api/transfer/redeem", arrival.body()),
        (ada.main(), "/api/transfer", json!({ "subdomain": "oak" })),
    ];
    for (at, path, body) in calls {
        for site in ["same-site", "cross-site", "none"] {
            let mut request = at.json(Method::POST, path, &body);
            request.headers_mut().insert("sec-fetch-site", site.parse().unwrap());
            let refused = at.send(request).await;
            assert_eq!(
                (refused.status, &refused.body["code"]),
                (403, &json!("cross-origin-request"))
            );
        }
        let mut unmarked = at.json(Method::POST, path, &body);
        unmarked.headers_mut().remove("x-guildhall");
        assert_eq!(at.send(unmarked).await.status, 403);
    }
    // Browsers without `Sec-Fetch-Site` send at least `Origin`.
    for (origin, status) in
        [(ada.main().origin(), 403), ("null".to_owned(), 403), (ada.on("oak").origin(), 200)]
    {
        let at = ada.on("oak");
        let mut request = at.json(Method::POST, "/api/transfer/redeem", &arrival.body());
        request.headers_mut().remove("sec-fetch-site");
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(at.send(request).await.status, status, "{origin}");
    }
}
