//! The directory's four orders and the name search use their indexes: PostgreSQL's plans for the
//! sent statements, with several thousand people (A-215, C-137).

use crate::kit::{Browser, TestApp};
use crate::plans::plan_of;
use platform::db::record_statements;

/// Enough that a full scan costs more than an index scan.
const PEOPLE: i64 = 5_000;

/// Enough that a word index costs less than a full scan.
const CROWD: i64 = 40_000;

/// People with many names, joining times and follower counts. One in ten is unlisted, and one in
/// four hundred plus the earliest members are engineers.
const FILL: &str = "INSERT INTO users (id, email, first_name, last_name, job_title, \
     is_profile_private, profile_visibility, directory_visibility, email_verified, \
     has_completed_onboarding, followers_count, joined_date, created_at, updated_at) \
     SELECT gen_random_uuid(), 'one' || n || '@many.example', 'Name' || (n * 7919 % 1000), \
     'Family' || (n * 104729 % 5000), \
     CASE WHEN n % 400 = 7 THEN 'Luthier' WHEN n > 30000 THEN 'Harbour pilot' \
     ELSE 'Bridge engineer' END, n % 10 = 0, 'public', 'public', TRUE, TRUE, n % 400, \
     now() - n * interval '1 minute', now(), now() \
     FROM generate_series(1, $1) AS n";

/// Text in statements that read one stretch of the directory, and in those that read all of it.
const STRETCH: &str = "AS place FROM users u";
const WHOLE: &str = "FROM users u LEFT JOIN handles";

/// Creates this many people, including Ada.
async fn crowd(people: i64) -> (TestApp, Browser) {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.sql(FILL, vec![people.into()]).await;
    app.sql("ANALYZE users", vec![]).await;
    (app, ada)
}

/// Queries of the first two pages.
async fn two_pages(ada: &Browser, first: &str) -> [String; 2] {
    let page = ada.get(&format!("/api/directory?{first}")).await.expect(200);
    let cursor = page.body["nextCursor"].as_str().unwrap();
    [first.to_owned(), format!("{first}&cursor={cursor}")]
}

/// PostgreSQL's plan of the statement for a directory page.
async fn plan(app: &TestApp, ada: &Browser, query: &str, mark: &str) -> String {
    plan_of(app, ada, &format!("/api/directory?{query}"), mark).await
}

#[tokio::test]
async fn each_directory_order_uses_its_index() {
    let (app, ada) = crowd(PEOPLE).await;
    for (sort, index) in [
        ("nameAsc", "Index Scan using users_by_name on users u"),
        ("nameDesc", "Index Scan Backward using users_by_name on users u"),
        ("recent", "Index Scan Backward using users_by_joining on users u"),
        ("followersDesc", "Index Scan Backward using users_by_followers on users u"),
    ] {
        for query in two_pages(&ada, &format!("sort={sort}")).await {
            let plan = plan(&app, &ada, &query, WHOLE).await;
            assert!(plan.contains(index), "{sort}: {plan}");
            assert!(!plan.contains("Sort"), "{sort} is sorted by hand: {plan}");
            assert!(!plan.contains("Seq Scan on users"), "{sort} reads everybody: {plan}");
        }
    }
}

#[tokio::test]
async fn frequent_words_scan_in_order_and_rare_words_use_the_word_index() {
    let (app, ada) = crowd(CROWD).await;

    let common = plan(&app, &ada, "q=name", WHOLE).await;
    assert!(common.contains("Index Scan using users_by_name on users u"), "{common}");
    assert!(!common.contains("Sort"), "all are read for a page of ten: {common}");

    let rare = plan(&app, &ada, "q=family4999", WHOLE).await;
    assert!(rare.contains("users_words"), "the words are not found by their index: {rare}");
    assert!(!rare.contains("users_by_name"), "everybody is walked past: {rare}");
}

#[tokio::test]
async fn frequent_profession_scans_in_order_and_rare_one_uses_its_index() {
    let (app, ada) = crowd(CROWD).await;
    for (sort, index) in [
        ("nameDesc", "Index Scan Backward using users_by_name on users u"),
        ("recent", "Index Scan Backward using users_by_joining on users u"),
        ("followersDesc", "Index Scan Backward using users_by_followers on users u"),
    ] {
        for query in two_pages(&ada, &format!("sort={sort}&industry=engineer")).await {
            let plan = plan(&app, &ada, &query, STRETCH).await;
            assert!(plan.contains(index), "{query}: {plan}");
            assert!(!plan.contains("Sort"), "all are read for a page of ten: {plan}");
            let path = format!("/api/directory?{query}");
            let (_, sent) = record_statements(async { ada.get(&path).await.expect(200) }).await;
            assert!(!sent.iter().any(|sent| sent.sql.contains(WHOLE)), "{query}: {sent:?}");
        }
        let rare = plan(&app, &ada, &format!("sort={sort}&industry=luthier"), WHOLE).await;
        assert!(rare.contains("users_job_title"), "{sort}, not found by its index: {rare}");
        assert!(!rare.contains(index), "{sort}, everybody is walked past: {rare}");
    }
    // Ten thousand, all of them beyond the first stretch.
    let far = plan(&app, &ada, "sort=recent&industry=pilot", WHOLE).await;
    assert!(far.contains("users_by_joining"), "{far}");
    assert!(!far.contains("Sort"), "all are read for a page of ten: {far}");
}

#[tokio::test]
async fn frequent_name_reads_only_one_page() {
    let (app, ada) = crowd(CROWD).await;
    let plan = plan_of(&app, &ada, "/api/search?type=people&q=name", "AS place").await;
    for index in ["users_first_name", "users_full_name", "users_last_name"] {
        assert!(plan.contains(&format!("using {index} on users u")), "{index}: {plan}");
    }
    assert!(!plan.contains("Seq Scan on users"), "everybody is read: {plan}");
}
