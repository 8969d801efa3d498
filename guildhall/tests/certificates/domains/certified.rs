//! With an authority, an approved domain answers once its certificate has come.

use crate::pebble::Temper;
use crate::world::World;
use serde_json::{Value, json};

const HOST: &str = "members.oak.example";

#[tokio::test]
async fn an_approved_domain_answers_once_its_certificate_has_come() {
    let settings = [("server.main_origin", "https://localhost:8080")];
    let world = World::open_with(Temper::default(), &settings).await;
    let (app, issuer) = (&world.app, world.issuer());
    let staff = app.staff("stella").await;
    let oak = app.portal("Oak House", "oak").await;
    let path = format!("/api/control/tenants/{}/domains", oak.tenant);
    let made = staff.post(&path, json!({ "host": HOST })).await.expect(201);
    let records = made.body["records"].as_array().unwrap();
    let proof = records.iter().find(|record| record["type"] == "TXT").unwrap();
    let host = format!("{}.", proof["name"].as_str().unwrap());
    world.names.tell("set-txt", json!({ "host": host, "value": proof["value"] })).await;
    let act = async |act: &str| {
        staff.post(&format!("{path}/{}/{act}", made.id()), json!({})).await.expect(200).body
    };
    let proven = act("check").await;
    assert_eq!(proven["certificate"]["words"], "waits for approval");
    issuer.run_until_idle().await.unwrap();
    assert!(world.certificate(HOST).await.is_none(), "nothing is asked for before staff say yes");

    let approved = act("approve").await;
    assert_eq!(
        (&approved["state"], &approved["certificate"]["state"]),
        (&json!("issuing"), &json!("waiting"))
    );
    assert_eq!(app.browser().at_host(HOST).get("/").await.status, 421);
    issuer.run_until_idle().await.unwrap();
    app.until_answered(HOST, 308).await;
    let since = world.answering_since(HOST).await;
    let now = app.clock.now().timestamp();
    assert!(since.is_some_and(|since| (now - 120..=now).contains(&since)), "{since:?} at {now}");
    let listed = staff.get(&path).await.expect(200);
    let domain = listed.items().iter().find(|domain| domain["host"] == HOST).unwrap();
    assert_eq!(
        (&domain["state"], &domain["certificate"]["state"]),
        (&json!("active"), &json!("valid"))
    );
    let words = domain["certificate"]["words"].as_str().unwrap();
    assert!(words.starts_with("renews "), "{words}");
    assert!(domain["certificate"]["goodUntil"].is_string());
    assert_eq!(domain["cause"], Value::Null);

    // Step by step, as those see it who wait for it.
    let path_of = format!("/api/control/tenants/{}/certificates", oak.tenant);
    let seen = staff.get(&path_of).await.expect(200);
    let seen = seen.items().iter().find(|one| one["host"] == HOST).unwrap().clone();
    assert_eq!((&seen["names"], &seen["issuer"]), (&json!([HOST]), &json!("pebble")));
    assert!(seen["serial"].as_str().unwrap().contains(':') && seen["renewsAt"].is_string());
    let steps: Vec<_> = seen["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["what"].as_str().unwrap(), step["state"].as_str().unwrap()))
        .collect();
    let done = ["Order created", "Challenge answered", "Validated", "Issued", "Installed"];
    let mut expected = done.map(|what| (what, "done")).to_vec();
    expected.extend([("In use", "now"), ("Renewal window opens", "ahead"), ("Expires", "ahead")]);
    assert_eq!(steps, expected);

    let renew = async || staff.post(&format!("{path_of}/{HOST}/renew"), json!({})).await;
    let young = renew().await;
    assert_eq!(young.to_string(), "409 This certificate was issued less than a day ago.");
    app.clock.advance(chrono::Duration::hours(25));
    app.sign_in(&staff, "localhost", "stella").await;
    renew().await.expect(200);
    issuer.run_until_idle().await.unwrap();
    let next = staff.get(&path_of).await.expect(200);
    let next = next.items().iter().find(|one| one["host"] == HOST).unwrap().clone();
    assert_ne!(next["serial"], seen["serial"]);
    assert_eq!(world.answering_since(HOST).await, since, "a renewal is no first day");
    let log = staff.get(&format!("/api/control/tenants/{}/log", oak.tenant)).await.expect(200);
    assert_eq!(log.items()[0]["action"], "certificate.renew");

    // Given up, nothing of it is shown or renewed.
    staff.delete(&format!("{path}/{}", made.id())).await.expect(204);
    assert!(world.certificate(HOST).await.is_none());
    app.until_answered(HOST, 421).await;
}
