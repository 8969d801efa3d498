//! Search within one's own conversations.

use super::{Pair, block, path_of, send, start};
use crate::kit::{At, Browser, TestApp};
use serde_json::{Value, json};

async fn search(who: At<'_>, words: &str) -> Vec<Value> {
    let words = words.replace(' ', "%20");
    who.get(&format!("/api/conversations/search?q={words}")).await.expect(200).items().to_vec()
}

async fn excerpts(who: &Browser, words: &str) -> Vec<String> {
    let found = search(who.main(), words).await;
    found.iter().map(|one| one["message"]["excerpt"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn finds_messages_by_the_beginnings_of_all_words_newest_first() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    for text in ["Two old piers", "The pier is older", "A bridge"] {
        send(pair.ada(), &conversation, text).await.expect(201);
    }
    assert_eq!(excerpts(&pair.bob, "PIER old").await, ["The pier is older", "Two old piers"]);
    assert_eq!(excerpts(&pair.bob, "ridge").await, [""; 0]);
    assert_eq!(excerpts(&pair.bob, " ").await, [""; 0]);
    let found = &search(pair.bob.main(), "bri").await[0];
    assert_eq!(found["match"], json!([[2, 5]]));
    assert_eq!(found["conversation"]["id"], conversation);
    let names = found["conversation"]["participants"].as_array().unwrap();
    assert_eq!(names.len(), 2);
    let page = pair.bob.get("/api/conversations/search?q=pier&limit=1").await.expect(200);
    let cursor = page.body["nextCursor"].as_str().unwrap();
    let path = format!("/api/conversations/search?q=pier&limit=1&cursor={cursor}");
    let next = pair.bob.get(&path).await.expect(200);
    assert_eq!(next.items()[0]["message"]["excerpt"], "Two old piers");
    assert_eq!(next.body["nextCursor"], Value::Null);
}

#[tokio::test]
async fn edited_and_deleted_texts_are_not_found_any_more() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let message = send(pair.ada(), &conversation, "Secret harbour").await.expect(201).id();
    let path = path_of(&conversation, &format!("/messages/{message}"));
    pair.ada().patch(&path, json!({ "content": "Open lighthouse" })).await.expect(200);
    assert_eq!(excerpts(&pair.bob, "harbour").await, [""; 0]);
    assert_eq!(excerpts(&pair.bob, "lighthouse").await, ["Open lighthouse"]);
    pair.ada().delete(&path).await.expect(200);
    assert_eq!(excerpts(&pair.bob, "lighthouse").await, [""; 0]);
}

#[tokio::test]
async fn finds_only_messages_that_the_viewer_may_read() {
    let pair = Pair::open().await;
    let (cleo, dan) = (pair.hall.member("cleo").await, pair.hall.member("dan").await);
    let (cleo_id, dan_id) = (pair.hall.app.id_of(&cleo).await, pair.hall.app.id_of(&dan).await);
    let group = start(pair.ada(), &[&pair.bob_id, &cleo_id]).await.expect(201).id();
    send(pair.ada(), &group, "Tide of Ada").await.expect(201);
    send(&cleo, &group, "Tide of Cleo").await.expect(201);
    pair.hall.app.clock.advance_by(chrono::Duration::seconds(1));
    let add = path_of(&group, "/participants");
    pair.ada().post(&add, json!({ "userIds": [dan_id] })).await.expect(200);
    pair.hall.app.clock.advance_by(chrono::Duration::seconds(1));
    send(pair.ada(), &group, "Tide with Dan").await.expect(201);
    block(&pair.bob, &cleo_id).await;
    assert_eq!(excerpts(&pair.bob, "tide").await, ["Tide with Dan", "Tide of Ada"], "no block");
    assert_eq!(excerpts(&dan, "tide").await, ["Tide with Dan"], "since joining");
    let staff = pair.hall.app.staff("sam").await;
    assert_eq!(excerpts(&staff, "tide").await, [""; 0], "staff are no participants");
    cleo.delete(&path_of(&group, "/participants/me")).await.expect(204);
    assert_eq!(excerpts(&cleo, "tide").await, [""; 0], "after leaving");
}

#[tokio::test]
async fn portal_search_finds_only_conversations_among_its_members() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await.affiliation;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    for member in [&ada, &bob] {
        app.add_to_affiliation(member, &oak).await;
    }
    let everyone = app.community(&ada, "Everyone", &[]).await;
    cleo.post(&format!("/api/communities/{everyone}/join"), json!({})).await.expect(200);
    let inside = start(&ada, &[&app.id_of(&bob).await]).await.expect(201).id();
    let outside = start(&ada, &[&app.id_of(&cleo).await]).await.expect(201).id();
    send(&ada, &inside, "Harbour inside").await.expect(201);
    send(&ada, &outside, "Harbour outside").await.expect(201);
    app.transfer(&ada, "oak").await;
    let here = search(ada.on("oak"), "harbour").await;
    assert_eq!(here.len(), 1);
    assert_eq!(here[0]["message"]["excerpt"], "Harbour inside");
    assert_eq!(search(ada.main(), "harbour").await.len(), 2);
}
