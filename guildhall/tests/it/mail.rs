//! Mail on its way, with a real mail server at the other end: what happens when it is away, slow,
//! busy or says no.

use crate::kit::{MailServer, TestApp, email};
use chrono::Duration;
use serde_json::json;

/// Longer than the longest wait between two tries.
const A_MINUTE: Duration = Duration::seconds(61);

async fn open(office: &MailServer) -> TestApp {
    TestApp::open_with(&[("mail.smtp_url", &office.url("")), ("mail.from", "post@hall.example")])
        .await
}

/// What became of the one mail that was to be sent: its state, tries and the reason that was kept.
async fn fate(app: &TestApp) -> (String, i64, String) {
    use platform::jobs::row::{Column, Entity};
    use sea_orm::{ActiveEnum, ColumnTrait, Condition};
    let system = app.services().system("look at the mails of a test");
    let mails = Condition::all().add(Column::Kind.eq(platform::mail::JOB_KIND));
    let mut rows = system.global::<Entity>().filter(mails).all().await.unwrap();
    assert_eq!(rows.len(), 1);
    let row = rows.remove(0);
    (row.state.to_value(), row.attempts, row.last_error.unwrap_or_default())
}

#[tokio::test]
async fn new_user_gets_one_verification_mail() {
    let office = MailServer::open().await;
    let app = open(&office).await;
    let rosa = app.newcomer("rosa").await;
    app.work().await;
    app.clock.advance_by(A_MINUTE);
    app.work().await;

    let given = office.received().await;
    assert_eq!(given.len(), 1);
    assert_eq!(given[0].to, email("rosa"));
    assert_eq!(given[0].from, "Guildhall <post@hall.example>");
    assert_eq!(given[0].subject, "Verify your email address for Guildhall");
    assert!(given[0].refuses_automatic_replies);
    assert!(given[0].message_id.ends_with("@hall.example>"), "{}", given[0].message_id);
    let (_, rest) = given[0].text.split_once("token=").unwrap();
    let token: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
    let confirm = "/api/identity/verification/confirm";
    rosa.post(confirm, json!({ "token": token })).await.expect(200);
}

#[tokio::test]
async fn sends_every_mail_once_after_the_mail_server_returns() {
    let office = MailServer::open().await;
    let app = open(&office).await;
    office.command("close").await;
    for name in ["rosa", "sven", "tove"] {
        app.newcomer(name).await;
    }
    for _ in 0..3 {
        app.work().await;
        app.clock.advance_by(A_MINUTE);
    }
    assert_eq!(office.received().await, []);

    office.command("open").await;
    app.work().await;
    let mut to: Vec<_> = office.received().await.into_iter().map(|mail| mail.to).collect();
    to.sort();
    assert_eq!(to, ["rosa", "sven", "tove"].map(email));
    app.clock.advance_by(A_MINUTE);
    app.work().await;
    assert_eq!(office.received().await.len(), 3, "and nothing twice");
}

#[tokio::test]
async fn retries_after_a_temporary_smtp_error() {
    let office = MailServer::open().await;
    let app = open(&office).await;
    office.command("later").await;
    app.newcomer("rosa").await;
    app.work().await;
    assert_eq!(office.rejected_count().await, 1, "it is not asked again at once");
    let reason = "the mail server is unavailable: it replied 451";
    assert_eq!(fate(&app).await, ("ready".to_owned(), 1, reason.to_owned()));

    office.command("accept").await;
    app.clock.advance_by(A_MINUTE);
    app.work().await;
    assert_eq!(office.received().await.len(), 1);
    assert_eq!(fate(&app).await, ("done".to_owned(), 2, String::new()));
}

#[tokio::test]
async fn slow_mail_server_receives_the_mail_once() {
    let office = MailServer::open().await;
    let app = open(&office).await;
    office.command("hold").await;
    app.newcomer("rosa").await;
    let release = async {
        office.until_received(1).await;
        office.command("release").await;
    };
    tokio::join!(app.work(), release);
    app.clock.advance_by(A_MINUTE);
    app.work().await;
    assert_eq!(office.received().await.len(), 1);
    assert_eq!(fate(&app).await.0, "done");
}

#[tokio::test]
async fn mail_repeated_after_a_killed_worker_has_the_same_message_id() {
    let office = MailServer::open().await;
    let app = open(&office).await;
    office.command("hold").await;
    app.newcomer("rosa").await;
    tokio::select! {
        () = app.work() => panic!("the server has not answered yet"),
        // The worker goes, and nobody writes down that the mail was taken.
        () = office.until_received(1) => {}
    }
    office.command("release").await;
    app.work().await;
    assert_eq!(office.received().await.len(), 1, "the job is still the dead worker's");

    app.clock.advance_by(A_MINUTE);
    app.work().await;
    let given = office.received().await;
    assert_eq!(given.len(), 2);
    assert_eq!(given[0].message_id, given[1].message_id);
    assert_eq!(given[0].text, given[1].text);
    app.clock.advance_by(A_MINUTE);
    app.work().await;
    assert_eq!(office.received().await.len(), 2);
}

#[tokio::test]
async fn unknown_recipient_is_not_retried_and_the_reason_is_stored() {
    let office = MailServer::open().await;
    let app = open(&office).await;
    office.command(&format!("refuse {}", email("rosa"))).await;
    app.newcomer("rosa").await;
    for _ in 0..3 {
        app.work().await;
        app.clock.advance_by(A_MINUTE);
    }
    assert_eq!(office.rejected_count().await, 1);
    assert_eq!(office.received().await, []);
    let reason = "the mail server rejected the email: it replied 550";
    assert_eq!(fate(&app).await, ("failed".to_owned(), 1, reason.to_owned()));
}

#[tokio::test]
async fn sends_mail_over_tls_if_required() {
    let office = MailServer::open_with_tls().await;
    let url = office.url("?tls=required");
    let settings = [("mail.smtp_url", url.as_str()), ("mail.smtp_ca_file", &office.ca_file())];
    let app = TestApp::open_with(&settings).await;
    app.newcomer("rosa").await;
    app.work().await;
    let given = office.received().await;
    assert_eq!(given.len(), 1);
    assert!(given[0].secure);
}

#[tokio::test]
async fn sends_nothing_without_tls_if_tls_is_required() {
    let foreign = MailServer::open_with_tls().await;
    let bare = MailServer::open().await;
    let reasons = [
        // Nobody whom this instance believes vouches for it.
        (&foreign, "the mail server is unavailable: the connection failed"),
        (&bare, "the mail server is unavailable: protocol error or missing TLS"),
    ];
    for (office, reason) in reasons {
        let url = office.url("?tls=required");
        let app = TestApp::open_with(&[("mail.smtp_url", &url)]).await;
        app.newcomer("rosa").await;
        app.work().await;
        assert_eq!(office.received().await, []);
        assert_eq!(fate(&app).await, ("ready".to_owned(), 1, reason.to_owned()));
    }
}
