//! The public API.

use super::{World, call, read};
use crate::kit::{TestApp, uuid_of};
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

fn ids(reply: &crate::kit::Reply) -> Vec<&str> {
    reply.items().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_token_knows_its_owner_and_scopes() {
    let world = World::open().await;
    let mine = read(&world.app, "/api/v1/me", &world.oak_token().await).await.expect(200).body;
    let owner = json!({ "type": "affiliation", "id": world.oak, "name": "Oak" });
    assert_eq!((&mine["name"], &mine["owner"]), (&json!("Sync"), &owner));
    assert_eq!(mine["scopes"].as_array().unwrap().len(), 4);
    let network = read(&world.app, "/api/v1/me", &world.network_token().await).await.expect(200);
    assert_eq!(network.body["owner"]["type"], "network");
}

#[tokio::test]
async fn requests_without_a_valid_token_get_a_challenge() {
    let world = World::open().await;
    let token = world.oak_token().await;
    let without = call(&world.app, "localhost", "/api/v1/members", None).await.expect(401);
    assert_eq!(without.header("www-authenticate"), "Bearer realm=\"guildhall\"");
    assert_eq!(without.body["code"], "api-token-missing");
    let other = format!("gh_{}", "A".repeat(43));
    for invalid in ["x", "gh_", &token[..40], &token[3..], &other] {
        let refused = read(&world.app, "/api/v1/members", invalid).await.expect(401);
        assert!(refused.header("www-authenticate").ends_with("error=\"invalid_token\""));
    }
    // A session is no token, and a token is no session.
    assert_eq!(world.ada.get("/api/v1/members").await.status, 401);
    assert_eq!(read(&world.app, "/api/me", &token).await.status, 401);
    assert_eq!(read(&world.app, &world.oak_path("/api-tokens"), &token).await.status, 401);
}

#[tokio::test]
async fn each_scope_opens_its_own_part() {
    let world = World::open().await;
    let parts = [
        ("analytics:read", "/api/v1/analytics"),
        ("members:read", "/api/v1/members"),
        ("requests:read", "/api/v1/requests"),
        ("communities:read", "/api/v1/communities"),
    ];
    for (scope, open) in parts {
        let new = json!({ "name": scope, "scopes": [scope], "expiresInDays": 1 });
        let created = world.ada.post(&world.oak_path("/api-tokens"), new).await.expect(201);
        let token = created.body["token"].as_str().unwrap().to_owned();
        for (missing, path) in parts {
            let reply = read(&world.app, path, &token).await;
            if path == open {
                reply.expect(200);
            } else {
                let detail = format!("403 This token lacks the scope \"{missing}\".");
                assert_eq!(reply.to_string(), detail, "{path}");
            }
        }
        read(&world.app, "/api/v1/me", &token).await.expect(200);
    }
}

#[tokio::test]
async fn a_token_of_an_affiliation_reads_nothing_of_another_one() {
    let world = World::open().await;
    let carl = world.app.member("carl").await;
    world.app.add_to_affiliation(&carl, &world.elm).await;
    let inside = world.app.community(&world.ada, "Oak yard", &[&world.oak]).await;
    world.app.community(&world.bob, "Elm yard", &[&world.elm]).await;
    let elsewhere = format!("/api/affiliations/{}/requests", world.elm);
    let answers = json!({ "answers": crate::affiliation_requests::answers() });
    world.ada.post(&elsewhere, answers).await.expect(201);
    let request = world.request_to_join(&world.bob).await;
    let token = world.oak_token().await;

    let members = read(&world.app, "/api/v1/members", &token).await.expect(200);
    assert_eq!(ids(&members), [world.app.id_of(&world.ada).await]);
    assert_eq!(members.items()[0]["role"], "owner");
    assert!(!members.text.contains('@'), "no email address");
    let requests = read(&world.app, "/api/v1/requests", &token).await.expect(200);
    assert_eq!(ids(&requests), [request]);
    assert!(!requests.text.contains("rivets"), "no answers");
    let communities = read(&world.app, "/api/v1/communities", &token).await.expect(200);
    assert_eq!(ids(&communities), [inside.as_str()]);
    for path in ["members", "requests", "communities", "analytics", "me"] {
        let reply = read(&world.app, &format!("/api/v1/{path}"), &token).await.expect(200);
        assert!(!reply.text.contains("Elm") && !reply.text.contains(&world.elm), "{reply}");
    }

    world.app.make_community_private(&inside).await;
    let communities = read(&world.app, "/api/v1/communities", &token).await.expect(200);
    assert_eq!(communities.items().len(), 0, "private communities are not for all members");
    let of_network = world.network_token().await;
    let all = read(&world.app, "/api/v1/communities", &of_network).await.expect(200);
    assert_eq!(all.items().len(), 2);
    let all = read(&world.app, "/api/v1/requests", &of_network).await.expect(200);
    assert_eq!(all.items().len(), 2);
}

#[tokio::test]
async fn lists_have_pages_and_filters() {
    let world = World::open().await;
    let carl = world.app.member("carl").await;
    world.app.clock.advance_by(Duration::minutes(1));
    world.app.add_to_affiliation(&carl, &world.oak).await;
    world.app.hide_all_affiliation_memberships().await;
    let token = world.oak_token_of(&world.app).await;
    let first = read(&world.app, "/api/v1/members?limit=1", &token).await.expect(200);
    assert_eq!(first.items()[0]["displayName"], "Ada Tester");
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let rest = read(&world.app, &format!("/api/v1/members?cursor={cursor}"), &token).await;
    let rest = rest.expect(200);
    assert_eq!(rest.items()[0]["displayName"], "Carl Tester", "hidden members are listed");
    assert_eq!((&rest.body["nextCursor"], &rest.items()[0]["role"]), (&Value::Null, &Value::Null));
    assert_eq!(read(&world.app, "/api/v1/members?cursor=x", &token).await.status, 400);

    let request = world.request_to_join(&world.bob).await;
    let approve = world.oak_path(&format!("/requests/{request}/approve"));
    world.ada.post(&approve, json!({})).await.expect(200);
    for (status, count) in [("pending", 0), ("approved", 1), ("rejected", 0)] {
        let path = format!("/api/v1/requests?status={status}");
        assert_eq!(read(&world.app, &path, &token).await.expect(200).items().len(), count);
    }
    assert_eq!(read(&world.app, "/api/v1/requests?status=lost", &token).await.status, 400);

    let of_network = world.network_token().await;
    let mut seen = Vec::new();
    let mut path = "/api/v1/members?limit=3".to_owned();
    loop {
        let page = read(&world.app, &path, &of_network).await.expect(200);
        seen.extend(ids(&page).into_iter().map(str::to_owned));
        assert!(page.items().iter().all(|item| item["created"].is_string()));
        let Some(cursor) = page.body["nextCursor"].as_str() else { break };
        path = format!("/api/v1/members?limit=3&cursor={cursor}");
    }
    seen.dedup();
    assert_eq!(seen.len(), 4, "ada, bob, stella and carl");
}

impl World {
    /// As [`Self::oak_token`], after the clock was moved.
    async fn oak_token_of(&self, app: &TestApp) -> String {
        app.set_auth_time_of_all_sessions(app.clock.now()).await;
        self.oak_token().await
    }
}

#[tokio::test]
async fn analytics_are_daily_counts_of_the_owner() {
    let world = World::open().await;
    let at: DateTime<Utc> = "2026-03-02T23:30:00Z".parse().unwrap();
    let insert = "INSERT INTO analytics_hours (affiliation_id, hour, event_type, count) \
        VALUES ($1, $2, $3, $4)";
    let rows = [
        (world.oak.as_str(), at, 3_i64),
        (world.oak.as_str(), at + Duration::hours(1), 4),
        (world.elm.as_str(), at, 50),
    ];
    for (affiliation, hour, count) in rows {
        let values =
            vec![uuid_of(affiliation).into(), hour.into(), "create_post".into(), count.into()];
        world.app.sql(insert, values).await;
    }
    let path = "/api/v1/analytics?from=2026-03-01&to=2026-03-03";
    let posts = |reply: &crate::kit::Reply| -> Vec<(String, i64)> {
        let days = reply.body["days"].as_array().unwrap().iter();
        let day = |day: &Value| {
            (
                day["day"].as_str().unwrap().to_owned(),
                day["counts"]["create_post"].as_i64().unwrap(),
            )
        };
        days.map(day).collect()
    };
    let own = read(&world.app, path, &world.oak_token().await).await.expect(200);
    let days = ["2026-03-01", "2026-03-02", "2026-03-03"].map(str::to_owned);
    let expected = |counts: [i64; 3]| days.clone().into_iter().zip(counts).collect::<Vec<_>>();
    assert_eq!(posts(&own), expected([0, 3, 4]));
    let token = world.network_token().await;
    assert_eq!(posts(&read(&world.app, path, &token).await), expected([0, 53, 4]));
    let usual = read(&world.app, "/api/v1/analytics", &token).await.expect(200);
    assert_eq!(usual.body["days"].as_array().unwrap().len(), 30);
    for range in ["from=2026-03-02&to=2026-03-01", "from=2020-01-01&to=2026-01-01", "from=x"] {
        let refused = read(&world.app, &format!("/api/v1/analytics?{range}"), &token).await;
        assert_eq!(refused.status, 400, "{range}");
    }
}

#[tokio::test]
async fn each_token_has_its_own_rate_limit() {
    let world = World::open().await;
    let (first, second) = (world.oak_token().await, world.oak_token().await);
    let mut counted = 0;
    let refused = loop {
        let reply = read(&world.app, "/api/v1/me", &first).await;
        if reply.status != 200 {
            break reply.expect(429);
        }
        counted += 1;
    };
    assert!((120..=240).contains(&counted), "{counted} in one or two windows");
    assert!(refused.to_string().starts_with("429 Rate limit exceeded. Try again at "), "{refused}");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() <= 60);
    read(&world.app, "/api/v1/me", &second).await.expect(200);
}
