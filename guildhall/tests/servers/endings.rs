//! A community with ten thousand posts is deleted by workers that are killed one after another at
//! different places. The deletion still completes, and no other community is affected.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Process, TestApp, WAIT_TIMEOUT, free_address, listening, uuid_of};
use platform::{System, Tx};
use sea_orm::{FromQueryResult, Value};
use std::collections::BTreeMap;
use std::time::Duration;

const POSTS: i64 = 10_000;
/// Rows that a worker deletes in one transaction (C-067).
const CHUNK: i64 = 500;

/// A table, the order in which its rows are deleted if defined, and the number of rows before the
/// one that blocks the worker.
type Place = (&'static str, &'static str, i64);

/// Places at which a worker is killed, in processing order.
const PLACES: [Place; 12] = [
    ("community_members", "user_id", 1),
    ("post_images", "id", 600),
    // Before the first chunk, between two chunks, within one, and at the end.
    ("posts", "created DESC", 0),
    ("posts", "created DESC", CHUNK),
    ("posts", "created DESC", 2 * CHUNK + 250),
    ("posts", "created DESC", 17 * CHUNK - 1),
    ("threads", "id", 5),
    ("notifications", "id", 700),
    ("article_comments", "id", 10),
    ("reports", "id", 300),
    ("membership_events", "id", 700),
    // Rows deleted with the community itself.
    ("community_affiliations", "affiliation_id", 0),
];

/// Rows of everything that belongs to community `$1`, written by `$2`, about `$3` posts; ids are
/// derived from `$4` and a number.
const FILL: [&str; 17] = [
    "INSERT INTO users (id, email, first_name, last_name, joined_date, created_at, updated_at) \
     SELECT gen_random_uuid(), $4 || n || '@many.example', 'One', 'Of Many', now(), now(), now() \
     FROM generate_series(1, $3 / 20) AS n",
    "INSERT INTO community_members (community_id, user_id, role, joined_at) \
     SELECT $1, id, 'member', now() FROM users WHERE email LIKE $4 || '%@many.example'",
    "INSERT INTO threads (id, community_id, caption, created_by, numposts, created, last_updated) \
     SELECT md5($4 || 'thread' || n)::uuid, $1, 'Thread ' || n, $2, $3 / 20, now(), now() \
     FROM generate_series(0, 19) AS n",
    "INSERT INTO posts (id, community_id, thread_id, author_id, parent_post_id, content, created) \
     SELECT md5($4 || n)::uuid, $1, md5($4 || 'thread' || n % 20)::uuid, $2, \
     CASE WHEN n % 3 = 0 AND n > 20 THEN md5($4 || (n - 20))::uuid END, 'Post ' || n, \
     now() + n * interval '1 millisecond' FROM generate_series(1, $3) AS n",
    "INSERT INTO post_likes (post_id, user_id, created_at) \
     SELECT id, $2, now() FROM posts WHERE community_id = $1",
    "INSERT INTO post_mentions (post_id, user_id, created_at) \
     SELECT id, $2, now() FROM posts WHERE community_id = $1",
    "INSERT INTO post_images (id, community_id, uploader_id, post_id, address, created_at) \
     SELECT gen_random_uuid(), $1, $2, md5($4 || n)::uuid, 'posts/none-' || $4 || n, now() \
     FROM generate_series(1, $3 / 10) AS n",
    "INSERT INTO articles (id, community_id, author_id, title, content, created, last_updated) \
     SELECT md5($4 || 'article' || n)::uuid, $1, $2, 'Article ' || n, 'Long', now(), now() \
     FROM generate_series(1, $3 / 50) AS n",
    "INSERT INTO article_comments (id, community_id, article_id, author_id, content, created) \
     SELECT gen_random_uuid(), $1, id, $2, 'Well said', now() FROM articles \
     WHERE community_id = $1",
    "INSERT INTO article_likes (article_id, user_id, created_at) \
     SELECT id, $2, now() FROM articles WHERE community_id = $1",
    "INSERT INTO article_reactions (article_id, user_id, emoji, created_at) \
     SELECT id, $2, 'heart', now() FROM articles WHERE community_id = $1",
    "INSERT INTO article_views (article_id, user_id, day) \
     SELECT id, $2, '2026-01-01' FROM articles WHERE community_id = $1",
    "INSERT INTO article_drafts (id, author_id, community_id, article_id, title, content, updated_at) \
     SELECT gen_random_uuid(), $2, $1, id, title, content, now() FROM articles \
     WHERE community_id = $1",
    "INSERT INTO reports (id, community_id, subject_kind, subject_id, reporter_id, reason, created_at) \
     SELECT gen_random_uuid(), $1, 'post', md5($4 || n)::uuid, $2, 'Rude', now() \
     FROM generate_series(1, $3 / 10) AS n",
    "INSERT INTO membership_events (id, community_id, community_name, user_id, event_type, reason, \
     timestamp) SELECT gen_random_uuid(), $1, $4, $2, 'joined', 'voluntary', now() \
     FROM generate_series(1, $3 / 10) AS n",
    "INSERT INTO notifications (id, user_id, source_id, type, title, message, data, community_id, \
     created_at) SELECT gen_random_uuid(), $2, gen_random_uuid(), 'system_message', $4, '', '{}', $1, \
     now() FROM generate_series(1, $3 / 10) AS n",
    "INSERT INTO member_timeouts (community_id, user_id, end_date, created_at) \
     SELECT $1, $2, now() + interval '1 day', now()",
];

/// Fills a community with this many posts, and corresponding other rows.
async fn fill(hall: &CommunityFixture, community: &str, posts: i64) {
    let ada = uuid_of(&hall.app.id_of(&hall.ada).await);
    let name = format!("{community}-");
    for sql in FILL {
        let values: Vec<Value> =
            vec![uuid_of(community).into(), ada.into(), posts.into(), name.clone().into()];
        hall.app.sql(sql, values).await;
    }
}

/// Locks a row until the transaction ends.
async fn keep(tx: &Tx<'_, System>, hall: &CommunityFixture, (table, order, before): Place) {
    #[derive(FromQueryResult)]
    struct Kept {
        n: i32,
    }
    let sql = format!(
        "SELECT 1 AS n FROM {table} WHERE community_id = $1 ORDER BY {order} \
         OFFSET {before} LIMIT 1 FOR UPDATE"
    );
    let kept = tx.raw(&sql, vec![uuid_of(&hall.community).into()]).one::<Kept>().await.unwrap();
    assert_eq!(kept.map(|kept| kept.n), Some(1), "{table} has so many rows");
}

async fn until(app: &TestApp, sql: &str, expected: i64, what: &str) {
    let waiting = async {
        while app.count(sql, vec![]).await != expected {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, waiting).await.unwrap_or_else(|_| panic!("{what}"));
}

/// Number of backends that are deleting, blocked or not.
const REMOVING: &str = "SELECT COUNT(*) AS n FROM pg_stat_activity \
     WHERE datname = current_database() AND state = 'active' AND query LIKE 'DELETE%'";

/// Lets a worker reach a place, and kills it there during its statement.
async fn kill_at(hall: &CommunityFixture, place: Place) {
    let mut system = hall.app.services().system("stand in a worker's way");
    let tx = system.begin().await.unwrap();
    keep(&tx, hall, place).await;
    let worker = Process::start("worker", &hall.app, &listening(free_address()));
    let stopped = format!("{REMOVING} AND wait_event_type = 'Lock'");
    until(&hall.app, &stopped, 1, &format!("no worker comes to {place:?}")).await;
    let left = hall.rows("posts").await;
    assert_eq!(left % CHUNK, 0, "{left} posts are left at {place:?}: no part of a chunk");
    drop(worker);
    tx.commit().await.unwrap();
    until(&hall.app, REMOVING, 0, "what was interrupted is undone").await;
    // As if its lease had expired.
    hall.app.sql("UPDATE jobs SET locked_until = created_at WHERE state = 'running'", vec![]).await;
}

/// Makes everything due for the community, as after a week without a worker.
async fn a_week_later(app: &TestApp) {
    app.sql("UPDATE scheduled_deletions SET scheduled_for = created_at", vec![]).await;
    app.sql("UPDATE jobs SET run_at = created_at WHERE kind = 'end-community'", vec![]).await;
}

#[tokio::test]
async fn community_deletion_completes_despite_killed_workers() {
    let hall = CommunityFixture::open().await;
    hall.member("bob").await;
    let oak = hall.app.affiliation("Oak").await;
    let other = hall.app.community(&hall.ada, "Short spans", &[]).await;
    for community in [&hall.community, &other] {
        hall.app.link_community(community, &oak).await;
    }
    fill(&hall, &hall.community, POSTS).await;
    fill(&hall, &other, POSTS / 10).await;
    ask(&hall.ada, &hall).await;
    hall.app.work().await;
    let untouched = hall.app.community_rows(&other).await;
    let tables = hall.app.community_rows(&hall.community).await.len();
    assert!(tables > 20, "{tables} tables know of it");

    a_week_later(&hall.app).await;
    for place in PLACES {
        kill_at(&hall, place).await;
    }
    let _last = Process::start("worker", &hall.app, &listening(free_address()));
    let gone =
        format!("SELECT COUNT(*) AS n FROM communities WHERE id = '{}'", uuid_of(&hall.community));
    until(&hall.app, &gone, 0, "the last one finishes").await;
    assert_eq!(hall.app.community_rows(&hall.community).await, BTreeMap::new());
    assert_eq!(hall.app.orphaned_rows().await, BTreeMap::new());
    assert_eq!(hall.app.community_rows(&other).await, untouched);
}

async fn ask(who: &Browser, hall: &CommunityFixture) {
    let asked = who.post(&hall.path("/deletion"), serde_json::json!({})).await.expect(200);
    assert_eq!(asked.body["deleted"], false);
}
