//! Appointing and removing people with a role, and the permissions of each role.

use super::Oak;
use serde_json::json;

const NOT_FOUND: &str = "404 Affiliation not found or you don't have permission to view it.";

#[tokio::test]
async fn owner_appoints_a_member_who_is_notified_and_audited() {
    let oak = Oak::open().await;
    let mut live = oak.bob.live().await;
    let admins = oak.appoint(&oak.bob, "reviewer").await.expect(200).body;
    live.until("affiliation.changed").await;
    assert_eq!(admins["owner"]["displayName"], "Ada Tester");
    let roles: Vec<_> =
        admins["items"].as_array().unwrap().iter().map(|one| &one["role"]).collect();
    assert_eq!(roles, [&json!("owner"), &json!("reviewer")]);
    let viewer = oak.viewer(&oak.bob).await;
    assert_eq!((&viewer["role"], &viewer["isAdmin"]), (&json!("reviewer"), &json!(false)));
    assert_eq!(viewer["permissions"], json!(["review-requests"]));
    assert_eq!(oak.notices(&oak.bob).await, ["You are now a reviewer of Oak"]);
    // A second role replaces the first one; the same role again changes nothing.
    for _ in 0..2 {
        oak.appoint(&oak.bob, "admin").await.expect(200);
    }
    assert_eq!(oak.viewer(&oak.bob).await["role"], "admin");
    assert_eq!(oak.audit_count("affiliation.role").await, 2);
}

#[tokio::test]
async fn refuses_own_role_changes_and_removal_of_the_owner() {
    let oak = Oak::open().await;
    oak.appoint(&oak.bob, "admin").await.expect(200);
    assert_eq!(oak.appoint_as(&oak.bob, &oak.cleo, "reviewer").await.to_string(), NOT_FOUND);
    assert_eq!(oak.appoint_as(&oak.bob, &oak.bob, "admin").await.to_string(), NOT_FOUND);
    let stella = oak.app.staff("stella").await;
    oak.app.add_to_affiliation(&stella, &oak.id).await;
    let own = oak.appoint_as(&stella, &stella, "admin").await;
    assert_eq!(own.to_string(), "403 You cannot change your own role.");
    let owner = "409 The owner keeps their role until another member has taken over.";
    assert_eq!(oak.appoint_as(&stella, &oak.ada, "support").await.to_string(), owner);
    assert_eq!(oak.appoint(&oak.ada, "support").await.to_string(), owner);
    let ada = oak.path(&format!("/admins/{}", oak.app.id_of(&oak.ada).await));
    assert_eq!(stella.delete(&ada).await.to_string(), owner);
    let refused = oak.appoint(&oak.cleo, "owner").await;
    assert_eq!(refused.to_string(), "422 Ownership is handed over, not given as a role.");
}

#[tokio::test]
async fn only_members_are_appointed_and_leaving_ends_the_role() {
    let oak = Oak::open().await;
    let dan = oak.app.member("dan").await;
    let refused = oak.appoint(&dan, "admin").await;
    assert_eq!(refused.to_string(), "409 Only members of the affiliation can have a role.");
    oak.appoint(&oak.bob, "brand-editor").await.expect(200);
    oak.appoint(&oak.cleo, "admin").await.expect(200);
    for who in [&oak.bob, &oak.cleo] {
        who.post(&oak.path("/leave"), json!({})).await.expect(204);
    }
    let admins = oak.ada.get(&oak.path("/admins")).await.expect(200).body;
    assert_eq!(admins["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_person_gives_up_their_own_role() {
    let oak = Oak::open().await;
    oak.appoint(&oak.bob, "support").await.expect(200);
    let bob = oak.path(&format!("/admins/{}", oak.app.id_of(&oak.bob).await));
    assert_eq!(oak.cleo.delete(&bob).await.to_string(), NOT_FOUND);
    oak.bob.delete(&bob).await.expect(204);
    assert_eq!(oak.viewer(&oak.bob).await["role"], json!(null));
    assert_eq!(
        oak.ada.delete(&bob).await.to_string(),
        "404 This person has no role in the affiliation."
    );
}

#[tokio::test]
async fn each_role_reaches_only_its_own_endpoints() {
    let oak = Oak::open().await;
    let elm = oak.app.portal_of(&oak.id, "Oak", "oak").await;
    let brand = format!("/api/control/tenants/{}/brand", elm.tenant);
    let domains = format!("/api/control/tenants/{}/domains", elm.tenant);
    let tenant = format!("/api/control/affiliations/{}/tenant", oak.id);
    // The statuses of: the queue of requests, the page's look, its name, the admins, the joining
    // settings, the invitations, the brand, the domains, the tenant and the overview.
    let statuses = async |who: &crate::kit::Browser| {
        [
            who.get(&oak.path("/requests")).await.status,
            who.patch(&oak.path(""), json!({ "tagline": "At table" })).await.status,
            who.patch(&oak.path(""), json!({ "name": "Oak" })).await.status,
            who.get(&oak.path("/admins")).await.status,
            who.get(&oak.path("/joining")).await.status,
            who.get(&oak.path("/invitations")).await.status,
            who.get(&brand).await.status,
            who.get(&domains).await.status,
            who.get(&tenant).await.status,
            who.get(&oak.path("/overview")).await.status,
        ]
    };
    assert_eq!(statuses(&oak.ada).await, [200; 10]);
    assert_eq!(statuses(&oak.cleo).await, [404; 10]);
    for (role, expected) in [
        ("admin", [200, 200, 200, 200, 200, 404, 200, 200, 200, 200]),
        ("reviewer", [200, 404, 404, 404, 404, 404, 404, 404, 404, 200]),
        ("brand-editor", [404, 200, 403, 404, 404, 404, 200, 404, 200, 200]),
        ("support", [404, 404, 404, 404, 404, 404, 404, 404, 404, 200]),
    ] {
        oak.appoint(&oak.bob, role).await.expect(200);
        assert_eq!(statuses(&oak.bob).await, expected, "{role}");
    }
}

#[tokio::test]
async fn members_list_shows_roles_to_admins_only() {
    let oak = Oak::open().await;
    oak.appoint(&oak.bob, "admin").await.expect(200);
    let role_of_bob = async |who: &crate::kit::Browser| {
        let page = who.get(&oak.path("/members")).await.expect(200);
        let bob = page.items().iter().find(|one| one["displayName"] == "Bob Tester").cloned();
        bob.unwrap()["role"].clone()
    };
    assert_eq!(role_of_bob(&oak.ada).await, "admin");
    assert_eq!(role_of_bob(&oak.cleo).await, json!(null));
}

#[tokio::test]
async fn members_are_found_by_the_beginning_of_a_name() {
    let oak = Oak::open().await;
    let found = async |typed: &str| {
        let page = oak.ada.get(&oak.path(&format!("/members?q={typed}"))).await.expect(200);
        page.items().iter().map(|one| one["displayName"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(found("BO").await, ["Bob Tester"]);
    assert_eq!(found("cleo%20tes").await, ["Cleo Tester"]);
    assert_eq!(found("tester").await.len(), 3);
    assert!(found("es").await.is_empty());
}
