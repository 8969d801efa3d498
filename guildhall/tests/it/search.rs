//! Search: identical results on both databases, limited to content the user may see.

mod filters;
mod kinds;
mod refill;
mod spelling;

use crate::community_fixture::{CommunityFixture, start_thread, texts};
use crate::kit::{At, Browser, Reply, TestApp, email, uuid_of};
use insta::assert_snapshot;
use serde_json::{Value, json};

async fn find_page(who: &Browser, kind: &str, words: &str) -> Reply {
    who.get(&search_path(kind, words)).await.expect(200)
}

fn search_path(kind: &str, words: &str) -> String {
    let words: String = url::form_urlencoded::byte_serialize(words.as_bytes()).collect();
    format!("/api/search?type={kind}&q={words}")
}

async fn find(who: &Browser, kind: &str, words: &str) -> Vec<Value> {
    find_page(who, kind, words).await.items().clone()
}

async fn find_at(who: At<'_>, kind: &str, words: &str) -> Vec<Value> {
    who.get(&search_path(kind, words)).await.expect(200).items().clone()
}

async fn excerpts(who: &Browser, kind: &str, words: &str) -> Vec<String> {
    let of = |item: &Value| item["excerpt"].as_str().unwrap().to_owned();
    find(who, kind, words).await.iter().map(of).collect()
}

async fn first_names(who: &Browser, words: &str) -> Vec<String> {
    let of = |item: &Value| item["person"]["firstName"].as_str().unwrap().to_owned();
    find(who, "people", words).await.iter().map(of).collect()
}

/// Makes all profiles public.
async fn make_profiles_public(app: &TestApp) {
    let sql = "UPDATE users SET is_profile_private = FALSE";
    app.sql(sql, vec![]).await;
}

#[tokio::test]
async fn people_search_ranks_email_then_first_name_then_handle() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    for (name, handle) in
        [("sam", None), ("samuel", None), ("olga", Some("sam")), ("zoe", Some("samba"))]
    {
        let who = app.member(name).await;
        if let Some(handle) = handle {
            who.main().put("/api/me/handle", json!({ "handle": handle })).await.expect(200);
        }
    }
    assert!(first_names(&ada, "Sam").await.is_empty(), "private profiles are not found");
    make_profiles_public(&app).await;
    assert_eq!(first_names(&ada, "Sam").await, ["Sam", "Olga", "Samuel", "Zoe"]);
    assert_eq!(first_names(&ada, "@samb").await, ["Zoe"]);
    assert_eq!(first_names(&ada, &email("zoe")).await, ["Zoe"]);
    assert!(
        first_names(&ada, "zoe@people.exam").await.is_empty(),
        "email addresses match completely only"
    );
    assert!(first_names(&ada, "%").await.is_empty());
    assert!(first_names(&ada, "  ").await.is_empty());
    app.sql("UPDATE users SET is_profile_private = TRUE WHERE email LIKE 'samuel@%'", vec![]).await;
    assert_eq!(first_names(&ada, "samu").await, Vec::<String>::new());
    app.sql("UPDATE users SET first_name = 'Éloïse' WHERE email LIKE 'zoe@%'", vec![]).await;
    for typed in ["Éloïse", "ÉLO", "Éloïse tes"] {
        assert_eq!(first_names(&ada, typed).await, ["Éloïse"], "{typed}");
    }
    let refused = ada.get("/api/search?q=x&type=odd").await;
    assert_snapshot!(refused, @"422 Search looks for people, communities, posts or articles");
}

#[tokio::test]
async fn long_search_term_is_matched_as_id_before_words() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let id = hall.app.id_of(&hall.ada).await;
    make_profiles_public(&hall.app).await;
    assert_eq!(find(&bob, "all", &id).await[0]["person"]["firstName"], "Ada");
    let found = find(&bob, "all", &hall.community).await;
    assert_eq!((found.len(), &found[0]["type"]), (1, &json!("community")));
    let post = hall
        .write_post(&hall.ada, "Unreasonably long words of many letters")
        .await
        .expect(201)
        .id();
    assert_eq!(find(&bob, "all", &post).await[0]["type"], "post");
    assert_eq!(excerpts(&bob, "posts", "unreasonably long words").await.len(), 1);
    let olaf = hall.app.member("olaf").await;
    assert!(find(&olaf, "all", &post).await.is_empty());
}

#[tokio::test]
async fn post_search_matches_prefixes_of_all_words() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    for words in ["The **Suspension** bridge", "A bridge of stone", "Nothing of the kind"] {
        hall.write_post(&hall.ada, words).await.expect(201);
    }
    assert_eq!(
        excerpts(&bob, "posts", "bridg").await,
        ["A bridge of stone", "The Suspension bridge"]
    );
    assert_eq!(excerpts(&bob, "posts", "BRIDGE susp").await, ["The Suspension bridge"]);
    assert!(excerpts(&bob, "posts", "bridge nowhere").await.is_empty());
    for signs in ["' OR 1=1 --", "\"", "* : & | !", "bridge\" OR \"stone", hall.community.as_str()]
    {
        find(&bob, "posts", signs).await;
    }
    let post = &find(&bob, "posts", "stone").await[0];
    assert_eq!(
        (&post["communityName"], &post["threadCaption"]),
        (&json!("Long spans"), &json!("Cables"))
    );
    let path = format!("/api/posts/{}", post["id"].as_str().unwrap());
    hall.ada.patch(&path, json!({ "content": "A bridge of wood" })).await.expect(200);
    assert!(excerpts(&bob, "posts", "stone").await.is_empty());
    assert_eq!(excerpts(&bob, "posts", "wood").await, ["A bridge of wood"]);
    hall.ada.delete(&path).await.expect(200);
    assert!(excerpts(&bob, "posts", "wood").await.is_empty());
}

#[tokio::test]
async fn search_returns_only_content_the_user_may_read() {
    let hall = CommunityFixture::open().await;
    hall.write_post(&hall.ada, "Quartz early").await.expect(201);
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.write_post(&cleo, "Quartz late").await.expect(201);
    let article = json!({ "title": "Quartz", "content": "Of *minerals*" });
    cleo.post(&hall.path("/articles"), article).await.expect(201);
    let (olaf, sam) = (hall.app.member("olaf").await, hall.app.staff("sam").await);
    assert_eq!(excerpts(&bob, "posts", "quartz").await, ["Quartz late"]);
    assert_eq!(excerpts(&hall.ada, "posts", "quartz").await, ["Quartz late", "Quartz early"]);
    assert_eq!(excerpts(&sam, "posts", "quartz").await, ["Quartz late", "Quartz early"]);
    assert!(excerpts(&olaf, "posts", "quartz").await.is_empty());
    for (who, found) in [(&bob, 1), (&sam, 1), (&olaf, 0)] {
        assert_eq!(find(who, "articles", "mineral quartz").await.len(), found);
    }
    let all = bob.get("/api/search?q=quartz").await.expect(200);
    assert_eq!(texts(&all, "type"), ["post", "article"]);
    let block = format!("/api/users/{}/block", hall.app.id_of(&cleo).await);
    bob.main().put(&block, json!({})).await.expect(200);
    assert!(bob.get("/api/search?q=quartz").await.items().is_empty());
    cleo.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert!(excerpts(&cleo, "posts", "quartz").await.is_empty());
    cleo.post(&hall.path("/join"), json!({})).await.expect(200);
    assert!(
        excerpts(&cleo, "posts", "quartz").await.is_empty(),
        "posts from before rejoining are hidden"
    );
}

#[tokio::test]
async fn community_search_respects_visibility_and_site() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    app.make_everyone_premium().await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    for (name, visibility, linked) in [
        ("Weavers", "public", false),
        ("Weavers of Oak", "affiliations", true),
        ("Weaving in secret", "private", false),
    ] {
        let affiliations = if linked { vec![&oak.affiliation] } else { vec![] };
        let body = json!({
            "name": name, "description": "Looms and threads", "groupType": "community",
            "visibility": visibility, "affiliations": affiliations, "requireAllAffiliations": false,
        });
        app.clock.advance_by(chrono::Duration::minutes(61));
        ada.post("/api/communities", body).await.expect(201);
    }
    let names = |found: Vec<Value>| -> Vec<String> {
        found.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
    };
    let all = ["Weavers", "Weavers of Oak", "Weaving in secret"];
    assert_eq!(names(find(&ada, "communities", "weav").await), all);
    assert_eq!(names(find(&ada, "communities", "looms").await), all);
    assert_eq!(names(find(&ada, "communities", "threads oak").await), ["Weavers of Oak"]);
    assert_eq!(names(find(&bob, "communities", "weav").await), ["Weavers"]);
    let at_oak = ada.on("oak").get("/api/search?type=communities&q=weav").await.expect(200);
    assert_eq!(texts(&at_oak, "name"), ["Weavers of Oak"]);
    app.add_to_affiliation(&bob, &oak.affiliation).await;
    assert_eq!(names(find(&bob, "communities", "weav").await), ["Weavers", "Weavers of Oak"]);
}

#[tokio::test]
async fn portal_search_finds_posts_of_its_own_communities_only() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let ada = app.member("ada").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let linked: &[&str] = &[&oak.affiliation];
    for (name, affiliations) in [("Inside", linked), ("Outside", &[])] {
        let community = app.community(&ada, name, affiliations).await;
        let thread = start_thread(&ada, &community, "Thread").await.expect(201).id();
        let posts = format!("/api/communities/{community}/threads/{thread}/posts");
        ada.post(&posts, json!({ "content": format!("Quartz {name}") })).await.expect(201);
        app.clock.advance_by(chrono::Duration::seconds(1));
    }
    assert_eq!(excerpts(&ada, "posts", "quartz").await, ["Quartz Outside", "Quartz Inside"]);
    let at_oak = ada.on("oak").get("/api/search?type=posts&q=quartz").await.expect(200);
    assert_eq!(texts(&at_oak, "excerpt"), ["Quartz Inside"]);
}

#[tokio::test]
async fn deleted_community_is_not_found_by_search_or_feed() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let staff = hall.app.staff("staff").await;
    hall.write_post(&hall.ada, "Caissons below the river").await.expect(201);
    for who in [&bob, &staff] {
        assert_eq!(find(who, "all", "caissons").await.len(), 1);
        assert_eq!(find(who, "communities", "long spans").await.len(), 1);
    }
    let feed = async || bob.get("/api/feed").await.expect(200).items().len();
    assert_eq!(feed().await, 1);
    hall.app.mark_all_communities_deleted().await;
    for who in [&bob, &staff] {
        assert!(find(who, "all", "caissons").await.is_empty());
        assert!(find(who, "communities", "long spans").await.is_empty());
    }
    assert_eq!(feed().await, 0);
}
