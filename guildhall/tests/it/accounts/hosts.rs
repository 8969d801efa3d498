//! Hosts with identity endpoints, and the signed host context of the edge.

use super::form;
use crate::kit::{Reply, TestApp};
use axum::body::Body;
use http::Request;
use insta::assert_snapshot;
use platform::{AffiliationId, Site, TenantId};
use tower::ServiceExt;
use wire::context::{CONTEXT_HEADER, Context, ContextKey};

fn context(app: &TestApp, identity: bool) -> Context {
    Context {
        host: "www.oak.example".to_owned(),
        origin: "http://www.oak.example".to_owned(),
        main_origin: "http://localhost:8080".to_owned(),
        site: Site::Portal(AffiliationId::new()),
        tenant: Some(TenantId::new()),
        brand_name: "Oak House".to_owned(),
        identity,
        client_ip: std::net::IpAddr::from([192, 0, 2, 1]),
        language: None,
        request_id: "a-request".to_owned(),
        issued_at: app.clock.now().timestamp(),
    }
}

/// Sends a request to the runtime directly, as an edge would with this context.
async fn send_to_runtime(app: &TestApp, path: &str, sealed: Option<&str>) -> Reply {
    let mut request = Request::post(path)
        .header("host", "localhost:8080")
        .header("sec-fetch-site", "same-origin")
        .header("x-guildhall", "1")
        .header("content-type", "application/json");
    if let Some(sealed) = sealed {
        request = request.header(CONTEXT_HEADER, sealed);
    }
    let request = request.body(Body::from(form("rosa", "").to_string())).unwrap();
    let Ok(response) = tenant_runtime::router(app.services().clone()).oneshot(request).await;
    Reply::read(response).await
}

#[tokio::test]
async fn custom_domain_has_no_credential_endpoints() {
    let app = TestApp::open().await;
    let key = &app.services().keys().context;
    let own_domain = key.sign_context(&context(&app, false));
    for path in [
        "/api/invite-codes/validate",
        "/api/identity/join",
        "/api/identity/login",
        "/api/identity/mfa",
        "/api/identity/mfa/enrol",
        "/api/identity/mfa/enrol/confirm",
        "/api/identity/passkey/begin",
        "/api/identity/password/change",
        "/api/identity/password/forgot",
        "/api/identity/password/reset",
        "/api/identity/prove",
        "/api/me/mfa/backup-codes",
        "/api/me/mfa/totp",
        "/api/me/mfa/totp/confirm",
        "/api/me/passkeys/begin",
        "/api/identity/verification/resend",
        "/api/identity/verification/confirm",
        "/api/usersSignin",
    ] {
        let reply = send_to_runtime(&app, path, Some(&own_domain)).await;
        assert_eq!(reply.to_string(), "404 Not found", "{path}");
    }
    let check = send_to_runtime(&app, "/api/usersCheckAuthStatus", Some(&own_domain)).await;
    assert_snapshot!(check, @"401 No session found");
    assert_eq!(send_to_runtime(&app, "/api/usersSignout", Some(&own_domain)).await.status, 204);

    let platform_host = key.sign_context(&context(&app, true));
    let refused = send_to_runtime(&app, "/api/identity/join", Some(&platform_host)).await;
    assert_snapshot!(refused, @"422 An invite code is required to create an account. Please enter a valid invite code.");
}

#[tokio::test]
async fn host_context_must_be_signed_by_the_edge_and_recent() {
    let app = TestApp::open().await;
    let path = "/api/usersCheckAuthStatus";
    assert_snapshot!(send_to_runtime(&app, path, None).await, @"421 This address is not served here.");
    let forged = ContextKey::new([7; 32]).sign_context(&context(&app, true));
    assert_eq!(send_to_runtime(&app, path, Some(&forged)).await.status, 421);
    let mut old = context(&app, true);
    old.issued_at -= 31;
    let old = app.services().keys().context.sign_context(&old);
    assert_eq!(send_to_runtime(&app, path, Some(&old)).await.status, 421);
    assert_eq!(send_to_runtime(&app, path, Some("")).await.status, 421);
}
