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
