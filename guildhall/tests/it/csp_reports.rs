//! Reports of violations of the content security policy, as browsers send them.

use crate::kit::{Browser, Reply, TestApp};
use axum::body::Body;
use http::{Method, header};

const PATH: &str = "/api/csp-reports";
pub const CLASSIC: &str = r#"{"csp-report":{"document-uri":"http://localhost:8080/","effective-directive":
    "script-src-elem","violated-directive":"script-src-elem","blocked-uri":"inline"}}"#;
const REPORTING: &str = r#"[{"type":"csp-violation","age":5,"url":"http://localhost:8080/","user_agent":
    "x","body":{"documentURL":"http://localhost:8080/","blockedURL":"inline","disposition":"enforce",
    "effectiveDirective":"script-src-elem","originalPolicy":"","statusCode":200}}]"#;

/// Sends a report as browsers do, without our CSRF header.
pub async fn report(browser: &Browser, media: &str, body: String) -> Reply {
    let request = browser.main().request(Method::POST, PATH).header(header::CONTENT_TYPE, media);
    let mut request = request.body(Body::from(body)).unwrap();
    request.headers_mut().remove("x-guildhall");
    browser.main().send(request).await
}

#[tokio::test]
async fn pages_name_the_report_endpoint_and_both_report_formats_are_accepted() {
    let app = TestApp::open().await;
    app.portal("Oak House", "oak").await;
    let browser = app.browser();
    for host in ["localhost", "oak.localhost"] {
        let page = browser.at_host(host).get("/").await.expect(200);
        let policy = page.header("content-security-policy");
        assert!(policy.contains("; report-uri /api/csp-reports; report-to csp"), "{policy}");
        assert_eq!(page.header("reporting-endpoints"), "csp=\"/api/csp-reports\"");
    }
    report(&browser, "application/csp-report", CLASSIC.to_owned()).await.expect(204);
    report(&browser, "application/reports+json", REPORTING.to_owned()).await.expect(204);
    let unread = report(&browser, "application/csp-report", "{}".to_owned()).await;
    insta::assert_snapshot!(unread, @"400 The report could not be read.");
    let large = format!("{{\"csp-report\":{{\"x\":\"{}\"}}}}", "a".repeat(20_000));
    report(&browser, "application/csp-report", large).await.expect(413);
}

#[tokio::test]
async fn reports_are_rate_limited_per_network() {
    let app = TestApp::open().await;
    let browser = app.browser();
    for _ in 0..20 {
        report(&browser, "application/csp-report", CLASSIC.to_owned()).await.expect(204);
    }
    let refused = report(&browser, "application/csp-report", CLASSIC.to_owned()).await.expect(429);
    assert!(!refused.header("retry-after").is_empty());
    report(&app.browser(), "application/csp-report", CLASSIC.to_owned()).await.expect(204);
}

#[tokio::test]
async fn other_endpoints_still_require_the_csrf_header() {
    let app = TestApp::open().await;
    let browser = app.browser();
    let request = browser.main().request(Method::POST, "/api/securityAlert");
    let mut request = request
        .header(header::CONTENT_TYPE, "application/csp-report")
        .body(Body::from(CLASSIC))
        .unwrap();
    request.headers_mut().remove("x-guildhall");
    browser.main().send(request).await.expect(403);
}
