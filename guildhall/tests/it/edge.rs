//! The edge of a whole instance.

use crate::kit::TestApp;

#[tokio::test]
async fn each_site_serves_its_own_build_and_unknown_hosts_are_refused() {
    let app = TestApp::open().await;
    app.portal("Ashcombe College Alumni Association", "ashcombe").await;
    let browser = app.browser();
    let main = browser.get("/login").await.expect(200);
    assert!(main.text.contains("<title>Guildhall</title>"), "{}", main.text);
    assert!(main.text.contains("\"mode\":\"main\""));
    let portal = browser.on("ashcombe").get("/login").await.expect(200);
    assert!(portal.text.contains("<title>Ashcombe College Alumni Association</title>"));
    assert!(
        portal.text.contains("\"mode\":\"whitelabel\"")
            && portal.text.contains("--brand:light-dark(")
    );
    assert_eq!(browser.on("nobody").get("/login").await.status, 421);
    let boot = browser.on("ashcombe").get("/api/boot").await.expect(200);
    assert_eq!(boot.body["portal"]["subdomain"], "ashcombe");
}

#[tokio::test]
async fn the_route_feed_is_not_reachable_from_outside() {
    let app = TestApp::open().await;
    assert_eq!(app.browser().get("/internal/routes?after=0").await.status, 404);
}

#[tokio::test]
async fn well_known_addresses_redirect_to_password_settings_or_do_not_exist() {
    let app = TestApp::open().await;
    app.portal("Oak House", "oak").await;
    let browser = app.browser();
    for host in ["localhost", "oak.localhost"] {
        let at = browser.at_host(host);
        let redirect = at.get("/.well-known/change-password").await.expect(302);
        assert_eq!(redirect.header("location"), "/settings/password", "{host}");
        at.get("/settings/password").await.expect(200);
        for unknown in [
            "resource-that-should-not-exist-whose-status-code-should-not-be-200",
            "security.txt",
            "openid-configuration",
            "",
        ] {
            let answer = at.get(&format!("/.well-known/{unknown}")).await;
            assert_eq!(answer.to_string(), "404 There is nothing here", "{host} {unknown}");
        }
    }
}

#[tokio::test]
async fn edge_answers_the_probe_for_every_host_of_its_table() {
    let app = TestApp::open().await;
    app.portal("Oak House", "oak").await;
    let browser = app.browser();
    let key = &app.services().keys().context;
    let version = app.app.table.active_routes().unwrap().version;
    for host in ["localhost", "oak.localhost"] {
        let said = browser.at_host(host).get("/.well-known/guildhall-probe/abc").await.expect(200);
        assert_eq!(said.text, format!("{} {version}\n", key.expected_response(host, "abc")));
    }
    app.suspend_portal("oak").await;
    browser.on("oak").get("/.well-known/guildhall-probe/abc").await.expect(200);
    assert_eq!(browser.on("nobody").get("/.well-known/guildhall-probe/abc").await.status, 421);
    assert_eq!(browser.get("/.well-known/guildhall-probe/a%20b").await.status, 404);
}

#[tokio::test]
async fn numeric_loopback_address_redirects_to_localhost() {
    let app = TestApp::open().await;
    let browser = app.browser();
    for host in ["127.0.0.1", "127.0.0.2", "[::1]"] {
        let moved = browser.at_host(host).get("/communities/7?tab=posts").await.expect(308);
        assert_eq!(moved.header("location"), "http://localhost:8080/communities/7?tab=posts");
        assert_eq!(moved.header("cache-control"), "no-store");
        // An API client gets an error status.
        assert!(browser.at_host(host).get("/api/me").await.status >= 400, "{host}");
    }
    assert_eq!(browser.at_host("192.0.2.1").get("/").await.status, 421);
}
