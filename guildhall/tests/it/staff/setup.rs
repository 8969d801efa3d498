//! The setup checklist of the staff overview (G-092).

use crate::kit::{Browser, MailServer, PASSWORD, TestApp, email, uuid_of};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tenant_runtime::accounts::first_staff;

const SETUP: &str = "/api/staff/setup";
const TEST_EMAIL: &str = "/api/staff/test-email";

async fn checklist(staff: &Browser) -> Value {
    staff.get(SETUP).await.expect(200).body
}

/// Names of the steps in this state, in order.
fn steps(checklist: &Value, state: &str) -> Vec<String> {
    let all = checklist["steps"].as_array().unwrap();
    let fitting = all.iter().filter(|step| step["state"] == state);
    fitting.map(|step| step["step"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn setup_steps_are_done_when_their_requirements_are_met() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    app.sql("UPDATE invite_codes SET is_active = FALSE, usage_count = 0", vec![]).await;
    let new = checklist(&staff).await;
    let all = [
        "legal-documents",
        "test-email",
        "second-factor",
        "affiliation",
        "portal",
        "domain",
        "invite-code",
    ];
    assert_eq!(steps(&new, "open"), all);
    assert_eq!(new["complete"], false);
    let documents = ["community-guidelines", "privacy-policy", "terms-of-service"];
    assert_eq!(new["unpublishedDocuments"], json!(documents));
    assert_eq!(new["staffWithoutSecondFactor"], 1);
    assert_eq!(new["testEmail"], Value::Null);

    for key in documents {
        let draft = json!({ "title": "Ours", "content": "Be kind.", "baseVersion": 1 });
        staff.main().put(&format!("/api/legal/{key}"), draft).await.expect(200);
    }
    staff.post("/api/me/legal-acknowledgements", json!({})).await.expect(200);
    let oak = app.portal("Oak House", "oak").await;
    staff.post("/api/staff/invite-codes", json!({})).await.expect(201);
    let id = uuid_of(&app.id_of(&staff).await);
    app.add_totp(id).await;
    let later = checklist(&staff).await;
    assert_eq!(steps(&later, "open"), ["test-email", "domain"]);

    app.add_domain(&oak, "members.oak.example").await;
    let sql = "INSERT INTO setup_test_emails (slot, attempt, state, requested_at) \
        VALUES ('latest', $1, 'sent', $2)";
    app.sql(sql, vec![id.into(), app.clock.now().into()]).await;
    let done = checklist(&staff).await;
    assert_eq!((steps(&done, "done").len(), &done["complete"]), (7, &json!(true)));
}

#[tokio::test]
async fn shipped_texts_that_members_read_keep_the_legal_step_open() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    // As in an installation that began before the shipped texts were placeholders.
    app.sql("UPDATE platform_content SET is_placeholder = FALSE", vec![]).await;
    let adapted = json!({ "title": "Ours", "content": "Be kind.", "baseVersion": 1 });
    staff.main().put("/api/legal/privacy-policy", adapted).await.expect(200);
    let older = checklist(&staff).await;
    assert!(steps(&older, "open").contains(&"legal-documents".to_owned()));
    let shipped = json!(["community-guidelines", "terms-of-service"]);
    assert_eq!(older["shippedDocuments"], shipped);
    assert_eq!(older["unpublishedDocuments"], json!([]));
}

#[tokio::test]
async fn optional_setup_steps_can_be_skipped_and_restored() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let put = async |step: &str, skipped: bool| {
        staff.main().put(&format!("{SETUP}/{step}"), json!({ "skipped": skipped })).await
    };
    let skipped = put("domain", true).await.expect(200);
    assert_eq!(steps(&skipped.body, "skipped"), ["domain"]);
    put("domain", true).await.expect(200);
    let back = put("domain", false).await.expect(200);
    assert_eq!(steps(&back.body, "skipped"), [] as [&str; 0]);
    put("domain", false).await.expect(200);

    for required in ["legal-documents", "affiliation", "invite-code", "second-factor", "test-email"]
    {
        let refused = put(required, true).await;
        assert_eq!(refused.to_string(), "409 This step cannot be skipped.", "{required}");
    }
    assert_eq!(put("coffee", true).await.status, 404);
    let log = staff.get("/api/staff/audit?action=setup").await.expect(200);
    let actions: Vec<_> = log.items().iter().map(|item| &item["action"]).collect();
    assert_eq!(actions, ["setup.restore", "setup.skip", "setup.skip"]);
    assert_eq!(log.items()[0]["subjectId"], "domain");
}

/// The state of the newest test email, and why it failed.
async fn outcome(app: &TestApp, staff: &Browser) -> (String, Value) {
    app.work().await;
    let test = checklist(staff).await["testEmail"].clone();
    (test["state"].as_str().unwrap().to_owned(), test["cause"].clone())
}

async fn with_mail_server(office: &MailServer) -> TestApp {
    TestApp::open_with(&[("mail.smtp_url", &office.url("")), ("mail.from", "post@hall.example")])
        .await
}

/// A staff member who was created through the setup link, without email.
async fn first_staff(app: &TestApp) -> Browser {
    let link = first_staff::issue_setup_link(app.services()).await.unwrap().unwrap();
    let token = link.url.split_once("#token=").unwrap().1;
    let form = json!({
        "token": token, "email": email("stella"), "firstName": "Stella", "lastName": "Tester",
        "password": PASSWORD, "confirmPassword": PASSWORD,
    });
    let staff = app.browser();
    let created = staff.post("/api/identity/setup", form).await.expect(201);
    staff.post("/api/usersSignin", json!({ "idToken": created.body["idToken"] })).await.expect(200);
    staff
}

#[tokio::test]
async fn test_email_is_sent_once_to_the_requesting_staff_member() {
    let office = MailServer::open().await;
    let app = with_mail_server(&office).await;
    let staff = first_staff(&app).await;
    let before = office.received().await.len();
    let requested = staff.post(TEST_EMAIL, json!({})).await.expect(202);
    assert_eq!(requested.body["testEmail"]["state"], "sending");
    staff.post(TEST_EMAIL, json!({})).await.expect(202);
    assert_eq!(outcome(&app, &staff).await, ("sent".to_owned(), Value::Null));

    let given = office.received().await;
    assert_eq!(given.len(), before + 1, "a second request while it is pending sends nothing");
    let mail = given.last().unwrap();
    assert_eq!((&mail.to, mail.subject.as_str()), (&email("stella"), "Test email from Guildhall"));
    assert!(steps(&checklist(&staff).await, "done").contains(&"test-email".to_owned()));
    let log = staff.get("/api/staff/audit?action=setup.test-email").await.expect(200);
    assert_eq!(log.items().len(), 1);
}

#[tokio::test]
async fn failed_test_email_reports_its_cause() {
    let office = MailServer::open().await;
    let app = with_mail_server(&office).await;
    let staff = first_staff(&app).await;
    let cause = async |order: &str| {
        office.command(order).await;
        staff.post(TEST_EMAIL, json!({})).await.expect(202);
        let (state, cause) = outcome(&app, &staff).await;
        assert_eq!(state, "failed");
        cause.as_str().unwrap().to_owned()
    };
    assert_snapshot!(cause("later").await, @"The mail server does not accept emails at the moment (code 451). Try again later.");
    office.command("accept").await;
    let refused = format!("refuse {}", email("stella"));
    assert_snapshot!(cause(&refused).await, @"The mail server refused the email: it does not accept the sender's address (mail.from) or yours (code 550).");
    assert_snapshot!(cause("close").await, @"The mail server could not be reached, or its certificate is not trusted. Check mail.smtp_url and the network.");
    let open = steps(&checklist(&staff).await, "open");
    assert!(open.contains(&"test-email".to_owned()));
}
