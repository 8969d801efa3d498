//! Redeemable transfers whose parts are used to build mutated requests.

use crate::kit::{Arrival, Browser, TestApp};
use crate::transfers::World;
use serde_json::json;

const ELMS_DOMAIN: &str = "members.elm.example";

/// Valid parameters for redeeming one transfer.
#[derive(Debug, Clone)]
pub struct Offer {
    pub host: String,
    pub code: String,
    pub state: String,
    /// Parts of the binding cookie: state, verifier, intent.
    pub binding: [String; 3],
    /// The user's session on the source host.
    pub session: String,
}

impl Offer {
    fn of(browser: &Browser, [from, to]: [&str; 2], arrival: Arrival) -> Self {
        let binding = browser.cookie(to, "xfer").unwrap();
        let parts: Vec<String> = binding.split('.').map(str::to_owned).collect();
        Self {
            host: to.to_owned(),
            code: arrival.code,
            state: arrival.state,
            binding: parts.try_into().unwrap(),
            session: browser.cookie(from, "csst").unwrap(),
        }
    }
}

/// Transfers of three users, to two portals, one of them on a custom domain, and to main.
pub struct Offers {
    pub all: Vec<Offer>,
    people: Vec<Browser>,
}

impl Offers {
    /// Includes hosts of others and unknown hosts.
    pub const HOSTS: [&str; 7] = [
        "localhost",
        "oak.localhost",
        "elm.localhost",
        "elms.localhost",
        "yew.localhost",
        ELMS_DOMAIN,
        "nobody.localhost",
    ];

    pub async fn gather(World { app, ada, oak }: &World) -> Self {
        let elm = app.portal("Elm Society", "elms").await;
        app.add_domain(&elm, ELMS_DOMAIN).await;
        app.portal("Yew House", "yew").await;
        let (bob, cleo) = (app.member("bob").await, app.member("cleo").await);
        for who in [&bob, &cleo] {
            app.add_to_affiliation(who, &oak.affiliation).await;
        }
        app.add_to_affiliation(ada, &elm.affiliation).await;
        app.sign_in(&cleo, "oak.localhost", "cleo").await;
        let mut all = Vec::new();
        for _ in 0..3 {
            for (who, subdomain, to) in [
                (ada, "oak", "oak.localhost"),
                (ada, "elms", ELMS_DOMAIN),
                (&bob, "oak", "oak.localhost"),
            ] {
                let arrival = who.arrive(subdomain).await;
                all.push(Offer::of(who, ["localhost", to], arrival));
            }
            let start = cleo.on("oak").begin_transfer(json!({ "target": "main" })).await;
            let arrival = cleo.hop(&start).await.expect("the redirects carry a code");
            all.push(Offer::of(&cleo, ["oak.localhost", "localhost"], arrival));
        }
        Self { all, people: vec![ada.clone(), bob, cleo] }
    }

    /// Makes every code valid again, because codes are consumed by use and expire after ten
    /// seconds.
    pub async fn revive(&self, app: &TestApp) {
        let sql = "UPDATE transfer_codes SET consumed_at = NULL, expires_at = $1";
        let later = app.clock.now() + chrono::Duration::seconds(10);
        app.sql(sql, vec![later.into()]).await;
    }

    /// Number of listed sessions of each user, and of all sessions.
    pub async fn sessions(&self, app: &TestApp) -> (Vec<usize>, i64) {
        let mut listed = Vec::new();
        for person in &self.people {
            listed.push(person.get("/api/me/sessions").await.expect(200).items().len());
        }
        (listed, app.count("SELECT COUNT(*) AS n FROM sessions", vec![]).await)
    }
}
