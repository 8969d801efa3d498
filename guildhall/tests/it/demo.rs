//! The demo network, used as the guides describe.

use crate::kit::{Browser, Reply, TestApp, totp};
use guildhall::demo::{self, LoadOutcome, PASSWORD};
use guildhall::first_run;
use serde_json::json;
use std::collections::BTreeSet;

async fn open_with_demo() -> TestApp {
    let app = TestApp::open().await;
    assert_eq!(demo::load(app.services()).await.unwrap(), LoadOutcome::Now);
    app
}

/// Signs a demo account in at a host.
async fn sign_in(browser: &Browser, host: &str, name: &str) {
    let at = browser.at_host(host);
    let proof = json!({
        "email": format!("{name}@demo.test"), "password": PASSWORD, "staySignedIn": false,
    });
    let answer = at.post("/api/identity/login", proof).await.expect(200);
    let token = json!({ "idToken": answer.body["idToken"] });
    at.post("/api/usersSignin", token).await.expect(200);
}

#[tokio::test]
async fn demo_accounts_sign_in_with_the_shared_password() {
    let app = open_with_demo().await;
    for name in ["member", "second", "affadmin", "communityadmin", "staff", "outsider"] {
        let browser = app.browser();
        sign_in(&browser, "localhost", name).await;
        let me = browser.get("/api/me").await.expect(200);
        assert_eq!(me.body["onboarding"]["complete"], true, "{name}");
        assert_eq!(me.body["legal"], json!({ "acknowledged": true, "changed": [] }), "{name}");
        assert_eq!(me.body["isStaff"], name == "staff");
    }
}

#[tokio::test]
async fn demo_staff_have_their_roles() {
    let app = open_with_demo().await;
    for (name, role) in [("staff", "administrator"), ("support", "support"), ("analyst", "analyst")]
    {
        let browser = app.browser();
        sign_in(&browser, "localhost", name).await;
        assert_eq!(browser.get("/api/me").await.expect(200).body["staffRole"], role);
    }
}

#[tokio::test]
async fn demo_member_has_tickets_of_every_status() {
    let app = open_with_demo().await;
    let browser = app.browser();
    sign_in(&browser, "localhost", "member").await;
    let page = browser.get("/api/support/tickets?limit=50").await.expect(200);
    let statuses: BTreeSet<_> =
        page.items().iter().filter_map(|ticket| ticket["status"].as_str()).collect();
    assert_eq!(statuses, BTreeSet::from(["closed", "in_progress", "open", "resolved"]));
}

#[tokio::test]
async fn demo_portals_are_shown_to_staff_with_what_needs_attention() {
    let app = open_with_demo().await;
    let staff = app.browser();
    sign_in(&staff, "localhost", "staff").await;
    let overview = staff.get("/api/control/tenants/overview").await.expect(200).body;
    assert_eq!(overview["counts"]["all"], 9);
    assert_eq!(overview["counts"]["draft"], 1);
    assert_eq!(overview["counts"]["suspended"], 1);
    let named = overview["attention"].as_array().unwrap().iter();
    let named: Vec<_> = named.map(|one| one["title"].as_str().unwrap()).collect();
    let expected = [
        "Midland Teachers: certificate cannot be issued",
        "Northgate: a domain's records are wrong",
        "Sylheti Circle: waiting for DNS",
    ];
    assert_eq!(named, expected);
}

#[tokio::test]
async fn demo_network_needs_no_setup() {
    let app = open_with_demo().await;
    let greeting = first_run::add_setup_link(app.services(), "Guildhall").await.unwrap();
    assert_eq!(greeting, "Guildhall", "there is staff, so there is no setup link");
    let terms = app.browser().get("/api/legal/terms-of-service").await.expect(200);
    assert_eq!(terms.body["isPlaceholder"], false);
    let staff = app.browser();
    sign_in(&staff, "localhost", "staff").await;
    let checklist = staff.get("/api/staff/setup").await.expect(200);
    assert_eq!(checklist.body["complete"], true, "{checklist}");
}

#[tokio::test]
async fn demo_portals_show_a_subset_of_the_members_communities() {
    let app = open_with_demo().await;
    let browser = app.browser();
    let mine = "/api/communities?scope=mine&limit=100";
    sign_in(&browser, "localhost", "member").await;
    let everywhere = names(&browser.get(mine).await.expect(200));
    for (subdomain, here) in [("ashcombe", 5), ("htwu", 3)] {
        let host = format!("{subdomain}.localhost");
        app.until_served(&host).await;
        sign_in(&browser, &host, "member").await;
        let part = names(&browser.on(subdomain).get(mine).await.expect(200));
        assert_eq!(part.len(), here, "{part:?}");
        assert!(part.is_subset(&everywhere) && part.len() < everywhere.len());
    }
}

#[tokio::test]
async fn demo_account_with_second_factor_signs_in_with_totp() {
    let app = open_with_demo().await;
    let browser = app.browser();
    let proof = json!({ "email": "mfa@demo.test", "password": PASSWORD });
    let asked = browser.post("/api/identity/login", proof).await.expect(200);
    assert_eq!(asked.body["outcome"], "mfaRequired");
    let code = totp("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", app.clock.now());
    let answer = json!({ "resolver": asked.body["resolver"], "factor": "totp", "code": code });
    let answered = browser.post("/api/identity/mfa", answer).await.expect(200);
    let token = json!({ "idToken": answered.body["idToken"] });
    browser.post("/api/usersSignin", token).await.expect(200);
    assert_eq!(browser.get("/api/me").await.expect(200).body["onboarding"]["complete"], true);
}

fn names(page: &Reply) -> BTreeSet<String> {
    page.items().iter().map(|item| item["name"].to_string()).collect()
}

#[tokio::test]
async fn unverified_demo_account_cannot_sign_in() {
    let app = open_with_demo().await;
    let proof = json!({
        "email": "unverified@demo.test", "password": PASSWORD, "staySignedIn": false,
    });
    let refused = app.browser().post("/api/identity/login", proof).await;
    assert_eq!((refused.status, &refused.body["code"]), (403, &json!("email-not-verified")));
}

#[tokio::test]
async fn both_demo_portals_are_served_with_their_brands() {
    let app = open_with_demo().await;
    for (subdomain, brand) in [("ashcombe", "Ashcombe"), ("htwu", "HTWU")] {
        app.until_served(&format!("{subdomain}.localhost")).await;
        let boot = app.browser().on(subdomain).get("/api/boot").await.expect(200);
        assert_eq!(boot.body["brand"]["name"], brand);
    }
}

#[tokio::test]
async fn open_demo_codes_are_valid_and_spent_or_expired_ones_are_rejected() {
    let app = open_with_demo().await;
    let ask = async |code: &str| {
        app.browser().post("/api/invite-codes/validate", json!({ "code": code })).await
    };
    let open = ask("WELCOME1").await.expect(200);
    assert!(open.body["autoInviteToAffiliation"].is_null());
    let inviting = ask("ASHCOMBE").await.expect(200);
    let affiliation = &inviting.body["autoInviteToAffiliation"]["affiliationName"];
    assert_eq!(affiliation, "Ashcombe College Alumni Association");
    for refused in ["SPENT001", "EXPIRED1"] {
        assert!(ask(refused).await.status >= 400, "{refused}");
    }
}

#[tokio::test]
async fn demo_portraits_are_served_and_other_blobs_are_not() {
    #[derive(sea_orm::FromQueryResult)]
    struct Shown {
        picture: String,
    }
    let app = open_with_demo().await;
    let system = app.services().system("look for a picture");
    let sql = "SELECT profile_picture AS picture FROM users WHERE profile_picture IS NOT NULL";
    let shown = system.raw(sql, Vec::new()).all::<Shown>().await.unwrap();
    assert_eq!(shown.len(), 24);
    for one in &shown {
        let reply = app.browser().get(&one.picture).await.expect(200);
        assert_eq!(reply.header("content-type"), "image/webp");
        assert_eq!(reply.header("content-security-policy"), "sandbox; default-src 'none'");
    }
    app.browser().get("/media/users/0a/export-1.zip").await.expect(404);
    app.browser().get("/media/users/0a/picture-1.webp").await.expect(404);
}

#[tokio::test]
async fn demo_members_have_cords_from_their_activity() {
    let app = open_with_demo().await;
    app.work().await;
    let browser = app.browser();
    sign_in(&browser, "localhost", "member").await;
    let page = browser.get("/api/me/cords").await.expect(200);
    assert_eq!(page.items().len(), 20);
    assert_eq!(page.items()[0]["isActive"], true);
    let other = page.items()[0]["user"]["userId"].as_str().unwrap().to_owned();
    let cord = browser.get(&format!("/api/users/{other}/cord")).await.expect(200).body;
    let strands: BTreeSet<_> = cord["threads"]
        .as_array()
        .unwrap()
        .iter()
        .map(|strand| strand["threadType"].as_str().unwrap().to_owned())
        .collect();
    assert!(strands.contains("association") && strands.contains("interaction"), "{strands:?}");
}
