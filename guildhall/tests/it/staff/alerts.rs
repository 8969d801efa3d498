//! Security alerts: anyone can report them, their claims are not trusted, staff list them (A-270, A-271, G-035).

use crate::kit::{TestApp, email};
use insta::assert_snapshot;
use serde_json::{Value, json};

const REPORT: &str = "/api/securityAlert";
const LIST: &str = "/api/staff/security-alerts";

fn report() -> Value {
    json!({
        "alertType": "rapid-requests", "severity": "medium", "timestamp": "2026-11-20T10:00:00Z",
        "source": "client", "userId": "0192f0c1a2b37c4d8e9f0a1b2c3d4e5f",
        "userEmail": "somebody@else.example", "userVerified": true, "domain": "localhost",
        "url": "http://localhost:8080/verify-email?token=sEcReTtOkEn", "referrer": "",
        "userAgent": "Test", "language": "en", "cookiesEnabled": true, "onlineStatus": true,
        "details": { "count": 40, "bell": "a\u{7}b" }, "sessionId": "tab-1", "clientFingerprint": "f",
    })
}

#[tokio::test]
async fn alert_has_verified_identity_and_network_instead_of_claimed_ones() {
    let app = TestApp::open().await;
    let (staff, ada) = (app.staff("stella").await, app.member("ada").await);
    app.browser().post(REPORT, report()).await.expect(201);
    ada.post(REPORT, report()).await.expect(201);
    let listed = staff.get(LIST).await.expect(200);
    let [of_ada, of_nobody] = listed.items().as_slice() else { panic!("{listed}") };
    assert_eq!(of_nobody["userId"], json!(null));
    assert_eq!(
        (&of_nobody["userEmail"], &of_nobody["userVerified"]),
        (&json!(null), &json!(false))
    );
    assert_eq!(of_ada["userId"], app.id_of(&ada).await);
    assert_eq!(
        (&of_ada["userEmail"], &of_ada["userVerified"]),
        (&json!(email("ada")), &json!(true))
    );
    assert!(of_ada["ipPrefix"].as_str().unwrap().ends_with("/24"));
    assert_eq!(of_ada["claims"]["url"], "http://localhost:8080/verify-email");
    assert_eq!(of_ada["claims"]["details"], json!({ "count": 40, "bell": "a\u{7}b" }));
    for gone in ["sEcReTtOkEn", "somebody@else.example"] {
        assert!(!listed.text.contains(gone), "{gone}");
    }
}

#[tokio::test]
async fn reports_are_validated_size_limited_and_rate_limited() {
    let app = TestApp::open().await;
    let visitor = app.browser();
    assert_snapshot!(visitor.post(REPORT, json!({})).await, @"422 A security alert needs a kind.");
    let unknown = json!({ "alertType": "x", "severity": "y", "role": "admin" });
    assert_eq!(visitor.post(REPORT, unknown).await.status, 422);
    let heavy = json!({ "alertType": "x", "severity": "y", "details": "x".repeat(20_000) });
    assert_eq!(visitor.post(REPORT, heavy).await.status, 413);
    let long = json!({ "alertType": "x", "severity": "y", "details": "x".repeat(9_000) });
    assert_snapshot!(visitor.post(REPORT, long).await, @"413 The details of a security alert are too long.");

    let other = app.browser();
    for _ in 0..10 {
        other.post(REPORT, report()).await.expect(201);
    }
    let limited = other.post(REPORT, report()).await.expect(429);
    assert_eq!(limited.header("retry-after"), limited.body["retryAfter"].to_string());
}

#[tokio::test]
async fn replayed_transfer_code_raises_a_server_alert() {
    let app = TestApp::open().await;
    let (staff, ada) = (app.staff("stella").await, app.member("ada").await);
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    let arrival = ada.arrive("oak").await;
    ada.on("oak").redeem(&arrival).await.expect(200);
    assert_eq!(ada.on("oak").redeem(&arrival).await.status, 403);
    let raised = staff.get(&format!("{LIST}?raisedBy=server")).await.expect(200);
    assert_eq!(raised.items().len(), 1);
    let alert = &raised.items()[0];
    assert_eq!(
        (&alert["alertType"], &alert["severity"]),
        (&json!("transfer-code-replayed"), &json!("high"))
    );
    assert_eq!(alert["userId"], app.id_of(&ada).await);
    assert!(!raised.text.contains(&arrival.code));
}

#[tokio::test]
async fn alerts_are_filtered_and_paged() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    for (kind, severity) in [("a", "low"), ("b", "high"), ("a", "high")] {
        app.clock.advance_by(chrono::Duration::seconds(1));
        let alert = json!({ "alertType": kind, "severity": severity });
        app.browser().post(REPORT, alert).await.expect(201);
    }
    let count =
        async |query: &str| staff.get(&format!("{LIST}?{query}")).await.expect(200).items().len();
    assert_eq!(count("alertType=a").await, 2);
    assert_eq!(count("severity=high").await, 2);
    assert_eq!(count("alertType=a&severity=high").await, 1);
    assert_eq!(count("raisedBy=server").await, 0);
    let first = staff.get(&format!("{LIST}?limit=2")).await.expect(200);
    let next = first.body["nextCursor"].as_str().unwrap();
    assert_eq!(count(&format!("limit=2&cursor={next}")).await, 1);
}
