//! The job that stores missing words: of rows that an earlier program wrote or changed.

use super::{excerpts, find, first_names, make_profiles_public};
use crate::community_fixture::CommunityFixture;
use crate::kit::TestApp;
use tenant_runtime::search_index;

async fn refill(app: &TestApp) {
    search_index::schedule(app.services()).await.unwrap();
    app.work().await;
}

async fn missing(app: &TestApp) -> i64 {
    app.count("SELECT COUNT(*) AS n FROM search_texts WHERE words IS NULL", vec![]).await
}

#[tokio::test]
async fn rows_of_an_earlier_program_are_found_after_the_job() {
    let hall = CommunityFixture::open().await;
    hall.write_post(&hall.ada, "Granite pier").await.expect(201);
    make_profiles_public(&hall.app).await;
    hall.app.sql("DELETE FROM search_texts", vec![]).await;
    assert!(excerpts(&hall.ada, "posts", "granite").await.is_empty());
    refill(&hall.app).await;
    assert_eq!(excerpts(&hall.ada, "posts", "granite").await, ["Granite pier"]);
    assert_eq!(find(&hall.ada, "threads", "cables").await.len(), 1);
    assert_eq!(find(&hall.ada, "communities", "spasn").await.len(), 1);
    // An earlier program changes texts without their words.
    hall.app.sql("UPDATE posts SET content = 'Basalt pier'", vec![]).await;
    hall.app.sql("UPDATE users SET last_name = 'Weiß'", vec![]).await;
    assert!(excerpts(&hall.ada, "posts", "granite").await.is_empty(), "stale words are forgotten");
    assert!(missing(&hall.app).await >= 2);
    hall.app.clock.advance_by(chrono::Duration::hours(1));
    refill(&hall.app).await;
    assert_eq!(excerpts(&hall.ada, "posts", "basalt").await, ["Basalt pier"]);
    assert_eq!(first_names(&hall.ada, "weiss").await.len(), 1);
    assert_eq!(missing(&hall.app).await, 0);
}

#[tokio::test]
async fn job_continues_where_it_stopped() {
    let hall = CommunityFixture::open().await;
    for n in 0..3 {
        hall.write_post(&hall.ada, &format!("Granite {n}")).await.expect(201);
    }
    hall.app.sql("DELETE FROM search_texts WHERE kind = 'p'", vec![]).await;
    // The progress of an interrupted run: the first post was the last that it read.
    let reached = "INSERT INTO search_refills (kind, after_id) \
        SELECT 'p', id FROM posts ORDER BY id LIMIT 1";
    hall.app.sql(reached, vec![]).await;
    refill(&hall.app).await;
    assert_eq!(excerpts(&hall.ada, "posts", "granite").await, ["Granite 2", "Granite 1"]);
    hall.app.clock.advance_by(chrono::Duration::hours(1));
    refill(&hall.app).await;
    assert_eq!(
        excerpts(&hall.ada, "posts", "granite").await.len(),
        2,
        "an equal run changes nothing"
    );
}

#[tokio::test]
async fn deleted_rows_lose_their_words() {
    let hall = CommunityFixture::open().await;
    hall.write_post(&hall.ada, "Granite").await.expect(201);
    let count = async |kind: &str| {
        let sql = format!("SELECT COUNT(*) AS n FROM search_texts WHERE kind = '{kind}'");
        hall.app.count(&sql, vec![]).await
    };
    assert_eq!((count("p").await, count("t").await, count("c").await), (1, 1, 1));
    hall.app.sql("UPDATE posts SET author_id = NULL", vec![]).await;
    let anonymous = "SELECT COUNT(*) AS n FROM search_texts WHERE kind = 'p' AND author_id IS NULL";
    assert_eq!(hall.app.count(anonymous, vec![]).await, 1);
    hall.app.sql("DELETE FROM communities", vec![]).await;
    assert_eq!((count("p").await, count("t").await, count("c").await), (0, 0, 0));
    let people = count("u").await;
    hall.app.sql("DELETE FROM users WHERE email LIKE 'ada@%'", vec![]).await;
    assert_eq!(count("u").await, people - 1);
}
