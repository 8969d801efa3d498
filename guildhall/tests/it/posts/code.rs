//! Quotes, code and ordered lists in posts: stored as typed, without their marks in excerpts and
//! search results; the strict filter accepts code, and no one is mentioned in it.

use crate::community_fixture::CommunityFixture;
use crate::kit::uuid_of;
use insta::assert_snapshot;
use serde_json::json;

const TYPED: &str = "> Which `flag`?\n```sh\nmake --all\n```\n1. clean\n2. build";

#[tokio::test]
async fn excerpts_and_search_results_have_no_marks() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&hall.ada, TYPED).await.expect(201);
    assert_eq!(post.body["content"], TYPED);
    let plain = "Which flag? make --all 1. clean 2. build";
    let thread = bob.get(&hall.path("/threads")).await.items()[0].clone();
    assert_eq!(thread["lastPost"]["excerpt"], plain);
    assert_eq!(bob.get("/api/feed").await.expect(200).items()[0]["content"], plain);
    let found = bob.get("/api/search?type=posts&q=flag").await.expect(200);
    assert_eq!(found.items()[0]["excerpt"], plain);
}

#[tokio::test]
async fn strict_filter_accepts_the_backticks_of_code_only() {
    let hall = CommunityFixture::open().await;
    let refused = hall.write_post(&hall.ada, "é `a` and ` b").await;
    assert_snapshot!(refused, @"422 Message contains prohibited content");
    assert_eq!(refused.body["errors"][0]["positions"], json!([{ "start": 10, "end": 11 }]));
    let refused = hall.write_post(&hall.ada, "`a | b`").await.expect(422);
    assert_eq!(refused.body["errors"][0]["positions"], json!([{ "start": 3, "end": 4 }]));
    let refused = hall.write_post(&hall.ada, "```\na\nb; c\n```").await.expect(422);
    assert_eq!(refused.body["errors"][0]["positions"], json!([{ "start": 7, "end": 8 }]));
    hall.write_post(&hall.ada, "`a` and ``b c``").await.expect(201);
}

#[tokio::test]
async fn no_one_is_mentioned_in_code() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    bob.main().put("/api/me/handle", json!({ "handle": "bob" })).await.expect(200);
    let count = async || {
        let sql = "SELECT COUNT(*) AS n FROM notifications WHERE user_id = $1";
        hall.app.count(sql, vec![uuid_of(&hall.app.id_of(&bob).await).into()]).await
    };
    let post = hall.write_post(&hall.ada, "`@bob` or\n```\n@bob\n```").await.expect(201).body;
    assert_eq!((&post["mentions"], count().await), (&json!([]), 0));
    let post = hall.write_post(&hall.ada, "> `x` @bob").await.expect(201).body;
    assert_eq!((&post["mentions"][0]["handle"], count().await), (&json!("bob"), 1));
}
