//! The redirects of a transfer between sites, one by one.

use super::{At, Browser, MAIN_ORIGIN, Reply, TestApp};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Code and state from the fragment of the transfer page.
#[derive(Debug, Clone)]
pub struct Arrival {
    pub code: String,
    pub state: String,
}

impl Arrival {
    /// Parses a URL; `None` if the redirect was refused and has no fragment.
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
    /// Starts a transfer. Returns the URL of the first redirect.
    pub async fn begin_transfer(&self, asked: Value) -> String {
        let begun = self.post("/api/transfer", asked).await.expect(200);
        begun.body["url"].as_str().unwrap().to_owned()
    }

    /// Redeems the code and state.
    pub async fn redeem(&self, arrival: &Arrival) -> Reply {
        self.post("/api/transfer/redeem", arrival.body()).await
    }
}

impl Browser {
    /// Follows both redirects, to the target and back to the source. Returns what the target receives.
    pub async fn hop(&self, start: &str) -> Option<Arrival> {
        let authorize = self.visit(start).await.expect(303).header("location").to_owned();
        if authorize == "/transfer" {
            return None;
        }
        let arrived = self.visit(&authorize).await.expect(303).header("location").to_owned();
        Arrival::read(&arrived)
    }

    /// Starts a transfer from main to a portal and follows the redirects, without redeeming.
    pub async fn arrive(&self, subdomain: &str) -> Arrival {
        let asked = json!({ "subdomain": subdomain, "redirectPath": "/communities" });
        let start = self.main().begin_transfer(asked).await;
        self.hop(&start).await.expect("the hops carry a code")
    }
}

impl TestApp {
    /// Transfers a user from main to a portal, where the browser is then signed in.
    pub async fn transfer(&self, browser: &Browser, subdomain: &str) {
        let arrival = browser.arrive(subdomain).await;
        browser.on(subdomain).redeem(&arrival).await.expect(200);
    }
}
