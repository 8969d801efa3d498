use super::{DemoError, Loaded};
use platform::blob::Blob;
use platform::bus::Bus;
use platform::config::{Config, KeyName, Sources};
use platform::db::{Database, DbSettings};
use platform::limiter::{LimitTime, Limiter, LimiterSettings};
use platform::mail::Mailer;
use platform::services::Parts;
use platform::tokens::Keys;
use platform::{Clock, Services};
use sea_orm::FromQueryResult;
use std::sync::Arc;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// An instance with an empty database in `folder`.
async fn instance(folder: &tempfile::TempDir) -> Result<Services, Box<dyn std::error::Error>> {
    let flags = vec![(String::from("data_dir"), folder.path().display().to_string())];
    let config = Config::load(&Sources { flags, ..Sources::default() })?;
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("demo.db").display());
    let database = Database::open(&DbSettings { url, max_connections: 4 }).await?;
    database.migrate().await?;
    let clock = Clock::system();
    let limits = LimiterSettings {
        secret: [7; 32],
        google_sign_ins_per_day: 20,
        replicas: 1,
        time: LimitTime::Clock(clock.clone()),
    };
    Ok(Services::new(Parts {
        keys: Keys::derive(
            &config.security.derive(KeyName::Context, "context"),
            &config.security.derive(KeyName::Token, "tokens"),
        ),
        mailer: Mailer::catcher(&config.mail.from, clock.clone())?,
        blob: Blob::open(&config)?,
        config: Arc::new(config),
        limiter: Limiter::sql(limits, database.clone()),
        clock,
        database,
        bus: Bus::in_process(),
    }))
}

#[derive(FromQueryResult)]
struct Count {
    rows: i64,
}

/// Every count that is kept beside the rows, with the rows it does not agree with.
const COUNTS: [(&str, &str); 10] = [
    (
        "communities.member_count",
        "SELECT COUNT(*) AS rows FROM communities c WHERE member_count <> \
         (SELECT COUNT(*) FROM community_members m WHERE m.community_id = c.id)",
    ),
    (
        "communities.total_threads",
        "SELECT COUNT(*) AS rows FROM communities c WHERE total_threads <> \
         (SELECT COUNT(*) FROM threads t WHERE t.community_id = c.id)",
    ),
    (
        "communities.total_posts",
        "SELECT COUNT(*) AS rows FROM communities c WHERE total_posts <> \
         (SELECT COUNT(*) FROM posts p WHERE p.community_id = c.id)",
    ),
    (
        "communities.last_updated",
        "SELECT COUNT(*) AS rows FROM communities c WHERE last_updated <> \
         (SELECT MAX(created) FROM posts p WHERE p.community_id = c.id)",
    ),
    (
        "threads.numposts",
        "SELECT COUNT(*) AS rows FROM threads t WHERE numposts <> \
         (SELECT COUNT(*) FROM posts p WHERE p.thread_id = t.id)",
    ),
    (
        "threads.last_post_id",
        "SELECT COUNT(*) AS rows FROM threads t WHERE last_updated <> \
         (SELECT created FROM posts p WHERE p.id = t.last_post_id) OR last_updated <> \
         (SELECT MAX(created) FROM posts p WHERE p.thread_id = t.id)",
    ),
    (
        "posts.likes",
        "SELECT COUNT(*) AS rows FROM posts p WHERE likes <> \
         (SELECT COUNT(*) FROM post_likes l WHERE l.post_id = p.id)",
    ),
    (
        "posts.reply_count",
        "SELECT COUNT(*) AS rows FROM posts p WHERE reply_count <> \
         (SELECT COUNT(*) FROM posts r WHERE r.parent_post_id = p.id)",
    ),
    (
        "affiliations.member_count",
        "SELECT COUNT(*) AS rows FROM affiliations a WHERE member_count <> \
         (SELECT COUNT(*) FROM affiliation_members m WHERE m.affiliation_id = a.id)",
    ),
    (
        "invite_codes.usage_count",
        "SELECT COUNT(*) AS rows FROM invite_codes c WHERE usage_count <> \
         (SELECT COUNT(*) FROM invite_code_usage u WHERE u.invite_code_id = c.id)",
    ),
];

#[tokio::test]
async fn what_is_counted_agrees_with_what_is_there() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    assert_eq!(super::load(&services).await?, Loaded::Now);
    let scope = services.system("counts");
    for (name, sql) in COUNTS {
        let wrong = scope.raw(sql, Vec::new()).one::<Count>().await?;
        assert_eq!(wrong.map(|count| count.rows), Some(0), "{name}");
    }
    let posts = scope.raw("SELECT COUNT(*) AS rows FROM posts", Vec::new());
    assert!(posts.one::<Count>().await?.is_some_and(|count| count.rows > 1_400));
    Ok(())
}

#[tokio::test]
async fn a_second_loading_changes_nothing() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    super::load(&services).await?;
    let sql = "SELECT COUNT(*) AS rows FROM posts";
    let scope = services.system("counts");
    let before = scope.raw(sql, Vec::new()).one::<Count>().await?.map(|count| count.rows);
    assert_eq!(super::load(&services).await?, Loaded::Before);
    let after = scope.raw(sql, Vec::new()).one::<Count>().await?.map(|count| count.rows);
    assert_eq!(before, after);
    Ok(())
}

#[tokio::test]
async fn a_database_that_somebody_uses_is_refused() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    let mut scope = services.system("signs somebody up");
    let tx = scope.begin().await?;
    let values = vec![uuid::Uuid::now_v7().into(), tx.now().into()];
    let sql = "INSERT INTO users (id, email, first_name, last_name, joined_date, created_at, \
               updated_at) VALUES ($1, 'ada@example.org', 'Ada', 'Real', $2, $2, $2)";
    tx.raw(sql, values).execute().await?;
    tx.commit().await?;
    let refused = super::load(&services).await;
    assert!(matches!(refused, Err(DemoError::Inhabited(1))), "{refused:?}");
    Ok(())
}
