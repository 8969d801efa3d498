//! Verification of a domain, up to serving it.

use super::{Desk, record};
use chrono::Duration;
use serde_json::{Value, json};

const HOST: &str = "members.oak.example";

#[tokio::test]
async fn domain_is_added_verified_approved_and_served() {
    let desk = Desk::open().await;
    desk.lead_away(HOST).await;
    let made = desk.add(&desk.oak, "Members.Oak.Example.").await.expect(201).body;
    assert_eq!((&made["host"], &made["state"]), (&json!(HOST), &json!("verifying")));
    assert_eq!((&made["recordsFound"], &made["recordsWanted"]), (&json!(0), &json!(2)));
    let target = record(&made, "CNAME")["value"].as_str().unwrap().to_owned();
    assert!(target.starts_with("oak-") && target.ends_with(".edge.localhost"), "{target}");
    let proof = record(&made, "TXT");
    assert_eq!(proof["name"], "_guildhall.members.oak.example");
    assert!(proof["value"].as_str().unwrap().starts_with("gh-verify="));
    assert_eq!((&proof["state"], &proof["words"]), (&json!("unseen"), &json!("")));

    // The worker runs the check.
    desk.app.work().await;
    let seen = desk.see(&desk.oak, HOST).await;
    assert_eq!(record(&seen, "CNAME")["state"], "wrong");
    assert_eq!(record(&seen, "CNAME")["words"], "Leads to 192.0.2.7");
    assert_eq!(record(&seen, "TXT")["state"], "missing");
    assert_eq!(record(&seen, "TXT")["words"], "Nothing at this name");
    assert_eq!(record(&seen, "TXT")["resolvers"].as_array().unwrap().len(), 2);
    assert_eq!(seen["certificate"]["words"], "CNAME has another value");
    let early = desk.act(&desk.oak, &made, "approve").await;
    assert_eq!(early.to_string(), "409 This domain is not awaiting approval.");

    desk.tell("set-cname", json!({ "host": HOST, "target": target })).await;
    let half = desk.act(&desk.oak, &made, "check").await.expect(200).body;
    assert_eq!(record(&half, "CNAME")["words"], "Seen by 2 of 2");
    assert_eq!((&half["recordsFound"], &half["state"]), (&json!(1), &json!("verifying")));

    desk.prove(&made).await;
    desk.after(Duration::minutes(1)).await;
    let proven = desk.see(&desk.oak, HOST).await;
    assert_eq!(proven["state"], "awaitingApproval");
    assert_eq!(
        desk.app.browser().at_host(HOST).get("/").await.status,
        421,
        "not before the approval"
    );

    let approved = desk.act(&desk.oak, &made, "approve").await.expect(200).body;
    assert_eq!(approved["state"], "active");
    assert_eq!(approved["certificate"]["state"], "notNeeded");
    // The platform subdomain stays primary until it is changed.
    desk.app.until_answered(HOST, 308).await;
    desk.act(&desk.oak, &made, "primary").await.expect(200);
    desk.app.until_served(HOST).await;
    desk.app.until_served("oak.localhost").await;
    let tenant = desk.staff.get(&format!("/api/control/tenants/{}", desk.oak.tenant)).await;
    let tenant = tenant.expect(200).body;
    assert_eq!(tenant["origin"], "http://members.oak.example:8080");
    let addresses: Vec<_> = tenant["addresses"].as_array().unwrap().iter().collect();
    assert_eq!(
        (&addresses[0]["isPrimary"], &addresses[1]["isPrimary"]),
        (&json!(false), &json!(true))
    );

    let log = desk.staff.get(&format!("/api/control/tenants/{}/log", desk.oak.tenant)).await;
    let log = log.expect(200);
    let acts: Vec<_> = log.items().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    let expected = ["domain.primary", "domain.approve", "domain.state", "domain.add"];
    assert_eq!(acts[..4], expected);
    assert_eq!(log.items()[2]["actorName"], Value::Null, "the worker checked it");
}

#[tokio::test]
async fn transfers_and_emails_use_the_primary_domain() {
    let desk = Desk::open().await;
    let domain = desk.serve(&desk.oak, HOST).await;
    desk.act(&desk.oak, &domain, "primary").await.expect(200);
    desk.app.until_served(HOST).await;
    let ada = desk.app.member("ada").await;
    desk.app.add_to_affiliation(&ada, &desk.oak.affiliation).await;
    let targets = ada.get("/api/transfer/targets").await.expect(200);
    assert_eq!(targets.items()[0]["url"], "http://members.oak.example:8080");
    let asked = json!({ "subdomain": "oak", "redirectPath": "/communities" });
    let start = ada.main().begin_transfer(asked).await;
    assert!(start.starts_with("http://members.oak.example:8080/transfer/start?"), "{start}");
    let arrival = ada.hop(&start).await.expect("the redirects carry a code");
    let here = ada.at_host(HOST);
    here.redeem(&arrival).await.expect(200);
    here.get("/api/me").await.expect(200);
    here.get("/api/communities").await.expect(200);
    // A session of this host is invalid on the other one.
    assert_eq!(ada.on("oak").get("/api/me").await.status, 401);
    // Back to main, where the browser is already signed in.
    let back = here.post("/api/transfer", json!({ "target": "main" })).await.expect(200);
    assert_eq!(back.body["url"], "http://localhost:8080/");
    // The same origin is accepted, another host of the portal is cross-site.
    let mut foreign = here.json(http::Method::PATCH, "/api/me", &json!({ "bio": "Hello" }));
    foreign.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
    assert_eq!(here.send(foreign).await.body["code"], "cross-origin-request");
    let mut old = here.json(http::Method::PATCH, "/api/me", &json!({ "bio": "Hello" }));
    old.headers_mut().remove("sec-fetch-site");
    old.headers_mut().insert("origin", "http://members.oak.example:8080".parse().unwrap());
    here.send(old).await.expect(200);

    // After the suspension the domain is not served, and its sessions have ended.
    let mut stream = here.live(None).await;
    stream.until("hello").await;
    desk.release(&desk.oak, &domain).await.expect(204);
    assert_eq!(stream.remaining_types().await, ["session.ended"]);
    desk.app.until_answered(HOST, 421).await;
    ada.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn registered_domain_needs_address_records_and_www_redirects_to_it() {
    let desk = Desk::open().await;
    let path = Desk::path(&desk.oak, "");
    let body = json!({ "host": "oak-house.example", "withWww": true });
    let made = desk.staff.post(&path, body).await.expect(201).body;
    assert_eq!(made["partner"], "www.oak-house.example");
    let kinds: Vec<_> =
        made["records"].as_array().unwrap().iter().map(|r| (&r["type"], &r["name"])).collect();
    let [a, cname, txt] = [json!("A"), json!("CNAME"), json!("TXT")];
    let [apex, www] = [json!("oak-house.example"), json!("www.oak-house.example")];
    assert_eq!(
        kinds,
        [(&a, &apex), (&cname, &www), (&txt, &json!("_guildhall.oak-house.example"))]
    );
    assert_eq!(record(&made, "A")["value"], "127.0.0.1");
    desk.prove(&made).await;
    desk.act(&desk.oak, &made, "check").await.expect(200);
    desk.act(&desk.oak, &made, "approve").await.expect(200);
    desk.act(&desk.oak, &made, "primary").await.expect(200);
    desk.app.until_served("oak-house.example").await;
    let www = desk.app.browser().at_host("www.oak-house.example").get("/login").await.expect(308);
    assert_eq!(www.header("location"), "http://oak-house.example:8080/login");
}

#[tokio::test]
async fn single_resolver_is_not_enough() {
    let desk = Desk::open().await;
    let made = desk.add(&desk.oak, HOST).await.expect(201).body;
    let proof = record(&made, "TXT");
    let host = format!("{}.", proof["name"].as_str().unwrap());
    let text = json!({ "host": host, "value": proof["value"] });
    desk.names[0].tell("set-txt", text.clone()).await;
    let half = desk.act(&desk.oak, &made, "check").await.expect(200).body;
    assert_eq!(
        (&half["state"], &record(&half, "TXT")["words"]),
        (&json!("verifying"), &json!("Seen by 1 of 2 so far"))
    );
    let states: Vec<_> =
        record(&half, "TXT")["resolvers"].as_array().unwrap().iter().map(|r| &r["state"]).collect();
    assert_eq!(states, ["found", "missing"]);
    desk.names[1].tell("set-txt", text).await;
    let whole = desk.act(&desk.oak, &made, "check").await.expect(200).body;
    assert_eq!(whole["state"], "awaitingApproval");
}

#[tokio::test]
async fn blocking_caa_record_is_reported_with_the_required_one() {
    let issuer = [
        ("certificates.issuers[0].name", "ours"),
        ("certificates.issuers[0].directory", "https://acme.example/directory"),
        ("certificates.issuers[0].caa[0]", "ours.example"),
    ];
    let desk = Desk::open_with(&issuer).await;
    let made = desk.add(&desk.oak, HOST).await.expect(201).body;
    desk.prove(&made).await;
    let theirs = json!({
        "host": "oak.example", "policies": [{ "tag": "issue", "value": "digicert.com" }],
    });
    desk.tell("add-caa", theirs).await;
    let seen = desk.act(&desk.oak, &made, "check").await.expect(200).body;
    let caa = record(&seen, "CAA");
    assert_eq!(
        (&caa["name"], &caa["value"]),
        (&json!("oak.example"), &json!("0 issue \"ours.example\""))
    );
    assert_eq!(
        (&caa["state"], &caa["words"]),
        (&json!("wrong"), &json!("Only “digicert.com” may issue"))
    );
    assert_eq!((&seen["state"], &seen["recordsFound"]), (&json!("verifying"), &json!(2)));
    assert_eq!(seen["cause"]["code"], "caa-forbids");
    let overview = desk.staff.get("/api/control/tenants/overview").await.expect(200).body;
    let attention = &overview["attention"][0];
    assert_eq!(attention["title"], "Oak House: certificate cannot be issued");
    assert_eq!(attention["detail"], "CAA record refuses our issuer");

    let both = json!({
        "host": "oak.example",
        "policies": [
            { "tag": "issue", "value": "digicert.com" }, { "tag": "issue", "value": "ours.example" },
        ],
    });
    desk.tell("clear-caa", json!({ "host": "oak.example" })).await;
    desk.tell("add-caa", both).await;
    let put_right = desk.act(&desk.oak, &made, "check").await.expect(200).body;
    assert_eq!(put_right["state"], "awaitingApproval");
}
