//! Counting of activity, erasing, and settings.

use super::{Pair, cord, save_settings, send_message, strength, total, vouch};
use crate::kit::TestApp;
use chrono::Duration;
use futures::future::join_all;
use serde_json::{Value, json};
use tenant_runtime::cords;

const CORDS: &str = "SELECT COUNT(*) AS n FROM cords";

#[tokio::test]
async fn each_activity_strengthens_its_strand_for_both_people() {
    let pair = Pair::open().await;
    assert_eq!(strength(&pair.cord().await, "association"), 3.0, "the common community");
    let post = pair.hall.write_post(pair.ada(), "Which cable?").await.expect(201).id();
    pair.hall.write_reply(&pair.bob, &post, "The long one").await.expect(201);
    pair.bob.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    pair.send_message().await;
    vouch(&pair.bob, &pair.ada_id).await.expect(201);
    pair.count().await;

    let theirs = cord(pair.bob.main(), &pair.ada_id).await.expect(200).body;
    let mine = pair.cord().await;
    for (thread, expected) in [("interaction", 7.0), ("social", 2.0), ("trust", 6.0)] {
        assert_eq!(strength(&mine, thread), expected, "{thread}");
    }
    // 25 · 7/25 + 20 · 6/15 + 15 · 3/20 + 3 · 2/7
    assert_eq!((total(&mine), &mine["isActive"]), (18.1, &json!(false)));
    for field in ["id", "totalStrength", "threads", "lastUpdated"] {
        assert_eq!(mine[field], theirs[field], "{field}");
    }
    assert_eq!(mine["vouches"], json!({ "mine": false, "theirs": true }));
    assert_eq!(theirs["vouches"], json!({ "mine": true, "theirs": false }));
    let interaction = mine["threads"].as_array().unwrap().iter();
    let source = interaction.clone().find(|one| one["threadType"] == "interaction").unwrap();
    assert!(source["source"].as_str().unwrap().starts_with("1 message and 1 reply, the last on"));
    assert_eq!((&source["cap"], &source["halfLifeDays"]), (&json!(25.0), &json!(30.0)));
    assert!(source["fadesAt"].is_string());
    let common: Vec<&Value> = mine["common"]["communities"].as_array().unwrap().iter().collect();
    assert_eq!(common[0]["name"], "Long spans");

    vouch(pair.ada(), &pair.bob_id).await.expect(201);
    pair.count().await;
    assert_eq!(pair.cord().await["isActive"], json!(true));
}

#[tokio::test]
async fn people_without_common_activity_have_an_empty_cord() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let empty = cord(ada.main(), &app.id_of(&bob).await).await.expect(200).body;
    assert_eq!((total(&empty), &empty["threads"]), (0.0, &json!([])));
    assert_eq!((&empty["disabled"], &empty["canVouch"]), (&json!(false), &json!(true)));
    let own = cord(ada.main(), &app.id_of(&ada).await).await.expect(422);
    assert_eq!(own.body["detail"], "You cannot have a cord with yourself");
}

#[tokio::test]
async fn repeated_like_of_a_post_counts_once() {
    let pair = Pair::open().await;
    let post = pair.hall.write_post(pair.ada(), "Which cable?").await.expect(201).id();
    for _ in 0..3 {
        pair.bob.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    }
    pair.count().await;
    assert_eq!(strength(&pair.cord().await, "social"), 2.0);
}

#[tokio::test]
async fn articles_strengthen_the_cord_of_their_author_and_readers() {
    let pair = Pair::open().await;
    let article = json!({ "title": "Spans", "content": "On the length of cables." });
    let path = pair.hall.path("/articles");
    let article = pair.ada().post(&path, article).await.expect(201).id();
    let base = format!("/api/articles/{article}");
    pair.bob.post(&format!("{base}/like"), json!({})).await.expect(200);
    pair.bob.post(&format!("{base}/comments"), json!({ "content": "Thanks" })).await.expect(201);
    for emoji in ["💡", "👏"] {
        pair.bob.post(&format!("{base}/reactions"), json!({ "emoji": emoji })).await.expect(200);
    }
    pair.count().await;
    let mine = pair.cord().await;
    for thread in ["social", "interaction", "support"] {
        assert_eq!(strength(&mine, thread), 2.0, "{thread}");
    }
}

#[tokio::test]
async fn replies_to_each_other_strengthen_the_behavioral_strand() {
    let pair = Pair::open().await;
    for _ in 0..2 {
        let post = pair.hall.write_post(pair.ada(), "Which cable?").await.expect(201).id();
        let reply = pair.hall.write_reply(&pair.bob, &post, "The long one").await.expect(201).id();
        pair.hall.write_reply(pair.ada(), &reply, "Thank you").await.expect(201);
        pair.app().clock.advance_by(Duration::minutes(2));
    }
    pair.count().await;
    let cord = pair.cord().await;
    assert!((1.9..=2.0).contains(&strength(&cord, "behavioral")), "{cord}");
}

#[tokio::test]
async fn message_request_counts_only_after_it_was_accepted() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let (ada_id, bob_id) = (app.id_of(&ada).await, app.id_of(&bob).await);
    send_message(&ada, &bob_id, "May I ask?").await.expect(201);
    super::count_activity(&app).await;
    assert_eq!(app.count(CORDS, vec![]).await, 0);
    send_message(&bob, &ada_id, "Yes").await.expect(201);
    super::count_activity(&app).await;
    let answered = cord(ada.main(), &bob_id).await.expect(200).body;
    assert_eq!(strength(&answered, "interaction"), 5.0, "the answer only");
}

/// All cords, as stored.
async fn stored_cords(app: &TestApp) -> Vec<(String, f64, Value)> {
    #[derive(sea_orm::FromQueryResult)]
    struct CordRow {
        id: String,
        total_strength: f64,
        threads: Value,
    }
    let sql = "SELECT id, total_strength, threads FROM cords ORDER BY id";
    let system = app.services().system("compare the cords of a test");
    let rows = system.raw(sql, vec![]).all::<CordRow>().await.unwrap();
    rows.into_iter().map(|row| (row.id, row.total_strength, row.threads)).collect()
}

#[tokio::test]
async fn replayed_events_change_nothing() {
    let pair = Pair::open().await;
    for _ in 0..3 {
        pair.send_message().await;
    }
    pair.count().await;
    let before = stored_cords(pair.app()).await;
    assert_eq!(strength(&pair.cord().await, "interaction"), 15.0);
    pair.app().sql("UPDATE event_consumers SET position = 0", vec![]).await;
    pair.count().await;
    assert_eq!(stored_cords(pair.app()).await, before);
}

#[tokio::test]
async fn several_workers_count_each_activity_once() {
    let pair = Pair::open_in(TestApp::open_for_many().await).await;
    let other = pair.app().second_instance().await;
    for number in 0..4 {
        send_message(&pair.bob, &pair.ada_id, &format!("Number {number}")).await.expect(201);
    }
    pair.app().until_delivered().await;
    let services = [pair.app().services(), other.services()];
    let counting = (0..6).map(|worker| cords::drain(services[worker % 2]));
    let counted: u64 = join_all(counting).await.into_iter().map(Result::unwrap).sum();
    assert_eq!((counted, strength(&pair.cord().await, "interaction")), (4, 20.0));
}

#[tokio::test]
async fn failed_flush_is_repeated_without_loss() {
    let pair = Pair::open().await;
    for _ in 0..3 {
        pair.send_message().await;
    }
    pair.app().until_delivered().await;
    pair.app().make_table_unavailable("cord_active_weeks").await;
    assert!(cords::drain(pair.app().services()).await.is_err());
    pair.app().restore_table("cord_active_weeks").await;
    assert_eq!(strength(&pair.cord().await, "interaction"), 0.0);
    pair.count().await;
    assert_eq!(strength(&pair.cord().await, "interaction"), 15.0);
}

#[tokio::test]
async fn activity_of_an_unreadable_form_does_not_stop_the_counting() {
    let pair = Pair::open().await;
    let sql = "UPDATE events SET payload = '{\"type\":\"later\"}' WHERE kind = 'cord.activity' \
        AND seq IS NOT NULL";
    pair.app().sql(sql, vec![]).await;
    pair.app().sql("UPDATE event_consumers SET position = 0", vec![]).await;
    pair.send_message().await;
    pair.count().await;
    assert_eq!(strength(&pair.cord().await, "interaction"), 5.0);
}

#[tokio::test]
async fn old_events_are_kept_until_they_are_counted() {
    let pair = Pair::open().await;
    pair.send_message().await;
    pair.app().until_delivered().await;
    pair.app().clock.advance_by(Duration::hours(30));
    let services = pair.app().services();
    let waiting = "SELECT COUNT(*) AS n FROM events WHERE kind = 'cord.activity'";
    let all = pair.app().count(waiting, vec![]).await;
    let mut system = services.system("delete old events");
    platform::retention::sweep(&mut system).await.unwrap();
    let counted = pair.app().count(waiting, vec![]).await;
    assert!(counted >= 1 && counted < all, "{counted} of {all}");
    cords::drain(services).await.unwrap();
    pair.app().sign_in(pair.ada(), "localhost", "ada").await;
    // The newest event is always kept.
    pair.hall.write_post(pair.ada(), "Which cable?").await.expect(201);
    pair.app().until_delivered().await;
    platform::retention::sweep(&mut system).await.unwrap();
    assert_eq!(pair.app().count(waiting, vec![]).await, 0);
    assert!(strength(&pair.cord().await, "interaction") > 4.8);
}

#[tokio::test]
async fn erased_cord_is_rebuilt_by_later_activity_only() {
    let pair = Pair::open().await;
    pair.send_message().await;
    let path = format!("/api/users/{}/cord", pair.bob_id);
    pair.ada().delete(&path).await.expect(204);
    pair.count().await;
    assert_eq!(total(&pair.cord().await), 0.0, "activity before the erasure, counted after it");
    let theirs = cord(pair.bob.main(), &pair.ada_id).await.expect(200).body;
    assert_eq!(theirs["threads"], json!([]));
    pair.send_message().await;
    pair.count().await;
    let rebuilt = pair.cord().await;
    assert_eq!((strength(&rebuilt, "interaction"), strength(&rebuilt, "association")), (5.0, 0.0));
    pair.ada().delete(&path).await.expect(204);
    pair.ada().delete(&path).await.expect(204);
}

#[tokio::test]
async fn turned_off_cords_are_erased_and_nothing_counts() {
    let pair = Pair::open().await;
    pair.send_message().await;
    save_settings(&pair.bob, false, true).await;
    assert_eq!(pair.app().count(CORDS, vec![]).await, 0);
    pair.send_message().await;
    pair.count().await;
    assert_eq!(pair.app().count(CORDS, vec![]).await, 0);
    let mine = pair.cord().await;
    assert_eq!(mine["reason"], "This person has turned cords off");
    assert_eq!((&mine["disabled"], total(&mine)), (&json!(true), 0.0));
    let theirs = cord(pair.bob.main(), &pair.ada_id).await.expect(200).body;
    assert_eq!(theirs["reason"], "You have turned cords off");
    assert_eq!(pair.bob.get("/api/me/cords").await.expect(200).items().len(), 0);

    pair.send_message().await;
    save_settings(&pair.bob, true, true).await;
    pair.count().await;
    assert_eq!(total(&pair.cord().await), 0.0, "activity before it was turned on");
    pair.send_message().await;
    pair.count().await;
    assert_eq!(strength(&pair.cord().await, "interaction"), 5.0);
}

#[tokio::test]
async fn list_has_the_own_cords_only_strongest_first() {
    let pair = Pair::open().await;
    let eve = pair.hall.member("eve").await;
    pair.count().await;
    send_message(&eve, &pair.ada_id, "Hello").await.expect(201);
    pair.count().await;
    let names = async |who: &crate::kit::Browser, query: &str| {
        let page = who.get(&format!("/api/me/cords{query}")).await.expect(200);
        let names = page.items().iter().map(|one| one["user"]["firstName"].clone());
        (names.collect::<Vec<_>>(), page.body["nextCursor"].clone())
    };
    assert_eq!(names(pair.ada(), "").await.0, ["Eve", "Bob"]);
    let (first, cursor) = names(pair.ada(), "?limit=1").await;
    assert_eq!(first, ["Eve"]);
    let next = format!("?limit=1&cursor={}", cursor.as_str().unwrap());
    assert_eq!(names(pair.ada(), &next).await, (vec![json!("Bob")], Value::Null));
    let own = cord(pair.bob.main(), &pair.app().id_of(&eve).await).await.expect(200).body;
    assert_eq!(strength(&own, "interaction"), 0.0, "Bob's cord with Eve, not Ada's");
}
