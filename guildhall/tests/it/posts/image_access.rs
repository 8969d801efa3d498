//! Pictures of posts are served to the readers of their posts only, and deleted with what shows them (gap G-130).

use super::images::{is_stored, picture, post_with_images, upload};
use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use chrono::Duration;
use http::{Method, header};
use serde_json::json;

/// Uploads a picture: its id and its address.
async fn upload_picture(hall: &CommunityFixture, who: &Browser) -> (String, String) {
    let image = upload(hall, who, &picture(90), None).await.expect(201).body;
    (image["id"].as_str().unwrap().to_owned(), image["url"].as_str().unwrap().to_owned())
}

/// A post with a picture: the post's id and the picture's address.
async fn post_picture(hall: &CommunityFixture, who: &Browser) -> (String, String) {
    let (id, url) = upload_picture(hall, who).await;
    (post_with_images(hall, who, &[&id]).await.expect(201).id(), url)
}

async fn make_private(hall: &CommunityFixture) {
    hall.app.make_community_private(&hall.community).await;
}

/// Status of the picture for a user on the main site.
async fn status(who: &Browser, url: &str) -> u16 {
    who.get(url).await.status
}

async fn revalidate(who: &Browser, url: &str, tag: &str) -> Reply {
    let at = who.main();
    let request = at.request(Method::GET, url).header(header::IF_NONE_MATCH, tag);
    at.send(request.body(axum::body::Body::empty()).unwrap()).await
}

#[tokio::test]
async fn picture_is_served_to_members_only_for_any_visibility() {
    let hall = CommunityFixture::open().await;
    let (bob, olaf) = (hall.member("bob").await, hall.app.member("olaf").await);
    let staff = hall.app.staff("sam").await;
    let (_, url) = post_picture(&hall, &hall.ada).await;
    for private in [false, true] {
        if private {
            make_private(&hall).await;
        }
        for reader in [&hall.ada, &bob, &staff] {
            let served = reader.get(&url).await.expect(200);
            assert_eq!(served.header("cache-control"), "private, no-cache");
            assert_eq!(served.header("vary"), "cookie");
            assert_eq!(served.header("content-type"), "image/jpeg");
            assert!(served.header("content-security-policy").contains("sandbox"));
        }
        let visitor = hall.app.browser().get(&url).await;
        assert_eq!(visitor.to_string(), "401 User not authenticated");
        let absent = url.replace("/picture-", "/picture-0");
        let (refused, missing) = (olaf.get(&url).await, olaf.get(&absent).await);
        assert_eq!(refused.to_string(), "404 Not found");
        assert_eq!(refused.header("cache-control"), "no-store");
        assert_eq!(
            (refused.status, &refused.body["detail"], &refused.body["code"]),
            (missing.status, &missing.body["detail"], &missing.body["code"]),
            "the same answer as for an address that does not exist"
        );
    }
    for spelling in [
        url.replacen("/communities/", "/communities%2F", 1),
        url.replacen("/communities", "//communities", 1),
        url.replacen("/communities", "/users/../communities", 1),
        url.replacen("communities", "Communities", 1),
        url.replacen("/media", "/media/users/..", 1),
    ] {
        for who in [&olaf, &hall.app.browser()] {
            let answer = who.get(&spelling).await;
            assert!(answer.status >= 400 || !answer.header("content-type").starts_with("image/"));
        }
    }
}

#[tokio::test]
async fn former_member_gets_no_picture_even_with_a_cached_etag() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (_, url) = post_picture(&hall, &hall.ada).await;
    let tag = bob.get(&url).await.expect(200).header("etag").to_owned();
    let fresh = revalidate(&bob, &url, &tag).await.expect(304);
    assert_eq!((fresh.text.as_str(), fresh.header("etag")), ("", tag.as_str()));
    assert_eq!(fresh.header("cache-control"), "private, no-cache");
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert_eq!(revalidate(&bob, &url, &tag).await.status, 404);
    assert_eq!(status(&bob, &url).await, 404);
}

#[tokio::test]
async fn a_picture_is_hidden_from_those_who_do_not_read_its_post() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (_, url) = post_picture(&hall, &hall.ada).await;
    let (_, by_bob) = post_picture(&hall, &bob).await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let late = hall.member("late").await;
    assert_eq!(status(&late, &url).await, 404, "posted before they joined");
    let cleo = hall.member("cleo").await;
    let block = format!("/api/users/{}/block", hall.app.id_of(&bob).await);
    let (_, by_cleo) = post_picture(&hall, &cleo).await;
    assert_eq!(status(&bob, &by_cleo).await, 200);
    cleo.main().put(&block, json!({})).await.expect(200);
    assert_eq!(status(&bob, &by_cleo).await, 404, "a block works both ways");
    assert_eq!(status(&hall.ada, &by_bob).await, 200);
}

#[tokio::test]
async fn unattached_picture_is_visible_to_its_uploader_only() {
    let hall = CommunityFixture::open().await;
    let (bob, staff) = (hall.member("bob").await, hall.app.staff("sam").await);
    let (_, url) = upload_picture(&hall, &bob).await;
    assert_eq!(status(&bob, &url).await, 200);
    for other in [&hall.ada, &staff] {
        assert_eq!(status(other, &url).await, 404);
    }
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert_eq!(status(&bob, &url).await, 404);
}

#[tokio::test]
async fn a_portal_serves_pictures_of_its_own_communities_only() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await.affiliation;
    let elm = app.portal("Elm Court", "elm").await.affiliation;
    let ada = app.member("ada").await;
    for affiliation in [&oak, &elm] {
        app.add_to_affiliation(&ada, affiliation).await;
    }
    let community = app.community(&ada, "Acorns", &[&oak]).await;
    let thread = start_thread(&ada, &community, "Cables").await.expect(201).id();
    let hall = CommunityFixture { app, ada, community, thread };
    let (_, url) = post_picture(&hall, &hall.ada).await;
    assert_eq!(status(&hall.ada, &url).await, 200);
    for (portal, expected) in [("oak", 200), ("elm", 404)] {
        hall.app.transfer(&hall.ada, portal).await;
        assert_eq!(hall.ada.on(portal).get(&url).await.status, expected, "{portal}");
    }
    assert_eq!(hall.app.browser().on("oak").get(&url).await.status, 401);
}

#[tokio::test]
async fn a_picture_is_deleted_with_a_post_that_a_moderator_removes() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (post, url) = post_picture(&hall, &bob).await;
    hall.write_reply(&hall.ada, &post, "A reply keeps an empty place").await.expect(201);
    let path = format!("/api/posts/{post}/removal");
    hall.ada.post(&path, json!({ "reason": "Off topic" })).await.expect(200);
    assert_eq!(status(&bob, &url).await, 404, "at once");
    hall.app.work().await;
    assert!(!is_stored(&hall, &url).await);
}

#[tokio::test]
async fn pictures_are_deleted_with_their_community() {
    let hall = CommunityFixture::open().await;
    let (_, posted) = post_picture(&hall, &hall.ada).await;
    let (_, unused) = upload_picture(&hall, &hall.ada).await;
    // An object that no row names, as an older version could leave one.
    let stray = format!("communities/{}/picture-stray.jpg", hall.community).parse().unwrap();
    let blob = hall.app.services().blob();
    blob.put(&stray, "stray".into(), "image/jpeg").await.unwrap();
    hall.ada.post(&hall.path("/deletion"), json!({})).await.expect(200);
    assert_eq!(status(&hall.ada, &posted).await, 404, "at once");
    hall.app.work().await;
    for url in [&posted, &unused, &format!("/media/{stray}")] {
        assert!(!is_stored(&hall, url).await, "{url}");
    }
}

#[tokio::test]
async fn an_account_is_deleted_with_its_unused_pictures_but_not_those_in_posts() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (_, posted) = post_picture(&hall, &bob).await;
    bob.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    hall.app.clock.advance_by(Duration::days(7) - Duration::minutes(5));
    hall.app.work().await;
    // Uploaded just before the deletion, and not yet swept.
    hall.app.sign_in(&hall.ada, "localhost", "ada").await;
    let id = uuid_of(&hall.app.id_of(&hall.ada).await);
    let (unused, url) = upload_picture(&hall, &hall.ada).await;
    let sql = "UPDATE post_images SET uploader_id = (SELECT id FROM users \
        WHERE deletion_due_at IS NOT NULL) WHERE id = $1 AND uploader_id = $2";
    hall.app.sql(sql, vec![uuid_of(&unused).into(), id.into()]).await;
    hall.app.clock.advance_by(Duration::minutes(10));
    hall.app.work().await;
    assert!(!is_stored(&hall, &url).await);
    assert_eq!(status(&hall.ada, &posted).await, 200);
    assert!(is_stored(&hall, &posted).await);
}

#[tokio::test]
async fn a_repeated_upload_restores_the_object_of_an_interrupted_one() {
    let hall = CommunityFixture::open().await;
    let key = uuid::Uuid::now_v7().to_string();
    let first = upload(&hall, &hall.ada, &picture(90), Some(&key)).await.expect(201).body;
    let url = first["url"].as_str().unwrap();
    let object = url.strip_prefix("/media/").unwrap().parse().unwrap();
    // As if the process had ended between the row and the object.
    hall.app.services().blob().delete(&object).await.unwrap();
    let again = upload(&hall, &hall.ada, &picture(90), Some(&key)).await.expect(201).body;
    assert_eq!(again, first);
    assert_eq!(status(&hall.ada, url).await, 200);
}

#[tokio::test]
async fn data_export_lists_the_pictures_that_its_owner_uploaded() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let (post, url) = post_picture(&hall, &bob).await;
    post_picture(&hall, &hall.ada).await;
    let asked = bob.post("/api/me/export", json!({})).await.expect(200).id();
    hall.app.work().await;
    let key = format!("users/{}/export-{asked}.zip", hall.app.id_of(&bob).await).parse().unwrap();
    let stored = hall.app.services().blob().get(&key).await.unwrap().unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(stored.bytes)).unwrap();
    let posts = std::io::read_to_string(archive.by_name("posts.json").unwrap()).unwrap();
    let posts: serde_json::Value = serde_json::from_str(&posts).unwrap();
    let images = posts["images"].as_array().unwrap();
    assert_eq!(images.len(), 1);
    assert_eq!((&images[0]["address"], &images[0]["postId"]), (&json!(url), &json!(post)));
}
