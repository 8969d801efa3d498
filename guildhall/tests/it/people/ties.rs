//! Follows and blocks, and their counts (G-071, G-072).

use super::{first_names, public_member};
use crate::kit::{Browser, TestApp, uuid_of};
use insta::assert_snapshot;
use serde_json::{Value, json};

async fn put(who: &Browser, id: &str, tie: &str) -> crate::kit::Reply {
    who.main().put(&format!("/api/users/{id}/{tie}"), json!({})).await
}

async fn remove(who: &Browser, id: &str, tie: &str) -> crate::kit::Reply {
    who.delete(&format!("/api/users/{id}/{tie}")).await
}

async fn counts(app: &TestApp, who: &Browser) -> (Value, Value) {
    let id = app.id_of(who).await;
    let about = who.get(&format!("/api/users/{id}")).await.expect(200).body["about"].clone();
    (about["followersCount"].clone(), about["followingCount"].clone())
}

#[tokio::test]
async fn follow_is_counted_once_on_both_sides() {
    let app = TestApp::open().await;
    let (ada, bob) = (public_member(&app, "ada").await, public_member(&app, "bob").await);
    let (ada_id, bob_id) = (app.id_of(&ada).await, app.id_of(&bob).await);
    for _ in 0..2 {
        let state = put(&ada, &bob_id, "follow").await.expect(200).body;
        let wanted = json!({ "userId": bob_id, "isFollowing": true, "isBlocked": false, "followersCount": 1 });
        assert_eq!(state, wanted);
    }
    assert_eq!(counts(&app, &ada).await, (json!(0), json!(1)));
    assert_eq!(counts(&app, &bob).await, (json!(1), json!(0)));
    let seen = bob.get(&format!("/api/users/{ada_id}")).await.expect(200);
    assert_eq!(seen.body["viewer"]["followsMe"], true);
    for _ in 0..2 {
        let state = remove(&ada, &bob_id, "follow").await.expect(200).body;
        assert_eq!((&state["isFollowing"], &state["followersCount"]), (&json!(false), &json!(0)));
    }
    assert_eq!(counts(&app, &ada).await, (json!(0), json!(0)));
}

#[tokio::test]
async fn following_or_blocking_oneself_or_unknown_users_is_rejected() {
    let app = TestApp::open().await;
    let ada = public_member(&app, "ada").await;
    let me = app.id_of(&ada).await;
    let nobody = "0".repeat(32);
    assert_snapshot!(put(&ada, &me, "follow").await, @"409 You cannot do this to yourself.");
    assert_snapshot!(put(&ada, &me, "block").await, @"409 You cannot do this to yourself.");
    assert_snapshot!(put(&ada, &nobody, "follow").await, @"404 User not found");
    assert_snapshot!(remove(&ada, &nobody, "block").await, @"404 User not found");
}

#[tokio::test]
async fn concurrent_follows_are_all_counted() {
    let app = TestApp::open().await;
    let mut crowd = Vec::new();
    for name in ["ann", "ben", "cas", "dee", "eva", "fin"] {
        let browser = public_member(&app, name).await;
        let id = app.id_of(&browser).await;
        crowd.push((browser, id));
    }
    let mut all = Vec::new();
    for (follower, _) in &crowd {
        for (_, followed) in &crowd {
            all.push(put(follower, followed, "follow"));
        }
    }
    let answers = futures::future::join_all(all).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 30);
    for (browser, _) in &crowd {
        assert_eq!(counts(&app, browser).await, (json!(5), json!(5)));
    }
}

#[tokio::test]
async fn block_removes_follows_and_hides_users_from_each_other() {
    let app = TestApp::open().await;
    let (ada, bob) = (public_member(&app, "ada").await, public_member(&app, "bob").await);
    let staff = app.staff("sam").await;
    let (ada_id, bob_id) = (app.id_of(&ada).await, app.id_of(&bob).await);
    put(&ada, &bob_id, "follow").await.expect(200);
    put(&bob, &ada_id, "follow").await.expect(200);
    let state = put(&ada, &bob_id, "block").await.expect(200).body;
    assert_eq!((&state["isBlocked"], &state["isFollowing"]), (&json!(true), &json!(false)));
    assert_eq!(counts(&app, &ada).await, (json!(0), json!(0)));
    assert_eq!(counts(&app, &bob).await, (json!(0), json!(0)));

    let profile = |id: &str| format!("/api/users/{id}");
    let seen = ada.get(&profile(&bob_id)).await.expect(200).body;
    assert_eq!((&seen["viewer"]["isBlocked"], &seen["about"]), (&json!(true), &Value::Null));
    assert_snapshot!(bob.get(&profile(&ada_id)).await, @"404 User not found");
    assert_eq!(first_names(&ada.get("/api/directory").await), ["Ada"]);
    assert_eq!(first_names(&bob.get("/api/directory").await), ["Bob"]);
    assert!(first_names(&bob.get("/api/directory?q=ada").await).is_empty());
    assert_snapshot!(put(&ada, &bob_id, "follow").await, @"409 Unblock this member to follow them.");
    assert_snapshot!(put(&bob, &ada_id, "follow").await, @"404 User not found");
    assert_eq!(first_names(&staff.get("/api/directory").await), ["Ada", "Bob"]);
    assert_ne!(staff.get(&profile(&ada_id)).await.expect(200).body["about"], Value::Null);

    let list = ada.get("/api/me/blocked").await.expect(200);
    assert_eq!(first_names(&list), ["Bob"]);
    assert!(first_names(&bob.get("/api/me/blocked").await).is_empty());
    remove(&ada, &bob_id, "block").await.expect(200);
    assert!(first_names(&ada.get("/api/me/blocked").await).is_empty());
    assert_eq!(first_names(&bob.get("/api/directory").await), ["Ada", "Bob"]);
    assert_eq!(counts(&app, &ada).await, (json!(0), json!(0)), "follows are not restored");
}

#[tokio::test]
async fn portal_lists_only_blocked_people_of_its_affiliation() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let (ada, bob) = (public_member(&app, "ada").await, public_member(&app, "bob").await);
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let bob_id = app.id_of(&bob).await;
    put(&ada, &bob_id, "block").await.expect(200);
    assert!(first_names(&ada.on("oak").get("/api/me/blocked").await).is_empty());
    let path = format!("/api/users/{bob_id}/block");
    assert_eq!(ada.on("oak").delete(&path).await.status, 404);
    app.add_to_affiliation(&bob, &oak.affiliation).await;
    assert_eq!(first_names(&ada.on("oak").get("/api/me/blocked").await), ["Bob"]);
    ada.on("oak").delete(&path).await.expect(200);
    let left = "SELECT COUNT(*) AS n FROM blocks WHERE blocked_id = $1";
    assert_eq!(app.count(left, vec![uuid_of(&bob_id).into()]).await, 0);
}
