use crate::world::World;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use platform::Clock;
use platform::jobs::{Handlers, Worker};
use platform::mail::{Cause, MailBrand, MailContent, MailError, MailJob, Mailer, dev_mail_router};
use serde_json::Value;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tower::ServiceExt;

const LINK: &str = "http://ashcombe.localhost:8080/verify-email?token=SECRET-TOKEN&x=1";

fn verification(to: &str) -> MailJob {
    MailJob {
        to: to.to_owned(),
        brand: MailBrand {
            name: String::from("Ashcombe"),
            color: String::from("#7a1f2b"),
            origin: String::from("http://ashcombe.localhost:8080"),
            ..MailBrand::default()
        },
        content: MailContent::VerifyEmail {
            first_name: String::from("<Ada>"),
            link: LINK.to_owned(),
            valid_hours: 24,
        },
    }
}

async fn ask(mailer: &Mailer, path: &str) -> Response<Body> {
    let router = dev_mail_router(mailer.as_catcher().unwrap().clone());
    router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap()
}

async fn text(response: Response<Body>) -> String {
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[tokio::test]
async fn enqueued_email_is_sent_once_and_its_link_is_deleted() {
    let world = World::open().await;
    let mut scope = world.services.system("test");
    let tx = scope.begin().await.unwrap();
    tx.enqueue(verification("ada@example.org").to_job().unwrap()).await.unwrap();
    tx.commit().await.unwrap();
    let worker = Worker::new(world.services.clone(), Handlers::new());
    assert_eq!(worker.run_until_idle().await.unwrap(), 1);
    assert_eq!(worker.run_until_idle().await.unwrap(), 0);

    let caught = world.services.mailer().caught_mails();
    assert_eq!(caught.len(), 1);
    assert_eq!(caught[0].to, "ada@example.org");
    assert_eq!(caught[0].from, "Ashcombe <no-reply@localhost>");
    assert!(caught[0].text.contains(LINK));
    let jobs = scope.global::<platform::jobs::row::Entity>().all().await.unwrap();
    assert!(!format!("{jobs:?}").contains("SECRET-TOKEN"));
}

#[tokio::test]
async fn catcher_keeps_the_last_five_hundred_emails() {
    let mailer = Mailer::to_catcher("no-reply@localhost", Clock::system_clock()).unwrap();
    for number in 0..510 {
        mailer.send(&verification(&format!("{number}@example.org")).to_outgoing()).await.unwrap();
    }
    let caught = mailer.caught_mails();
    assert_eq!((caught.len(), caught[0].to.as_str()), (500, "10@example.org"));
    assert_eq!(ask(&mailer, "/dev/mail/9").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(ask(&mailer, "/dev/mail/509").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn dev_mail_page_has_links_and_runs_no_script() {
    let mailer = Mailer::to_catcher("no-reply@localhost", Clock::system_clock()).unwrap();
    mailer.send(&verification("ada@example.org").to_outgoing()).await.unwrap();
    let page = ask(&mailer, "/dev/mail").await;
    let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
    let page = text(page).await;
    let link = LINK.replace('&', "&amp;");
    assert!(page.contains(&format!("<a href=\"{link}\">")), "{page}");
    assert!(page.contains("&lt;Ada&gt;") && !page.contains("<Ada>"));

    let mail = ask(&mailer, "/dev/mail/0").await;
    let policy = mail.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    assert!(!policy.contains("script"));
    assert!(text(mail).await.contains("#7a1f2b"));
}

#[tokio::test]
async fn dev_mail_is_available_as_json() {
    let mailer = Mailer::to_catcher("no-reply@localhost", Clock::system_clock()).unwrap();
    mailer.send(&verification("ada@example.org").to_outgoing()).await.unwrap();
    mailer.send(&verification("bob@example.org").to_outgoing()).await.unwrap();
    let body: Value =
        serde_json::from_str(&text(ask(&mailer, "/dev/mail.json").await).await).unwrap();
    let items = body["items"].as_array().unwrap();
    assert_eq!(items[0]["to"], "bob@example.org");
    assert_eq!(items[1]["to"], "ada@example.org");
    for field in ["from", "subject", "text", "html", "sentAt"] {
        assert!(items[0][field].is_string(), "{field}");
    }
}

/// A minimal SMTP server; `refuse` sets the response with which it rejects emails.
async fn smtp_server(refuse: Option<&'static str>) -> (String, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let taken = Arc::new(Mutex::new(Vec::new()));
    let kept = taken.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (read, mut write) = stream.into_split();
            let mut lines = BufReader::new(read).lines();
            write.write_all(b"220 test\r\n").await.unwrap();
            let mut in_data = false;
            while let Ok(Some(line)) = lines.next_line().await {
                let answer = match line.get(..4) {
                    _ if in_data && line != "." => {
                        writeln!(kept.lock().unwrap(), "{line}").unwrap();
                        continue;
                    }
                    Some("RCPT") if refuse.is_some() => refuse.unwrap(),
                    Some("DATA") => "354 go on",
                    _ => "250 ok",
                };
                in_data = answer.starts_with("354");
                write.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
            }
        }
    });
    (url, taken)
}

#[tokio::test]
async fn smtp_email_has_text_and_html_with_the_brand_as_sender() {
    let (url, taken) = smtp_server(None).await;
    let mailer = Mailer::to_smtp_server(&url, "post@guildhall.example", None).unwrap();
    mailer.send(&verification("ada@example.org").to_outgoing()).await.unwrap();
    let message = String::from_utf8(taken.lock().unwrap().clone()).unwrap();
    assert!(message.contains("From: Ashcombe <post@guildhall.example>"), "{message}");
    assert!(message.contains("To: ada@example.org"));
    assert!(message.contains("multipart/alternative"));
    assert!(message.contains("text/plain") && message.contains("text/html"));
    for header in ["Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All"] {
        assert_eq!(
            message.lines().filter(|line| *line == header).count(),
            1,
            "{header}: {message}"
        );
    }
    assert!(mailer.as_catcher().is_none() && mailer.caught_mails().is_empty());
}

#[tokio::test]
async fn rejection_is_permanent_outage_is_temporary_and_neither_reveals_the_address() {
    let refusals =
        [("550 no such person ada@example.org", false), ("451 later, ada@example.org", true)];
    for (answer, passing) in refusals {
        let (url, _) = smtp_server(Some(answer)).await;
        let mailer = Mailer::to_smtp_server(&url, "post@guildhall.example", None).unwrap();
        let error = mailer.send(&verification("ada@example.org").to_outgoing()).await.unwrap_err();
        assert_eq!(error.is_temporary(), passing);
        assert!(!format!("{error} {error:?}").contains("ada@"));
    }
    let away =
        Mailer::to_smtp_server("smtp://127.0.0.1:1", "post@guildhall.example", None).unwrap();
    let error = away.send(&verification("ada@example.org").to_outgoing()).await.unwrap_err();
    assert!(matches!(error, MailError::Unavailable(Cause::Unreached)));
}
