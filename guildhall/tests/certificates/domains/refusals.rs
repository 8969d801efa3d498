//! Names that no portal may have, and users who may not add domains.

use super::Desk;
use chrono::Duration;
use serde_json::json;

#[tokio::test]
async fn rejects_public_suffixes_with_a_message() {
    let desk = Desk::open_with(&[("server.portal_domain", "localhost")]).await;
    let name = "422 Please enter a full domain name, such as members.example.org.";
    let ours = "422 This domain belongs to the platform. Please enter one of your own.";
    for (host, words) in [
        ("192.0.2.1", name),
        ("[2001:db8::1]", name),
        ("club", name),
        ("club.example:8080", name),
        ("*.club.example", name),
        ("elm.localhost", ours),
        (
            "co.uk",
            "422 This domain is a public suffix. Please enter one that is registered to you.",
        ),
        (
            "p\u{430}ypal.com",
            "422 This name mixes letters of different scripts and cannot be used.",
        ),
    ] {
        let refused = desk.add(&desk.oak, host).await;
        assert_eq!(refused.to_string(), words, "{host}");
        assert_eq!(refused.body["errors"][0]["field"], "host");
    }
    let path = Desk::path(&desk.oak, "");
    let www = json!({ "host": "members.club.example", "withWww": true });
    let refused = desk.staff.post(&path, www).await;
    assert_eq!(
        refused.to_string(),
        "422 Only a registered domain and its www. name can be added together."
    );
    let kept = desk.add(&desk.oak, "bücher.example").await.expect(201);
    assert_eq!(kept.body["host"], "xn--bcher-kva.example");
}

#[tokio::test]
async fn portal_has_at_most_ten_distinct_domains() {
    let desk = Desk::open().await;
    for n in 0..10 {
        desk.add(&desk.oak, &format!("m{n}.oak.example")).await.expect(201);
    }
    let again = desk.add(&desk.oak, "M3.oak.example").await;
    assert_eq!(again.to_string(), "409 This domain is already listed.");
    let more = desk.add(&desk.oak, "m10.oak.example").await;
    assert_eq!(more.to_string(), "409 A portal has at most 10 domains of its own.");
    let first = desk.see(&desk.oak, "m0.oak.example").await;
    desk.release(&desk.oak, &first).await.expect(204);
    desk.add(&desk.oak, "m10.oak.example").await.expect(201);
}

#[tokio::test]
async fn admins_add_domains_and_staff_approve_after_recent_authentication() {
    let desk = Desk::open().await;
    let ada = desk.app.member("ada").await;
    let bob = desk.app.member("bob").await;
    let id = desk.app.id_of(&ada).await;
    let sql = "UPDATE affiliations SET creator_id = $1";
    desk.app.sql(sql, vec![crate::kit::uuid_of(&id).into()]).await;
    let path = Desk::path(&desk.oak, "");
    let body = json!({ "host": "members.oak.example" });
    assert_eq!(bob.post(&path, body.clone()).await.status, 404);
    let key = "0192f0c1-a2b3-7c4d-8e9f-0a1b2c3d4e5f";
    let made = ada.main().post_keyed(&path, key, body.clone()).await.expect(201);
    let same = ada.main().post_keyed(&path, key, body).await.expect(201);
    assert_eq!(made.id(), same.id());
    desk.prove(&made.body).await;
    let at = |act: &str| format!("{path}/{}/{act}", made.id());
    let checked = ada.post(&at("check"), json!({})).await.expect(200);
    assert_eq!(checked.body["state"], "awaitingApproval");
    assert_eq!(ada.post(&at("approve"), json!({})).await.status, 404, "only staff may do this");
    let primary = ada.post(&at("primary"), json!({})).await;
    assert_eq!(primary.to_string(), "409 Only an active domain can be the primary one.");
    desk.app.clock.advance_by(Duration::minutes(6));
    for refused in [
        desk.act(&desk.oak, &made.body, "approve").await,
        desk.release(&desk.oak, &made.body).await,
    ] {
        assert_eq!((refused.status, &refused.body["code"]), (403, &json!("proof-required")));
    }
    desk.app.sign_in(&desk.staff, "localhost", "stella").await;
    desk.act(&desk.oak, &made.body, "approve").await.expect(200);
    ada.post(&at("primary"), json!({})).await.expect(200);
    // A domain is accessible only through its own portal.
    let elm = desk.app.portal("Elm Court", "elm").await;
    assert_eq!(desk.act(&elm, &made.body, "check").await.status, 404);
    assert_eq!(desk.release(&elm, &made.body).await.status, 404);
}
