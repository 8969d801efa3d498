//! Validating an invite code.

use super::until_refused;
use crate::kit::{TestApp, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::json;

const VALIDATE: &str = "/api/invite-codes/validate";

#[tokio::test]
async fn code_is_valid_in_any_case_and_not_consumed_by_validation() {
    let app = TestApp::open().await;
    let id = app.invite_code("WELCOME1", Some(1)).await;
    let visitor = app.browser();
    for typed in ["WELCOME1", " welcome1 "] {
        let valid = visitor.post(VALIDATE, json!({ "code": typed })).await.expect(200);
        assert_eq!(valid.body, json!({ "inviteCodeId": id, "autoInviteToAffiliation": null }));
    }
}

#[tokio::test]
async fn code_ignores_spaces_hyphens_and_character_width() {
    let app = TestApp::open().await;
    let plain = app.invite_code("WELCOME1", None).await;
    let hyphenated = app.invite_code("SPRING-2026", None).await;
    let visitor = app.browser();
    for (typed, id) in [
        ("wel-come 1", &plain),
        ("ＷＥＬＣＯＭＥ１", &plain),
        ("WEL\u{200b}COME\u{2011}1", &plain),
        ("spring2026", &hyphenated),
        ("SPRING-2026", &hyphenated),
        ("s p r i n g – 2 0 2 6", &hyphenated),
    ] {
        let valid = visitor.post(VALIDATE, json!({ "code": typed })).await.expect(200);
        assert_eq!(valid.body["inviteCodeId"], **id, "{typed}");
    }
}

#[tokio::test]
async fn codes_that_normalise_alike_cannot_coexist() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let make =
        async |code: &str| staff.post("/api/staff/invite-codes", json!({ "code": code })).await;
    make("SPRING-26").await.expect(201);
    assert_snapshot!(make("SPRI-NG26").await, @"409 This invite code already exists.");
}

#[tokio::test]
async fn validating_valid_codes_is_not_counted_as_failure() {
    let app = TestApp::open().await;
    app.invite_code("WELCOME1", None).await;
    let visitor = app.browser();
    for n in 0..9 {
        let wrong = json!({ "code": format!("GUESS{n:03}") });
        let refused = visitor.post(VALIDATE, wrong).await.expect(422);
        assert_eq!(refused.body["attemptsRemaining"], 9 - n);
    }
    for _ in 0..30 {
        let bare = app.browser().connected_like(&visitor);
        bare.post(VALIDATE, json!({ "code": "WELCOME1" })).await.expect(200);
    }
    visitor.post(VALIDATE, json!({ "code": "GUESS009" })).await.expect(422);
    let refused = visitor.post(VALIDATE, json!({ "code": "GUESS010" })).await;
    assert_eq!(refused.status, 429);
}

#[tokio::test]
async fn invalid_codes_return_the_specified_messages() {
    let app = TestApp::open().await;
    app.invite_code("SPENT001", Some(0)).await;
    let expired = app.invite_code("EXPIRED1", None).await;
    let sql = "UPDATE invite_codes SET expires_at = $1 WHERE id = $2";
    app.sql(sql, vec![app.clock.now().into(), uuid_of(&expired).into()]).await;
    app.invite_code("SWITCHED", None).await;
    app.sql("UPDATE invite_codes SET is_active = FALSE WHERE code = 'SWITCHED'", vec![]).await;

    let visitor = app.browser();
    let submit = async |code: &str| visitor.post(VALIDATE, json!({ "code": code })).await;
    assert_snapshot!(submit(" ").await, @"422 Please enter an invite code");
    assert_snapshot!(submit("NOSUCH11").await, @"422 Invalid invite code.");
    assert_snapshot!(submit("SWITCHED").await, @"422 Invalid invite code.");
    assert_snapshot!(submit("SPENT001").await, @"422 This invite code has reached its usage limit.");
    assert_snapshot!(submit("EXPIRED1").await, @"422 This invite code has expired.");
}

#[tokio::test]
async fn inviting_code_names_its_affiliation_and_works_on_its_own_portal_only() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    app.portal("Elm House", "elm").await;
    let id = app.invite_code("OAKHOUSE", None).await;
    app.invite_code("ANYWHERE", None).await;
    let sql = "UPDATE invite_codes SET auto_invite_affiliation_id = $1, \
        auto_invite_message = 'Come in' WHERE code = 'OAKHOUSE'";
    app.sql(sql, vec![uuid_of(&oak.affiliation).into()]).await;

    let visitor = app.browser();
    let own = visitor.on("oak").post(VALIDATE, json!({ "code": "OAKHOUSE" })).await.expect(200);
    let named = json!({
        "affiliationId": oak.affiliation, "affiliationName": "Oak House", "customMessage": "Come in",
    });
    assert_eq!(own.body, json!({ "inviteCodeId": id, "autoInviteToAffiliation": named }));
    visitor.post(VALIDATE, json!({ "code": "OAKHOUSE" })).await.expect(200);

    let elsewhere = visitor.on("elm").post(VALIDATE, json!({ "code": "OAKHOUSE" })).await;
    assert_snapshot!(elsewhere, @"422 Invalid invite code.");
    let of_main = visitor.on("oak").post(VALIDATE, json!({ "code": "ANYWHERE" })).await;
    assert_snapshot!(of_main, @"422 Invalid invite code.");
}

#[tokio::test]
async fn ten_wrong_codes_block_validation_on_every_site_for_thirty_minutes() {
    let app = TestApp::open().await;
    app.portal("Oak House", "oak").await;
    app.invite_code("WELCOME1", None).await;
    let visitor = app.browser();
    for n in 0..10 {
        let code = json!({ "code": format!("GUESS{n:03}") });
        visitor.post(VALIDATE, code).await.expect(422);
    }
    let refused =
        until_refused(async |_| visitor.post(VALIDATE, json!({ "code": "WELCOME1" })).await).await;
    assert_snapshot!(refused, @"429 Too many validation attempts. Please try again in 30 minute(s).");
    assert_eq!(refused.header("retry-after"), refused.body["retryAfter"].to_string());
    let on_portal = visitor.on("oak").post(VALIDATE, json!({ "code": "WELCOME1" })).await;
    assert_eq!(on_portal.status, 429);

    app.clock.advance_by(Duration::minutes(31));
    visitor.post(VALIDATE, json!({ "code": "WELCOME1" })).await.expect(200);
}
