//! Blocks, hidden people and portals.

use super::{Pair, cord, count_activity, send_message, strength, vouch};
use crate::kit::TestApp;
use serde_json::json;

#[tokio::test]
async fn blocked_people_have_no_visible_cord() {
    let pair = Pair::open().await;
    pair.send_message().await;
    pair.count().await;
    pair.bob.put(&format!("/api/users/{}/block", pair.ada_id), json!({})).await.expect(200);
    for (who, other) in [(pair.ada(), &pair.bob_id), (&pair.bob, &pair.ada_id)] {
        let refused = cord(who.main(), other).await;
        assert_eq!(refused.to_string(), "404 This person cannot be found");
        assert_eq!(who.delete(&format!("/api/users/{other}/cord")).await.status, 404);
        assert_eq!(vouch(who, other).await.status, 404);
        assert_eq!(who.get(&format!("/api/users/{other}/vouches")).await.status, 404);
        assert!(who.get("/api/me/cords").await.expect(200).items().is_empty());
    }
    pair.bob.delete(&format!("/api/users/{}/block", pair.ada_id)).await.expect(200);
    assert_eq!(strength(&pair.cord().await, "interaction"), 5.0);
}

#[tokio::test]
async fn suspended_people_are_not_found() {
    let pair = Pair::open().await;
    let sql = "UPDATE users SET status = 'suspended' WHERE email LIKE 'bob@%'";
    pair.app().sql(sql, vec![]).await;
    assert_eq!(cord(pair.ada().main(), &pair.bob_id).await.status, 404);
    assert!(pair.ada().get("/api/me/cords").await.expect(200).items().is_empty());
}

#[tokio::test]
async fn portal_has_the_cords_among_its_members_only() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await.affiliation;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    for member in [&ada, &bob] {
        app.add_to_affiliation(member, &oak).await;
    }
    let (ada_id, bob_id, cleo_id) =
        (app.id_of(&ada).await, app.id_of(&bob).await, app.id_of(&cleo).await);
    for (other, id) in [(&bob, &bob_id), (&cleo, &cleo_id)] {
        send_message(&ada, id, "Hello").await.expect(201);
        send_message(other, &ada_id, "Hello").await.expect(201);
    }
    count_activity(&app).await;
    let page = ada.get("/api/me/cords").await.expect(200);
    assert_eq!(page.items().len(), 2);

    app.sign_in(&ada, "oak.localhost", "ada").await;
    let here = ada.on("oak");
    let page = here.get("/api/me/cords").await.expect(200);
    let names: Vec<_> = page.items().iter().map(|one| &one["user"]["firstName"]).collect();
    assert_eq!(names, ["Bob"]);
    assert_eq!(cord(here, &bob_id).await.expect(200).body["userId"], json!(bob_id));
    let here = ada.on("oak");
    assert_eq!(cord(here, &cleo_id).await.status, 404);
    let here = ada.on("oak");
    assert_eq!(here.post(&format!("/api/users/{cleo_id}/vouch"), json!({})).await.status, 404);
    let body = json!({ "userIds": [bob_id, cleo_id], "message": "Meet" });
    assert_eq!(here.post("/api/introductions", body.clone()).await.status, 404);
    ada.post("/api/introductions", body).await.expect(201);
    assert!(here.get("/api/introductions").await.expect(200).items().is_empty());
    assert_eq!(ada.get("/api/introductions").await.expect(200).items().len(), 1);
}
