//! Filters of the search text.

use super::{excerpts, find_page};
use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::Browser;
use serde_json::{Value, json};

async fn filters(who: &Browser, typed: &str) -> Value {
    find_page(who, "posts", typed).await.body["filters"].clone()
}

#[tokio::test]
async fn community_and_author_filters_restrict_results() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let other = hall.app.community(&bob, "Short walls", &[]).await;
    let thread = start_thread(&bob, &other, "Bricks").await.expect(201).id();
    let posts = format!("/api/communities/{other}/threads/{thread}/posts");
    bob.post(&posts, json!({ "content": "Quartz wall" })).await.expect(201);
    hall.app.clock.advance_by(chrono::Duration::minutes(1));
    hall.write_post(&hall.ada, "Quartz bridge").await.expect(201);
    hall.app.clock.advance_by(chrono::Duration::minutes(1));
    hall.write_post(&bob, "Quartz of Bob").await.expect(201);

    assert_eq!(excerpts(&bob, "posts", "quartz in:short").await, ["Quartz wall"]);
    assert_eq!(excerpts(&bob, "posts", "quartz in:\"short walls\"").await, ["Quartz wall"]);
    let path = format!("quartz in:/communities/{other}");
    assert_eq!(excerpts(&bob, "posts", &path).await, ["Quartz wall"]);
    assert_eq!(excerpts(&bob, "posts", "quartz from:me").await, ["Quartz of Bob", "Quartz wall"]);
    assert_eq!(excerpts(&bob, "posts", "quartz from:ada").await, ["Quartz bridge"]);
    assert_eq!(excerpts(&bob, "posts", "from:me in:long").await, ["Quartz of Bob"], "no words");
    bob.main().put("/api/me/handle", json!({ "handle": "bobby" })).await.expect(200);
    assert_eq!(excerpts(&hall.ada, "posts", "from:@bobby").await, ["Quartz of Bob"]);
    assert_eq!(
        filters(&bob, "in:short").await,
        json!([{ "name": "in", "value": "short", "label": "Short walls", "isKnown": true }])
    );
    for unknown in ["quartz in:nowhere", "quartz from:@nobody", "quartz from:", "quartz has:video"]
    {
        assert!(excerpts(&bob, "posts", unknown).await.is_empty(), "{unknown}");
        assert_eq!(filters(&bob, unknown).await[0]["isKnown"], json!(false), "{unknown}");
    }
    // A community of others is unknown, even by its id.
    assert_eq!(filters(&hall.ada, &format!("in:{other}")).await[0]["isKnown"], json!(false));
    let all = find_page(&bob, "all", "long in:long").await;
    assert!(all.items().iter().all(|item| item["type"] != "community" && item["type"] != "person"));
    let block = format!("/api/users/{}/block", hall.app.id_of(&hall.ada).await);
    bob.main().put(&block, json!({})).await.expect(200);
    assert_eq!(filters(&bob, "from:ada").await[0]["isKnown"], json!(false), "blocked");
}

#[tokio::test]
async fn dates_are_days_of_the_viewers_time_zone() {
    let hall = CommunityFixture::open().await;
    let day = |minutes: i64| {
        (hall.app.clock.now() + chrono::Duration::minutes(minutes)).format("%Y-%m-%d").to_string()
    };
    hall.write_post(&hall.ada, "Quartz today").await.expect(201);
    let (today, tomorrow, yesterday) = (day(0), day(24 * 60), day(-24 * 60));
    let found = async |typed: String| excerpts(&hall.ada, "posts", &typed).await.len();
    assert_eq!(found(format!("quartz before:{tomorrow} after:{yesterday}")).await, 1);
    assert_eq!(found(format!("quartz before:{today}")).await, 0);
    assert_eq!(found(format!("quartz after:{today}")).await, 0);
    assert_eq!(found(format!("after:{yesterday}")).await, 1, "without words");
    for wrong in ["2026-13-01", "26-01-01", "soon", "2026-02-30"] {
        assert_eq!(found(format!("quartz before:{wrong}")).await, 0, "{wrong}");
        let known = filters(&hall.ada, &format!("after:{wrong}")).await[0]["isKnown"].clone();
        assert_eq!(known, json!(false), "{wrong}");
    }
}

#[tokio::test]
async fn picture_filter_finds_posts_and_articles_with_pictures() {
    let hall = CommunityFixture::open().await;
    hall.write_post(&hall.ada, "Quartz without").await.expect(201);
    let post = hall.write_post(&hall.ada, "Quartz with").await.expect(201).id();
    let sql = "INSERT INTO post_images (id, community_id, post_id, place, address, width, height, \
        created_at) VALUES ($1, $2, $3, 0, 'x', 1, 1, $4)";
    let ids = [uuid::Uuid::now_v7(), super::uuid_of(&hall.community), super::uuid_of(&post)];
    let mut values: Vec<sea_orm::Value> = ids.into_iter().map(Into::into).collect();
    values.push(hall.app.clock.now().into());
    hall.app.sql(sql, values).await;
    assert_eq!(excerpts(&hall.ada, "posts", "quartz has:image").await, ["Quartz with"]);
    assert_eq!(excerpts(&hall.ada, "posts", "has:image").await, ["Quartz with"]);
    let all = find_page(&hall.ada, "all", "cables has:image").await;
    assert!(all.items().is_empty(), "threads have no pictures");
}
