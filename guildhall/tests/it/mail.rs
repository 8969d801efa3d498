//! Sending mail to a real SMTP server that is unavailable, slow, busy or rejects mail.

use crate::kit::{PostOffice, TestApp, email};
use chrono::Duration;
use serde_json::json;

/// Longer than the longest delay between two attempts.
const A_MINUTE: Duration = Duration::seconds(61);

async fn open(office: &PostOffice) -> TestApp {
    TestApp::open_with(&[("mail.smtp_url", &office.url("")), ("mail.from", "post@hall.example")])
        .await
}

/// State, attempts and last error of the only mail job.
async fn mail_job(app: &TestApp) -> (String, i64, String) {
    use platform::jobs::row::{Column, Entity};
    use sea_orm::{ActiveEnum, ColumnTrait, Condition};
    let system = app.services().system("look at the mails of a test");
    let mails = Condition::all().add(Column::Kind.eq(platform::mail::JOB_KIND));
    let mut rows = system.doorless::<Entity>().filter(mails).all().await.unwrap();
    assert_eq!(rows.len(), 1);
    let row = rows.remove(0);
    (row.state.to_value(), row.attempts, row.last_error.unwrap_or_default())
}

#[tokio::test]
async fn sign_up_sends_one_verification_mail() {
    let office = PostOffice::open().await;
    let app = open(&office).await;
    let rosa = app.newcomer("rosa").await;
    app.work().await;
    app.clock.advance(A_MINUTE);
    app.work().await;

    let given = office.received().await;
    assert_eq!(given.len(), 1);
    assert_eq!(given[0].to, email("rosa"));
    assert_eq!(given[0].from, "Guildhall <post@hall.example>");
    assert_eq!(given[0].subject, "Verify your e-mail address for Guildhall");
    assert!(given[0].refuses_automatic_replies);
    assert!(given[0].message_id.ends_with("@hall.example>"), "{}", given[0].message_id);
    let (_, rest) = given[0].text.split_once("token=").unwrap();
    let token: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
    let confirm = "/api/identity/verification/confirm";
    rosa.post(confirm, json!({ "token": token })).await.expect(200);
}

#[tokio::test]
async fn mails_are_delivered_once_after_the_server_was_unavailable() {
    let office = PostOffice::open().await;
    let app = open(&office).await;
    office.command("close").await;
    for name in ["rosa", "sven", "tove"] {
        app.newcomer(name).await;
    }
    for _ in 0..3 {
        app.work().await;
        app.clock.advance(A_MINUTE);
    }
    assert_eq!(office.received().await, []);

    office.command("open").await;
    app.work().await;
    let mut to: Vec<_> = office.received().await.into_iter().map(|mail| mail.to).collect();
    to.sort();
    assert_eq!(to, ["rosa", "sven", "tove"].map(email));
    app.clock.advance(A_MINUTE);
    app.work().await;
    assert_eq!(office.received().await.len(), 3, "each mail once");
}

#[tokio::test]
async fn temporary_rejection_is_retried_later() {
    let office = PostOffice::open().await;
    let app = open(&office).await;
    office.command("later").await;
    app.newcomer("rosa").await;
    app.work().await;
    assert_eq!(office.rejected_count().await, 1, "no immediate retry");
    let reason = "the mail server could not take the mail now: it answered 451";
    assert_eq!(mail_job(&app).await, ("ready".to_owned(), 1, reason.to_owned()));

    office.command("accept").await;
    app.clock.advance(A_MINUTE);
    app.work().await;
    assert_eq!(office.received().await.len(), 1);
    assert_eq!(mail_job(&app).await, ("done".to_owned(), 2, String::new()));
}

#[tokio::test]
async fn slow_server_receives_the_mail_once() {
    let office = PostOffice::open().await;
    let app = open(&office).await;
    office.command("hold").await;
    app.newcomer("rosa").await;
    let release = async {
        office.until_received(1).await;
        office.command("release").await;
    };
    tokio::join!(app.work(), release);
    app.clock.advance(A_MINUTE);
    app.work().await;
    assert_eq!(office.received().await.len(), 1);
    assert_eq!(mail_job(&app).await.0, "done");
}

#[tokio::test]
async fn mail_resent_after_a_worker_crash_has_the_same_message_id() {
    let office = PostOffice::open().await;
    let app = open(&office).await;
    office.command("hold").await;
    app.newcomer("rosa").await;
    tokio::select! {
        () = app.work() => panic!("the server has not answered yet"),
        // The worker stops before it records that the mail was accepted.
        () = office.until_received(1) => {}
    }
    office.command("release").await;
    app.work().await;
    assert_eq!(office.received().await.len(), 1, "the lease of the dead worker is still valid");

    app.clock.advance(A_MINUTE);
    app.work().await;
    let given = office.received().await;
    assert_eq!(given.len(), 2);
    assert_eq!(given[0].message_id, given[1].message_id);
    assert_eq!(given[0].text, given[1].text);
    app.clock.advance(A_MINUTE);
    app.work().await;
    assert_eq!(office.received().await.len(), 2);
}

#[tokio::test]
async fn permanent_rejection_fails_the_job_with_its_reason() {
    let office = PostOffice::open().await;
    let app = open(&office).await;
    office.command(&format!("refuse {}", email("rosa"))).await;
    app.newcomer("rosa").await;
    for _ in 0..3 {
        app.work().await;
        app.clock.advance(A_MINUTE);
    }
    assert_eq!(office.rejected_count().await, 1);
    assert_eq!(office.received().await, []);
    let reason = "the mail server refused the mail: it answered 550";
    assert_eq!(mail_job(&app).await, ("failed".to_owned(), 1, reason.to_owned()));
}

#[tokio::test]
async fn mail_is_sent_over_tls_when_required() {
    let office = PostOffice::open_with_tls().await;
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
async fn required_tls_rejects_untrusted_and_plaintext_servers() {
    let foreign = PostOffice::open_with_tls().await;
    let bare = PostOffice::open().await;
    let reasons = [
        // Its certificate is not signed by a trusted authority.
        (&foreign, "the mail server could not take the mail now: it could not be reached"),
        (&bare, "the mail server could not take the mail now: it does not speak as it must"),
    ];
    for (office, reason) in reasons {
        let url = office.url("?tls=required");
        let app = TestApp::open_with(&[("mail.smtp_url", &url)]).await;
        app.newcomer("rosa").await;
        app.work().await;
        assert_eq!(office.received().await, []);
        assert_eq!(mail_job(&app).await, ("ready".to_owned(), 1, reason.to_owned()));
    }
}
