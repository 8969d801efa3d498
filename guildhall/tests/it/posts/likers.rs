//! Lists of the users who liked a post or an article.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use chrono::Duration;
use serde_json::json;

/// First names of the people on a page.
fn people(page: &Reply) -> Vec<String> {
    let name = |item: &serde_json::Value| {
        item["person"]["firstName"].as_str().unwrap_or_default().to_owned()
    };
    page.items().iter().map(name).collect()
}

async fn block(hall: &CommunityFixture, who: &Browser, other: &Browser) {
    let path = format!("/api/users/{}/block", hall.app.id_of(other).await);
    who.main().put(&path, json!({})).await.expect(200);
}

#[tokio::test]
async fn likes_of_a_post_are_listed_newest_first_in_pages() {
    let hall = CommunityFixture::open().await;
    let mut browsers = Vec::new();
    for name in ["bob", "cleo", "dan"] {
        browsers.push(hall.member(name).await);
    }
    hall.app.clock.advance_by(Duration::seconds(1));
    let post = hall.write_post(&hall.ada, "Steel").await.expect(201).id();
    for browser in &browsers {
        hall.app.clock.advance_by(Duration::seconds(1));
        browser.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    }
    let path = format!("/api/posts/{post}/likes");
    let first = hall.ada.get(&format!("{path}?limit=2")).await.expect(200);
    assert_eq!(people(&first), ["Dan", "Cleo"]);
    assert!(first.items()[0]["at"].is_string());
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let rest = hall.ada.get(&format!("{path}?limit=2&cursor={cursor}")).await.expect(200);
    assert_eq!((people(&rest), rest.body["nextCursor"].is_null()), (vec!["Bob".to_owned()], true));
    let [bob, cleo, _] = browsers.as_slice() else { panic!("three members") };
    block(&hall, bob, cleo).await;
    assert_eq!(people(&bob.get(&path).await.expect(200)), ["Dan", "Bob"]);
    assert_eq!(people(&cleo.get(&path).await.expect(200)), ["Dan", "Cleo"]);
    assert_eq!(people(&hall.ada.get(&path).await.expect(200)).len(), 3);
    assert_eq!(hall.ada.get(&format!("{path}?cursor=x")).await.status, 400);
}

#[tokio::test]
async fn likes_are_listed_only_to_readers_of_the_post() {
    let hall = CommunityFixture::open().await;
    let (bob, olaf) = (hall.member("bob").await, hall.app.member("olaf").await);
    let post = hall.write_post(&bob, "Steel").await.expect(201).id();
    let path = format!("/api/posts/{post}/likes");
    assert_eq!(olaf.get(&path).await.to_string(), "404 Post not found");
    hall.app.clock.advance_by(Duration::seconds(1));
    let late = hall.member("late").await;
    assert_eq!(
        late.get(&path).await.to_string(),
        "404 Post not found",
        "written before they joined"
    );
    assert!(hall.ada.get(&path).await.expect(200).items().is_empty());
    block(&hall, &bob, &late).await;
    bob.delete(&format!("/api/posts/{post}")).await.expect(200);
    assert_eq!(bob.get(&path).await.to_string(), "404 Post not found");
    hall.app.make_table_unavailable("posts").await;
    assert_eq!(bob.get(&path).await.to_string(), "500 Failed to load likes");
}

#[tokio::test]
async fn likes_and_reactions_of_an_article_are_listed_to_its_readers() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo, olaf) =
        (hall.member("bob").await, hall.member("cleo").await, hall.app.member("olaf").await);
    let article = json!({ "title": "On cables", "content": "It sings." });
    let article = hall.ada.post(&hall.path("/articles"), article).await.expect(201).id();
    let path = format!("/api/articles/{article}");
    for who in [&bob, &cleo] {
        hall.app.clock.advance_by(Duration::seconds(1));
        who.post(&format!("{path}/like"), json!({})).await.expect(200);
        for emoji in ["👏", "💡"] {
            who.post(&format!("{path}/reactions"), json!({ "emoji": emoji })).await.expect(200);
        }
    }
    let likes = hall.ada.get(&format!("{path}/likes")).await.expect(200);
    assert_eq!(people(&likes), ["Cleo", "Bob"]);
    let (mut all, mut next) = (Vec::new(), String::new());
    loop {
        let page = hall.ada.get(&format!("{path}/reactions?limit=1{next}")).await.expect(200);
        all.extend(people(&page));
        let Some(cursor) = page.body["nextCursor"].as_str() else { break };
        next = format!("&cursor={cursor}");
    }
    assert_eq!(all, ["Cleo", "Cleo", "Bob", "Bob"], "also several of one time and user");
    let ideas = hall.ada.get(&format!("{path}/reactions?emoji=%F0%9F%92%A1")).await.expect(200);
    assert_eq!(people(&ideas), ["Cleo", "Bob"]);
    assert_eq!(ideas.items()[0]["emoji"], "💡");
    let unknown = hall.ada.get(&format!("{path}/reactions?emoji=x")).await;
    assert_eq!(unknown.to_string(), "422 This reaction is not available");
    block(&hall, &bob, &cleo).await;
    assert_eq!(people(&bob.get(&format!("{path}/likes")).await.expect(200)), ["Bob"]);
    for list in ["likes", "reactions"] {
        let refused = olaf.get(&format!("{path}/{list}")).await;
        assert_eq!(refused.to_string(), "404 Article not found", "{list}");
    }
}
