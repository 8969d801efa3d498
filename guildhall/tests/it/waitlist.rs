//! The waitlist, from the form to the invite code (accounts.md; gaps G-010, G-027, G-066).

use crate::kit::{At, Browser, Reply, TestApp, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use platform::limiter::{LimitKey, LimitedAction};
use serde_json::{Value, json};

const WAITLIST: &str = "/api/waitlist";

pub fn answers(email: &str) -> Value {
    json!({
        "fullName": "Анна Кузнецова", "email": email, "howDidYouHear": "word of mouth",
        "verifiedCircles": ["alumni", "Other: a chess club"],
        "organizations": "Ashcombe College, class of 2009",
        "verificationMethods": ["institutional email"], "helpCreate": "not now",
        "location": "Leeds", "onboardingConversation": "yes", "whatInterested": "Old friends",
    })
}

fn answers_with(email: &str, field: &str, value: impl Into<Value>) -> Value {
    let mut form = answers(email);
    form[field] = value.into();
    form
}

async fn entry_count(app: &TestApp) -> i64 {
    app.count("SELECT COUNT(*) AS n FROM waitlist", vec![]).await
}

#[tokio::test]
async fn failed_entry_returns_the_specified_message() {
    let app = TestApp::open().await;
    app.make_table_unavailable("waitlist").await;
    let sent = app.browser().post(WAITLIST, answers("anna.k@example.org")).await;
    assert_snapshot!(sent, @"500 An unexpected error occurred. Please try again.");
}

#[tokio::test]
async fn entry_is_stored_with_every_answer_and_is_pending() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let sent = app.browser().post(WAITLIST, answers(" Anna.K@Example.org ")).await.expect(201);
    assert_eq!(
        (&sent.body["status"], &sent.body["submissionCount"]),
        (&json!("pending"), &json!(1))
    );

    let listed = staff.get("/api/staff/waitlist").await.expect(200);
    let entry = &listed.items()[0];
    assert_eq!(entry["email"], "anna.k@example.org");
    assert_eq!(entry["entryId"], "anna_k_example_org");
    assert_eq!(entry["fullName"], "Анна Кузнецова");
    assert_eq!(entry["verifiedCircles"], json!(["alumni", "Other: a chess club"]));
    assert_eq!(entry["verificationMethods"], json!(["institutional email"]));
    assert_eq!(
        (&entry["helpCreate"], &entry["onboardingConversation"]),
        (&json!("not now"), &json!("yes"))
    );
    assert_eq!(entry["userAgent"], "Guildhall tests");
    assert_eq!(
        (&entry["location"], &entry["whatInterested"]),
        (&json!("Leeds"), &json!("Old friends"))
    );
}

#[tokio::test]
async fn invalid_entries_return_the_specified_messages_and_store_nothing() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    let submit = async |form: Value| visitor.post(WAITLIST, form).await;
    let form = |field: &str, value: &str| answers_with("a@example.org", field, value);
    assert_snapshot!(submit(form("website", "http://spam.example")).await, @"422 Spam detected");
    assert_snapshot!(submit(form("organizations", "too short")).await, @"422 Organizations description must be between 10-1000 characters");
    assert_snapshot!(submit(form("organizations", "Join us at https://spam.example now")).await, @"422 Submission contains suspicious content. Please contact support if this is an error.");
    assert_snapshot!(submit(form("email", "nobody")).await, @"422 Please enter a valid email address.");
    assert_snapshot!(submit(form("howDidYouHear", "other")).await, @"422 Please tell us where you heard about us.");
    assert_snapshot!(submit(form("fullName", "R2-D2")).await, @"422 Full name contains invalid characters");
    let missing = submit(json!({})).await.expect(422);
    let fields: Vec<_> =
        missing.body["errors"].as_array().unwrap().iter().map(|e| &e["field"]).collect();
    assert_eq!(fields, ["fullName", "email", "howDidYouHear", "verifiedCircles", "organizations"]);
    assert_eq!(entry_count(&app).await, 0);
}

#[tokio::test]
async fn email_is_unique_in_any_case_and_similar_addresses_do_not_collide() {
    let app = TestApp::open().await;
    app.browser().post(WAITLIST, answers("a.b@example.org")).await.expect(201);
    let again = app.browser().post(WAITLIST, answers("A.B@Example.ORG")).await;
    assert_snapshot!(again, @"409 This email address has already been added to the waitlist. Please contact support if you need to update your information.");
    app.browser().post(WAITLIST, answers("a_b@example.org")).await.expect(201);
    assert_eq!(entry_count(&app).await, 2);
}

#[tokio::test]
async fn concurrent_entries_of_one_address_are_stored_once() {
    let app = TestApp::open_for_many().await;
    let browsers: Vec<Browser> = (0..100).map(|_| app.browser()).collect();
    let sent = browsers.iter().map(|browser| browser.post(WAITLIST, answers("race@example.org")));
    let replies: Vec<Reply> = futures::future::join_all(sent).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    assert_eq!(replies.iter().filter(|reply| reply.status == 409).count(), 99);
    assert_eq!(entry_count(&app).await, 1);
}

#[tokio::test]
async fn browser_may_submit_every_thirty_seconds_and_three_times_per_hour() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    visitor.post(WAITLIST, answers("one@example.org")).await.expect(201);
    let soon = visitor.post(WAITLIST, answers("two@example.org")).await.expect(429);
    let seconds = soon.body["retryAfter"].as_u64().unwrap();
    assert!((28..=30).contains(&seconds), "{seconds}");
    let words = format!("Please wait {seconds} seconds before submitting again.");
    assert_eq!(soon.body["detail"], words);
    assert_eq!(soon.header("retry-after"), seconds.to_string());

    for email in ["two@example.org", "three@example.org"] {
        app.clock.advance_by(Duration::seconds(31));
        visitor.post(WAITLIST, answers(email)).await.expect(201);
    }
    app.clock.advance_by(Duration::seconds(31));
    let many = visitor.post(WAITLIST, answers("four@example.org")).await;
    assert_snapshot!(many, @"429 You've reached the submission limit. Please try again later.");
    assert_eq!(many.body["code"], "waitlist-limit");
    app.clock.advance_by(Duration::minutes(60));
    visitor.post(WAITLIST, answers("four@example.org")).await.expect(201);
    assert_eq!(entry_count(&app).await, 4);
}

#[tokio::test]
async fn network_limit_applies_to_new_browsers() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    let limiter = app.services().limiter();
    let network = LimitKey::network([10, 0, 0, 2].into());
    for _ in 0..20 {
        limiter.count_attempt(LimitedAction::WaitlistNetwork, &network).await;
    }
    // Test browsers have addresses from 10.0.0.1 on; the first one was used to wait for the edge.
    let mut refused = 0;
    for number in 1..=3 {
        let at = visitor.in_network(number);
        let reply = at.post(WAITLIST, answers(&format!("n{number}@example.org"))).await;
        refused += u8::from(reply.status == 429);
    }
    assert_eq!(refused, 1);
}

#[tokio::test]
async fn invalid_entry_does_not_consume_the_rate_limit() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    visitor.post(WAITLIST, answers_with("a@example.org", "location", "X")).await.expect(422);
    visitor.post(WAITLIST, answers("a@example.org")).await.expect(201);
}

#[tokio::test]
async fn suspended_members_and_portals_cannot_create_entries() {
    let app = TestApp::open().await;
    let ben = app.member("ben").await;
    app.set_status_of_everyone(Some("suspended")).await;
    let refused = ben.post(WAITLIST, answers("ben@example.org")).await;
    assert_snapshot!(refused, @"403 Submission not allowed. Please try again later.");
    app.portal("Oak House", "oak").await;
    let visitor = app.browser();
    let at: At<'_> = visitor.on("oak");
    assert_snapshot!(at.post(WAITLIST, answers("a@example.org")).await, @"404 Not found");
    assert_eq!(entry_count(&app).await, 0);
}

/// The code in the newest mail to an address.
async fn mailed_code(app: &TestApp, address: &str) -> String {
    app.work().await;
    let mails = app.mails();
    let mail = mails.iter().rev().find(|mail| mail.to == address).expect("a mail to them");
    let code = mail.text.lines().map(str::trim).find(|line| {
        line.len() == 10 && line.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    });
    code.expect("a code on a line of its own").to_owned()
}

#[tokio::test]
async fn invited_person_receives_a_single_use_code() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let id = app.browser().post(WAITLIST, answers("anna@example.org")).await.expect(201).id();
    let invite = format!("/api/staff/waitlist/{id}/invite");
    let invited = staff.post(&invite, json!({ "message": "See you soon" })).await.expect(200);
    assert_eq!(invited.body["status"], "invited");
    assert_snapshot!(staff.post(&invite, json!({})).await, @"409 This person has already been invited.");
    let decline = format!("/api/staff/waitlist/{id}/decline");
    assert_snapshot!(staff.post(&decline, json!({})).await, @"409 This person has already been invited.");

    let code = mailed_code(&app, "anna@example.org").await;
    let valid =
        app.browser().post("/api/invite-codes/validate", json!({ "code": code })).await.expect(200);
    let join = |email: &str| {
        json!({
            "email": email, "firstName": "Anna", "lastName": "Tester", "password": "Wharf-Lantern-42",
            "confirmPassword": "Wharf-Lantern-42", "inviteCodeId": valid.body["inviteCodeId"],
        })
    };
    app.browser().post("/api/identity/join", join("anna@example.org")).await.expect(201);
    let second = app.browser().post("/api/identity/join", join("other@example.org")).await;
    assert_snapshot!(second, @"422 Invalid or expired invite code. Please try again with a valid code.");
    let acts =
        "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'waitlist.invite' AND subject_id = $1";
    assert_eq!(app.count(acts, vec![id.into()]).await, 1);
}

#[tokio::test]
async fn concurrent_invitations_send_one_mail() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let id = app.browser().post(WAITLIST, answers("anna@example.org")).await.expect(201).id();
    let path = format!("/api/staff/waitlist/{id}/invite");
    let sent = (0..20).map(|_| staff.post(&path, json!({})));
    let replies: Vec<Reply> = futures::future::join_all(sent).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    app.work().await;
    assert_eq!(app.mails().iter().filter(|mail| mail.to == "anna@example.org").count(), 1);
    let codes = "SELECT COUNT(*) AS n FROM invite_codes WHERE max_uses = 1";
    assert_eq!(app.count(codes, vec![]).await, 1);
}

#[tokio::test]
async fn waitlist_is_filtered_counted_and_paged() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let mut ids = Vec::new();
    for n in 0..5 {
        app.clock.advance_by(Duration::seconds(1));
        let sent = app.browser().post(WAITLIST, answers(&format!("p{n}@example.org"))).await;
        ids.push(sent.expect(201).id());
    }
    let declined = format!("/api/staff/waitlist/{}/decline", ids[0]);
    staff.post(&declined, json!({ "reason": "Not one of ours" })).await.expect(200);
    assert_snapshot!(staff.post(&declined, json!({})).await, @"409 This person has already been declined.");
    staff.post(&format!("/api/staff/waitlist/{}/invite", ids[0]), json!({})).await.expect(200);
    staff.post(&format!("/api/staff/waitlist/{}/decline", ids[1]), json!({})).await.expect(200);

    let first = staff.get("/api/staff/waitlist?status=pending&limit=2").await.expect(200);
    let emails = |reply: &Reply| -> Vec<String> {
        reply.items().iter().map(|item| item["email"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(emails(&first), ["p4@example.org", "p3@example.org"]);
    let next = first.body["nextCursor"].as_str().unwrap();
    let rest =
        staff.get(&format!("/api/staff/waitlist?status=pending&limit=2&cursor={next}")).await;
    assert_eq!(emails(&rest.expect(200)), ["p2@example.org"]);
    let counts = staff.get("/api/staff/overview").await.expect(200).body;
    assert_eq!(
        (&counts["waitlistPending"], &counts["waitlistInvited"], &counts["waitlistDeclined"]),
        (&json!(3), &json!(1), &json!(1))
    );
    let nobody = format!(
        "/api/staff/waitlist/{}/invite",
        uuid_of(&ids[0]).simple().to_string().replace('0', "1")
    );
    assert_snapshot!(staff.post(&nobody, json!({})).await, @"404 Waitlist entry not found");
}
