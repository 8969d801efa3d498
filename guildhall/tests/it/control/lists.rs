//! List of all portals for staff, and of their own for affiliation admins.

use super::Desk;
use crate::community_fixture::texts;
use crate::kit::uuid_of;
use chrono::Duration;
use control_plane::certificates::{self, DesiredCertificate};
use serde_json::json;

const TENANTS: &str = "/api/control/tenants";

/// Five portals: three active, one suspended, one draft.
async fn furnished() -> Desk {
    let desk = Desk::open().await;
    for (name, subdomain) in
        [("Elm Court", "elm"), ("alder CommunityFixture", "alder"), ("Yew House", "yew")]
    {
        desk.app.clock.advance_by(Duration::seconds(1));
        desk.app.portal(name, subdomain).await;
    }
    desk.app.clock.advance_by(Duration::seconds(1));
    let closed = desk.app.portal("Birch Lodge", "birch").await;
    desk.act(&closed.tenant, "suspend").await.expect(200);
    desk.app.clock.advance_by(Duration::seconds(1));
    desk.create(&desk.affiliation, "oak").await.expect(201);
    desk
}

#[tokio::test]
async fn staff_list_portals_by_name_or_age_in_pages() {
    let desk = furnished().await;
    let by_name = ["alder CommunityFixture", "Birch Lodge", "Elm Court", "Oak", "Yew House"];
    let newest = ["Oak", "Birch Lodge", "Yew House", "alder CommunityFixture", "Elm Court"];
    for (sort, expected) in [("name", by_name), ("newest", newest)] {
        let mut seen = Vec::new();
        let mut cursor = String::new();
        for _ in 0..3 {
            let path = format!("{TENANTS}?sort={sort}&limit=2{cursor}");
            let page = desk.staff.get(&path).await.expect(200);
            seen.extend(texts(&page, "brandName"));
            match page.body["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, expected, "{sort}");
    }
    let mixed = desk.staff.get(&format!("{TENANTS}?limit=1")).await.expect(200);
    let next = mixed.body["nextCursor"].as_str().unwrap();
    assert_eq!(desk.staff.get(&format!("{TENANTS}?cursor={next}x")).await.status, 400);
}

#[tokio::test]
async fn search_finds_portals_by_name_affiliation_and_host() {
    let desk = furnished().await;
    for (q, expected) in [
        ("ALDER", vec!["alder CommunityFixture"]),
        ("oak house", vec!["Oak"]),
        ("yew.localhost", vec!["Yew House"]),
        ("h", vec!["alder CommunityFixture", "Birch Lodge", "Elm Court", "Oak", "Yew House"]),
        ("%25", vec![]),
        ("nobody", vec![]),
    ] {
        let found = desk.staff.get(&format!("{TENANTS}?q={}", q.replace(' ', "%20"))).await;
        assert_eq!(texts(&found.expect(200), "brandName"), expected, "{q}");
    }
    for (state, expected) in
        [("suspended", vec!["Birch Lodge"]), ("draft", vec!["Oak"]), ("archived", vec![])]
    {
        let found = desk.staff.get(&format!("{TENANTS}?state={state}")).await.expect(200);
        assert_eq!(texts(&found, "brandName"), expected, "{state}");
    }
    assert_eq!(desk.staff.get(&format!("{TENANTS}?state=gone")).await.status, 400);
}

#[tokio::test]
async fn filters_portals_by_need_and_address() {
    let desk = furnished().await;
    let all = desk.staff.get(TENANTS).await.expect(200);
    let of = |name: &str| {
        let found = all.items().iter().find(|portal| portal["brandName"] == name);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    };
    let app = &desk.app;
    for (name, state) in [
        ("alder CommunityFixture", "verifying"),
        ("Elm Court", "awaitingApproval"),
        ("Yew House", "suspended"),
        ("Birch Lodge", "released"),
    ] {
        let host = json!({ "host": format!("{state}.example").to_lowercase() });
        let path = format!("{TENANTS}/{}/domains", of(name));
        let made = desk.staff.post(&path, host).await.expect(201).id();
        let sql = "UPDATE domains SET state = $1 WHERE id = $2";
        app.sql(sql, vec![state.into(), uuid_of(&made).into()]).await;
    }
    let mut system = app.services().system("want a certificate in a test");
    let tx = system.begin().await.unwrap();
    let (names, tenant) = (vec!["oak.example".to_owned()], of("Oak").parse().ok());
    certificates::request_certificate_for(
        &tx,
        DesiredCertificate { names, tenant, waiting: false },
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    app.sql("UPDATE acme_jobs SET cause_code = 'caa-forbids'", vec![]).await;
    for (asked, expected) in [
        ("needs=certificate", vec!["Oak"]),
        ("needs=dns", vec!["alder CommunityFixture"]),
        ("needs=approval", vec!["Elm Court"]),
        ("needs=records", vec!["Yew House"]),
        ("at=own", vec!["alder CommunityFixture", "Elm Court", "Yew House"]),
        ("at=platform", vec!["Birch Lodge", "Oak"]),
        ("at=own&needs=dns&state=active", vec!["alder CommunityFixture"]),
        ("at=platform&needs=dns", vec![]),
    ] {
        let found = desk.staff.get(&format!("{TENANTS}?{asked}")).await.expect(200);
        assert_eq!(texts(&found, "brandName"), expected, "{asked}");
    }
    for unknown in ["needs=sleep", "at=home"] {
        assert_eq!(desk.staff.get(&format!("{TENANTS}?{unknown}")).await.status, 400);
    }
}

#[tokio::test]
async fn archived_portals_are_listed_only_on_request() {
    let desk = Desk::open().await;
    let tenant = desk.create(&desk.affiliation, "oak").await.expect(201).id();
    desk.act(&tenant, "archive").await.expect(200);
    assert!(desk.staff.get(TENANTS).await.expect(200).items().is_empty());
    let gone = desk.staff.get(&format!("{TENANTS}?state=archived")).await.expect(200);
    assert_eq!(texts(&gone, "id"), [tenant.as_str()]);
}

#[tokio::test]
async fn portals_are_counted_by_state() {
    let desk = furnished().await;
    let overview = desk.staff.get(&format!("{TENANTS}/overview")).await.expect(200).body;
    let counts = json!({ "all": 5, "active": 3, "draft": 1, "suspended": 1, "archived": 0 });
    assert_eq!(overview, json!({ "counts": counts, "attention": [] }));
}

#[tokio::test]
async fn members_are_counted_week_by_week() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    let zeros = json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(desk.read(&oak.tenant).await["membersByWeek"], zeros);
    let ada = desk.app.member("ada").await;
    desk.app.add_to_affiliation(&ada, &oak.affiliation).await;
    desk.app.clock.advance_by(Duration::weeks(2) + Duration::hours(1));
    let bob = desk.app.member("bob").await;
    desk.app.add_to_affiliation(&bob, &oak.affiliation).await;
    desk.app.sign_in(&desk.staff, "localhost", "stella").await;
    let seen = desk.read(&oak.tenant).await;
    assert_eq!(seen["memberCount"], 2);
    assert_eq!(seen["membersByWeek"], json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2]));
}

#[tokio::test]
async fn affiliation_admins_see_only_their_portal() {
    let desk = Desk::open().await;
    let oak = desk.open_portal("oak").await;
    let elm = desk.app.portal("Elm Court", "elm").await;
    let ada = desk.admin("ada", &oak.affiliation).await;
    let bob = desk.app.member("bob").await;
    desk.app.add_to_affiliation(&bob, &oak.affiliation).await;
    let of = |affiliation: &str| format!("/api/control/affiliations/{affiliation}/tenant");
    let mine = ada.get(&of(&oak.affiliation)).await.expect(200);
    assert_eq!((mine.id(), &mine.body["asStaff"]), (oak.tenant.clone(), &json!(false)));
    assert_eq!(desk.read(&oak.tenant).await["asStaff"], true);
    let log = ada.get(&format!("{TENANTS}/{}/log", oak.tenant)).await.expect(200);
    assert_eq!(log.items()[0]["action"], "tenant.activate");
    for path in [of(&elm.affiliation), format!("{TENANTS}/{}", elm.tenant), TENANTS.to_owned()] {
        assert_eq!(ada.get(&path).await.status, 404, "{path}");
    }
    for path in [of(&oak.affiliation), format!("{TENANTS}/{}/log", oak.tenant)] {
        assert_eq!(bob.get(&path).await.status, 404, "{path}");
    }
    // Only staff activate and suspend.
    let refused = ada.post(&format!("{TENANTS}/{}/suspend", oak.tenant), json!({})).await;
    assert_eq!(refused.status, 404);
    // Not accessible from a portal.
    desk.app.add_to_affiliation(&ada, &elm.affiliation).await;
    desk.app.transfer(&ada, "elm").await;
    assert_eq!(ada.on("elm").get(&of(&oak.affiliation)).await.status, 404);
}
