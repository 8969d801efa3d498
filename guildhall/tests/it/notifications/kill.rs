//! A digest for many people while its workers are killed at each step: each person receives exactly
//! one. `GUILDHALL_DIGEST_PEOPLE=10000` runs it for more people.

use crate::kit::{
    FOR_MANY, MailServer, Process, TestApp, free_address, listening, number_from_env,
};
use chrono::Duration;
use platform::UserId;
use sea_orm::FromQueryResult;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use tenant_runtime::activity::{Notice, NotificationType, notify};

const PEOPLE: u64 = 80;
/// Jobs that one worker runs at the same time.
const JOBS_AT_ONCE: usize = 4;
const WORKERS: usize = 2;
/// The digests of the test are due by then.
const SINCE_EVENTS: Duration = Duration::hours(26);

#[derive(FromQueryResult)]
struct PersonRow {
    id: UserId,
}

/// Two notifications for each person, a day ago, with planned digests.
async fn plan_digests(app: &TestApp, people: usize) {
    let ada = app.member("ada").await;
    app.copy_accounts(&ada, people).await;
    app.clock.advance_by(-SINCE_EVENTS);
    let mut system = app.services().system("notify the crowd");
    let sql = "SELECT id FROM users WHERE email LIKE 'crowd-%' ORDER BY id";
    let rows = system.raw(sql, vec![]).all::<PersonRow>().await.unwrap();
    assert_eq!(rows.len(), people);
    let crowd: Vec<UserId> = rows.into_iter().map(|row| row.id).collect();
    for title in ["Walk at noon", "Dinner at eight"] {
        let notice = Notice::new(NotificationType::CommunityEvent, title, "", json!({}));
        for some in crowd.chunks(500) {
            let tx = system.begin().await.unwrap();
            notify(&tx, some, &notice).await.unwrap();
            tx.commit().await.unwrap();
        }
    }
    app.work().await;
    app.clock.advance_by(SINCE_EVENTS);
}

struct Workers<'a> {
    app: &'a TestApp,
    running: Vec<Process>,
}

impl<'a> Workers<'a> {
    fn start(app: &'a TestApp) -> Self {
        let start = |number| {
            let mut settings = listening(free_address());
            let folder = app.folder().join(format!("data-of-worker-{number}"));
            settings.push(("data_dir", folder.display().to_string()));
            Process::start("worker", app, &settings)
        };
        Self { app, running: (0..WORKERS).map(start).collect() }
    }

    /// Kills all of them and makes their jobs due at once, as if their leases had expired.
    async fn kill(self) {
        self.running.into_iter().for_each(Process::kill);
        let expired = self.app.clock.now() - Duration::minutes(1);
        let sql = "UPDATE jobs SET locked_until = $1 WHERE state = 'running'";
        self.app.sql(sql, vec![expired.into()]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_person_receives_one_digest_while_workers_are_killed_at_each_step() {
    let people = usize::try_from(number_from_env("GUILDHALL_DIGEST_PEOPLE").unwrap_or(PEOPLE));
    let people = people.unwrap();
    let server = MailServer::open().await;
    let url = server.url("");
    let app = TestApp::open_with(&[FOR_MANY, ("mail.smtp_url", url.as_str())]).await;
    let app = app.reading_mails_of(&server);
    plan_digests(&app, people).await;
    let before = server.received().await.len();

    // Claimed and written, but no mail server takes it.
    server.command("later").await;
    let workers = Workers::start(&app);
    server.until_rejected(1).await;
    workers.kill().await;
    server.command("accept").await;

    // Taken by the mail server, but the worker never learns it.
    let mut kills = 1;
    for _ in 0..2 {
        server.command("hold").await;
        let taken = server.received().await.len();
        let workers = Workers::start(&app);
        server.until_received(taken + 1).await;
        workers.kill().await;
        server.command("release").await;
        kills += 1;
    }

    // Somewhere between the answer of the mail server, the record and the end of the job.
    for part in [4, 2] {
        let workers = Workers::start(&app);
        // Each step has its own timeout.
        for count in (before..=before + people / part).step_by(20) {
            server.until_received(count).await;
        }
        workers.kill().await;
        kills += 1;
    }
    app.clock.advance_by(Duration::minutes(2));
    app.work().await;

    let mut copies: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for mail in server.received().await.into_iter().skip(before) {
        assert_eq!(mail.subject, "2 new notifications from Guildhall");
        assert!(mail.text.contains("Walk at noon") && mail.text.contains("Dinner at eight"));
        copies.entry(mail.to).or_default().push((mail.message_id, mail.text));
    }
    assert_eq!(copies.len(), people, "everyone has a digest");
    let mut repeated = 0;
    for (person, mails) in &copies {
        // A repeated delivery is the same message, which mail servers and mailboxes recognise.
        assert_eq!(mails.iter().collect::<BTreeSet<_>>().len(), 1, "{person}");
        repeated += mails.len() - 1;
    }
    assert!(repeated <= kills * WORKERS * JOBS_AT_ONCE, "{repeated} repeated deliveries");
    app.clock.advance_by(Duration::days(2));
    let sent = server.received().await.len();
    app.work().await;
    assert_eq!(server.received().await.len(), sent, "and none later");
}
