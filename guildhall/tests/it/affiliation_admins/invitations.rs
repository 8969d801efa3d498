//! Sent invitations, and invitations by a list of addresses.

use super::Oak;
use crate::kit::email;
use serde_json::{Value, json};

impl Oak {
    async fn invite_list(&self, body: Value) -> Value {
        self.ada.post(&self.path("/invitations/bulk"), body).await.expect(200).body
    }
}

fn outcomes(answer: &Value) -> Vec<(i64, String)> {
    let rows = answer["rows"].as_array().unwrap().iter();
    rows.map(|row| {
        (row["line"].as_i64().unwrap(), row["outcome"].as_str().unwrap_or_default().to_owned())
    })
    .collect()
}

#[tokio::test]
async fn owner_lists_and_withdraws_open_invitations() {
    let oak = Oak::open().await;
    let dan = oak.app.member("dan").await;
    let invite = json!({ "userId": oak.app.id_of(&dan).await });
    let id = oak.ada.post(&oak.path("/invitations"), invite).await.expect(201).id();
    dan.post(&format!("/api/invitations/{id}/dismiss"), json!({})).await.expect(204);
    let list = oak.ada.get(&oak.path("/invitations?status=open")).await.expect(200);
    let row = &list.items()[0];
    assert_eq!(
        (&row["person"]["displayName"], &row["status"]),
        (&json!("Dan Tester"), &json!("open"))
    );
    assert_eq!(row["invitedBy"], "Ada Tester");
    let path = oak.path(&format!("/invitations/{id}"));
    assert_eq!(oak.bob.delete(&path).await.status, 404);
    oak.ada.delete(&path).await.expect(204);
    assert_eq!(dan.get(&format!("/api/invitations/{id}")).await.status, 404);
    assert_eq!(oak.ada.delete(&path).await.to_string(), "404 Invitation not found");
    assert!(oak.ada.get(&oak.path("/invitations")).await.expect(200).items().is_empty());
    assert_eq!(oak.audit_count("affiliation-invitation.withdraw").await, 1);
}

#[tokio::test]
async fn list_of_addresses_invites_accounts_and_mails_codes_to_others() {
    let oak = Oak::open().await;
    let dan = oak.app.member("dan").await;
    let csv = format!(
        "Name;E-Mail\nDan;{}\nBob;{}\nNew;new@people.example\nAgain;NEW@people.example\nNo;none",
        email("dan"),
        email("bob")
    );
    let tried = oak.invite_list(json!({ "csv": csv, "dryRun": true })).await;
    let expected =
        [(2, "invited"), (3, "already-member"), (4, "invited"), (5, "duplicate"), (6, "invalid")]
            .map(|(line, outcome)| (line, outcome.to_owned()));
    assert_eq!(outcomes(&tried), expected);
    assert_eq!((&tried["invited"], &tried["skipped"]), (&json!(2), &json!(3)));
    assert_eq!(dan.get("/api/me").await.body["pendingInvitation"], json!(null));
    let sent = oak.invite_list(json!({ "csv": csv })).await;
    assert_eq!(outcomes(&sent), expected);
    assert!(dan.get("/api/me").await.body["pendingInvitation"].is_string());
    oak.app.work().await;
    let mails = oak.app.mails();
    let mail = mails.iter().rfind(|mail| mail.to == "new@people.example").unwrap();
    assert_eq!(mail.subject, "Your invitation to Oak");
    let (_, rest) = mail.text.split_once("code=").unwrap();
    let code: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
    let valid = oak.app.browser().post("/api/invite-codes/validate", json!({ "code": code })).await;
    valid.expect(200);
    assert_eq!(oak.audit_count("affiliation-invitation.bulk").await, 1);
}

#[tokio::test]
async fn list_is_limited_to_500_rows_and_to_people_who_may_invite() {
    let oak = Oak::open().await;
    let path = oak.path("/invitations/bulk");
    let many: Vec<String> = (0..501).map(|n| format!("p{n}@people.example")).collect();
    let refused = oak.ada.post(&path, json!({ "addresses": many, "dryRun": true })).await;
    assert_eq!(refused.to_string(), "422 A list has at most 500 rows.");
    let empty = oak.ada.post(&path, json!({ "addresses": [" "] })).await;
    assert_eq!(empty.to_string(), "422 Enter at least one email address.");
    oak.appoint(&oak.bob, "admin").await.expect(200);
    let one = || json!({ "addresses": ["new@people.example"], "dryRun": true });
    assert_eq!(oak.bob.post(&path, one()).await.status, 404);
    let joining = json!({ "autoApproveDomains": [], "adminsMayInvite": true });
    let by_admin = oak.bob.put(&oak.path("/joining"), joining.clone()).await;
    assert_eq!(by_admin.to_string(), "403 Only the owner of the affiliation can change this.");
    oak.ada.put(&oak.path("/joining"), joining).await.expect(200);
    oak.bob.post(&path, one()).await.expect(200);
}
