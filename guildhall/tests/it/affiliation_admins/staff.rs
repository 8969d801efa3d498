//! The list of affiliations for staff, every field, and the template of default communities.

use super::Oak;
use serde_json::{Value, json};

const LIST: &str = "/api/staff/affiliations";

#[tokio::test]
async fn staff_find_affiliations_by_name_and_state() {
    let oak = Oak::open().await;
    let stella = oak.app.staff("stella").await;
    let elm = oak.app.affiliation("Elm").await;
    oak.app.affiliation("Ash").await;
    oak.app.portal_of(&elm, "Elm", "elm").await;
    let names = async |query: &str| -> Vec<Value> {
        let page = stella.get(&format!("{LIST}?{query}")).await.expect(200);
        page.items().iter().map(|row| row["name"].clone()).collect()
    };
    assert_eq!(names("").await, ["Ash", "Elm", "Oak"]);
    assert_eq!(names("q=lm").await, ["Elm"]);
    stella.patch(&format!("{LIST}/{elm}"), json!({ "isPrivate": true })).await.expect(200);
    assert_eq!(names("state=private").await, ["Elm"]);
    assert_eq!(names("state=listed").await, ["Ash", "Oak"]);
    let first = stella.get(&format!("{LIST}?limit=2")).await.expect(200);
    let row = &first.items()[1];
    assert_eq!((&row["state"], &row["portal"]["subdomain"]), (&json!("private"), &json!("elm")));
    let cursor = first.body["nextCursor"].as_str().unwrap();
    assert_eq!(names(&format!("limit=2&cursor={cursor}")).await, ["Oak"]);
    assert_eq!(oak.ada.get(LIST).await.status, 404);
}

#[tokio::test]
async fn staff_edit_every_field_and_the_audit_log_has_only_changes() {
    let oak = Oak::open().await;
    let stella = oak.app.staff("stella").await;
    let path = format!("{LIST}/{}", oak.id);
    let mut live = oak.ada.live().await;
    let wish = json!({ "name": "Oak House", "tagline": "At table", "description": "A house.",
        "website": "https://oak.example", "isVerified": true });
    let shown = stella.patch(&path, wish).await.expect(200).body;
    live.until("affiliation.changed").await;
    assert_eq!(
        (&shown["name"], &shown["website"]),
        (&json!("Oak House"), &json!("https://oak.example/"))
    );
    assert_eq!(
        (&shown["creator"]["displayName"], &shown["isVerified"]),
        (&json!("Ada Tester"), &json!(true))
    );
    stella.patch(&path, json!({ "website": "", "name": "Oak House" })).await.expect(200);
    let log = stella.get("/api/staff/audit?action=affiliation.edit").await.expect(200);
    assert_eq!(log.items()[0]["before"], json!({ "website": "https://oak.example/" }));
    assert_eq!(log.items()[0]["after"], json!({ "website": null }));
    let refused = stella.patch(&path, json!({ "website": "javascript:alert(1)" })).await;
    let message = "422 Enter a web address that begins with https:// or http://.";
    assert_eq!(refused.to_string(), message);
}

#[tokio::test]
async fn template_decides_the_default_communities_of_new_affiliations() {
    let oak = Oak::open().await;
    let stella = oak.app.staff("stella").await;
    let template = format!("{LIST}/template");
    let before = stella.get(&template).await.expect(200).body;
    assert_eq!(before["communities"][0]["name"], "{affiliation}");
    assert_eq!(before["updatedAt"], json!(null));
    let community = |name: &str, visibility: &str| json!({ "name": name, "description": "About {affiliation}", "visibility": visibility });
    let wish = json!({ "communities": [
        community("General of {affiliation}", "affiliations"), community("Open house", "public"),
    ] });
    stella.put(&template, wish).await.expect(200);
    let new = json!({ "name": "Elm", "description": "A house.", "website": "https://elm.example",
        "creatorId": oak.app.id_of(&oak.bob).await, "isVerified": true });
    let elm = stella.post(LIST, new).await.expect(201).body;
    assert_eq!((&elm["memberCount"], &elm["verified"]), (&json!(1), &json!(true)));
    let page = oak.bob.get(&format!("/api/affiliations/{}", elm["id"].as_str().unwrap())).await;
    let mut names: Vec<_> = page.expect(200).body["communities"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["General of Elm", "Open house"]);
    let empty = stella.put(&template, json!({ "communities": [] })).await;
    assert_eq!(empty.to_string(), "422 A template has one to five communities.");
}
