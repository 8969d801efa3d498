//! Signing up.

use super::{form, until_refused, with};
use crate::kit::{Browser, FOR_MANY, PASSWORD, Reply, TestApp, email, uuid_of};
use chrono::Duration;
use futures::future::join_all;
use http::Method;
use insta::assert_snapshot;
use platform::db::count_queries;
use platform::telemetry::{PASSWORD_HASH_SECONDS, recorder};
use serde_json::json;

const JOIN: &str = "/api/identity/join";
const USERS: &str = "SELECT COUNT(*) AS n FROM users";
const USES: &str = "SELECT COUNT(*) AS n FROM invite_code_usage";

#[tokio::test]
async fn sign_up_creates_account_credential_code_usage_and_invitation() {
    let app = TestApp::open_with_production_hashes().await;
    let oak = app.affiliation("Oak House").await;
    let code = app.invite_code("OAKHOUSE", Some(2)).await;
    app.make_codes_invite_to(&oak).await;

    let visitor = app.browser();
    let form = with(form("rosa", &code), "email", " Rosa@People.EXAMPLE ");
    let joined = visitor.post(JOIN, form).await.expect(201);
    assert_eq!(joined.body["requiresVerification"], true);
    let uid = uuid_of(joined.body["uid"].as_str().unwrap());

    let stored = "SELECT COUNT(*) AS n FROM users u JOIN credentials c ON c.user_id = u.id \
        WHERE u.id = $1 AND u.email = $2 AND u.email_verified = FALSE AND u.is_profile_private \
        AND u.has_completed_onboarding = FALSE AND c.password_hash LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'";
    assert_eq!(app.count(stored, vec![uid.into(), email("rosa").into()]).await, 1);
    let used = "SELECT usage_count AS n FROM invite_codes WHERE last_used_at IS NOT NULL";
    assert_eq!((app.count(used, vec![]).await, app.count(USES, vec![]).await), (1, 1));
    let invited = "SELECT COUNT(*) AS n FROM affiliation_invitations WHERE user_id = $1 \
        AND affiliation_id = $2 AND status = 'pending' AND invited_by_staff_id IS NULL";
    assert_eq!(app.count(invited, vec![uid.into(), uuid_of(&oak).into()]).await, 1);
}

#[tokio::test]
async fn invalid_sign_up_fields_return_the_specified_messages() {
    let app = TestApp::open().await;
    let code = app.invite_code("WELCOME1", None).await;
    let visitor = app.browser();
    let submit = async |field: &str, value: &str| {
        visitor.post(JOIN, with(form("rosa", &code), field, value)).await
    };
    assert_snapshot!(submit("firstName", " ").await, @"422 All fields are required.");
    assert_snapshot!(submit("email", "rosa").await, @"422 Invalid email format");
    assert_snapshot!(submit("email", "rosa..l@people.example").await, @"422 Invalid email address format.");
    assert_snapshot!(submit("lastName", "L").await, @"422 Last name must be at least 2 characters long");
    assert_snapshot!(submit("firstName", "R0sa").await, @"422 First name contains invalid characters");
    assert_snapshot!(submit("confirmPassword", "other").await, @"422 Passwords do not match");
    let none = submit("inviteCodeId", "").await;
    assert_snapshot!(none, @"422 An invite code is required to create an account. Please enter a valid invite code.");

    let password = async |password: &str| {
        let form = with(form("rosa", &code), "password", password);
        visitor.post(JOIN, with(form, "confirmPassword", password)).await
    };
    assert_snapshot!(password("Abc123").await, @"422 Password must be at least 8 characters long");
    assert_snapshot!(password("abcdefg1").await, @"422 Password must contain at least one uppercase letter, one lowercase letter, and one number");
    let long = password(&"Aa1".repeat(43)).await;
    assert_snapshot!(long, @"422 Password must be no more than 128 characters long");
    assert_snapshot!(password("Password1").await, @"422 Password is too weak. Please choose a stronger password.");
    let both = visitor.post(JOIN, json!({ "email": "x", "password": "y" })).await;
    let fields: Vec<_> =
        both.body["errors"].as_array().unwrap().iter().map(|e| &e["field"]).collect();
    assert_eq!(
        fields,
        ["email", "firstName", "lastName", "password", "password", "confirmPassword"]
    );
    assert_eq!(app.count(USERS, vec![]).await, 0);
}

#[tokio::test]
async fn email_is_unique_and_a_refused_sign_up_stores_nothing() {
    let app = TestApp::open().await;
    let code = app.invite_code("WELCOME1", Some(2)).await;
    app.browser().post(JOIN, form("rosa", &code)).await.expect(201);
    let again = with(form("rosa", &code), "email", "ROSA@people.example");
    let refused = app.browser().post(JOIN, again).await;
    assert_snapshot!(refused, @"409 This email is already registered. Please use a different email or sign in.");
    let used = "SELECT usage_count AS n FROM invite_codes";
    assert_eq!((app.count(USERS, vec![]).await, app.count(used, vec![]).await), (1, 1));

    app.browser().post(JOIN, form("bela", &code)).await.expect(201);
    let spent = app.browser().post(JOIN, form("cleo", &code)).await;
    assert_snapshot!(spent, @"422 Invalid or expired invite code. Please try again with a valid code.");
    let unknown = app.browser().post(JOIN, form("cleo", "no-code")).await;
    assert_snapshot!(unknown, @"422 Invalid or expired invite code. Please try again with a valid code.");
    assert_eq!((app.count(USERS, vec![]).await, app.count(USES, vec![]).await), (2, 2));
}

#[tokio::test]
async fn concurrent_sign_ups_do_not_exceed_the_code_limit() {
    let app = TestApp::open_with(&[FOR_MANY, ("security.argon2.queue_max", "256")]).await;
    let code = app.invite_code("FIFTY050", Some(50)).await;
    let joining = (0..200).map(|n| {
        let (browser, form) = (app.browser(), form(&format!("guest{n}"), &code));
        async move { browser.post(JOIN, form).await }
    });
    let replies = join_all(joining).await;
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    let refused = "422 Invalid or expired invite code. Please try again with a valid code.";
    let others: Vec<_> = replies
        .iter()
        .filter(|reply| reply.status != 201)
        .map(ToString::to_string)
        .filter(|said| said != refused)
        .collect();
    assert_eq!((made, others), (50, Vec::new()));
    let used = "SELECT usage_count AS n FROM invite_codes";
    assert_eq!(app.count(USERS, vec![]).await, 50);
    assert_eq!(app.count(USES, vec![]).await, 50);
    assert_eq!(app.count(used, vec![]).await, 50);
}

#[tokio::test]
async fn sign_ups_are_limited_per_client_and_per_email() {
    let app = TestApp::open().await;
    let code = app.invite_code("WELCOME1", None).await;
    let visitor = app.browser();
    visitor.post(JOIN, form("rosa", &code)).await.expect(201);
    let soon =
        until_refused(async |n| visitor.post(JOIN, form(&format!("bela{n}"), &code)).await).await;
    assert_snapshot!(soon, @"429 Too many signup attempts. Please try again in 1 minute(s).");
    assert_eq!(soon.header("retry-after"), "1");

    for _ in 0..2 {
        app.browser().post(JOIN, form("rosa", &code)).await.expect(409);
    }
    let address =
        until_refused(async |_| app.browser().post(JOIN, form("rosa", &code)).await).await;
    assert_snapshot!(address, @"429 Too many signup attempts. Please try again in 60 minute(s).");
}

/// Validates a code and signs up, as the page does.
async fn sign_up(browser: &Browser, code: &str, name: &str) -> Reply {
    let looked = browser.post("/api/invite-codes/validate", json!({ "code": code })).await;
    let id = looked.expect(200).body["inviteCodeId"].as_str().unwrap().to_owned();
    browser.post(JOIN, form(name, &id)).await
}

#[tokio::test]
async fn sixty_people_in_one_network_can_sign_up() {
    let app = TestApp::open_for_many().await;
    app.invite_code("OPENDAY1", Some(60)).await;
    let office = app.browser();
    for n in 0..60 {
        let newcomer = app.browser().connected_like(&office);
        sign_up(&newcomer, "OPENDAY1", &format!("guest{n}")).await.expect(201);
    }
    assert_eq!(app.count(USERS, vec![]).await, 60);
}

#[tokio::test]
async fn device_can_sign_up_three_times_per_hour() {
    let app = TestApp::open().await;
    app.invite_code("WELCOME1", None).await;
    let visitor = app.browser();
    let refused = until_refused(async |n| {
        app.clock.advance_by(Duration::seconds(30));
        sign_up(&visitor, "WELCOME1", &format!("bela{n}")).await
    })
    .await;
    assert_snapshot!(refused, @"429 Too many signup attempts. Please try again in 60 minute(s).");
    let other = app.browser().connected_like(&visitor);
    sign_up(&other, "WELCOME1", "cleo").await.expect(201);
}

#[tokio::test]
async fn unknown_code_does_not_consume_the_email_limit() {
    let app = TestApp::open().await;
    let code = app.invite_code("WELCOME1", None).await;
    let stranger = app.browser();
    for _ in 0..8 {
        let unknown = form("rosa", "0192f0c1a2b37c4d8e9f0a1b2c3d4e5f");
        stranger.post(JOIN, unknown).await.expect(422);
    }
    app.browser().post(JOIN, form("rosa", &code)).await.expect(201);
}

#[tokio::test]
async fn code_reveals_at_most_ten_existing_accounts_per_day() {
    let app = TestApp::open().await;
    let first = app.invite_code("WELCOME1", None).await;
    for n in 0..11 {
        app.browser().post(JOIN, form(&format!("guest{n}"), &first)).await.expect(201);
    }
    app.work().await;
    let mails = app.mails().len();
    let code = app.invite_code("PROBING1", None).await;
    for n in 0..10 {
        let told = app.browser().post(JOIN, form(&format!("guest{n}"), &code)).await;
        assert_eq!(told.status, 409, "{told}");
    }
    let taken = app.browser().post(JOIN, form("guest10", &code)).await.expect(201);
    let fresh = app.browser().post(JOIN, form("fresh", &code)).await.expect(201);
    let undisclosed = json!({ "uid": null, "requiresVerification": true, "idToken": null });
    assert_eq!((&taken.body, &fresh.body), (&undisclosed, &undisclosed));
    assert_eq!(taken.set_cookies().len(), fresh.set_cookies().len());
    app.work().await;
    let sent = app.mails().split_off(mails);
    let told = sent.iter().find(|mail| mail.to == email("guest10")).unwrap();
    assert_eq!(told.subject, "You already have an account at Guildhall");
    assert!(sent.iter().any(|mail| mail.to == email("fresh")));
    assert_eq!(sent.len(), 2);

    app.clock.advance_by(Duration::hours(24));
    app.browser().post(JOIN, form("guest0", &code)).await.expect(409);
}

#[tokio::test]
async fn network_learns_of_at_most_ten_existing_accounts_per_day() {
    let app = TestApp::open().await;
    let first = app.invite_code("WELCOME1", None).await;
    for n in 0..11 {
        app.browser().post(JOIN, form(&format!("guest{n}"), &first)).await.expect(201);
    }
    let office = app.browser();
    for n in 0..11 {
        let code = app.invite_code(&format!("PROBING{n:02}"), None).await;
        let prober = app.browser().connected_like(&office);
        let answer = prober.post(JOIN, form(&format!("guest{n}"), &code)).await;
        assert_eq!(answer.status, if n < 10 { 409 } else { 201 }, "probe {n}");
    }
}

#[tokio::test]
async fn sign_up_does_not_reveal_accounts_when_configured() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "false")]).await;
    let code = app.invite_code("EARLIER1", None).await;
    app.browser().post(JOIN, form("rosa", &code)).await.expect(201);
    let code = app.invite_code("WELCOME1", Some(3)).await;
    app.work().await;
    let mails = app.mails().len();
    let taken = app.browser().post(JOIN, form("rosa", &code)).await.expect(201);
    let newcomer = app.browser();
    let fresh = newcomer.post(JOIN, form("bela", &code)).await.expect(201);
    assert_eq!(taken.body, fresh.body);
    assert!(taken.body["idToken"].is_null() && taken.body["uid"].is_null());
    let used = "SELECT usage_count AS n FROM invite_codes WHERE code = 'WELCOME1'";
    assert_eq!(app.count(used, vec![]).await, 2, "usage counts do not reveal it either");

    // Sign-in reveals nothing either until the email address is verified.
    let log_in = async |name: &str| {
        let proof = json!({ "email": email(name), "password": PASSWORD });
        newcomer.post("/api/identity/login", proof).await
    };
    assert_snapshot!(log_in("bela").await, @"401 Invalid email or password.");
    app.work().await;
    assert_eq!(app.mails().len(), mails + 2);
    let again = app.browser().post(JOIN, form("rosa", &code)).await.expect(201);
    assert_eq!(again.body, fresh.body);
    app.work().await;
    assert_eq!(app.mails().len(), mails + 2, "the owner gets one mail a day");

    let token = json!({ "token": app.mailed_token(&email("bela")).await });
    newcomer.post("/api/identity/verification/confirm", token).await.expect(200);
    app.clock.advance_by(Duration::seconds(2));
    sign_in_after_delay(&app, &newcomer, "bela").await;
}

#[tokio::test]
async fn undisclosed_sign_up_costs_one_hash_and_one_mail_for_new_and_existing_accounts() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "false")]).await;
    let code = app.invite_code("WELCOME1", None).await;
    app.browser().post(JOIN, form("rosa", &code)).await.expect(201);
    app.work().await;
    let mut costs = Vec::new();
    for name in ["rosa", "bela"] {
        let (hashes, mails) = (hashes(), app.mails().len());
        let visitor = app.browser();
        let (answer, statements) = count_queries(visitor.post(JOIN, form(name, &code))).await;
        answer.expect(201);
        let hashes = hashes_since(hashes);
        app.work().await;
        costs.push((hashes, app.mails().len() - mails, statements));
    }
    assert_eq!(costs[0], costs[1], "hashes, mails and statements with and without an account");
    assert_eq!((costs[0].0, costs[0].1), (1, 1), "one hash and one mail each");
}

#[tokio::test]
async fn a_hidden_sign_up_consumes_the_code_at_the_request_and_never_over_uses_it() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "false"), FOR_MANY]).await;
    let code = app.invite_code("EARLIER1", None).await;
    app.browser().post(JOIN, form("rosa", &code)).await.expect(201);
    app.work().await;
    let code = app.invite_code("WELCOME1", Some(2)).await;
    let asked = ["rosa", "bela", "cleo", "dora"]
        .map(async |name: &str| app.browser().post(JOIN, form(name, &code)).await.status);
    let mut statuses = join_all(asked).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 422, 422]);
    let used = "SELECT usage_count AS n FROM invite_codes WHERE code = 'WELCOME1'";
    assert_eq!(app.count(used, vec![]).await, 2, "before the jobs run");
    app.work().await;
    assert_eq!(app.count(used, vec![]).await, 2, "the jobs consume no further use");
    let waiting = "SELECT COUNT(*) AS n FROM jobs WHERE kind = 'sign-up' AND state <> 'done'";
    assert_eq!(app.count(waiting, vec![]).await, 0);
    let readable = "SELECT COUNT(*) AS n FROM jobs WHERE kind = 'sign-up' \
        AND CAST(payload AS text) <> 'null'";
    assert_eq!(app.count(readable, vec![]).await, 0, "a done job keeps no personal data");
}

#[tokio::test]
async fn a_repeated_hidden_sign_up_job_neither_mails_the_new_owner_nor_creates_a_second_account() {
    let app = TestApp::open_with(&[("auth.reveal_accounts", "false")]).await;
    let code = app.invite_code("WELCOME1", None).await;
    app.browser().post(JOIN, form("rosa", &code)).await.expect(201);
    // The worker stopped after the account was created and before it settled the job.
    app.sql("UPDATE jobs SET dedupe_key = NULL", vec![]).await;
    let copy = "INSERT INTO jobs (id, kind, payload, state, run_at, attempts, max_attempts, created_at) \
        SELECT $1, kind, payload, state, run_at, attempts, max_attempts, created_at FROM jobs \
        WHERE kind = 'sign-up'";
    app.sql(copy, vec![uuid::Uuid::now_v7().into()]).await;
    app.work().await;
    let subjects: Vec<String> = app.mails().into_iter().map(|mail| mail.subject).collect();
    assert_eq!(subjects.len(), 1, "{subjects:?}");
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM users", vec![]).await, 1);
}

/// Passwords that this process has hashed.
fn hashes() -> u64 {
    let figures = recorder().render();
    let count = format!("{PASSWORD_HASH_SECONDS}_count ");
    let line = figures.lines().find_map(|line| line.strip_prefix(&count));
    line.map_or(0, |count| count.parse().unwrap())
}

fn hashes_since(before: u64) -> u64 {
    hashes() - before
}

/// Signs in once the delay after a refused sign-in has passed, which Redis measures with its own clock.
async fn sign_in_after_delay(app: &TestApp, browser: &Browser, name: &str) {
    for _ in 0..40 {
        let proof = json!({ "email": email(name), "password": PASSWORD });
        let answer = browser.post("/api/identity/login", proof).await;
        if answer.status != 429 {
            answer.expect(200);
            return;
        }
        app.clock.advance_by(Duration::seconds(1));
    }
    panic!("the delay never ended");
}

#[tokio::test]
async fn accepts_names_in_any_script_and_international_email_domains() {
    let app = TestApp::open().await;
    let code = app.invite_code("WELCOME1", None).await;
    let visitor = app.browser();
    let typed = with(form("rosa", &code), "email", "Rosa@Bücher.example");
    let typed = with(with(typed, "firstName", "علی\u{200c}رضا"), "lastName", "Gal·la-ז׳");
    let joined = visitor.post(JOIN, typed).await.expect(201);
    let proof = json!({ "idToken": joined.body["idToken"] });
    visitor.post("/api/usersSignin", proof).await.expect(200);
    let stored = "SELECT COUNT(*) AS n FROM users WHERE email = 'rosa@xn--bcher-kva.example'";
    assert_eq!(app.count(stored, vec![]).await, 1);
    app.work().await;
    assert!(app.mails().iter().any(|mail| mail.to == "rosa@xn--bcher-kva.example"));
    let me = visitor.get("/api/me").await.expect(200);
    assert_eq!(me.body["email"], "rosa@bücher.example");
    assert_eq!(me.body["firstName"], "علی\u{200c}رضا");

    let spoofed = with(form("bela", &code), "firstName", "Bo\u{202e}b");
    let refused = app.browser().post(JOIN, spoofed).await;
    assert_snapshot!(refused, @"422 First name contains invalid characters");
    let again = with(form("cleo", &code), "email", "rosa@xn--bcher-kva.example");
    app.browser().post(JOIN, again).await.expect(409);
}

#[tokio::test]
async fn password_made_of_email_or_name_is_too_weak() {
    let app = TestApp::open().await;
    let code = app.invite_code("WELCOME1", None).await;
    let visitor = app.browser();
    for password in ["Rosalind77x", "RosaLindqvist26", "Lindqvist.Rosa1"] {
        let typed = with(form("rosalind77", &code), "password", password);
        let typed = with(typed, "confirmPassword", password);
        let refused = visitor.post(JOIN, typed).await;
        assert_eq!(
            refused.to_string(),
            "422 Password is too weak. Please choose a stronger password."
        );
    }
}

#[tokio::test]
async fn mailed_link_leads_to_the_site_of_sign_up_and_ignores_forged_hosts() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let code = app.invite_code("OAKHOUSE", None).await;
    app.make_codes_invite_to(&oak.affiliation).await;

    let visitor = app.browser();
    let at = visitor.main();
    let mut poisoned = at.json(Method::POST, JOIN, &form("rosa", &code));
    for header in ["x-forwarded-host", "forwarded", "x-original-host", "x-guildhall-ctx"] {
        poisoned.headers_mut().insert(header, "evil.example".parse().unwrap());
    }
    at.send(poisoned).await.expect(201);
    app.browser().on("oak").post(JOIN, form("bela", &code)).await.expect(201);
    app.work().await;
    let text_to = |name: &str| {
        let mails = app.mails();
        mails.iter().find(|mail| mail.to == email(name)).expect("a mail to them").text.clone()
    };
    assert!(text_to("rosa").contains("http://localhost:8080/verify-email?token="));
    assert!(!text_to("rosa").contains("evil"));
    assert!(text_to("bela").contains("http://oak.localhost:8080/verify-email?token="));
}
