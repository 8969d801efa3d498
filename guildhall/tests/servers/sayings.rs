//! A frequent word is found in the newest buckets of posts, as far back as needed, and every other
//! word in all posts of the viewer's communities: checks the statements, and that all strategies
//! find the same posts (C-137).

use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, uuid_of};
use platform::db::record_statements;
use serde_json::{Value, json};

/// Every fifth post contains `lantern`, another fifth only in a tag, every fiftieth `heron` and
/// another `größe`. `Anvil` occurs only among the first posts, `swan` once among the first and once
/// among the last. Each 128th post starts a bucket, by its id.
const FILL: &str = "INSERT INTO posts (id, community_id, thread_id, content, created) \
     SELECT CAST(substr(CAST(gen_random_uuid() AS text), 1, 33) || lpad(to_hex(n % 128), 3, '0') AS uuid), \
     $1, $2, CASE n % 5 WHEN 0 THEN 'Lantern-light ' WHEN 1 THEN '<lantern> Rope ' \
     ELSE 'Rope ' END || CASE WHEN n <= 25 THEN 'anvil ' ELSE '' END \
     || CASE WHEN n IN (5, 3988) THEN 'swan ' ELSE '' END \
     || CASE n % 50 WHEN 7 THEN 'heron ' WHEN 12 THEN 'GRößE ' ELSE '' END || n, \
     $3 - (4001 - n) * interval '1 second' FROM generate_series(1, 4000) AS n";

/// The words of these posts, like those that the program makes.
const WORDS: &str = "INSERT INTO search_texts (id, kind, place_id, created, span, words) \
     SELECT id, 'p', community_id, created, span, trim(regexp_replace(replace(replace(lower( \
       regexp_replace(content, '<[^>]*>', ' ', 'g')), 'ß', 'ss'), 'ö', 'o'), '[^a-z0-9]+', ' ', 'g')) \
     FROM posts";

/// Search strategy.
#[derive(Debug, PartialEq, Eq)]
enum Way {
    Newest,
    Whole,
}
use Way::{Newest, Whole};

/// Results of a search, and the strategies used.
async fn sought(who: &Browser, words: &str) -> (Vec<String>, Vec<Way>) {
    let path = format!("/api/search?type=posts&q={words}");
    let (found, sent) = record_statements(async { who.get(&path).await.expect(200) }).await;
    let said = |item: &Value| item["excerpt"].as_str().unwrap().to_owned();
    let looked = sent.iter().filter(|statement| statement.sql.contains("search_terms("));
    let way = |sql: &str| if sql.contains("near AS") { Newest } else { Whole };
    (found.items().iter().map(said).collect(), looked.map(|one| way(&one.sql)).collect())
}

#[tokio::test]
async fn frequent_words_search_recent_buckets_and_rare_words_all() {
    let hall = CommunityFixture::open().await;
    let now = hall.app.clock.now();
    let values = vec![uuid_of(&hall.community).into(), uuid_of(&hall.thread).into(), now.into()];
    hall.app.sql(FILL, values).await;
    hall.app.sql(WORDS, vec![]).await;
    let elsewhere = hall.app.community(&hall.ada, "Short spans", &[]).await;
    let thread = start_thread(&hall.ada, &elsewhere, "Lamps").await.expect(201).id();
    let posts = format!("/api/communities/{elsewhere}/threads/{thread}/posts");
    hall.ada.post(&posts, json!({ "content": "A lantern elsewhere" })).await.expect(201);

    let (found, looked) = sought(&hall.ada, "lant").await;
    let mut newest = vec!["A lantern elsewhere".to_owned()];
    newest.extend((0..19).map(|n| format!("Lantern-light {}", 4000 - 5 * n)));
    assert_eq!(found, newest);
    assert_eq!(looked, [Newest], "old posts are not read for a frequent word");

    let (found, looked) = sought(&hall.ada, "heron").await;
    assert_eq!(found, (0..20).map(|n| format!("Rope heron {}", 3957 - 50 * n)).collect::<Vec<_>>());
    assert_eq!(looked, [Newest, Newest]);

    let (found, looked) = sought(&hall.ada, "gr%C3%B6%C3%9Fe").await;
    assert_eq!(found, (0..20).map(|n| format!("Rope GRößE {}", 3962 - 50 * n)).collect::<Vec<_>>());
    assert_eq!(looked, [Newest, Newest], "letters beyond ASCII are found on the way as well");

    let (found, looked) = sought(&hall.ada, "anvil").await;
    assert_eq!(found.len(), 20);
    assert_eq!(found[0], "Lantern-light anvil 25");
    assert_eq!(looked, [Newest], "without recent posts all are searched at once");
    let (found, looked) = sought(&hall.ada, "swan").await;
    assert_eq!(found, ["Rope swan 3988", "Lantern-light anvil swan 5"]);
    assert_eq!(looked, [Newest, Newest], "the second search covered all posts");
    assert_eq!(sought(&hall.ada, "lantern+swan").await.0, ["Lantern-light anvil swan 5"]);

    let (found, looked) = sought(&hall.ada, "light+lantern").await;
    assert_eq!(
        found,
        (0..20).map(|n| format!("Lantern-light {}", 4000 - 5 * n)).collect::<Vec<_>>()
    );
    assert_eq!(looked, [Newest], "words that often occur together");
    let (found, looked) = sought(&hall.ada, "rope+heron").await;
    assert_eq!(found, (0..20).map(|n| format!("Rope heron {}", 3957 - 50 * n)).collect::<Vec<_>>());
    assert_eq!(looked, [Newest], "and those whose first page reaches farther back");

    // A member who joined later finds none of the earlier posts, however many are scanned.
    let bob = hall.member("bob").await;
    assert!(sought(&bob, "lant").await.0.is_empty());
}
