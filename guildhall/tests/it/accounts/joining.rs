//! Signing up.

use super::{form, until_refused, with};
use crate::kit::{FOR_MANY, TestApp, email, uuid_of};
use futures::future::join_all;
use http::Method;
use insta::assert_snapshot;
use serde_json::json;

const JOIN: &str = "/api/identity/join";
const USERS: &str = "SELECT COUNT(*) AS n FROM users";
const USES: &str = "SELECT COUNT(*) AS n FROM invite_code_usage";

#[tokio::test]
async fn a_form_and_a_code_become_an_account_with_everything_that_belongs_to_it() {
    let app = TestApp::open_with_dear_hashes().await;
    let oak = app.affiliation("Oak House").await;
    let code = app.invite_code("OAKHOUSE", Some(2)).await;
    let sql = "UPDATE invite_codes SET auto_invite_affiliation_id = $1";
    app.sql(sql, vec![uuid_of(&oak).into()]).await;

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
async fn the_form_is_refused_field_by_field() {
    let app = TestApp::open().await;
    let code = app.invite_code("WELCOME1", None).await;
    let visitor = app.browser();
    let said = async |field: &str, value: &str| {
        visitor.post(JOIN, with(form("rosa", &code), field, value)).await
    };
    assert_snapshot!(said("firstName", " ").await, @"422 All fields are required.");
    assert_snapshot!(said("email", "rosa").await, @"422 Invalid email format");
    assert_snapshot!(said("email", "rosa..l@people.example").await, @"422 Invalid email address format.");
    assert_snapshot!(said("lastName", "L").await, @"422 Last name must be at least 2 characters long");
    assert_snapshot!(said("firstName", "R0sa").await, @"422 First name contains invalid characters");
    assert_snapshot!(said("confirmPassword", "other").await, @"422 Passwords do not match");
    let none = said("inviteCodeId", "").await;
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
async fn an_address_has_one_account_and_a_refused_sign_up_leaves_nothing() {
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
async fn two_hundred_at_once_with_a_code_for_fifty_make_fifty_accounts() {
    let app = TestApp::open_with(&[FOR_MANY, ("security.argon2.waiting_max", "256")]).await;
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
async fn sign_ups_are_counted_by_client_and_by_address() {
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

#[tokio::test]
async fn the_mailed_link_leads_to_the_door_they_came_through_and_nowhere_else() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let code = app.invite_code("OAKHOUSE", None).await;
    let sql = "UPDATE invite_codes SET auto_invite_affiliation_id = $1";
    app.sql(sql, vec![uuid_of(&oak.affiliation).into()]).await;

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
