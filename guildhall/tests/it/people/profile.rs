//! Profiles: their fields, and how much each viewer sees.

use super::{public_member, set_audience};
use crate::kit::TestApp;
use insta::assert_snapshot;
use serde_json::{Value, json};

#[tokio::test]
async fn profile_fields_are_stored_cleared_and_validated() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let said = json!({
        "dateOfBirth": "1985-12-10", "phoneNumber": "+44 113 496 0000",
        "secondaryEmail": "Ada@Home.example", "interests": ["Bridges", "bridges", " Bread "],
        "bio": "Bread", "location": "Leeds", "jobTitle": "Baker", "quote": "Rise",
    });
    let me = ada.patch("/api/me", said).await.expect(200).body;
    for (field, value) in [
        ("dateOfBirth", json!("1985-12-10")),
        ("phoneNumber", json!("+44 113 496 0000")),
        ("secondaryEmail", json!("ada@home.example")),
        ("interests", json!(["Bridges", "Bread"])),
        ("followersCount", json!(0)),
        ("followingCount", json!(0)),
        ("verified", json!(false)),
        ("timeouts", json!([])),
        ("deletionDueAt", Value::Null),
    ] {
        assert_eq!(me[field], value, "{field}");
    }
    let gone =
        json!({ "dateOfBirth": "", "phoneNumber": "", "secondaryEmail": "", "interests": [] });
    let me = ada.patch("/api/me", gone).await.expect(200).body;
    for field in ["dateOfBirth", "phoneNumber", "secondaryEmail"] {
        assert_eq!(me[field], Value::Null, "{field}");
    }
    assert_eq!(me["interests"], json!([]));
    let tomorrow = json!({ "dateOfBirth": "2999-01-01", "phoneNumber": "x" });
    assert_snapshot!(ada.patch("/api/me", tomorrow).await, @"422 Please enter a date in the past, Please enter a valid phone number");
}

#[tokio::test]
async fn profile_is_shown_fully_as_a_card_or_not_at_all() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let staff = app.staff("sam").await;
    ada.patch("/api/me", json!({ "bio": "Bread", "phoneNumber": "0113 496 0000" }))
        .await
        .expect(200);
    let path = format!("/api/users/{}", app.id_of(&ada).await);
    let card = bob.get(&path).await.expect(200);
    assert_eq!(
        (&card.body["about"], &card.body["displayName"]),
        (&Value::Null, &json!("Ada Tester"))
    );
    assert!(!card.text.contains("Bread"));
    for who in [&ada, &staff] {
        assert_eq!(who.get(&path).await.expect(200).body["about"]["bio"], "Bread");
    }
    set_audience(&ada, "affiliations").await;
    assert_eq!(bob.get(&path).await.expect(200).body["about"], Value::Null);
    let oak = app.affiliation("Oak").await;
    app.add_to_affiliation(&ada, &oak).await;
    app.add_to_affiliation(&bob, &oak).await;
    let shared = bob.get(&path).await.expect(200);
    assert_eq!(shared.body["about"]["bio"], "Bread");
    assert_eq!(shared.body["about"]["affiliations"][0]["name"], "Oak");
    for secret in ["ada@people.example", "0113 496 0000"] {
        assert!(!shared.text.contains(secret), "{secret} is private");
    }
    assert_snapshot!(bob.get("/api/users/nobody.here").await, @"404 User not found");
    assert_snapshot!(bob.get(&format!("/api/users/{}", "0".repeat(32))).await, @"404 User not found");
    app.sql("UPDATE users SET status = 'banned' WHERE email = 'ada@people.example'", vec![]).await;
    assert_snapshot!(bob.get(&path).await, @"404 User not found");
    staff.get(&path).await.expect(200);
}

#[tokio::test]
async fn profile_omits_hidden_affiliations_and_private_communities() {
    let app = TestApp::open().await;
    let (ada, bob) = (public_member(&app, "ada").await, public_member(&app, "bob").await);
    let (oak, elm) = (app.affiliation("Oak").await, app.affiliation("Elm").await);
    app.add_to_affiliation(&ada, &oak).await;
    app.add_to_affiliation(&ada, &elm).await;
    app.sql("UPDATE affiliation_members SET is_public = FALSE WHERE affiliation_id = (SELECT id FROM affiliations WHERE name = 'Elm')", vec![]).await;
    let open = app.community(&ada, "Open", &[]).await;
    let closed = app.community(&ada, "Closed", &[]).await;
    app.sql("UPDATE communities SET visibility = 'private' WHERE name = 'Closed'", vec![]).await;
    let path = format!("/api/users/{}", app.id_of(&ada).await);
    let about = bob.get(&path).await.expect(200).body["about"].clone();
    assert_eq!(about["affiliations"].as_array().unwrap().len(), 1);
    assert_eq!(about["communities"].as_array().unwrap().len(), 1);
    assert_eq!(about["communities"][0]["id"], json!(open));
    let own = ada.get(&path).await.expect(200).body["about"].clone();
    assert_eq!(own["affiliations"].as_array().unwrap().len(), 2);
    assert_eq!(own["communities"][1]["id"], json!(closed));
}

#[tokio::test]
async fn profile_counts_posts_comments_and_likes() {
    let app = TestApp::open().await;
    let ada = public_member(&app, "ada").await;
    let community = app.community(&ada, "Long spans", &[]).await;
    let threads = format!("/api/communities/{community}/threads");
    let thread = ada.post(&threads, json!({ "caption": "Cables" })).await.expect(201).id();
    let posts = format!("{threads}/{thread}/posts");
    let first = ada.post(&posts, json!({ "content": "One" })).await.expect(201).id();
    ada.post(&posts, json!({ "content": "Two", "parentPostId": first })).await.expect(201);
    ada.post(&format!("/api/posts/{first}/like"), json!({})).await.expect(200);
    let path = format!("/api/users/{}", app.id_of(&ada).await);
    let about = ada.get(&path).await.expect(200).body["about"].clone();
    assert_eq!(
        (&about["postsCount"], &about["commentsCount"], &about["likesGiven"]),
        (&json!(1), &json!(1), &json!(1))
    );
}

#[tokio::test]
async fn me_lists_current_timeouts() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let community = app.community(&ada, "Long spans", &[]).await;
    let sql = "INSERT INTO member_timeouts (community_id, user_id, end_date, created_at) \
        SELECT c.id, u.id, $1, $1 FROM communities c CROSS JOIN users u";
    let until = app.clock.now() + chrono::Duration::hours(1);
    app.sql(sql, vec![until.into()]).await;
    let me = ada.get("/api/me").await.expect(200).body;
    assert_eq!(me["timeouts"][0]["communityId"], json!(community));
    app.clock.advance_by(chrono::Duration::hours(1));
    assert_eq!(ada.get("/api/me").await.expect(200).body["timeouts"], json!([]));
}
