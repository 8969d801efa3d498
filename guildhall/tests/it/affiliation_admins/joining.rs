//! Automatic approval by the domain of a confirmed email address.

use super::Oak;
use crate::affiliation_requests::answers;
use serde_json::json;

#[tokio::test]
async fn request_from_a_trusted_domain_is_approved_at_once() {
    let oak = Oak::open().await;
    let dan = oak.app.member("dan").await;
    let wish = json!({ "autoApproveDomains": ["@People.Example"], "adminsMayInvite": false });
    let stored = oak.ada.put(&oak.path("/joining"), wish).await.expect(200).body;
    assert_eq!(stored["autoApproveDomains"], json!(["people.example"]));
    let request = dan.post(&oak.path("/requests"), json!({ "answers": answers() })).await;
    let request = request.expect(201).body;
    assert_eq!((&request["status"], &request["reviewedBy"]), (&json!("approved"), &json!(null)));
    assert_eq!(oak.viewer(&dan).await["isMember"], true);
    assert_eq!(oak.notices(&dan).await, ["You are now a member of Oak"]);
    assert!(oak.notices(&oak.ada).await.is_empty(), "no reviewer is asked");
    oak.app.work().await;
    assert_eq!(oak.app.mails().last().unwrap().to, "dan@people.example");
    let log = "SELECT COUNT(*) AS n FROM audit_log \
        WHERE action = 'affiliation-request.approve-by-domain' AND actor_id IS NULL";
    assert_eq!(oak.app.count(log, vec![]).await, 1);
}

#[tokio::test]
async fn request_from_another_domain_waits_for_a_reviewer() {
    let oak = Oak::open().await;
    let dan = oak.app.member("dan").await;
    let wish = json!({ "autoApproveDomains": ["oak.example"], "adminsMayInvite": false });
    oak.ada.put(&oak.path("/joining"), wish).await.expect(200);
    let request = dan.post(&oak.path("/requests"), json!({ "answers": answers() })).await;
    assert_eq!(request.expect(201).body["status"], "pending");
}

#[tokio::test]
async fn public_mail_providers_are_refused() {
    let oak = Oak::open().await;
    for (domain, message) in [
        ("gmail.com", "422 Anyone can get an address of a public mail provider."),
        ("oak", "422 Enter the part of the addresses after the @, such as oak.example."),
    ] {
        let wish = json!({ "autoApproveDomains": [domain], "adminsMayInvite": false });
        let refused = oak.ada.put(&oak.path("/joining"), wish).await;
        assert_eq!(refused.to_string(), message);
    }
}
