//! The hops of a transfer, one by one.

use super::{At, Browser, MAIN_ORIGIN, Reply, TestApp};
use serde_json::{Value, json};
use std::collections::HashMap;

/// What the fragment of the transfer page carries.
#[derive(Debug, Clone)]
pub struct Arrival {
    pub code: String,
    pub state: String,
}

impl Arrival {
    /// Reads an address; nothing where the hop was refused and carries nothing.
    pub fn read(url: &str) -> Option<Self> {
        let url = url::Url::parse(MAIN_ORIGIN).unwrap().join(url).unwrap();
        let pairs = url::form_urlencoded::parse(url.fragment()?.as_bytes());
        let mut pairs: HashMap<_, _> = pairs.into_owned().collect();
        Some(Self { code: pairs.remove("c")?, state: pairs.remove("s")? })
    }

    pub fn body(&self) -> Value {
        json!({ "c": self.code, "s": self.state })
    }
}

impl At<'_> {
    /// Asks to be carried somewhere; the address of the first hop.
    pub async fn begin_transfer(&self, asked: Value) -> String {
        let begun = self.post("/api/transfer", asked).await.expect(200);
        begun.body["url"].as_str().unwrap().to_owned()
    }

    /// Shows what the fragment carried.
    pub async fn redeem(&self, arrival: &Arrival) -> Reply {
        self.post("/api/transfer/redeem", arrival.body()).await
    }
}

impl Browser {
    /// The two hops: to the target and back to the source; what the target is then given.
    pub async fn hop(&self, start: &str) -> Option<Arrival> {
        let authorize = self.visit(start).await.expect(303).header("location").to_owned();
        if authorize == "/transfer" {
            return None;
        }
        let arrived = self.visit(&authorize).await.expect(303).header("location").to_owned();
        Arrival::read(&arrived)
    }

    /// Asks on main to be carried to a portal, and makes the hops; redeeming is left.
    pub async fn arrive(&self, subdomain: &str) -> Arrival {
        let asked = json!({ "subdomain": subdomain, "redirectPath": "/communities" });
        let start = self.main().begin_transfer(asked).await;
        self.hop(&start).await.expect("the hops carry a code")
    }
}

impl TestApp {
    /// Carries somebody from main to a portal; their browser is signed in there afterwards.
    pub async fn carry(&self, browser: &Browser, subdomain: &str) {
        let arrival = browser.arrive(subdomain).await;
        browser.on(subdomain).redeem(&arrival).await.expect(200);
    }
}
