//! A message goes to the sites on which its notification is visible.

use super::*;

#[tokio::test]
async fn notification_of_a_portal_reaches_main_and_that_portal_only() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak", "oak").await;
    let elm = app.portal("Elm", "elm").await;
    for portal in [&oak, &elm] {
        app.add_to_affiliation(&ada, &portal.affiliation).await;
        app.sign_in(&ada, &format!("{}.localhost", portal.subdomain), "ada").await;
    }
    subscribe(&ada, &service, "Main").await;
    subscribe_at(&ada.on("oak"), &service, "Oak").await;
    subscribe_at(&ada.on("elm"), &service, "Elm").await;
    assert_eq!(device_names(&ada).await, ["Main"], "each site lists its own");

    let id = notification(&app, &ada, Some(&oak.affiliation)).await;
    enqueue(&app, &ada, &message(id)).await;
    app.work().await;
    let reached = |service: &PushServer| {
        let mut browsers: Vec<_> = service.accepted().iter().map(|one| one.browser).collect();
        browsers.sort_unstable();
        browsers
    };
    assert_eq!(reached(&service), [0, 1]);

    // After leaving the affiliation, its portal's devices get nothing.
    let user = uuid_of(&app.id_of(&ada).await);
    let sql = "DELETE FROM affiliation_members WHERE user_id = $1";
    app.sql(sql, vec![user.into()]).await;
    let id = notification(&app, &ada, Some(&oak.affiliation)).await;
    enqueue(&app, &ada, &message(id)).await;
    app.work().await;
    assert_eq!(reached(&service), [0, 0, 1]);
}

#[tokio::test]
async fn message_without_content_has_the_name_of_its_portal() {
    let (app, service) = open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak", "oak").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    subscribe_at(&ada.on("oak"), &service, "Oak").await;
    let id = notification(&app, &ada, Some(&oak.affiliation)).await;
    enqueue(&app, &ada, &PushMessage { content: None, ..message(id) }).await;
    app.work().await;
    assert_eq!(service.accepted()[0].message["title"], "Oak");
}

/// A browser that signed in on main, crossed to the portal, and subscribed on both.
struct CrossingBrowser {
    ada: Browser,
    user: Uuid,
    oak: String,
}

async fn browser_of_both_sites(app: &TestApp, service: &PushServer) -> CrossingBrowser {
    let ada = app.member("ada").await;
    let user = uuid_of(&app.id_of(&ada).await);
    let oak = app.portal("Oak", "oak").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.transfer(&ada, "oak").await;
    subscribe(&ada, service, "Main").await;
    subscribe_at(&ada.on("oak"), service, "Oak").await;
    CrossingBrowser { ada, user, oak: oak.affiliation }
}

/// Pushes a notification of an affiliation; returns the subscriptions that were reached. Uses no
/// session, which would change the site that was used last.
async fn push_about(
    app: &TestApp,
    user: Uuid,
    service: &PushServer,
    affiliation: Option<&str>,
) -> Vec<usize> {
    let before = service.accepted().len();
    let id = notification_of(app, user, affiliation).await;
    let affiliation = affiliation.map(|id| AffiliationId(uuid_of(id)));
    enqueue_for(app, UserId(user), &PushMessage { affiliation, ..message(id) }).await;
    app.work().await;
    service.accepted().iter().skip(before).map(|one| one.browser).collect()
}

#[tokio::test]
async fn browser_subscribed_on_two_sites_gets_one_push_on_the_site_of_the_subject() {
    let (app, service) = open().await;
    let CrossingBrowser { ada, user, oak } = browser_of_both_sites(&app, &service).await;
    app.clock.advance_by(chrono::Duration::minutes(5));
    ada.get("/api/me").await.expect(200);
    assert_eq!(push_about(&app, user, &service, Some(&oak)).await, [1]);
    // A second browser of the same person is reached as well.
    let laptop = app.browser();
    app.sign_in(&laptop, "localhost", "ada").await;
    subscribe(&laptop, &service, "Laptop").await;
    let mut reached = push_about(&app, user, &service, Some(&oak)).await;
    reached.sort_unstable();
    assert_eq!(reached, [1, 2]);
}

#[tokio::test]
async fn push_without_an_affiliation_reaches_the_site_that_the_browser_used_last() {
    let (app, service) = open().await;
    let CrossingBrowser { ada, user, .. } = browser_of_both_sites(&app, &service).await;
    app.clock.advance_by(chrono::Duration::minutes(5));
    ada.on("oak").get("/api/me").await.expect(200);
    assert_eq!(push_about(&app, user, &service, None).await, [1]);
    app.clock.advance_by(chrono::Duration::minutes(5));
    ada.get("/api/me").await.expect(200);
    assert_eq!(push_about(&app, user, &service, None).await, [0]);
}

#[tokio::test]
async fn push_falls_back_to_the_other_site_if_the_service_dropped_the_subscription() {
    let (app, service) = open().await;
    let CrossingBrowser { user, oak, .. } = browser_of_both_sites(&app, &service).await;
    service.refuse_next(410, None);
    assert_eq!(push_about(&app, user, &service, Some(&oak)).await, [0]);
    assert_eq!(push_about(&app, user, &service, Some(&oak)).await, [0]);
}

#[tokio::test]
async fn push_falls_back_to_main_if_the_portal_may_not_show_the_notification() {
    let (app, service) = open().await;
    let CrossingBrowser { ada, user, .. } = browser_of_both_sites(&app, &service).await;
    let elm = app.affiliation("Elm").await;
    app.clock.advance_by(chrono::Duration::minutes(5));
    ada.on("oak").get("/api/me").await.expect(200);
    assert_eq!(push_about(&app, user, &service, Some(&elm)).await, [0]);
}
