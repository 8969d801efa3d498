//! Articles: writing, reading, drafts, comments, likes, reactions, views, reports and public sharing.

use crate::community_fixture::{CommunityFixture, texts};
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use platform::db::count_queries;
use serde_json::{Value, json};
use uuid::Uuid;

async fn post_article(hall: &CommunityFixture, who: &Browser, title: &str, content: &str) -> Reply {
    who.post(&hall.path("/articles"), json!({ "title": title, "content": content })).await
}

async fn create_article(hall: &CommunityFixture, who: &Browser) -> String {
    let article =
        post_article(hall, who, "On cables", "## Steel\n\nIt *sings*.").await.expect(201).id();
    format!("/api/articles/{article}")
}

#[tokio::test]
async fn article_can_be_created_listed_edited_and_deleted_by_its_author() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut stream = hall.ada.live().await;
    stream.until("hello").await;
    let key = Uuid::now_v7().to_string();
    let body =
        json!({ "title": "On cables", "content": "## Steel\n\nIt *sings*. [x](javascript:x)" });
    let main = bob.main();
    let refused = main.post_keyed(&hall.path("/articles"), &key, body).await;
    assert_snapshot!(refused, @"422 Content contains potentially harmful code");
    let body = json!({ "title": "On cables", "content": "## Steel\n\nIt *sings*; `ls` | more" });
    let made = main.post_keyed(&hall.path("/articles"), &key, body.clone()).await.expect(201).body;
    assert_eq!(made["html"], "<h2>Steel</h2>\n<p>It <em>sings</em>; <code>ls</code> | more</p>\n");
    assert_eq!(made["excerpt"], "Steel It sings; ls | more");
    let again = main.post_keyed(&hall.path("/articles"), &key, body).await.expect(201);
    assert_eq!(
        (again.body["id"].clone(), again.header("idempotency-replayed")),
        (made["id"].clone(), "true")
    );
    let event = stream.until("article.created").await;
    assert_eq!(event["articleId"], made["id"]);
    let path = format!("/api/articles/{}", made["id"].as_str().unwrap());
    let listed = hall.ada.get(&hall.path("/articles")).await.expect(200);
    assert_eq!((listed.items().len(), &listed.items()[0]["title"]), (1, &json!("On cables")));
    assert_eq!(listed.items()[0]["content"], Value::Null, "a list has no whole texts");
    hall.app.clock.advance_by(chrono::Duration::seconds(5));
    assert_snapshot!(hall.ada.patch(&path, json!({ "title": "x" })).await, @"403 You can only change your own articles");
    let changed = bob.patch(&path, json!({ "title": "On ropes" })).await.expect(200).body;
    assert_eq!((&changed["title"], &changed["content"]), (&json!("On ropes"), &made["content"]));
    assert_eq!((&changed["isEdited"], &changed["created"]), (&json!(true), &made["created"]));
    assert_ne!(changed["lastUpdated"], made["lastUpdated"]);
    stream.until("article.updated").await;
    assert_snapshot!(hall.ada.delete(&path).await, @"403 You can only change your own articles");
    bob.delete(&path).await.expect(204);
    stream.until("article.removed").await;
    assert_snapshot!(bob.get(&path).await, @"404 Article not found");
    assert!(hall.ada.get(&hall.path("/articles")).await.items().is_empty());
}

#[tokio::test]
async fn article_refusals_have_the_specified_messages() {
    let hall = CommunityFixture::open().await;
    let olaf = hall.app.member("olaf").await;
    assert_snapshot!(post_article(&hall, &hall.ada, "", "x").await, @"422 Input is required");
    assert_snapshot!(post_article(&hall, &hall.ada, &"t".repeat(201), "x").await, @"422 Title too long (max 200 characters)");
    assert_snapshot!(post_article(&hall, &hall.ada, "T", "").await, @"422 Input is required");
    let long = post_article(&hall, &hall.ada, "T", &"word ".repeat(1601)).await;
    assert_snapshot!(long, @"422 Article exceeds maximum length of 1600 words");
    for n in 0..5 {
        hall.write_post(&hall.ada, &format!("Post {n}")).await.expect(201);
    }
    // The limit of posts and replies is separate.
    post_article(&hall, &hall.ada, &"t".repeat(200), &"word ".repeat(1600)).await.expect(201);
    assert_snapshot!(post_article(&hall, &olaf, "T", "x").await, @"403 User is not a member of this community");
    assert_snapshot!(olaf.get(&hall.path("/articles")).await, @"403 Unable to load articles. Please check your permissions.");
    hall.time_out(&hall.ada, 5).await;
    assert_snapshot!(post_article(&hall, &hall.ada, "T", "x").await, @"403 You are currently timed out from this community");
    hall.app.clock.advance_by(chrono::Duration::minutes(6));
    hall.app.make_table_unavailable("articles").await;
    assert_snapshot!(post_article(&hall, &hall.ada, "T", "x").await, @"500 Failed to create article");
}

#[tokio::test]
async fn articles_are_paged_by_ten_and_hidden_from_members_who_joined_later() {
    let hall = CommunityFixture::open().await;
    for n in 0..12 {
        hall.app.clock.advance_by(chrono::Duration::seconds(20));
        post_article(&hall, &hall.ada, &format!("Article {n}"), "x").await.expect(201);
    }
    let first = hall.ada.get(&hall.path("/articles")).await.expect(200);
    assert_eq!((first.items().len(), texts(&first, "title")[0].as_str()), (10, "Article 11"));
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let second = hall.ada.get(&format!("{}?cursor={cursor}", hall.path("/articles"))).await;
    assert_eq!(texts(&second, "title"), ["Article 1", "Article 0"]);
    let bob = hall.member("bob").await;
    assert!(bob.get(&hall.path("/articles")).await.items().is_empty());
    let early = format!("/api/articles/{}", first.items()[0]["id"].as_str().unwrap());
    for answer in [bob.get(&early).await, bob.post(&format!("{early}/like"), json!({})).await] {
        assert_eq!(answer.to_string(), "404 Article not found");
    }
    hall.app.clock.advance_by(chrono::Duration::minutes(1));
    post_article(&hall, &hall.ada, "After", "x").await.expect(201);
    assert_eq!(texts(&bob.get(&hall.path("/articles")).await, "title"), ["After"]);
    let block = format!("/api/users/{}/block", hall.app.id_of(&hall.ada).await);
    bob.main().put(&block, json!({})).await.expect(200);
    assert!(bob.get(&hall.path("/articles")).await.items().is_empty());
}

#[tokio::test]
async fn drafts_are_visible_to_their_author_only_and_deleted_on_publish() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let new = hall.path("/article-draft");
    assert_eq!(bob.get(&new).await.expect(200).body, json!({ "draft": null }));
    for words in ["One", "One two"] {
        bob.main().put(&new, json!({ "title": "T", "content": words })).await.expect(200);
    }
    assert_eq!(bob.get(&new).await.body["draft"]["content"], "One two");
    assert_eq!(hall.ada.get(&new).await.body["draft"], Value::Null);
    let article = create_article(&hall, &bob).await;
    assert_eq!(bob.get(&new).await.body["draft"], Value::Null, "it is written");
    let draft = format!("{article}/draft");
    bob.main().put(&draft, json!({ "title": "T", "content": "Changed" })).await.expect(200);
    bob.main().put(&new, json!({ "title": "Next", "content": "" })).await.expect(200);
    assert_eq!(bob.get(&draft).await.body["draft"]["content"], "Changed");
    assert_snapshot!(hall.ada.get(&draft).await, @"403 You can only change your own articles");
    bob.patch(&article, json!({ "content": "Changed" })).await.expect(200);
    assert_eq!(bob.get(&draft).await.body["draft"], Value::Null);
    assert_eq!(bob.get(&new).await.body["draft"]["title"], "Next");
    bob.delete(&new).await.expect(204);
    assert_eq!(hall.rows("article_drafts").await, 0);
}

#[tokio::test]
async fn drafts_have_their_own_limit_of_sixty_per_minute() {
    let hall = CommunityFixture::open().await;
    let new = hall.path("/article-draft");
    let keep = async |n: usize| {
        let text = json!({ "title": "T", "content": format!("{n} words") });
        hall.ada.main().put(&new, text).await
    };
    for n in 0..59 {
        keep(n).await.expect(200);
    }
    hall.ada.delete(&new).await.expect(204);
    for refused in [keep(60).await, hall.ada.delete(&new).await] {
        assert!(refused.to_string().starts_with("429 Rate limit exceeded. Try again at "));
    }
    create_article(&hall, &hall.ada).await;
    hall.app.clock.advance_by(Duration::seconds(61));
    keep(61).await.expect(200);
}

#[tokio::test]
async fn comments_are_validated_like_replies_and_can_be_removed_by_admins() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let article = create_article(&hall, &hall.ada).await;
    let path = format!("{article}/comments");
    let say = |words: String| {
        let (bob, path) = (bob.clone(), path.clone());
        async move { bob.post(&path, json!({ "content": words })).await }
    };
    assert_snapshot!(say(" ".into()).await, @"422 Message cannot be empty");
    assert_snapshot!(say("c".repeat(5001)).await, @"422 Message too long (max 5000 characters)");
    let running = say("<script>x()</script>".into()).await;
    assert_snapshot!(running, @"422 Content contains potentially harmful code");
    let comment = say("**Fine** <h1>work</h1>".into()).await.expect(201).body;
    assert_eq!(comment["content"], "**Fine** <h1>work</h1>");
    // Shell metacharacters are refused in posts and messages only.
    say("`Second`; $(sic) -- a | b".into()).await.expect(201);
    let said = texts(&cleo.get(&path).await, "content");
    assert_eq!(said, ["**Fine** <h1>work</h1>", "`Second`; $(sic) -- a | b"]);
    assert_eq!(cleo.get(&article).await.body["commentCount"], 2);
    let own = format!("{path}/{}", comment["id"].as_str().unwrap());
    assert_snapshot!(cleo.delete(&own).await, @"403 You can only change your own articles");
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let removal = format!("{own}/removal");
    assert_snapshot!(hall.ada.delete(&own).await, @"403 You can only change your own articles");
    let refused = hall.ada.post(&removal, json!({ "reason": " " })).await;
    assert_snapshot!(refused, @"422 Content cannot be empty");
    assert_eq!(refused.body["errors"][0]["field"], "reason");
    let refused = cleo.post(&removal, json!({ "reason": "x" })).await;
    assert_snapshot!(refused, @"403 Admin privileges required");
    hall.ada.post(&removal, json!({ "reason": "Off topic" })).await.expect(204);
    let notice = stream.until("notification.created").await["notification"].clone();
    assert_eq!(
        (&notice["title"], &notice["message"]),
        (&json!("Your comment was removed"), &json!("Long spans: Off topic"))
    );
    assert_eq!(notice["data"]["commentId"], comment["id"]);
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'comment.remove' \
        AND reason = 'Off topic' AND subject_id = $1";
    let id = comment["id"].as_str().unwrap();
    assert_eq!(hall.app.count(audited, vec![id.into()]).await, 1);
    assert_snapshot!(bob.delete(&own).await, @"404 Comment not found");
    let again = hall.ada.post(&removal, json!({ "reason": "Off topic" })).await;
    assert_snapshot!(again, @"404 Comment not found");
    assert_eq!(cleo.get(&article).await.body["commentCount"], 1);
    let block = format!("/api/users/{}/block", hall.app.id_of(&bob).await);
    cleo.main().put(&block, json!({})).await.expect(200);
    assert!(cleo.get(&path).await.items().is_empty());
}

#[tokio::test]
async fn trustee_removes_a_comment_written_before_they_joined() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let article = create_article(&hall, &bob).await;
    let path = format!("{article}/comments");
    let comment = bob.post(&path, json!({ "content": "Rude" })).await.expect(201).id();
    let cleo = hall.member("cleo").await;
    hall.set_role(&cleo, "trustee").await;
    assert_eq!(cleo.get(&path).await.status, 404, "she joined later");
    let removal = format!("{path}/{comment}/removal");
    cleo.post(&removal, json!({ "reason": "Reported" })).await.expect(204);
    assert!(bob.get(&path).await.expect(200).items().is_empty());
}

#[tokio::test]
async fn likes_reactions_and_daily_views_are_counted_per_person() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let article = create_article(&hall, &hall.ada).await;
    let (likes, reactions) = (format!("{article}/like"), format!("{article}/reactions"));
    join_all((0..5).map(|_| async { bob.post(&likes, json!({})).await.expect(200) })).await;
    hall.ada.post(&likes, json!({})).await.expect(200);
    let shown = bob.get(&article).await.expect(200).body;
    assert_eq!((&shown["likes"], &shown["likedByMe"]), (&json!(2), &json!(true)));
    assert_eq!(shown["likedBy"].as_array().unwrap().len(), 2);
    assert_snapshot!(bob.post(&reactions, json!({ "emoji": "🦄" })).await, @"422 This reaction is not available");
    let left = bob.post(&reactions, json!({ "emoji": "👏" })).await.expect(200).body;
    assert_eq!(left["reactions"][0], json!({ "emoji": "👏", "count": 1, "mine": true }));
    assert_eq!(left["reactions"].as_array().unwrap().len(), 6);
    let taken = bob.post(&reactions, json!({ "emoji": "👏" })).await.expect(200).body;
    assert_eq!(taken["reactions"][0]["count"], 0);
    let views = |who: Browser| {
        let article = article.clone();
        async move { who.get(&article).await.expect(200).body["views"].clone() }
    };
    assert_eq!(views(bob.clone()).await, 1, "counted once a day");
    assert_eq!(views(hall.ada.clone()).await, 1, "an author does not count");
    hall.app.clock.advance_by(chrono::Duration::hours(24));
    let bob = hall.app.browser();
    hall.app.sign_in(&bob, "localhost", "bob").await;
    assert_eq!(views(bob).await, 2);
}

#[tokio::test]
async fn open_report_flags_article_and_admin_removal_deletes_it() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let article = create_article(&hall, &bob).await;
    let cleo = hall.member("cleo").await;
    assert_snapshot!(cleo.get(&article).await, @"404 Article not found");
    let report = |who: Browser| {
        let path = format!("{article}/reports");
        async move { who.post(&path, json!({ "reason": "Wrong" })).await }
    };
    let sent = report(hall.ada.clone()).await.expect(201).id();
    assert_eq!(hall.ada.get(&article).await.body["flaggedForReview"], true);
    assert_eq!(bob.get(&article).await.body["flaggedForReview"], false);
    let queued = hall.ada.get(&hall.path("/reports")).await.items()[0].clone();
    assert_eq!(
        (&queued["subjectKind"], &queued["excerpt"]),
        (&json!("article"), &json!("On cables: Steel It sings."))
    );
    hall.ada.post(&format!("/api/reports/{sent}/dismiss"), json!({})).await.expect(200);
    assert_eq!(hall.ada.get(&article).await.body["flaggedForReview"], false);
    let removal = format!("{article}/removal");
    assert_snapshot!(bob.post(&removal, json!({ "reason": "x" })).await, @"403 Admin privileges required");
    let mut stream = bob.live().await;
    stream.until("hello").await;
    hall.ada.post(&removal, json!({ "reason": "Wrong" })).await.expect(204);
    let notice = stream.until("notification.created").await["notification"].clone();
    assert_eq!(
        (&notice["title"], &notice["message"]),
        (&json!("Your article was removed"), &json!("Long spans: Wrong"))
    );
    assert_snapshot!(bob.get(&article).await, @"404 Article not found");
}

async fn shared_article(app: &TestApp, host: &str, article: &str) -> Reply {
    let path = article.replace("/api/articles/", "/api/shared/");
    app.browser().at_host(host).get(&path).await
}

#[tokio::test]
async fn visitors_read_public_and_shared_articles_only() {
    let hall = CommunityFixture::open().await;
    let article = create_article(&hall, &hall.ada).await;
    let open = shared_article(&hall.app, "localhost", &article).await.expect(200).body;
    assert_eq!(open["title"], "On cables");
    assert_eq!(
        (&open["authorName"], &open["communityName"]),
        (&json!("Ada Tester"), &json!("Long spans"))
    );
    assert_eq!(
        (&open["description"], &open["html"]),
        (&json!("Steel It sings."), &json!("<h2>Steel</h2>\n<p>It <em>sings</em>.</p>\n"))
    );
    let url = open["canonicalUrl"].as_str().unwrap();
    assert!(url.starts_with("http://localhost:8080/shared/"), "{url}");
    hall.app.make_all_communities_private().await;
    assert_snapshot!(shared_article(&hall.app, "localhost", &article).await, @"404 Article not found");
    hall.ada.patch(&article, json!({ "shared": true })).await.expect(200);
    let shared = shared_article(&hall.app, "localhost", &article).await.expect(200).body;
    assert_eq!(shared["title"], "On cables");
    assert_eq!(shared["communityName"], Value::Null, "the community itself is not shared");
    let nowhere = format!("/api/articles/{}", hall.community);
    assert_snapshot!(shared_article(&hall.app, "localhost", &nowhere).await, @"404 Article not found");
}

#[tokio::test]
async fn unshared_deleted_and_unknown_articles_answer_identically() {
    let hall = CommunityFixture::open().await;
    hall.app.portal("Elm House", "elm").await;
    let (private, deleted, elsewhere) = (
        create_article(&hall, &hall.ada).await,
        create_article(&hall, &hall.ada).await,
        create_article(&hall, &hall.ada).await,
    );
    hall.ada.patch(&deleted, json!({ "shared": true })).await.expect(200);
    hall.ada.delete(&deleted).await.expect(204);
    hall.ada.patch(&elsewhere, json!({ "shared": true })).await.expect(200);
    hall.app.make_all_communities_private().await;
    let id = private.replace("/api/articles/", "");
    let of = |id: &str| format!("/api/articles/{id}");
    let answer = async |host: &str, article: &str| {
        let (Reply { status, body, .. }, statements) =
            count_queries(shared_article(&hall.app, host, article)).await;
        (status, body, statements)
    };
    let expected = answer("localhost", &private).await;
    assert_eq!((expected.0, &expected.1["code"]), (404, &json!("article-not-found")));
    for unshared in [&deleted, &of(&hall.community), &of(&"0".repeat(32))] {
        assert_eq!(answer("localhost", unshared).await, expected, "{unshared}");
    }
    for malformed in ["x", "%FF", "0", &id[1..], &format!("{id}0"), "'%20OR%20'1'='1"] {
        let (status, body, _) = answer("localhost", &of(malformed)).await;
        assert_eq!((status, body), (expected.0, expected.1.clone()), "{malformed}");
    }
    let (status, body, _) = answer("elm.localhost", &elsewhere).await;
    assert_eq!((status, body), (expected.0, expected.1.clone()), "of another site");
    hall.app.mark_all_communities_deleted().await;
    assert_eq!(answer("localhost", &elsewhere).await, expected, "of a deleted community");
}

#[tokio::test]
async fn canonical_url_of_an_article_is_on_its_communitys_portal() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.portal("Oak House", "oak").await, app.portal("Elm House", "elm").await);
    let ada = app.member("ada").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    let community = app.community(&ada, "Long spans", &[&oak.affiliation]).await;
    let path = format!("/api/communities/{community}/articles");
    let body = json!({ "title": "On cables", "content": "x" });
    let article = format!("/api/articles/{}", ada.post(&path, body).await.expect(201).id());
    let canonical = |host: &'static str| {
        let (app, article) = (&app, &article);
        async move {
            let shown = shared_article(app, host, article).await.expect(200);
            shown.body["canonicalUrl"].as_str().unwrap().to_owned()
        }
    };
    let at_oak = canonical("localhost").await;
    assert!(at_oak.starts_with("http://oak.localhost:8080/shared/"), "{at_oak}");
    assert_eq!(canonical("oak.localhost").await, at_oak);
    assert_eq!(shared_article(&app, "elm.localhost", &article).await.status, 404);
    app.add_domain(&oak, "members.oak.example").await;
    assert!(canonical("localhost").await.starts_with("http://members.oak.example:8080/shared/"));
    let sql = "INSERT INTO community_affiliations (community_id, affiliation_id) VALUES ($1, $2)";
    let both = vec![uuid_of(&community).into(), uuid_of(&elm.affiliation).into()];
    app.sql(sql, both).await;
    assert!(canonical("elm.localhost").await.starts_with("http://localhost:8080/shared/"));
}

/// The HTML page of a shared article, as a link preview fetches it.
async fn share_page(app: &TestApp, host: &str, article: &str) -> String {
    let path = article.replace("/api/articles/", "/shared/");
    app.browser().at_host(host).get(&path).await.expect(200).text
}

#[tokio::test]
async fn share_page_has_title_description_and_canonical_link_on_every_site() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    app.portal("Elm House", "elm").await;
    let ada = app.member("ada").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    let community = app.community(&ada, "Long spans", &[&oak.affiliation]).await;
    let path = format!("/api/communities/{community}/articles");
    let body = json!({ "title": "On cables", "content": "It *sings*." });
    let article = format!("/api/articles/{}", ada.post(&path, body).await.expect(201).id());
    // A title stored before such titles were refused.
    app.sql("UPDATE articles SET title = $1", vec!["Cables & </title>\"<script>".into()]).await;
    app.add_domain(&oak, "members.oak.example").await;
    let id = article.replace("/api/articles/", "");
    let canonical = format!("http://members.oak.example:8080/shared/{id}");
    for host in ["localhost", "members.oak.example"] {
        let shown = share_page(&app, host, &article).await;
        assert!(shown.contains("<title>Cables &amp; &lt;/title&gt;&quot;&lt;script&gt; · "));
        assert_eq!((shown.matches("</title>").count(), shown.matches("<script>").count()), (1, 0));
        assert!(shown.contains("<meta property=\"og:description\" content=\"It sings.\">"));
        assert!(shown.contains("<meta property=\"article:author\" content=\"Ada Tester\">"));
        assert!(shown.contains(&format!("<link rel=\"canonical\" href=\"{canonical}\">")));
        assert!(!shown.contains("noindex"));
    }
    let elsewhere = share_page(&app, "elm.localhost", &article).await;
    assert!(elsewhere.contains("noindex") && !elsewhere.contains("Cables"));
    app.make_all_communities_private().await;
    app.sql("UPDATE articles SET shared = TRUE", vec![]).await;
    let shared = share_page(&app, "localhost", &article).await;
    assert!(shared.contains("It sings.") && !shared.contains("Long spans"));
    app.sql("UPDATE articles SET shared = FALSE", vec![]).await;
    let shut = share_page(&app, "localhost", &article).await;
    assert!(shut.contains("noindex") && shut.contains("<title>Guildhall</title>"));
    for word in ["Cables", "sings", "Ada", "canonical"] {
        assert!(!shut.contains(word), "{word}");
    }
}

#[tokio::test]
async fn community_total_articles_follows_create_and_delete() {
    let hall = CommunityFixture::open().await;
    let count =
        async || hall.ada.get(&hall.path("")).await.expect(200).body["totalArticles"].clone();
    assert_eq!(count().await, 0);
    let (article, _other) =
        (create_article(&hall, &hall.ada).await, create_article(&hall, &hall.ada).await);
    assert_eq!(count().await, 2);
    let mine = hall.ada.get("/api/communities").await.expect(200);
    assert_eq!(mine.items()[0]["totalArticles"], 2);
    hall.ada.delete(&article).await.expect(204);
    assert_eq!(count().await, 1);
}
