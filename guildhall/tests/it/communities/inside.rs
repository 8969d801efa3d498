//! Members, threads and articles on the community page.

use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, uuid_of};
use chrono::Duration;
use serde_json::{Value, json};

/// Fields shown to members only, and only on the community's own page.
const MEMBER_FIELDS: [&str; 6] =
    ["admins", "members", "memberJoinDates", "threadIds", "threadCaptions", "articleIds"];

async fn page(hall: &CommunityFixture, who: &Browser) -> Value {
    who.get(&hall.path("")).await.expect(200).body
}

async fn create_article(hall: &CommunityFixture, who: &Browser, title: &str) -> String {
    let article = json!({ "title": title, "content": "Steel" });
    who.post(&hall.path("/articles"), article).await.expect(201).id()
}

#[tokio::test]
async fn community_page_lists_members_threads_and_articles_to_members_only() {
    let hall = CommunityFixture::open().await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let (bob, otto) = (hall.member("bob").await, hall.app.member("otto").await);
    hall.app.clock.advance_by(Duration::seconds(1));
    let beams = start_thread(&hall.ada, &hall.community, "Beams").await.expect(201).id();
    hall.app.clock.advance_by(Duration::seconds(1));
    let post = hall.write_post(&hall.ada, "One").await.expect(201).id();
    hall.write_reply(&bob, &post, "Two").await.expect(201);
    let first = create_article(&hall, &hall.ada, "On cables").await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let second = create_article(&hall, &bob, "On beams").await;
    let (ada_id, bob_id) = (hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await);
    let seen = page(&hall, &bob).await;
    assert_eq!((&seen["admins"], &seen["members"]), (&json!([ada_id]), &json!([ada_id, bob_id])));
    let joined = seen["memberJoinDates"].as_object().unwrap();
    assert_eq!((joined.len(), &joined[&bob_id]), (2, &seen["viewer"]["joinedAt"]));
    assert_eq!(joined[&ada_id], page(&hall, &hall.ada).await["viewer"]["joinedAt"]);
    assert_eq!(seen["threadIds"], json!([hall.thread, beams]));
    assert_eq!(seen["threadCaptions"], json!(["Cables", "Beams"]));
    assert_eq!(seen["articleIds"], json!([second, first]));
    assert_eq!(seen["totalMessages"], 2);
    let outside = page(&hall, &otto).await;
    for field in MEMBER_FIELDS {
        assert!(outside[field].as_object().is_none_or(serde_json::Map::is_empty), "{field}");
        assert!(outside[field].as_array().is_none_or(Vec::is_empty), "{field}");
        assert_eq!(bob.get("/api/communities").await.items()[0][field], Value::Null, "{field}");
    }
    assert_eq!(outside["totalMessages"], 0);
    assert_eq!(page(&hall, &hall.app.staff("sam").await).await["members"], seen["members"]);
}

#[tokio::test]
async fn community_page_omits_earlier_articles_and_blocked_people() {
    let hall = CommunityFixture::open().await;
    create_article(&hall, &hall.ada, "Before").await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.app.clock.advance_by(Duration::seconds(1));
    let after = create_article(&hall, &hall.ada, "After").await;
    let of_cleo = create_article(&hall, &cleo, "Of cleo").await;
    let cleo_id = hall.app.id_of(&cleo).await;
    let named = async |who| {
        let seen = page(&hall, who).await;
        let people = (seen["members"].clone(), seen["memberJoinDates"][&cleo_id] != Value::Null);
        (people.0.as_array().unwrap().len(), people.1, seen["articleIds"].clone())
    };
    let (count, has_cleo, articles) = named(&bob).await;
    assert_eq!((count, has_cleo, articles.as_array().unwrap().len()), (3, true, 2));
    let block = format!("/api/users/{cleo_id}/block");
    bob.main().put(&block, json!({})).await.expect(200);
    assert_eq!(named(&bob).await, (2, false, json!([after])));
    assert_eq!(named(&cleo).await.0, 2);
    let (count, has_cleo, articles) = named(&hall.ada).await;
    assert_eq!((count, has_cleo, articles.as_array().unwrap().len()), (3, true, 3));
    assert!(articles.as_array().unwrap().contains(&json!(of_cleo)));
}

#[tokio::test]
async fn community_page_lists_at_most_fifty_of_each() {
    let hall = CommunityFixture::open().await;
    hall.app.clock.advance_by(Duration::seconds(1));
    hall.app.crowd(&hall.ada, "localhost", 51).await;
    let join = "INSERT INTO community_members (community_id, user_id, role, joined_at) \
        SELECT $1, id, 'member', $2 FROM users WHERE email LIKE 'crowd-%'";
    let (community, now) = (uuid_of(&hall.community), hall.app.clock.now());
    hall.app.sql(join, vec![community.into(), now.into()]).await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let bob = hall.member("bob").await;
    hall.set_role(&bob, "admin").await;
    let (ada_id, bob_id) = (hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await);
    let thread = "INSERT INTO threads (id, community_id, caption, numposts, created, last_updated) \
        VALUES ($1, $2, 'Beams', 0, $3, $3)";
    for _ in 0..50 {
        let values = vec![uuid::Uuid::now_v7().into(), community.into(), now.into()];
        hall.app.sql(thread, values).await;
    }
    let seen = page(&hall, &bob).await;
    let of = |field: &str| seen[field].as_array().unwrap().clone();
    assert_eq!((of("members").len(), &of("members")[0]), (50, &json!(ada_id)));
    assert!(!of("members").contains(&json!(bob_id)), "he joined last");
    assert_eq!(of("admins"), [json!(ada_id), json!(bob_id)]);
    let joined = seen["memberJoinDates"].as_object().unwrap();
    assert_eq!((joined.len(), &joined[&bob_id]), (51, &seen["viewer"]["joinedAt"]));
    assert_eq!((of("threadIds").len(), of("threadCaptions").len()), (50, 50));
}
