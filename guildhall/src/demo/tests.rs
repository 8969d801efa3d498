use super::{DemoError, LoadOutcome};
use crate::services;
use anyhow::Context;
use platform::config::{Config, Sources};
use platform::{Clock, Services};
use sea_orm::FromQueryResult;

type Outcome = anyhow::Result<()>;

/// A process with an empty database in `folder`.
async fn instance(folder: &tempfile::TempDir) -> anyhow::Result<Services> {
    let flags = vec![(String::from("data_dir"), folder.path().display().to_string())];
    let mut config = Config::load(&Sources { flags, ..Sources::default() })?;
    config.create_missing_keys()?;
    services::open(config, Clock::system_clock(), "demo-test").await
}

#[derive(FromQueryResult)]
struct Count {
    rows: i64,
}

/// Every stored counter, with a query for the rows that disagree with it.
const COUNTS: [(&str, &str); 20] = [
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
        "articles.views",
        "SELECT COUNT(*) AS rows FROM articles a WHERE views <> \
         (SELECT COUNT(*) FROM article_views v WHERE v.article_id = a.id) OR views = 0",
    ),
    (
        "articles.likes",
        "SELECT COUNT(*) AS rows FROM articles a WHERE likes <> \
         (SELECT COUNT(*) FROM article_likes l WHERE l.article_id = a.id)",
    ),
    (
        "articles.comment_count",
        "SELECT COUNT(*) AS rows FROM articles a WHERE comment_count <> \
         (SELECT COUNT(*) FROM article_comments c WHERE c.article_id = a.id)",
    ),
    (
        "affiliations.member_count",
        "SELECT COUNT(*) AS rows FROM affiliations a WHERE member_count <> \
         (SELECT COUNT(*) FROM affiliation_members m WHERE m.affiliation_id = a.id)",
    ),
    (
        "users.followers_count",
        "SELECT COUNT(*) AS rows FROM users u WHERE followers_count <> \
         (SELECT COUNT(*) FROM follows f WHERE f.followed_id = u.id)",
    ),
    (
        "users.following_count",
        "SELECT COUNT(*) AS rows FROM users u WHERE following_count <> \
         (SELECT COUNT(*) FROM follows f WHERE f.follower_id = u.id)",
    ),
    (
        "support_tickets.message_count",
        "SELECT COUNT(*) AS rows FROM support_tickets t WHERE message_count <> (SELECT COUNT(*) \
         FROM support_ticket_messages m WHERE m.ticket_id = t.id AND NOT m.internal)",
    ),
    (
        "support_tickets.updated_at",
        "SELECT COUNT(*) AS rows FROM support_tickets t WHERE updated_at < created_at OR \
         updated_at < (SELECT MAX(created_at) FROM support_ticket_messages m \
         WHERE m.ticket_id = t.id AND NOT m.internal)",
    ),
    (
        "support_conversations.message_count",
        "SELECT COUNT(*) AS rows FROM support_conversations c WHERE message_count <> \
         (SELECT COUNT(*) FROM support_conversation_messages m WHERE m.conversation_id = c.id)",
    ),
    (
        "support_conversations.staff_unread",
        "SELECT COUNT(*) AS rows FROM support_conversations c WHERE staff_unread <> 0 AND \
         staff_unread <> (SELECT COUNT(*) FROM support_conversation_messages m \
         WHERE m.conversation_id = c.id AND NOT m.is_staff AND NOT EXISTS (SELECT 1 \
         FROM support_conversation_messages s WHERE s.conversation_id = c.id \
         AND s.is_staff AND s.created_at > m.created_at))",
    ),
    (
        "support_conversations.owner_unread",
        "SELECT COUNT(*) AS rows FROM support_conversations c WHERE owner_unread <> 0 AND \
         owner_unread <> (SELECT COUNT(*) FROM support_conversation_messages m \
         WHERE m.conversation_id = c.id AND m.is_staff AND NOT EXISTS (SELECT 1 \
         FROM support_conversation_messages o WHERE o.conversation_id = c.id \
         AND NOT o.is_staff AND o.created_at > m.created_at))",
    ),
    (
        "invite_codes.usage_count",
        "SELECT COUNT(*) AS rows FROM invite_codes c WHERE usage_count <> \
         (SELECT COUNT(*) FROM invite_code_usage u WHERE u.invite_code_id = c.id)",
    ),
];

#[tokio::test]
async fn stored_counters_match_the_rows() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    assert_eq!(super::load(&services).await?, LoadOutcome::Now);
    let scope = services.system("counts");
    for (name, sql) in COUNTS {
        let wrong = scope.raw(sql, Vec::new()).one::<Count>().await?;
        assert_eq!(wrong.map(|count| count.rows), Some(0), "{name}");
    }
    let posts = scope.raw("SELECT COUNT(*) AS rows FROM posts", Vec::new());
    assert!(posts.one::<Count>().await?.is_some_and(|count| count.rows > 1_400));
    let bridges = "SELECT COUNT(*) AS rows FROM articles a JOIN communities c \
                   ON c.id = a.community_id WHERE c.name = 'Bridges & Tall Structures'";
    let bridges = scope.raw(bridges, Vec::new()).one::<Count>().await?;
    assert_eq!(bridges.map(|count| count.rows), Some(4));
    let follows = scope.raw("SELECT COUNT(*) AS rows FROM follows", Vec::new());
    assert!(follows.one::<Count>().await?.is_some_and(|count| count.rows > 200));
    Ok(())
}

#[derive(FromQueryResult)]
struct AddressRow {
    address: String,
}

#[tokio::test]
async fn every_shown_picture_is_stored() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    super::load(&services).await?;
    let scope = services.system("looks at pictures");
    for (sql, expected) in [
        ("SELECT profile_picture AS address FROM users WHERE profile_picture IS NOT NULL", 24),
        ("SELECT logo AS address FROM affiliations WHERE logo IS NOT NULL", 10),
        ("SELECT mark_url AS address FROM brands WHERE mark_url IS NOT NULL", 9),
        ("SELECT icons_url || '-32.png' AS address FROM brands", 9),
    ] {
        let shown = scope.raw(sql, Vec::new()).all::<AddressRow>().await?;
        assert_eq!(shown.len(), expected, "{sql}");
        for AddressRow { address } in shown {
            let key = address.strip_prefix("/media/").context("no address of a picture")?;
            let object = services.blob().get(&key.parse()?).await?;
            let object = object.with_context(|| format!("nothing lies at {address}"))?;
            assert!(image::load_from_memory(&object.bytes).is_ok(), "{address}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn loading_twice_changes_nothing() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    super::load(&services).await?;
    let sql = "SELECT COUNT(*) AS rows FROM posts";
    let scope = services.system("counts");
    let before = scope.raw(sql, Vec::new()).one::<Count>().await?.map(|count| count.rows);
    assert_eq!(super::load(&services).await?, LoadOutcome::Before);
    let after = scope.raw(sql, Vec::new()).one::<Count>().await?.map(|count| count.rows);
    assert_eq!(before, after);
    Ok(())
}

#[tokio::test]
async fn rejects_a_database_with_real_accounts() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    let mut scope = services.system("signs somebody up");
    let tx = scope.begin().await?;
    let values = vec![uuid::Uuid::now_v7().into(), tx.now().into()];
    let sql = "INSERT INTO users (id, email, first_name, last_name, joined_date, created_at, \
               updated_at) VALUES ($1, 'ada@example.org', 'Ada', 'Real', $2, $2, $2)";
    tx.execute(sql, values).await?;
    tx.commit().await?;
    let refused = super::load(&services).await;
    assert!(matches!(refused, Err(DemoError::Inhabited(1))), "{refused:?}");
    Ok(())
}

#[tokio::test]
async fn invite_codes_are_open_exhausted_and_expired() -> Outcome {
    #[derive(FromQueryResult)]
    struct CodeRow {
        code: String,
        is_spent: bool,
        is_over: bool,
        invites: bool,
    }
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    super::load(&services).await?;
    let scope = services.system("reads codes");
    let sql = "SELECT code, COALESCE(usage_count >= max_uses, FALSE) AS is_spent, \
               COALESCE(expires_at < $1, FALSE) AS is_over, \
               auto_invite_affiliation_id IS NOT NULL AS invites FROM invite_codes ORDER BY code";
    let codes = scope.raw(sql, vec![scope.now().into()]).all::<CodeRow>().await?;
    let told: Vec<_> = codes
        .iter()
        .map(|one| (one.code.as_str(), one.is_spent, one.is_over, one.invites))
        .collect();
    let expected = [
        ("ASHCOMBE", false, false, true),
        ("EXPIRED1", false, true, false),
        ("SPENT001", true, false, false),
        ("WELCOME1", false, false, false),
    ];
    assert_eq!(told, expected);
    Ok(())
}

#[tokio::test]
async fn staff_have_pending_work() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    super::load(&services).await?;
    let scope = services.system("counts");
    for (sql, expected) in [
        ("SELECT COUNT(*) AS rows FROM waitlist WHERE status = 'pending'", 4),
        ("SELECT COUNT(*) AS rows FROM waitlist WHERE decided_by IS NOT NULL", 1),
        ("SELECT COUNT(*) AS rows FROM security_alerts WHERE user_email IS NOT NULL", 3),
        ("SELECT COUNT(*) AS rows FROM security_alerts", 4),
        ("SELECT COUNT(*) AS rows FROM affiliation_requests WHERE affiliation_id IS NULL", 3),
        ("SELECT COUNT(*) AS rows FROM affiliation_requests WHERE status = 'pending'", 5),
    ] {
        let found = scope.raw(sql, Vec::new()).one::<Count>().await?;
        assert_eq!(found.map(|count| count.rows), Some(expected), "{sql}");
    }
    Ok(())
}

/// A portal, and the number of its domains.
#[derive(Debug, FromQueryResult, PartialEq, Eq)]
struct PortalRow {
    subdomain: String,
    state: String,
    domains: i64,
}

#[tokio::test]
async fn portals_and_domains_have_every_state() -> Outcome {
    let folder = tempfile::tempdir()?;
    let services = instance(&folder).await?;
    super::load(&services).await?;
    let scope = services.system("reads portals");
    let sql = "SELECT t.subdomain, t.state, (SELECT COUNT(*) FROM domains d \
               WHERE d.tenant_id = t.id) AS domains FROM tenants t ORDER BY t.subdomain";
    let found = scope.raw(sql, Vec::new()).all::<PortalRow>().await?;
    let expected = [
        ("ashcombe", "active", 1),
        ("htwu", "active", 2),
        ("lagosleeds", "active", 0),
        ("midland", "active", 1),
        ("northgate", "active", 1),
        ("rowan", "suspended", 0),
        ("stbrigids", "active", 0),
        ("sylheti", "draft", 1),
        ("wise", "active", 0),
    ];
    let expected = expected.map(|(subdomain, state, domains)| PortalRow {
        subdomain: subdomain.to_owned(),
        state: state.to_owned(),
        domains,
    });
    assert_eq!(found, expected);
    for (sql, expected) in [
        // No own domain is in links and emails.
        ("SELECT COUNT(*) AS rows FROM domains WHERE is_primary", 0),
        ("SELECT COUNT(*) AS rows FROM domains WHERE state = 'awaitingApproval'", 1),
        ("SELECT COUNT(*) AS rows FROM domains WHERE cause_code = 'caa-forbids'", 1),
        ("SELECT COUNT(*) AS rows FROM acme_jobs WHERE cause_code = 'proof-missing'", 1),
        ("SELECT COUNT(*) AS rows FROM certificate_orders WHERE outcome = 'issued'", 4),
        // Nothing is scheduled that would change them.
        ("SELECT COUNT(*) AS rows FROM jobs WHERE kind = 'domain-check'", 0),
        ("SELECT COUNT(*) AS rows FROM communities WHERE is_default_community", 11),
        (
            "SELECT COUNT(*) AS rows FROM notifications WHERE action_required AND \
          affiliation_id IS NOT NULL",
            6,
        ),
    ] {
        let rows = scope.raw(sql, Vec::new()).one::<Count>().await?;
        assert_eq!(rows.map(|count| count.rows), Some(expected), "{sql}");
    }
    Ok(())
}
