//! Management of tokens.

use super::{World, all_scopes, call, read, text};
use crate::kit::uuid_of;
use chrono::Duration;
use serde_json::{Value, json};

#[tokio::test]
async fn a_token_is_shown_once_and_stored_as_a_hash() {
    let world = World::open().await;
    let path = world.oak_path("/api-tokens");
    let created = world.ada.post(&path, all_scopes("  Nightly sync ")).await.expect(201);
    let token = text(&created, "token");
    assert!(token.starts_with("gh_") && token.len() == 46, "{token}");
    let listed = world.ada.get(&path).await.expect(200);
    let [item] = listed.items().as_slice() else { panic!("{listed}") };
    assert_eq!(item["name"], "Nightly sync");
    assert_eq!(item["prefix"], token[..8]);
    assert_eq!(item["createdBy"]["displayName"], "Ada Tester");
    assert_eq!((&item["lastUsed"], &item["revoked"]), (&Value::Null, &Value::Null));
    assert!(!listed.text.contains(&token), "shown again");
    let plain = "SELECT COUNT(*) AS n FROM api_tokens WHERE token_hash = $1 OR token_hash LIKE $2";
    let values = vec![token.as_str().into(), format!("%{}%", &token[8..]).into()];
    assert_eq!(world.app.count(plain, values).await, 0, "stored in plain text");
    let secret = "SELECT COUNT(*) AS n FROM audit_log WHERE CAST(after AS TEXT) LIKE $1";
    let values = vec![format!("%{}%", &token[8..]).into()];
    assert_eq!(world.app.count(secret, values).await, 0, "in the audit log");
}

#[tokio::test]
async fn input_of_a_new_token_is_validated() {
    let world = World::open().await;
    let path = world.oak_path("/api-tokens");
    let with = |name: &str, scopes: &[&str], days: i64| json!({ "name": name, "scopes": scopes, "expiresInDays": days });
    let members = ["members:read"];
    let cases = [
        (with(" ", &members, 1), "422 Enter a name of 1 to 60 characters."),
        (with(&"x".repeat(61), &members, 1), "422 Enter a name of 1 to 60 characters."),
        (with("Sync", &[], 1), "422 Choose what the token may read."),
        (with("Sync", &members, 0), "422 Choose between 1 and 365 days."),
        (with("Sync", &members, 366), "422 Choose between 1 and 365 days."),
    ];
    for (body, expected) in cases {
        assert_eq!(world.ada.post(&path, body).await.to_string(), expected);
    }
    assert_eq!(world.ada.post(&path, with("Sync", &["all"], 1)).await.status, 422);
    world.app.clock.advance_by(Duration::minutes(6));
    let late = world.ada.post(&path, with("Sync", &members, 1)).await;
    assert_eq!(late.body["code"], "proof-required", "{late}");
}

#[tokio::test]
async fn at_most_twenty_tokens_are_active() {
    let world = World::open().await;
    let path = world.oak_path("/api-tokens");
    let mut first = String::new();
    for n in 0..20 {
        world.app.clock.advance_by(Duration::seconds(10));
        let created = world.ada.post(&path, all_scopes(&format!("Sync {n}"))).await.expect(201);
        if n == 0 {
            first = created.id();
        }
    }
    let refused = world.ada.post(&path, all_scopes("One more")).await;
    assert_eq!(refused.to_string(), "409 At most 20 tokens can be active. Revoke one first.");
    world.ada.delete(&format!("{path}/{first}")).await.expect(204);
    world.ada.post(&path, all_scopes("One more")).await.expect(201);
}

#[tokio::test]
async fn revocation_and_expiry_take_effect_at_once() {
    let world = World::open().await;
    let path = world.oak_path("/api-tokens");
    let created = world.ada.post(&path, all_scopes("Sync")).await.expect(201);
    let (id, token) = (created.id(), text(&created, "token"));
    read(&world.app, "/api/v1/me", &token).await.expect(200);
    world.ada.delete(&format!("{path}/{id}")).await.expect(204);
    let refused = read(&world.app, "/api/v1/me", &token).await;
    assert_eq!(refused.to_string(), "401 This token is not valid");
    let challenge = "Bearer realm=\"guildhall\", error=\"invalid_token\"";
    assert_eq!(refused.header("www-authenticate"), challenge);
    world.ada.delete(&format!("{path}/{id}")).await.expect(204);
    let listed = world.ada.get(&path).await.expect(200);
    assert_ne!(listed.items()[0]["revoked"], Value::Null);
    assert_ne!(listed.items()[0]["lastUsed"], Value::Null);
    let count = "SELECT COUNT(*) AS n FROM audit_log WHERE action = $1 AND subject_id = $2";
    for (action, times) in [("api-token.create", 1), ("api-token.revoke", 1)] {
        let values = vec![action.into(), world.oak.as_str().into()];
        assert_eq!(world.app.count(count, values).await, times, "{action}");
    }

    let short = json!({ "name": "Short", "scopes": ["members:read"], "expiresInDays": 1 });
    let token = text(&world.ada.post(&path, short).await.expect(201), "token");
    world.app.clock.advance_by(Duration::hours(23));
    read(&world.app, "/api/v1/members", &token).await.expect(200);
    world.app.clock.advance_by(Duration::hours(1));
    assert_eq!(read(&world.app, "/api/v1/members", &token).await.status, 401);
}

#[tokio::test]
async fn only_the_owner_of_a_token_manages_it() {
    let world = World::open().await;
    let (oak, elm) = (&world.oak, &world.elm);
    let created = world.ada.post(&world.oak_path("/api-tokens"), all_scopes("Sync")).await;
    let id = created.expect(201).id();
    let elsewhere = [
        (&world.bob, format!("/api/affiliations/{oak}/api-tokens/{id}")),
        (&world.bob, format!("/api/affiliations/{elm}/api-tokens/{id}")),
        (&world.staff, format!("/api/staff/api-tokens/{id}")),
        (&world.ada, format!("/api/staff/api-tokens/{id}")),
    ];
    for (who, path) in elsewhere {
        assert_eq!(who.delete(&path).await.status, 404, "{path}");
    }
    assert_eq!(world.bob.get(&world.oak_path("/api-tokens")).await.status, 404);
    assert_eq!(world.ada.get("/api/staff/api-tokens").await.status, 404);
    let support = world.app.staff_in_role("sue", "support").await;
    assert_eq!(support.get("/api/staff/api-tokens").await.status, 403);
    assert_eq!(world.staff.get("/api/staff/api-tokens").await.expect(200).items().len(), 0);
    // Staff may look after every affiliation, and reviewers not.
    assert_eq!(world.staff.get(&world.oak_path("/api-tokens")).await.expect(200).items().len(), 1);
}

#[tokio::test]
async fn tokens_are_managed_on_the_main_site_only() {
    let world = World::open().await;
    world.app.portal_of(&world.oak, "Oak House", "oak").await;
    world.app.sign_in(&world.ada, "oak.localhost", "ada").await;
    let path = world.oak_path("/api-tokens");
    let on_portal = world.ada.on("oak").get(&path).await;
    assert_eq!(on_portal.to_string(), "404 Affiliations are managed on the main site only.");
    let hooks = world.ada.on("oak").get(&world.oak_path("/webhooks")).await;
    assert_eq!(hooks.status, 404);
    let token = world.oak_token().await;
    assert_eq!(call(&world.app, "oak.localhost", "/api/v1/me", Some(&token)).await.status, 404);
}

#[tokio::test]
async fn a_token_stays_without_its_creator_and_ends_with_its_affiliation() {
    let world = World::open().await;
    let (token, of_network) = (world.oak_token().await, world.network_token().await);
    let sql = "UPDATE api_tokens SET created_by = NULL WHERE affiliation_id = $1";
    world.app.sql(sql, vec![uuid_of(&world.oak).into()]).await;
    let listed = world.ada.get(&world.oak_path("/api-tokens")).await.expect(200);
    assert_eq!(listed.items()[0]["createdBy"]["displayName"], "Former member");
    let hook = json!({ "url": "https://hooks.example/", "events": ["member.joined"] });
    world.ada.post(&world.oak_path("/webhooks"), hook).await.expect(201);
    read(&world.app, "/api/v1/me", &token).await.expect(200);
    let merge = format!("/api/staff/affiliations/{}/merge", world.oak);
    let into = json!({ "intoId": world.elm, "reason": "The same society" });
    let merged = world.staff.post(&merge, into).await;
    assert_eq!(merged.status, 200, "{merged}");
    assert_eq!(read(&world.app, "/api/v1/me", &token).await.status, 401);
    assert_eq!(world.app.count("SELECT COUNT(*) AS n FROM webhooks", vec![]).await, 0);
    read(&world.app, "/api/v1/me", &of_network).await.expect(200);
}

#[tokio::test]
async fn ended_tokens_are_listed_for_ninety_days() {
    let world = World::open().await;
    let path = world.oak_path("/api-tokens");
    let short = json!({ "name": "Short", "scopes": ["members:read"], "expiresInDays": 1 });
    world.ada.post(&path, short).await.expect(201);
    let left = "SELECT COUNT(*) AS n FROM api_tokens";
    for (days, rows) in [(90, 1), (2, 0)] {
        world.app.clock.advance_by(Duration::days(days));
        platform::retention::schedule_sweep(world.app.services()).await.unwrap();
        world.app.clock.advance_by(Duration::hours(1));
        world.app.work().await;
        assert_eq!(world.app.count(left, vec![]).await, rows, "after {days} days");
    }
}
