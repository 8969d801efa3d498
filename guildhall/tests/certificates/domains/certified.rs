//! With an authority, an approved domain serves after its certificate was issued.

use super::record;
use crate::kit::{Browser, Portal, WAIT_TIMEOUT};
use crate::pebble::Temper;
use crate::world::World;
use serde_json::{Value, json};

const HOST: &str = "members.oak.example";
const PROOF: &str = "_guildhall.members.oak.example.";

/// A portal with a verified custom domain.
struct Proven {
    world: World,
    staff: Browser,
    oak: Portal,
    /// The domain after its check.
    domain: Value,
}

impl Proven {
    async fn open(world: World) -> Self {
        let staff = world.app.staff("stella").await;
        let oak = world.app.portal("Oak House", "oak").await;
        let path = format!("/api/control/tenants/{}/domains", oak.tenant);
        let made = staff.post(&path, json!({ "host": HOST })).await.expect(201);
        let proven = Self { world, staff, oak, domain: made.body };
        proven.prove().await;
        let domain = proven.act("check").await;
        Self { domain, ..proven }
    }

    /// Sets the affiliation's token in the DNS.
    async fn prove(&self) {
        let value = &record(&self.domain, "TXT")["value"];
        self.world.names.tell("set-txt", json!({ "host": PROOF, "value": value })).await;
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/control/tenants/{}{rest}", self.oak.tenant)
    }

    async fn act(&self, act: &str) -> Value {
        let path = self.path(&format!("/domains/{}/{act}", self.domain["id"].as_str().unwrap()));
        self.staff.post(&path, json!({})).await.expect(200).body
    }

    /// Approves the domain, and runs the resulting jobs.
    async fn issue(&self) {
        self.act("approve").await;
        self.world.issuer().run_until_idle().await.unwrap();
    }

    /// Uses "Renew now" once the certificate is old enough, and runs the resulting jobs.
    async fn renew(&self) {
        self.world.app.clock.advance_by(chrono::Duration::hours(25));
        self.world.app.sign_in(&self.staff, "localhost", "stella").await;
        let path = self.path(&format!("/certificates/{HOST}/renew"));
        self.staff.post(&path, json!({})).await.expect(200);
        self.world.issuer().run_until_idle().await.unwrap();
    }

    /// Its order history, newest first.
    async fn orders(&self) -> Vec<Value> {
        let path = self.path(&format!("/certificates/{HOST}/orders"));
        self.staff.get(&path).await.expect(200).items().to_vec()
    }

    /// The domain's certificate in the API.
    async fn certificate(&self) -> Value {
        let seen = self.staff.get(&self.path("/certificates")).await.expect(200);
        seen.items().iter().find(|one| one["host"] == HOST).unwrap().clone()
    }
}

fn step<'c>(certificate: &'c Value, what: &str) -> &'c Value {
    let steps = certificate["steps"].as_array().unwrap();
    steps.iter().find(|step| step["what"] == what).unwrap()
}

#[tokio::test]
async fn approved_domain_serves_after_its_certificate_was_issued() {
    let proven = Proven::open(World::open_secure().await).await;
    let (app, issuer) = (&proven.world.app, proven.world.issuer());
    assert_eq!(proven.domain["certificate"]["words"], "waits for approval");
    issuer.run_until_idle().await.unwrap();
    let none = proven.world.certificate(HOST).await;
    assert!(none.is_none(), "nothing is requested before the approval");

    let approved = proven.act("approve").await;
    assert_eq!(
        (&approved["state"], &approved["certificate"]["state"]),
        (&json!("issuing"), &json!("waiting"))
    );
    assert_eq!(app.browser().at_host(HOST).get("/").await.status, 421);
    issuer.run_until_idle().await.unwrap();
    app.until_answered(HOST, 308).await;
    let listed = proven.staff.get(&proven.path("/domains")).await.expect(200);
    let domain = listed.items().iter().find(|domain| domain["host"] == HOST).unwrap();
    assert_eq!(
        (&domain["state"], &domain["certificate"]["state"]),
        (&json!("active"), &json!("valid"))
    );
    let words = domain["certificate"]["words"].as_str().unwrap();
    assert!(words.starts_with("renews "), "{words}");
    assert!(domain["certificate"]["goodUntil"].is_string());
    assert_eq!(domain["cause"], Value::Null);
    let since = proven.world.answering_since(HOST).await;
    let now = app.clock.now().timestamp();
    assert!(since.is_some_and(|since| (now - 120..=now).contains(&since)), "{since:?} at {now}");

    let log = proven.staff.get(&proven.path("/log")).await.expect(200);
    let answers = &log.items()[0];
    assert_eq!((&answers["action"], &answers["actorName"]), (&json!("domain.state"), &Value::Null));
    assert_eq!(
        (&answers["before"]["state"], &answers["after"]["state"]),
        (&json!("issuing"), &json!("active"))
    );
    assert_eq!(answers["after"]["host"], HOST);

    // After its release nothing of the domain is shown or renewed.
    let path = proven.path(&format!("/domains/{}", domain["id"].as_str().unwrap()));
    proven.staff.delete(&path).await.expect(204);
    assert!(proven.world.certificate(HOST).await.is_none());
    app.until_answered(HOST, 421).await;
}

#[tokio::test]
async fn certificate_steps_are_shown_and_renewal_can_be_requested() {
    let proven = Proven::open(World::open_secure().await).await;
    proven.issue().await;
    let installed = async {
        loop {
            let seen = proven.certificate().await;
            if step(&seen, "Installed")["at"].is_string() {
                return seen;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    let seen = tokio::time::timeout(WAIT_TIMEOUT, installed).await.expect("the edge says so");
    assert_eq!((&seen["names"], &seen["issuer"]), (&json!([HOST]), &json!("pebble")));
    assert!(seen["serial"].as_str().unwrap().contains(':') && seen["renewsAt"].is_string());
    let steps: Vec<_> = seen["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["what"].as_str().unwrap(), step["state"].as_str().unwrap()))
        .collect();
    let done = [
        "Order created",
        "Challenge answered",
        "Validated",
        "Issued",
        "Installed",
        "Asked for over TLS",
    ];
    let mut expected = done.map(|what| (what, "done")).to_vec();
    expected.extend([("In use", "now"), ("Renewal window opens", "ahead"), ("Expires", "ahead")]);
    assert_eq!(steps, expected);
    for what in done {
        assert!(step(&seen, what)["at"].is_string(), "when: {what}");
    }
    assert_eq!(step(&seen, "Installed")["detail"], "On 1 of 1 edge");
    let shown = step(&seen, "Asked for over TLS")["detail"].as_str().unwrap();
    assert!(shown.starts_with("Our edge shows it, by table "), "{shown}");

    let since = proven.world.answering_since(HOST).await;
    let path = proven.path(&format!("/certificates/{HOST}/renew"));
    let young = proven.staff.post(&path, json!({})).await;
    assert_eq!(young.to_string(), "409 This certificate was issued less than a day ago.");
    proven.renew().await;
    assert_ne!(proven.certificate().await["serial"], seen["serial"]);
    assert_eq!(
        proven.world.answering_since(HOST).await,
        since,
        "a renewal does not restart the first day"
    );
    let log = proven.staff.get(&proven.path("/log")).await.expect(200);
    assert_eq!(log.items()[0]["action"], "certificate.renew");
}

#[tokio::test]
async fn unverified_name_is_not_certified_again() {
    let proven = Proven::open(World::open_secure().await).await;
    proven.issue().await;
    let first = proven.certificate().await["serial"].clone();
    // The name still points to us, so the authority would validate it, but the owner's token was
    // removed.
    proven.world.names.tell("clear-txt", json!({ "host": PROOF })).await;
    proven.renew().await;
    let refused = proven.certificate().await;
    assert_eq!((&refused["serial"], &refused["cause"]["code"]), (&first, &json!("proof-missing")));
    let words = refused["cause"]["words"].as_str().unwrap();
    assert!(words.starts_with("The TXT record _guildhall.members.oak.example with gh-verify="));

    // Another portal's target resolves to the same edges but belongs to another portal.
    proven.prove().await;
    let elm = proven.world.app.portal("Elm Court", "elm").await;
    let path = format!("/api/control/tenants/{}/domains", elm.tenant);
    let elms = proven.staff.post(&path, json!({ "host": "members.elm.example" })).await;
    let target = record(&elms.expect(201).body, "CNAME")["value"].clone();
    proven.world.names.tell("set-cname", json!({ "host": HOST, "target": target })).await;
    proven.renew().await;
    assert_eq!(proven.certificate().await["cause"]["code"], "dns-elsewhere");

    proven.world.names.tell("clear-cname", json!({ "host": HOST })).await;
    proven.renew().await;
    let renewed = proven.certificate().await;
    assert_ne!(renewed["serial"], first);
    assert_eq!(renewed["cause"], Value::Null);
}

#[tokio::test]
async fn order_history_is_stored_with_reasons() {
    let proven = Proven::open(World::open_secure().await).await;
    assert_eq!(proven.orders().await, Vec::<Value>::new());
    proven.issue().await;
    proven.world.names.tell("clear-txt", json!({ "host": PROOF })).await;
    proven.renew().await;
    proven.renew().await;
    proven.prove().await;
    proven.renew().await;
    let orders = proven.orders().await;
    let told: Vec<_> = orders
        .iter()
        .map(|order| (order["outcome"].as_str().unwrap(), order["cause"]["code"].as_str()))
        .collect();
    // Two identical failures are reported once.
    assert_eq!(told, [("issued", None), ("failed", Some("proof-missing")), ("issued", None)]);
    let [renewed, failed, _] = &orders[..] else { panic!("{orders:?}") };
    assert_eq!(
        (&renewed["issuer"], &renewed["serial"]),
        (&json!("pebble"), &proven.certificate().await["serial"])
    );
    assert!(renewed["orderedAt"].is_string() && renewed["goodUntil"].is_string());
    assert_eq!(
        (&failed["tries"], &failed["issuer"], &failed["orderedAt"]),
        (&json!(2), &Value::Null, &Value::Null),
        "no order was made"
    );
    assert_ne!(failed["firstAt"], failed["lastAt"]);

    // Neither the admins of another portal nor a later owner of the name see it.
    let elm = proven.world.app.portal("Elm Court", "elm").await;
    let theirs = format!("/api/control/tenants/{}/certificates/{HOST}/orders", elm.tenant);
    proven.staff.get(&theirs).await.expect(404);
    let path = proven.path(&format!("/domains/{}", proven.domain["id"].as_str().unwrap()));
    proven.staff.delete(&path).await.expect(204);
    let kept = "SELECT COUNT(*) AS n FROM certificate_orders WHERE host = $1";
    assert_eq!(proven.world.app.count(kept, vec![HOST.into()]).await, 0);
}

#[tokio::test]
async fn probe_result_is_reported() {
    // Nothing listens on the configured port: port 1 is never assigned dynamically (RFC 6335).
    let origin = "https://localhost:1";
    let settings = [("server.main_origin", origin)];
    let world = World::open_with(Temper::default(), &settings).await;
    let proven = Proven::open(world).await;
    proven.issue().await;
    let seen = proven.certificate().await;
    assert_eq!(seen["state"], "valid", "it is active independently of the probe");
    let asked = step(&seen, "Asked for over TLS");
    assert_eq!(asked["state"], "failed");
    let words = asked["detail"].as_str().unwrap();
    assert!(words.starts_with("Nothing to be seen there"), "{words}");
}
