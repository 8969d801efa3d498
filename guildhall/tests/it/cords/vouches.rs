//! Vouches.

use super::{Pair, cord, save_settings, strength, vouch};
use crate::kit::{Browser, Reply, TestApp};
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::json;

async fn vouchers(who: &Browser, user: &str) -> Vec<String> {
    let page = who.get(&format!("/api/users/{user}/vouches")).await.expect(200);
    assert!(page.items().iter().all(|one| one["at"].is_string()));
    page.items().iter().map(|one| one["firstName"].as_str().unwrap().to_owned()).collect()
}

async fn withdraw(who: &Browser, user: &str) -> Reply {
    who.delete(&format!("/api/users/{user}/vouch")).await
}

#[tokio::test]
async fn vouch_is_given_once_and_can_be_withdrawn() {
    let pair = Pair::open().await;
    assert_snapshot!(withdraw(pair.ada(), &pair.bob_id).await, @"404 You have not vouched for this person");
    let given = vouch(pair.ada(), &pair.bob_id).await.expect(201);
    assert_eq!(given.body, json!({ "mine": true, "theirs": false }));
    assert_snapshot!(vouch(pair.ada(), &pair.bob_id).await, @"409 You have already vouched for this person");
    assert_snapshot!(vouch(pair.ada(), &pair.ada_id).await, @"422 You cannot vouch for yourself");
    assert_eq!(pair.cord().await["canVouch"], json!(false));
    assert_eq!(vouchers(pair.ada(), &pair.bob_id).await, ["Ada"]);
    withdraw(pair.ada(), &pair.bob_id).await.expect(204);
    assert!(vouchers(pair.ada(), &pair.bob_id).await.is_empty());
    vouch(pair.ada(), &pair.bob_id).await.expect(201);
    pair.count().await;
    assert_eq!(strength(&pair.cord().await, "trust"), 6.0, "a repeated vouch does not count again");
}

#[tokio::test]
async fn vouched_person_is_notified() {
    let pair = Pair::open().await;
    vouch(pair.ada(), &pair.bob_id).await.expect(201);
    let notice = pair.bob.get("/api/activity").await.expect(200).items()[0].clone();
    assert_eq!(notice["title"], "Ada Tester vouches for you");
    assert_eq!(notice["actionUrl"], format!("/profile/{}", pair.ada_id));
}

#[tokio::test]
async fn vouches_are_shown_if_the_person_agrees() {
    let pair = Pair::open().await;
    let eve = pair.hall.member("eve").await;
    vouch(pair.ada(), &pair.bob_id).await.expect(201);
    save_settings(&pair.bob, true, false).await;
    assert!(vouchers(&eve, &pair.bob_id).await.is_empty());
    assert_eq!(vouchers(&pair.bob, &pair.bob_id).await, ["Ada"], "their own list");
    save_settings(&pair.bob, true, true).await;
    assert_eq!(vouchers(&eve, &pair.bob_id).await, ["Ada"]);
    let block = format!("/api/users/{}/block", pair.ada_id);
    eve.put(&block, json!({})).await.expect(200);
    assert!(vouchers(&eve, &pair.bob_id).await.is_empty(), "Eve has blocked Ada");
}

#[tokio::test]
async fn at_most_ten_vouches_a_week() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let mut others = Vec::new();
    for number in 0..11 {
        let other = app.member(&format!("other{number}")).await;
        others.push(app.id_of(&other).await);
    }
    for other in &others[..10] {
        vouch(&ada, other).await.expect(201);
        assert_eq!(vouch(&ada, other).await.status, 409, "does not count against the limit");
    }
    let refused = vouch(&ada, &others[10]).await.expect(429);
    let wait = refused.body["retryAfter"].as_u64().unwrap();
    assert!((6 * 86_400..=7 * 86_400).contains(&wait), "{wait}");
    app.clock.advance_by(chrono::Duration::days(7));
    app.sign_in(&ada, "localhost", "ada").await;
    vouch(&ada, &others[10]).await.expect(201);
}

#[tokio::test]
async fn two_vouches_at_once_give_one() {
    let pair = Pair::open_in(TestApp::open_for_many().await).await;
    let giving = (0..6).map(|_| vouch(pair.ada(), &pair.bob_id));
    let mut statuses: Vec<u16> =
        join_all(giving).await.into_iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
    pair.count().await;
    assert_eq!(strength(&pair.cord().await, "trust"), 6.0);
    let other = cord(pair.bob.main(), &pair.ada_id).await.expect(200).body;
    assert_eq!(other["vouches"], json!({ "mine": false, "theirs": true }));
    let notices = "SELECT COUNT(*) AS n FROM notifications WHERE title LIKE '%vouches for you'";
    assert_eq!(pair.app().count(notices, vec![]).await, 1);
}
