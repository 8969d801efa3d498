//! Searching members by name and handle.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, email, uuid_of};
use insta::assert_snapshot;
use serde_json::json;

async fn named_member(
    hall: &CommunityFixture,
    name: &str,
    first: &str,
    last: &str,
    handle: &str,
) -> Browser {
    let browser = hall.member(name).await;
    let sql = "UPDATE users SET first_name = $1, last_name = $2 WHERE email = $3";
    hall.app.sql(sql, vec![first.into(), last.into(), email(name).into()]).await;
    browser.main().put("/api/me/handle", json!({ "handle": handle })).await.expect(200);
    browser
}

async fn search(hall: &CommunityFixture, who: &Browser, words: &str) -> Vec<String> {
    let page = who.get(&hall.path(&format!("/members?query={words}"))).await.expect(200);
    assert!(page.body["nextCursor"].is_null());
    page.items().iter().map(|one| one["displayName"].as_str().unwrap().to_owned()).collect()
}

/// The query uses different indexes for small and large communities.
const FEW: i64 = 7;
const MANY: i64 = 100_000;

/// Pretends that the community has this many members.
async fn set_member_count(hall: &CommunityFixture, members: i64) {
    let sql = "UPDATE communities SET member_count = $1 WHERE id = $2";
    hall.app.sql(sql, vec![members.into(), uuid_of(&hall.community).into()]).await;
}

#[tokio::test]
async fn member_search_ranks_exact_matches_before_prefixes_in_a_small_community() {
    assert_search_by_name_and_handle(FEW).await;
}

#[tokio::test]
async fn member_search_ranks_exact_matches_before_prefixes_in_a_large_community() {
    assert_search_by_name_and_handle(MANY).await;
}

async fn assert_search_by_name_and_handle(members: i64) {
    let hall = CommunityFixture::open().await;
    let bob = named_member(&hall, "bob", "Anna", "Berg", "bergwerk").await;
    named_member(&hall, "cleo", "Ann", "Zander", "zed").await;
    named_member(&hall, "dan", "Mary", "Annis", "mary").await;
    named_member(&hall, "eve", "Eve", "Stone", "ann").await;
    named_member(&hall, "fay", "Fay", "Stone", "annex").await;
    let outsider = hall.app.member("olaf").await;
    hall.app
        .sql("UPDATE users SET first_name = 'Ann' WHERE email = $1", vec![email("olaf").into()])
        .await;
    set_member_count(&hall, members).await;
    let by_rank = ["Ann Zander", "Eve Stone", "Anna Berg", "Fay Stone", "Mary Annis"];
    assert_eq!(search(&hall, &bob, "ANN").await, by_rank);
    assert_eq!(search(&hall, &bob, "%40annex").await, ["Fay Stone"]);
    assert_eq!(search(&hall, &bob, "anna%20b").await, ["Anna Berg"]);
    assert_eq!(search(&hall, &bob, "stone").await, ["Eve Stone", "Fay Stone"]);
    named_member(&hall, "gil", "Éloïse", "Stone", "gil").await;
    for typed in ["%C3%89lo%C3%AFse", "%C3%89LO", "%C3%89lo%C3%AFse%20st"] {
        assert_eq!(search(&hall, &bob, typed).await, ["Éloïse Stone"], "{typed}");
    }
    set_member_count(&hall, members).await;
    let whole = email("bob").replace('@', "%40");
    for nobody in ["nn", "%25", "_nn", "ann%27--", "bob%40example", &whole] {
        assert!(search(&hall, &bob, nobody).await.is_empty(), "{nobody}");
    }
    let two = bob.get(&hall.path("/members?query=ann&limit=2")).await.expect(200);
    assert_eq!(two.items().len(), 2);
    let all = bob.get(&hall.path("/members?query=%20")).await.expect(200);
    assert_eq!(all.items().len(), 7, "no words, no search");
    assert_eq!(two.items()[0]["role"], "member");
    assert_snapshot!(outsider.get(&hall.path("/members?query=ann")).await, @"403 Unable to load communities. Please check your permissions.");
}

#[tokio::test]
async fn member_search_hides_blocked_people_except_from_admins() {
    let hall = CommunityFixture::open().await;
    let bob = named_member(&hall, "bob", "Anna", "Berg", "bergwerk").await;
    let cleo = named_member(&hall, "cleo", "Ann", "Zander", "zed").await;
    let block = format!("/api/users/{}/block", hall.app.id_of(&bob).await);
    cleo.main().put(&block, json!({})).await.expect(200);
    for members in [FEW, MANY] {
        set_member_count(&hall, members).await;
        assert_eq!(search(&hall, &bob, "ann").await, ["Anna Berg"]);
        assert_eq!(search(&hall, &cleo, "ann").await, ["Ann Zander"]);
        assert_eq!(search(&hall, &hall.ada, "ann").await, ["Ann Zander", "Anna Berg"]);
    }
}
