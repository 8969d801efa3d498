//! Finding members by what they are called.

use crate::hall::Hall;
use crate::kit::{Browser, email, uuid_of};
use insta::assert_snapshot;
use serde_json::json;

async fn call(hall: &Hall, name: &str, first: &str, last: &str, handle: &str) -> Browser {
    let browser = hall.member(name).await;
    let sql = "UPDATE users SET first_name = $1, last_name = $2 WHERE email = $3";
    hall.app.sql(sql, vec![first.into(), last.into(), email(name).into()]).await;
    browser.main().put("/api/me/handle", json!({ "handle": handle })).await.expect(200);
    browser
}

async fn found(hall: &Hall, who: &Browser, words: &str) -> Vec<String> {
    let page = who.get(&hall.path(&format!("/members?query={words}"))).await.expect(200);
    assert!(page.body["nextCursor"].is_null());
    page.items().iter().map(|one| one["displayName"].as_str().unwrap().to_owned()).collect()
}

/// Among few members and among many another index leads the way.
const FEW: i64 = 7;
const MANY: i64 = 100_000;

/// As if so many were in.
async fn count_as(hall: &Hall, members: i64) {
    let sql = "UPDATE communities SET member_count = $1 WHERE id = $2";
    hall.app.sql(sql, vec![members.into(), uuid_of(&hall.community).into()]).await;
}

#[tokio::test]
async fn members_are_found_by_name_and_handle_exact_before_beginnings() {
    found_by_name_and_handle(FEW).await;
}

#[tokio::test]
async fn so_are_those_of_a_large_community() {
    found_by_name_and_handle(MANY).await;
}

async fn found_by_name_and_handle(members: i64) {
    let hall = Hall::open().await;
    let bob = call(&hall, "bob", "Anna", "Berg", "bergwerk").await;
    call(&hall, "cleo", "Ann", "Zander", "zed").await;
    call(&hall, "dan", "Mary", "Annis", "mary").await;
    call(&hall, "eve", "Eve", "Stone", "ann").await;
    call(&hall, "fay", "Fay", "Stone", "annex").await;
    let outsider = hall.app.member("olaf").await;
    hall.app
        .sql("UPDATE users SET first_name = 'Ann' WHERE email = $1", vec![email("olaf").into()])
        .await;
    count_as(&hall, members).await;
    let by_rank = ["Ann Zander", "Eve Stone", "Anna Berg", "Fay Stone", "Mary Annis"];
    assert_eq!(found(&hall, &bob, "ANN").await, by_rank);
    assert_eq!(found(&hall, &bob, "%40annex").await, ["Fay Stone"]);
    assert_eq!(found(&hall, &bob, "anna%20b").await, ["Anna Berg"]);
    assert_eq!(found(&hall, &bob, "stone").await, ["Eve Stone", "Fay Stone"]);
    call(&hall, "gil", "Éloïse", "Stone", "gil").await;
    for typed in ["%C3%89lo%C3%AFse", "%C3%89LO", "%C3%89lo%C3%AFse%20st"] {
        assert_eq!(found(&hall, &bob, typed).await, ["Éloïse Stone"], "{typed}");
    }
    count_as(&hall, members).await;
    let whole = email("bob").replace('@', "%40");
    for nobody in ["nn", "%25", "_nn", "ann%27--", "bob%40example", &whole] {
        assert!(found(&hall, &bob, nobody).await.is_empty(), "{nobody}");
    }
    let two = bob.get(&hall.path("/members?query=ann&limit=2")).await.expect(200);
    assert_eq!(two.items().len(), 2);
    let all = bob.get(&hall.path("/members?query=%20")).await.expect(200);
    assert_eq!(all.items().len(), 7, "no words, no search");
    assert_eq!(two.items()[0]["role"], "member");
    assert_snapshot!(outsider.get(&hall.path("/members?query=ann")).await, @"403 Unable to load communities. Please check your permissions.");
}

#[tokio::test]
async fn nobody_finds_whom_a_block_parts_from_them_but_who_looks_after_the_place() {
    let hall = Hall::open().await;
    let bob = call(&hall, "bob", "Anna", "Berg", "bergwerk").await;
    let cleo = call(&hall, "cleo", "Ann", "Zander", "zed").await;
    let block = format!("/api/users/{}/block", hall.app.id_of(&bob).await);
    cleo.main().put(&block, json!({})).await.expect(200);
    for members in [FEW, MANY] {
        count_as(&hall, members).await;
        assert_eq!(found(&hall, &bob, "ann").await, ["Anna Berg"]);
        assert_eq!(found(&hall, &cleo, "ann").await, ["Ann Zander"]);
        assert_eq!(found(&hall, &hall.ada, "ann").await, ["Ann Zander", "Anna Berg"]);
    }
}
