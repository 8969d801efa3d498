//! Handing over ownership, which the other person accepts or declines.

use super::Oak;
use crate::kit::{Browser, Reply};
use serde_json::{Value, json};

const NONE: &str = "404 There is no pending handover.";

impl Oak {
    async fn offer(&self, by: &Browser, to: &Browser) -> Reply {
        let body = json!({ "userId": self.app.id_of(to).await });
        by.post(&self.path("/handover"), body).await
    }

    async fn owner(&self) -> Value {
        let admins = self.ada.get(&self.path("/admins")).await.expect(200).body;
        admins["owner"]["displayName"].clone()
    }
}

#[tokio::test]
async fn owner_changes_only_when_the_member_accepts() {
    let oak = Oak::open().await;
    oak.appoint(&oak.bob, "reviewer").await.expect(200);
    let admins = oak.offer(&oak.ada, &oak.bob).await.expect(200).body;
    assert_eq!(admins["handover"]["to"]["displayName"], "Bob Tester");
    assert_eq!(oak.owner().await, "Ada Tester");
    assert_eq!(oak.notices(&oak.bob).await[0], "Ada Tester asks you to take over Oak");
    assert_eq!(oak.viewer(&oak.bob).await["handoverOffered"], true);
    for (who, status) in [(&oak.ada, 200), (&oak.bob, 200), (&oak.cleo, 404)] {
        assert_eq!(who.get(&oak.path("/handover")).await.status, status);
    }
    let again = oak.offer(&oak.ada, &oak.cleo).await;
    assert_eq!(again.to_string(), "409 Another member has already been asked to take over.");

    let accept = oak.path("/handover/accept");
    assert_eq!(oak.cleo.post(&accept, json!({})).await.to_string(), NONE);
    oak.bob.post(&accept, json!({})).await.expect(204);
    assert_eq!(oak.owner().await, "Bob Tester");
    assert_eq!(oak.viewer(&oak.ada).await["role"], "admin");
    assert_eq!(oak.viewer(&oak.bob).await["role"], "owner");
    assert_eq!(oak.notices(&oak.bob).await[0], "You now own Oak");
    let told = "Bob Tester has taken over Oak; you are now an admin";
    assert_eq!(oak.notices(&oak.ada).await[0], told);
    assert_eq!(oak.audit_count("affiliation.handover").await, 1);
    assert_eq!(oak.bob.post(&accept, json!({})).await.to_string(), NONE);
    // The previous owner may leave now.
    oak.ada.post(&oak.path("/leave"), json!({})).await.expect(204);
}

#[tokio::test]
async fn declined_or_withdrawn_handover_keeps_the_owner() {
    let oak = Oak::open().await;
    oak.offer(&oak.ada, &oak.bob).await.expect(200);
    oak.bob.post(&oak.path("/handover/decline"), json!({})).await.expect(204);
    assert_eq!(oak.notices(&oak.ada).await, ["Bob Tester declined to take over Oak"]);
    oak.offer(&oak.ada, &oak.cleo).await.expect(200);
    assert_eq!(oak.bob.delete(&oak.path("/handover")).await.status, 404);
    oak.ada.delete(&oak.path("/handover")).await.expect(204);
    let late = oak.cleo.post(&oak.path("/handover/accept"), json!({})).await;
    assert_eq!(late.to_string(), NONE);
    assert_eq!(oak.owner().await, "Ada Tester");
    assert_eq!(oak.notices(&oak.cleo).await[0], "You are no longer asked to take over Oak");
}

#[tokio::test]
async fn staff_offer_an_affiliation_without_an_owner_and_leaving_ends_the_offer() {
    let oak = Oak::open().await;
    let stella = oak.app.staff("stella").await;
    let dan = oak.app.member("dan").await;
    oak.app.set_affiliation_creator(&oak.id, None::<uuid::Uuid>).await;
    let refused = oak.offer(&stella, &dan).await;
    assert_eq!(refused.to_string(), "409 Only members of the affiliation can have a role.");
    oak.offer(&stella, &oak.bob).await.expect(200);
    oak.bob.post(&oak.path("/leave"), json!({})).await.expect(204);
    assert_eq!(stella.get(&oak.path("/handover")).await.to_string(), NONE);
    oak.offer(&stella, &oak.cleo).await.expect(200);
    oak.cleo.post(&oak.path("/handover/accept"), json!({})).await.expect(204);
    assert_eq!(oak.viewer(&oak.cleo).await["role"], "owner");
}
