//! Removing members with a reason.

use super::{Oak, delete_with};
use crate::kit::{Browser, Reply};
use serde_json::json;

impl Oak {
    async fn remove(&self, by: &Browser, who: &Browser, reason: &str) -> Reply {
        let path = self.path(&format!("/members/{}", self.app.id_of(who).await));
        delete_with(by, &path, &json!({ "reason": reason })).await
    }
}

#[tokio::test]
async fn removed_member_is_told_the_reason_and_leaves_the_default_communities() {
    let oak = Oak::open().await;
    let general = oak.app.community(&oak.ada, "General", &[&oak.id]).await;
    let stella = oak.app.staff("stella").await;
    let default = format!("/api/staff/communities/{general}/default");
    stella.put(&default, json!({ "isDefaultCommunity": true })).await.expect(200);
    oak.app.work().await;
    let members = "SELECT COUNT(*) AS n FROM community_members";
    assert_eq!(oak.app.count(members, vec![]).await, 3);
    oak.remove(&oak.ada, &oak.bob, "Left the company").await.expect(204);
    oak.app.work().await;
    assert_eq!(oak.app.count(members, vec![]).await, 2);
    assert_eq!(oak.viewer(&oak.bob).await["isMember"], false);
    assert_eq!(oak.ada.get(&oak.path("")).await.body["memberCount"], 2);
    let notice = oak.bob.get("/api/notifications").await.expect(200).items()[0].clone();
    assert_eq!(notice["title"], "You were removed from Oak");
    assert_eq!(notice["message"], "Left the company");
    assert_eq!(oak.audit_count("affiliation.member-remove").await, 1);
}

#[tokio::test]
async fn removal_needs_a_reason_and_spares_the_owner() {
    let oak = Oak::open().await;
    let stella = oak.app.staff("stella").await;
    assert_eq!(oak.remove(&oak.ada, &oak.bob, " ").await.to_string(), "422 Give a reason.");
    let owner = "409 The owner keeps their role until another member has taken over.";
    assert_eq!(oak.remove(&stella, &oak.ada, "Why not").await.to_string(), owner);
    assert_eq!(oak.remove(&oak.bob, &oak.cleo, "Why not").await.status, 404);
    let outsider = oak.remove(&oak.ada, &stella, "Why not").await;
    assert_eq!(outsider.to_string(), "404 This person is not a member of the affiliation.");
}

#[tokio::test]
async fn admins_remove_only_members_without_a_role() {
    let oak = Oak::open().await;
    oak.appoint(&oak.bob, "admin").await.expect(200);
    oak.appoint(&oak.cleo, "reviewer").await.expect(200);
    let refused = oak.remove(&oak.bob, &oak.cleo, "Inactive").await;
    assert_eq!(refused.to_string(), "403 Only the owner can remove a person who has a role.");
    let oneself = oak.remove(&oak.bob, &oak.bob, "Inactive").await;
    assert_eq!(oneself.to_string(), "403 Leave the affiliation instead of removing yourself.");
    oak.remove(&oak.ada, &oak.cleo, "Inactive").await.expect(204);
    let admins = oak.ada.get(&oak.path("/admins")).await.expect(200).body;
    assert_eq!(admins["items"].as_array().unwrap().len(), 2);
}
