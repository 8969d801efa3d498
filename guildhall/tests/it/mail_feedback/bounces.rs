//! Bounces and complaints: refusals while sending, and reports to the return path.

use crate::kit::{Browser, MailServer, TestApp, email, free_address, until_open};
use chrono::Duration;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

const RESET: &str = "/api/identity/password/forgot";

async fn open(office: &MailServer) -> (TestApp, SocketAddr) {
    let listen = free_address();
    let app = TestApp::open_with(&[
        ("mail.smtp_url", &office.url("")),
        ("mail.from", "post@hall.example"),
        ("mail.return_path", "bounce@hall.example"),
        ("mail.feedback_listen", &listen.to_string()),
    ])
    .await
    .reading_mails_of(office);
    (app, listen)
}

/// Emails to a user.
async fn mails_to(office: &MailServer, name: &str) -> usize {
    office.received().await.iter().filter(|mail| mail.to == email(name)).count()
}

/// `emailStatus` of an account, as staff see it. Their sessions are short.
async fn status(app: &TestApp, staff: &Browser, user: &str) -> Value {
    if staff.get("/api/me").await.status == 401 {
        app.sign_in(staff, "localhost", "ada").await;
    }
    let page = staff.get(&format!("/api/staff/users/{user}")).await.expect(200).body;
    page["emailStatus"]["reason"].clone()
}

/// Sends an email to an account by requesting a password reset, and runs the jobs.
async fn request_reset(app: &TestApp, name: &str) {
    // Resets are limited; each comes from another network and later.
    app.clock.advance_by(Duration::hours(1));
    app.browser().post(RESET, json!({ "email": email(name) })).await;
    app.work().await;
}

/// Sends a message to the listener for reports, and returns the replies.
async fn send_report(listen: SocketAddr, to: &str, report: &str) -> Vec<String> {
    let (reader, mut writer) = TcpStream::connect(listen).await.unwrap().into_split();
    let mut lines = BufReader::new(reader).lines();
    let mut replies = vec![lines.next_line().await.unwrap().unwrap()];
    let rcpt = format!("RCPT TO:<{to}>");
    for command in ["HELO mx.example", "MAIL FROM:<>", &rcpt, "DATA"] {
        writer.write_all(format!("{command}\r\n").as_bytes()).await.unwrap();
        let reply = lines.next_line().await.unwrap().unwrap();
        let refused = !reply.starts_with(['2', '3']);
        replies.push(reply);
        if refused {
            return replies;
        }
    }
    writer.write_all(format!("{report}\r\n.\r\n").as_bytes()).await.unwrap();
    replies.push(lines.next_line().await.unwrap().unwrap());
    replies
}

fn delivery_report(action: &str, status: &str) -> String {
    [
        "From: MAILER-DAEMON@mx.example",
        "MIME-Version: 1.0",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=\"B\"",
        "",
        "--B",
        "Content-Type: text/plain",
        "",
        "Sorry.",
        "--B",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.example",
        "",
        "Final-Recipient: rfc822; someone@b.example",
        &format!("Action: {action}"),
        &format!("Status: {status}"),
        "",
        "--B--",
    ]
    .join("\r\n")
}

fn spam_report(return_path: &str) -> String {
    [
        "From: fbl@mx.example",
        "MIME-Version: 1.0",
        "Content-Type: multipart/report; report-type=feedback-report; boundary=\"B\"",
        "",
        "--B",
        "Content-Type: message/feedback-report",
        "",
        "Feedback-Type: abuse",
        "Version: 1",
        &format!("Original-Mail-From: <{return_path}>"),
        "",
        "--B--",
    ]
    .join("\r\n")
}

#[tokio::test]
async fn unknown_mailbox_at_sending_pauses_emails_for_a_day() {
    let office = MailServer::open().await;
    let (app, _) = open(&office).await;
    let (staff, member) = (app.staff("ada").await, app.member("bob").await);
    let bob = app.id_of(&member).await;
    let before = mails_to(&office, "bob").await;
    office.command(&format!("forget {}", email("bob"))).await;
    request_reset(&app, "bob").await;
    assert_eq!(status(&app, &staff, &bob).await, "bounced");

    office.command("accept").await;
    request_reset(&app, "bob").await;
    assert_eq!(mails_to(&office, "bob").await, before, "nothing within a day");
    app.clock.advance_by(Duration::days(1));
    request_reset(&app, "bob").await;
    assert_eq!(mails_to(&office, "bob").await, before + 1, "a repaired mailbox is tried again");
    let sql = "SELECT COUNT(*) AS n FROM jobs WHERE state = 'failed'";
    assert_eq!(app.count(sql, vec![]).await, 0);
}

#[tokio::test]
async fn other_refusals_do_not_suppress_the_address() {
    let office = MailServer::open().await;
    let (app, _) = open(&office).await;
    let (staff, member) = (app.staff("ada").await, app.member("bob").await);
    let bob = app.id_of(&member).await;
    office.command(&format!("refuse {}", email("bob"))).await;
    request_reset(&app, "bob").await;
    assert_eq!(
        status(&app, &staff, &bob).await,
        Value::Null,
        "550 without a status may be a policy"
    );
}

#[tokio::test]
async fn reports_to_the_return_path_suppress_the_address_until_it_is_resumed() {
    let office = MailServer::open().await;
    let (app, listen) = open(&office).await;
    let (staff, member) = (app.staff("ada").await, app.member("bob").await);
    let bob = app.id_of(&member).await;
    request_reset(&app, "bob").await;
    let sent = office.received().await.pop().unwrap();
    assert_eq!(
        (sent.to.as_str(), sent.from.as_str()),
        (email("bob").as_str(), "Guildhall <post@hall.example>")
    );
    let path = sent.return_path;
    assert!(path.starts_with("bounce+") && path.ends_with("@hall.example"), "{path}");
    app.app.start_worker();
    until_open(listen).await;

    for (action, code) in [("delayed", "4.4.1"), ("failed", "5.7.1")] {
        let replies = send_report(listen, &path, &delivery_report(action, code)).await;
        assert!(replies.last().unwrap().starts_with("250"), "{replies:?}");
        assert_eq!(status(&app, &staff, &bob).await, Value::Null, "{code}");
    }
    send_report(listen, &path, &delivery_report("failed", "5.1.1")).await;
    assert_eq!(status(&app, &staff, &bob).await, "bounced");
    let resume = "/api/me/notification-settings/email/resume";
    app.sign_in(&member, "localhost", "bob").await;
    member.post(resume, json!({})).await.expect(204);
    assert_eq!(status(&app, &staff, &bob).await, Value::Null);

    // Complaints arrive at the address without a token, and repeat the return path.
    send_report(listen, "bounce@hall.example", &spam_report(&path)).await;
    assert_eq!(status(&app, &staff, &bob).await, "complained");
    let before = office.received().await.len();
    request_reset(&app, "bob").await;
    office.until_received(before + 1).await;
}

#[tokio::test]
async fn listener_refuses_recipients_without_a_valid_token() {
    let office = MailServer::open().await;
    let (app, listen) = open(&office).await;
    app.member("bob").await;
    request_reset(&app, "bob").await;
    let path = office.received().await.pop().unwrap().return_path;
    app.app.start_worker();
    until_open(listen).await;
    let forged = format!("bounce+aaaa{}", path.strip_prefix("bounce+").unwrap().get(4..).unwrap());
    for to in
        ["staff@hall.example", "bounce+x@hall.example", &forged, &path.replace("hall", "evil")]
    {
        let replies = send_report(listen, to, "Subject: x\r\n\r\nx").await;
        assert_eq!(replies.last().unwrap(), "550 5.1.1 no such mailbox", "{to}");
    }
    let replies = send_report(listen, &path, "Subject: Out of office\r\n\r\nMonday").await;
    assert!(replies.last().unwrap().starts_with("250"));
    let sql = "SELECT COUNT(*) AS n FROM mail_feedback";
    assert_eq!(app.count(sql, vec![]).await, 0, "an automatic reply is no report");
}

#[tokio::test]
async fn unusual_number_of_bounces_is_open_work_of_staff() {
    let app = TestApp::open().await;
    let staff = app.staff("ada").await;
    let sql =
        "INSERT INTO mail_feedback (id, kind, created_at, recent_until) VALUES ($1, $2, $3, $4)";
    let now = app.clock.now();
    let until = now + Duration::days(1);
    let items = async || -> Vec<String> {
        let overview = staff.get("/api/staff/overview").await.expect(200).body;
        let items = overview["items"].as_array().unwrap().iter();
        items.map(|item| item["subject"].as_str().unwrap().to_owned()).collect()
    };
    for number in 1..=10 {
        assert_eq!(items().await, [""; 0], "{number}");
        let values = vec![uuid::Uuid::now_v7().into(), "bounce".into(), now.into(), until.into()];
        app.sql(sql, values).await;
    }
    assert_eq!(items().await, ["10 emails bounced in a day"]);
    for _ in 0..3 {
        let values =
            vec![uuid::Uuid::now_v7().into(), "complaint".into(), now.into(), until.into()];
        app.sql(sql, values).await;
    }
    assert_eq!(items().await.len(), 2);
    app.clock.advance_by(Duration::hours(25));
    app.sign_in(&staff, "localhost", "ada").await;
    assert_eq!(items().await, [""; 0]);
}

/// Suppresses an address after a bounce, for the metrics of bounces.
pub async fn suppress_one_address() {
    let office = MailServer::open().await;
    let (app, _) = open(&office).await;
    app.member("bob").await;
    office.command(&format!("forget {}", email("bob"))).await;
    for _ in 0..2 {
        request_reset(&app, "bob").await;
    }
}
