//! Further fields of `/api/me`: counts, dates, devices and blocked users (A-006, A-053, A-191, A-194, A-195,
//!

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, TestApp, email};
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

async fn me(who: &Browser) -> Value {
    who.get("/api/me").await.expect(200).body
}

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn me_counts_posts_comments_and_likes_of_the_site() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let counts = async |who: &Browser| {
        let me = me(who).await;
        [me["postsCount"].clone(), me["commentsCount"].clone(), me["likesGiven"].clone()]
    };
    assert_eq!(counts(&bob).await, [json!(0), json!(0), json!(0)]);
    let post = hall.write_post(&bob, "One").await.expect(201).id();
    hall.write_post(&bob, "Two").await.expect(201);
    hall.write_reply(&bob, &post, "Three").await.expect(201);
    bob.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    assert_eq!(counts(&bob).await, [json!(2), json!(1), json!(1)]);
    let oak = hall.app.portal("Oak House", "oak").await;
    hall.app.add_to_affiliation(&bob, &oak.affiliation).await;
    hall.app.sign_in(&bob, "oak.localhost", "bob").await;
    let here = bob.on("oak").get("/api/me").await.expect(200).body;
    for count in ["postsCount", "commentsCount", "likesGiven"] {
        assert_eq!(here[count], 0, "{count}: no activity on this portal");
    }
}

#[tokio::test]
async fn me_counts_sign_ins_and_signed_in_devices() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    let before = me(&ada).await;
    assert_eq!((&before["loginMetrics"]["signIns"], &before["devices"]), (&json!(1), &json!(1)));
    app.clock.advance_by(Duration::minutes(10));
    let other = app.browser();
    app.sign_in(&other, "localhost", "ada").await;
    app.transfer(&other, "oak").await;
    let after = me(&ada).await;
    assert_eq!(after["loginMetrics"]["signIns"], 2, "a transfer is not a sign-in");
    assert_eq!(after["devices"], 3);
    let listed = ada.get("/api/me/sessions").await.expect(200);
    assert_eq!(listed.items().len(), 3, "the session list has the same number");
    assert_eq!(after["lastLogin"], after["loginMetrics"]["lastSignIn"]);
    assert!(time(&after["lastLogin"]) - time(&before["lastLogin"]) >= Duration::minutes(10));
    other.post("/api/usersSignout", json!({})).await.expect(204);
    assert_eq!(me(&ada).await["devices"], 1);
    app.clock.advance_by(Duration::days(40));
    app.sign_in(&other, "localhost", "ada").await;
    assert_eq!(me(&other).await["devices"], 1, "expired sessions are not counted");
}

#[tokio::test]
async fn me_contains_subscription_period_and_account_dates() {
    let app = TestApp::open().await;
    let (ada, staff) = (app.member("ada").await, app.staff("stella").await);
    let fresh = me(&ada).await;
    assert_eq!(
        (&fresh["subscriptionStartDate"], &fresh["subscriptionEndDate"]),
        (&Value::Null, &Value::Null)
    );
    app.clock.advance_by(Duration::minutes(1));
    let tier = json!({
        "subscription": "Premium", "subscriptionStartDate": "2026-01-01T00:00:00Z",
        "subscriptionEndDate": "2027-01-01T00:00:00Z",
    });
    let path = format!("/api/staff/users/{}/subscription", fresh["id"].as_str().unwrap());
    staff.main().put(&path, tier).await.expect(200);
    let now = me(&ada).await;
    assert_eq!(now["subscription"], "Premium");
    assert_eq!(time(&now["subscriptionStartDate"]), time(&json!("2026-01-01T00:00:00Z")));
    assert_eq!(time(&now["subscriptionEndDate"]), time(&json!("2027-01-01T00:00:00Z")));
    assert_eq!(now["createdAt"], fresh["createdAt"]);
    assert!(time(&now["updatedAt"]) > time(&fresh["updatedAt"]));
}

#[tokio::test]
async fn me_lists_blocked_users_of_the_site() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let eve = app.member("eve").await;
    let oak = app.portal("Oak House", "oak").await;
    for who in [&ada, &eve] {
        app.add_to_affiliation(who, &oak.affiliation).await;
    }
    let (bob_id, eve_id) = (app.id_of(&bob).await, app.id_of(&eve).await);
    for id in [&bob_id, &eve_id] {
        app.clock.advance_by(Duration::seconds(1));
        ada.main().put(&format!("/api/users/{id}/block"), json!({})).await.expect(200);
    }
    assert_eq!(me(&ada).await["blockedUsers"], json!([eve_id, bob_id]));
    assert_eq!(
        me(&bob).await["blockedUsers"],
        json!([]),
        "blocking is not revealed to the blocked user"
    );
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let here = ada.on("oak").get("/api/me").await.expect(200).body;
    assert_eq!(here["blockedUsers"], json!([eve_id]));
}

#[tokio::test]
async fn me_lists_at_most_one_hundred_blocked_users() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let now = app.clock.now();
    for n in 0..105 {
        let id = uuid::Uuid::now_v7();
        let made = "INSERT INTO users (id, email, first_name, last_name, joined_date, created_at, \
            updated_at) VALUES ($1, $2, 'Some', 'Body', $3, $3, $3)";
        app.sql(made, vec![id.into(), email(&format!("body{n}")).into(), now.into()]).await;
    }
    let blocked = "INSERT INTO blocks (blocker_id, blocked_id, created_at) \
        SELECT a.id, b.id, $2 FROM users a JOIN users b ON b.id <> a.id WHERE a.email = $1";
    app.sql(blocked, vec![email("ada").into(), now.into()]).await;
    assert_eq!(me(&ada).await["blockedUsers"].as_array().unwrap().len(), 100);
}
