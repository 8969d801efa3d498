//! Posts and articles on a profile, and what two users have in common.

use super::{public_member, set_audience};
use crate::community_fixture::{CommunityFixture, start_thread, texts};
use crate::kit::Browser;
use chrono::Duration;
use serde_json::{Value, json};

async fn join(hall: &CommunityFixture, who: &Browser, community: &str) {
    hall.app.clock.advance_by(Duration::seconds(1));
    who.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    hall.app.clock.advance_by(Duration::seconds(1));
}

#[tokio::test]
async fn profile_lists_only_posts_that_the_viewer_may_read() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    set_audience(&hall.ada, "public").await;
    let other = hall.app.community(&hall.ada, "Short spans", &[]).await;
    let thread = start_thread(&hall.ada, &other, "Beams").await.expect(201).id();
    let path = format!("/api/communities/{other}/threads/{thread}/posts");
    hall.ada.post(&path, json!({ "content": "Elsewhere" })).await.expect(201);
    for words in ["First", "**Second**", "Third"] {
        hall.app.clock.advance_by(Duration::seconds(20));
        hall.write_post(&hall.ada, words).await.expect(201);
    }
    let ada = hall.app.id_of(&hall.ada).await;
    let path = format!("/api/users/{ada}/posts");
    let page = bob.get(&format!("{path}?limit=2")).await.expect(200);
    assert_eq!(texts(&page, "content"), ["Third", "Second"]);
    let item = &page.items()[0];
    assert_eq!(
        (&item["communityName"], &item["threadCaption"], &item["author"]["userId"]),
        (&json!("Long spans"), &json!("Cables"), &json!(ada))
    );
    let cursor = page.body["nextCursor"].as_str().unwrap();
    let rest = bob.get(&format!("{path}?limit=2&cursor={cursor}")).await.expect(200);
    assert_eq!(
        (texts(&rest, "content"), &rest.body["nextCursor"]),
        (vec!["First".to_owned()], &Value::Null)
    );

    join(&hall, &bob, &other).await;
    assert_eq!(bob.get(&path).await.expect(200).items().len(), 3, "written before they joined");
    assert_eq!(hall.ada.get(&path).await.expect(200).items().len(), 4, "all of the own ones");
    let late = hall.member("late").await;
    assert!(late.get(&path).await.expect(200).items().is_empty());
    let newest = page.items()[0]["id"].as_str().unwrap();
    hall.ada.delete(&format!("/api/posts/{newest}")).await.expect(200);
    assert_eq!(texts(&bob.get(&path).await.expect(200), "content"), ["Second", "First"]);
}

#[tokio::test]
async fn profile_lists_only_articles_that_the_viewer_may_read() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    set_audience(&hall.ada, "public").await;
    let other = hall.app.community(&hall.ada, "Short spans", &[]).await;
    for (community, title) in
        [(&other, "Hidden"), (&hall.community, "On cables"), (&hall.community, "On ropes")]
    {
        hall.app.clock.advance_by(Duration::seconds(20));
        let article = json!({ "title": title, "content": "It sings." });
        let path = format!("/api/communities/{community}/articles");
        hall.ada.post(&path, article).await.expect(201);
    }
    let path = format!("/api/users/{}/articles", hall.app.id_of(&hall.ada).await);
    let first = bob.get(&format!("{path}?limit=1")).await.expect(200);
    assert_eq!(texts(&first, "title"), ["On ropes"]);
    assert_eq!(first.items()[0]["communityName"], "Long spans");
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let rest = bob.get(&format!("{path}?cursor={cursor}")).await.expect(200);
    assert_eq!(texts(&rest, "title"), ["On cables"]);
}

#[tokio::test]
async fn profile_that_is_not_open_or_visible_lists_nothing() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.app.clock.advance_by(Duration::seconds(1));
    set_audience(&bob, "private").await;
    hall.write_post(&bob, "Steel").await.expect(201);
    let user = hall.app.id_of(&bob).await;
    for list in ["posts", "articles"] {
        let path = format!("/api/users/{user}/{list}");
        assert!(cleo.get(&path).await.expect(200).items().is_empty(), "{list}");
        let unknown = format!("/api/users/{}/{list}", uuid::Uuid::now_v7());
        assert_eq!(cleo.get(&unknown).await.to_string(), "404 User not found", "{list}");
    }
    set_audience(&bob, "public").await;
    let path = format!("/api/users/{user}/posts");
    assert_eq!(cleo.get(&path).await.expect(200).items().len(), 1);
    let block = format!("/api/users/{}/block", hall.app.id_of(&cleo).await);
    bob.main().put(&block, json!({})).await.expect(200);
    let blocked = cleo.get(&path).await;
    assert!(blocked.status == 404 || blocked.items().is_empty(), "{blocked}");
}

#[tokio::test]
async fn directory_and_search_count_visible_common_affiliations_and_communities() {
    let hall = CommunityFixture::open().await;
    let app = &hall.app;
    let (bob, cleo) = (public_member(app, "bob").await, public_member(app, "cleo").await);
    for who in [&bob, &cleo] {
        join(&hall, who, &hall.community).await;
    }
    let second = app.community(&hall.ada, "Short spans", &[]).await;
    join(&hall, &bob, &second).await;
    let (oak, elm) = (app.affiliation("Oak House").await, app.affiliation("Elm House").await);
    for house in [&oak, &elm] {
        app.add_to_affiliation(&bob, house).await;
    }
    app.add_to_affiliation(&cleo, &oak).await;
    app.sql("UPDATE affiliation_members SET is_public = TRUE", vec![]).await;
    let shared = async |who: &Browser, name: &str| {
        let page = who.get("/api/directory?sort=nameAsc").await.expect(200);
        let item = page.items().iter().find(|item| item["firstName"] == name).cloned();
        item.unwrap()["shared"].clone()
    };
    let common = json!({ "affiliations": 1, "communities": 1 });
    assert_eq!(shared(&bob, "Cleo").await, common);
    assert_eq!(shared(&cleo, "Bob").await, common);
    assert_eq!(shared(&bob, "Bob").await, json!({ "affiliations": 0, "communities": 0 }));
    let found = bob.get("/api/search?q=cleo").await.expect(200).body.to_string();
    assert!(found.contains(r#""shared":{"affiliations":1,"communities":1}"#), "{found}");
    app.sql("UPDATE affiliation_members SET is_public = FALSE", vec![]).await;
    assert_eq!(shared(&bob, "Cleo").await, json!({ "affiliations": 0, "communities": 1 }));
}
