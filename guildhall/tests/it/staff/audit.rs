//! The audit log: one immutable row per action, with filters and CSV export (G-123).

use crate::kit::TestApp;
use insta::assert_snapshot;
use serde_json::json;

const LOG: &str = "/api/staff/audit";

#[tokio::test]
async fn database_rejects_changes_and_deletions_of_audit_rows() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    let pause = json!({ "pausedUntil": null, "reason": "A rest" });
    staff.post(&format!("/api/staff/users/{id}/pause"), pause).await.expect(200);
    for sql in ["UPDATE audit_log SET reason = 'Another'", "DELETE FROM audit_log"] {
        let mut system = app.services().system("tamper with the log");
        let tx = system.begin().await.unwrap();
        let refused = tx.execute(sql, vec![]).await.expect_err("refused").to_string();
        assert!(refused.contains("append-only"), "{refused}");
    }
    assert_eq!(staff.get(LOG).await.expect(200).items()[0]["reason"], "A rest");
}

#[tokio::test]
async fn audit_log_is_filtered_paged_and_exported_without_formulas() {
    let app = TestApp::open().await;
    let (staff, bob, cleo) =
        (app.staff("stella").await, app.member("bob").await, app.member("cleo").await);
    let (bob, cleo) = (app.id_of(&bob).await, app.id_of(&cleo).await);
    app.sql("UPDATE users SET first_name = '=cmd|calc' WHERE first_name = 'Bob'", vec![]).await;
    let reasons = [(&bob, "=HYPERLINK(\"x\")"), (&cleo, "plain, with a comma"), (&bob, "@SUM(A1)")];
    for (id, reason) in reasons {
        app.clock.advance_by(chrono::Duration::seconds(1));
        let pause = json!({ "pausedUntil": null, "reason": reason });
        staff.post(&format!("/api/staff/users/{id}/pause"), pause).await.expect(200);
    }
    let unpause = format!("/api/staff/users/{bob}/unpause");
    assert_snapshot!(staff.post(&unpause, json!({ "reason": " " })).await, @"422 Input is required");
    staff.post(&unpause, json!({ "reason": "They wrote to us" })).await.expect(200);

    let count =
        async |query: &str| staff.get(&format!("{LOG}?{query}")).await.expect(200).items().len();
    assert_eq!(count("action=user").await, 4);
    assert_eq!(count("action=user_pause").await, 3);
    for none in ["us", "user%25", "use_"] {
        assert_eq!(count(&format!("action={none}")).await, 0, "{none}");
    }
    let sign_out = format!("/api/staff/users/{cleo}/sign-out");
    staff.post(&sign_out, json!({ "reason": "Asked for" })).await.expect(200);
    assert_eq!((count("action=account").await, count("action=user").await), (1, 4));
    assert_eq!(count("action=account.sign-out").await, 1);
    assert_eq!(count(&format!("subjectKind=account&subjectId={bob}")).await, 3);
    assert_eq!(count("to=2020-01-01T00:00:00Z").await, 0);
    let first = staff.get(&format!("{LOG}?limit=4")).await.expect(200);
    let next = first.body["nextCursor"].as_str().unwrap();
    assert_eq!(count(&format!("limit=4&cursor={next}")).await, 1);

    let csv = staff.get(&format!("{LOG}.csv?action=user_pause")).await.expect(200);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert!(csv.header("content-disposition").starts_with("attachment"));
    let lines: Vec<&str> = csv.text.split("\r\n").filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("\"time\",\"actorId\",\"actor\""));
    assert!(lines[1].contains("\"'@SUM(A1)\"") && lines[1].contains("\"'=cmd|calc Tester\""));
    assert!(lines[3].contains("\"'=HYPERLINK(\"\"x\"\")\""));
    assert!(!csv.text.contains(",\"=") && !csv.text.contains(",\"@"));
}
