//! The user page of staff: actions, sessions, content and notes.

use crate::kit::{Reply, TestApp, email, uuid_of};
use insta::assert_snapshot;
use serde_json::{Value, json};

fn actions(page: &Reply) -> Vec<String> {
    let all = page.body["actions"].as_array().unwrap();
    all.iter().map(|one| one["action"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn page_offers_the_actions_of_the_role_and_the_state() {
    let app = TestApp::open().await;
    let (admin, susan) = (app.staff("ada").await, app.staff_in_role("susan", "support").await);
    let mona = app.staff_in_role("mona", "moderator").await;
    let bob = app.member("bob").await;
    let path = format!("/api/staff/users/{}", app.id_of(&bob).await);
    assert_eq!(actions(&susan.get(&path).await.expect(200)), ["view-as", "sign-out"]);
    let of_mona = actions(&mona.get(&path).await.expect(200));
    assert!(of_mona.contains(&"pause".to_owned()) && !of_mona.contains(&"set-role".to_owned()));
    let pause = json!({ "pausedUntil": null, "reason": "A rest" });
    mona.post(&format!("{path}/pause"), pause).await.expect(200);
    let page = admin.get(&path).await.expect(200);
    let all = actions(&page);
    assert!(all.contains(&"unpause".to_owned()) && !all.contains(&"pause".to_owned()));
    assert_eq!(all.last().map(String::as_str), Some("ban"));
    let own = format!("/api/staff/users/{}", app.id_of(&admin).await);
    assert_eq!(actions(&admin.get(&own).await.expect(200)), Vec::<String>::new());
}

#[tokio::test]
async fn staff_list_and_end_sessions_with_a_reason() {
    let app = TestApp::open().await;
    let (susan, bob) = (app.staff_in_role("susan", "support").await, app.member("bob").await);
    app.staff("ada").await;
    let other = app.browser();
    app.sign_in(&other, "localhost", "bob").await;
    let path = format!("/api/staff/users/{}/sessions", app.id_of(&bob).await);
    let listed = susan.get(&path).await.expect(200);
    assert_eq!(listed.items().len(), 2);
    let [newest, oldest] = [0, 1].map(|n| listed.items()[n]["id"].as_str().unwrap().to_owned());
    assert_eq!(listed.items()[0]["host"], "localhost");
    let blank = json!({ "reason": "" });
    let refused = susan.delete_with(&format!("{path}/{newest}"), blank).await.expect(422);
    assert_eq!(refused.body["errors"][0]["field"], "reason");
    let why = json!({ "reason": "They lost the phone" });
    assert_eq!(susan.delete_with(&format!("{path}/{newest}"), why.clone()).await.status, 204);
    let signed_in = [&bob, &other].map(|browser| browser.get("/api/me"));
    let statuses: Vec<_> =
        futures::future::join_all(signed_in).await.iter().map(|reply| reply.status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 1, "{statuses:?}");
    let again = susan.delete_with(&format!("{path}/{newest}"), why.clone()).await;
    assert_snapshot!(again, @"404 Session not found");
    assert_ne!(newest, oldest);
    assert_eq!(susan.delete_with(&path, why).await.status, 204);
    assert_eq!(susan.get(&path).await.expect(200).items().len(), 0);
    assert_eq!(bob.get("/api/me").await.status, 401);
}

#[tokio::test]
async fn moderators_see_the_latest_content_of_a_person() {
    let app = TestApp::open().await;
    let (mona, bob) = (app.staff_in_role("mona", "moderator").await, app.member("bob").await);
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&bob, &oak.affiliation).await;
    let community = app.community(&bob, "Inner circle", &[&oak.affiliation]).await;
    let threads = format!("/api/communities/{community}/threads");
    let thread = bob.post(&threads, json!({ "caption": "First" })).await.expect(201).id();
    for words in ["One", "Two", "Three"] {
        app.clock.advance_by(chrono::Duration::seconds(1));
        let body = json!({ "content": words });
        bob.post(&format!("{threads}/{thread}/posts"), body).await.expect(201);
    }
    let article = json!({ "title": "Notes", "content": "Long words" });
    bob.post(&format!("/api/communities/{community}/articles"), article).await.expect(201);
    let path = format!("/api/staff/users/{}/content", app.id_of(&bob).await);
    let first = mona.get(&format!("{path}?kind=posts&limit=2")).await.expect(200);
    let excerpts: Vec<_> = first.items().iter().map(|one| &one["excerpt"]).collect();
    assert_eq!(excerpts, [&json!("Three"), &json!("Two")]);
    assert_eq!(first.items()[0]["communityName"], "Inner circle");
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let next = mona.get(&format!("{path}?kind=posts&limit=2&cursor={cursor}")).await.expect(200);
    assert_eq!(next.items()[0]["excerpt"], "One");
    let begun = mona.get(&format!("{path}?kind=threads")).await.expect(200);
    assert_eq!(begun.items()[0]["title"], "First");
    let path_of_thread = format!("/communities/{community}/threads/{thread}");
    assert_eq!(begun.items()[0]["path"], json!(path_of_thread));
    let articles = mona.get(&format!("{path}?kind=articles")).await.expect(200);
    assert_eq!(articles.items()[0]["title"], "Notes");
}

#[tokio::test]
async fn notes_are_shared_by_staff_and_deleted_by_their_author_only() {
    let app = TestApp::open().await;
    let (mona, susan) =
        (app.staff_in_role("mona", "moderator").await, app.staff_in_role("susan", "support").await);
    let (admin, bob) = (app.staff("ada").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    let path = format!("/api/staff/users/{id}/notes");
    assert_eq!(mona.post(&path, json!({ "text": "x".repeat(2_001) })).await.status, 422);
    let note = mona.post(&path, json!({ "text": "Called them" })).await.expect(201);
    assert_eq!((&note.body["isOwn"], &note.body["text"]), (&json!(true), &json!("Called them")));
    let seen = susan.get(&path).await.expect(200);
    assert_eq!(
        (&seen.items()[0]["authorName"], &seen.items()[0]["isOwn"]),
        (&json!("Mona Tester"), &json!(false))
    );
    let one = format!("{path}/{}", note.id());
    assert_snapshot!(susan.delete(&one).await, @"404 Note not found");
    assert_eq!(mona.delete(&one).await.status, 204);
    assert_eq!(susan.get(&path).await.expect(200).items().len(), 0);
    let log = admin.get("/api/staff/audit?action=account").await.expect(200);
    let logged: Vec<_> = log.items().iter().map(|entry| &entry["action"]).collect();
    assert_eq!(logged, [&json!("account.note-delete"), &json!("account.note")]);
    assert!(!log.text.contains("Called them"));
    assert_eq!(bob.get("/api/me/staff-actions").await.expect(200).items().len(), 0);
}

#[tokio::test]
async fn notes_end_with_the_account_and_outlive_their_author() {
    let app = TestApp::open().await;
    let (mona, bob) = (app.staff_in_role("mona", "moderator").await, app.member("bob").await);
    let susan = app.staff_in_role("susan", "support").await;
    let id = app.id_of(&bob).await;
    let path = format!("/api/staff/users/{id}/notes");
    mona.post(&path, json!({ "text": "Called them" })).await.expect(201);
    app.sql("DELETE FROM users WHERE email = $1", vec![email("mona").into()]).await;
    let seen = susan.get(&path).await.expect(200);
    assert_eq!(seen.items()[0]["authorName"], Value::Null);
    app.sql("DELETE FROM users WHERE id = $1", vec![uuid_of(&id).into()]).await;
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM staff_notes", vec![]).await, 0);
}
