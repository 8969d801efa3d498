//! A simulated authority: ACME (RFC 8555) within this process, on the test clock, with every name
//! pre-validated and Let's Encrypt's rate limits. It signs every request and counts orders, so that
//! three months with thousands of renewals can be tested.

use chrono::{DateTime, Duration, Utc};
use control_plane::certificates::{Transport, TransportFactory};
use data_encoding::BASE64URL_NOPAD;
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{Request, Response};
use platform::Clock;
use platform::outbound::OutboundError;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, PublicKeyData,
    SignatureAlgorithm, date_time_ymd,
};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;
use x509_parser::certification_request::X509CertificationRequest;
use x509_parser::prelude::FromDer;

const AT: &str = "https://paper.example";

/// An order.
#[derive(Debug, Clone)]
pub struct Order {
    pub names: Vec<String>,
    pub at: DateTime<Utc>,
    /// A client has its URL and has continued it.
    pub is_known: bool,
    chain: Option<String>,
}

impl Order {
    /// Returns whether its certificate was issued.
    pub const fn is_done(&self) -> bool {
        self.chain.is_some()
    }
}

/// The account's bucket like Let's Encrypt's: full at `size`, refilled within three hours.
struct Bucket {
    size: f64,
    tokens: f64,
    since: DateTime<Utc>,
}

impl Bucket {
    fn full(size: usize, now: DateTime<Utc>) -> Self {
        let size = f64::from(u32::try_from(size).unwrap());
        Self { size, tokens: size, since: now }
    }

    fn takes_one(&mut self, now: DateTime<Utc>) -> bool {
        let part = (now - self.since).as_seconds_f64() / Duration::hours(3).as_seconds_f64();
        self.tokens = (self.tokens + part * self.size).min(self.size);
        self.since = now;
        let there = self.tokens >= 1.0;
        if there {
            self.tokens -= 1.0;
        }
        there
    }
}

/// A request without a response: the `nth` one to `path` or below it.
struct Hang {
    path: &'static str,
    nth: usize,
}

struct Inner {
    clock: Clock,
    life: Duration,
    bucket: Mutex<Option<Bucket>>,
    issuer: CertifiedIssuer<'static, KeyPair>,
    orders: Mutex<Vec<Order>>,
    asked: Mutex<HashMap<&'static str, usize>>,
    limited: Mutex<usize>,
    hangs: Mutex<Vec<Hang>>,
    hanging: Notify,
    /// Whether it lists an account's orders (RFC 8555 section 7.1.2.1).
    lists: AtomicBool,
}

/// The authority. Clones share its state.
#[derive(Clone)]
pub struct Paper(Arc<Inner>);

impl Paper {
    /// Creates an authority whose certificates are valid for `life`; an account may make
    /// `per_3_hours` orders in three hours.
    pub fn open(clock: Clock, life: Duration, per_3_hours: Option<usize>) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        Self(Arc::new(Inner {
            life,
            bucket: Mutex::new(per_3_hours.map(|size| Bucket::full(size, clock.now()))),
            clock,
            issuer,
            orders: Mutex::default(),
            asked: Mutex::default(),
            limited: Mutex::default(),
            hangs: Mutex::default(),
            hanging: Notify::new(),
            lists: AtomicBool::new(true),
        }))
    }

    /// Disables the list of orders, like Boulder.
    pub fn keep_orders_to_itself(&self) {
        self.0.lists.store(false, Ordering::Relaxed);
    }

    /// Issuer settings for this authority.
    pub fn settings(resolver: &str, per_3_hours: usize) -> Vec<(String, String)> {
        let issuer = |field: &str| format!("certificates.issuers[0].{field}");
        vec![
            (issuer("name"), "paper".to_owned()),
            (issuer("directory"), format!("{AT}/dir")),
            (issuer("limits.orders_per_second"), "10000".to_owned()),
            (issuer("limits.orders_per_3_hours"), per_3_hours.to_string()),
            ("certificates.resolvers[0]".to_owned(), resolver.to_owned()),
            ("certificates.resolvers[1]".to_owned(), resolver.to_owned()),
        ]
    }

    /// Transport for an issuer.
    pub fn way(&self) -> TransportFactory {
        let paper = self.clone();
        Arc::new(move |_| Arc::new(paper.clone()))
    }

    /// All orders.
    pub fn orders(&self) -> Vec<Order> {
        self.0.orders.lock().unwrap().clone()
    }

    /// Number of rate-limited requests.
    pub fn limited(&self) -> usize {
        *self.0.limited.lock().unwrap()
    }

    /// Processes the `nth` next request to this path without ever responding.
    pub fn hang(&self, path: &'static str, nth: usize) {
        self.0.asked.lock().unwrap().remove(path);
        self.0.hangs.lock().unwrap().push(Hang { path, nth });
    }

    /// Waits until a request hangs.
    pub async fn until_hanging(&self) {
        self.0.hanging.notified().await;
    }

    fn hangs_at(&self, path: &str) -> bool {
        let mut hangs = self.0.hangs.lock().unwrap();
        let mut asked = self.0.asked.lock().unwrap();
        let found = hangs.iter().position(|hang| {
            let rest = path.strip_prefix(hang.path);
            if !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
                return false;
            }
            let count = asked.entry(hang.path).or_default();
            *count += 1;
            *count == hang.nth
        });
        found.map(|at| hangs.swap_remove(at)).is_some()
    }

    fn answer(&self, path: &str, payload: &Value) -> Response<Vec<u8>> {
        let (what, number) = path[1..].split_once('/').unwrap_or((&path[1..], ""));
        let number: usize = number.parse().unwrap_or_default();
        match what {
            "dir" => told(200, "", &directory()),
            "nonce" => told(200, "", &json!({})),
            "account" => told(201, &format!("{AT}/accounts/1"), &json!({ "status": "valid" })),
            "accounts" => {
                let lists = self.0.lists.load(Ordering::Relaxed);
                let orders = lists.then(|| format!("{AT}/list/0"));
                told(200, "", &json!({ "status": "valid", "orders": orders }))
            }
            "list" => self.list(number),
            "order" => self.take_order(payload),
            "orders" => {
                self.0.orders.lock().unwrap()[number].is_known = true;
                told(200, "", &self.order(number))
            }
            "finalize" => {
                let request = payload["csr"].as_str().unwrap();
                self.sign(number, &BASE64URL_NOPAD.decode(request.as_bytes()).unwrap());
                told(200, &format!("{AT}/orders/{number}"), &self.order(number))
            }
            "certificates" => {
                let chain = self.0.orders.lock().unwrap()[number].chain.clone().unwrap();
                let mut answer = told(200, "", &Value::Null);
                *answer.body_mut() = chain.into_bytes();
                answer
            }
            other => panic!("unknown path {other}"),
        }
    }

    fn take_order(&self, payload: &Value) -> Response<Vec<u8>> {
        let now = self.0.clock.now();
        if !self.0.bucket.lock().unwrap().as_mut().is_none_or(|bucket| bucket.takes_one(now)) {
            *self.0.limited.lock().unwrap() += 1;
            let problem = json!({
                "type": "urn:ietf:params:acme:error:rateLimited",
                "detail": "too many new orders from this account in the last 3h0m0s",
            });
            return told(429, "", &problem);
        }
        let names = payload["identifiers"].as_array().unwrap().iter();
        let names = names.map(|one| one["value"].as_str().unwrap().to_owned()).collect();
        let mut orders = self.0.orders.lock().unwrap();
        orders.push(Order { names, at: now, is_known: false, chain: None });
        let number = orders.len() - 1;
        drop(orders);
        told(201, &format!("{AT}/orders/{number}"), &self.order(number))
    }

    /// A page of the list of orders, with the link to the next one.
    fn list(&self, part: usize) -> Response<Vec<u8>> {
        const PART: usize = 50;
        let count = self.0.orders.lock().unwrap().len();
        let (from, to) = (part * PART, count.min((part + 1) * PART));
        let orders: Vec<String> = (from..to).map(|n| format!("{AT}/orders/{n}")).collect();
        let mut answer = told(200, "", &json!({ "orders": orders }));
        if to < count {
            let next = format!("<{AT}/list/{}>;rel=\"next\"", part + 1);
            answer.headers_mut().insert("link", next.parse().unwrap());
        }
        answer
    }

    fn order(&self, number: usize) -> Value {
        let order = self.0.orders.lock().unwrap()[number].clone();
        let identifiers: Vec<Value> =
            order.names.iter().map(|name| json!({ "type": "dns", "value": name })).collect();
        let (status, certificate) = match order.chain {
            Some(_) => ("valid", json!(format!("{AT}/certificates/{number}"))),
            None => ("ready", Value::Null),
        };
        json!({
            "status": status, "identifiers": identifiers, "authorizations": [],
            "finalize": format!("{AT}/finalize/{number}"), "certificate": certificate,
        })
    }

    fn sign(&self, number: usize, request: &[u8]) {
        let (_, request) = X509CertificationRequest::from_der(request).unwrap();
        let key =
            Key(request.certification_request_info.subject_pki.subject_public_key.data.to_vec());
        let mut orders = self.0.orders.lock().unwrap();
        let order = &mut orders[number];
        order.is_known = true;
        let mut params = CertificateParams::new(order.names.clone()).unwrap();
        let now = self.0.clock.now();
        let moment = |at: DateTime<Utc>| {
            let since = u64::try_from(at.timestamp()).unwrap();
            date_time_ymd(1970, 1, 1) + std::time::Duration::from_secs(since)
        };
        (params.not_before, params.not_after) = (moment(now), moment(now + self.0.life));
        order.chain = Some(params.signed_by(&key, &self.0.issuer).unwrap().pem());
    }
}

/// A P-256 public key from a request.
struct Key(Vec<u8>);

impl PublicKeyData for Key {
    fn der_bytes(&self) -> &[u8] {
        &self.0
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &rcgen::PKCS_ECDSA_P256_SHA256
    }
}

impl Transport for Paper {
    fn send(
        &self,
        request: Request<Vec<u8>>,
    ) -> BoxFuture<'static, Result<Response<Vec<u8>>, OutboundError>> {
        let paper = self.clone();
        async move {
            let path = request.uri().path().to_owned();
            let signed: Value = serde_json::from_slice(request.body()).unwrap_or_default();
            let payload = signed["payload"].as_str().unwrap_or_default();
            let payload = BASE64URL_NOPAD.decode(payload.as_bytes()).unwrap();
            let hangs = paper.hangs_at(&path);
            let answer = paper.answer(&path, &serde_json::from_slice(&payload).unwrap_or_default());
            if hangs {
                paper.0.hanging.notify_one();
                std::future::pending::<()>().await;
            }
            Ok(answer)
        }
        .boxed()
    }
}

fn directory() -> Value {
    let at = |what: &str| format!("{AT}/{what}");
    json!({
        "newNonce": at("nonce"), "newAccount": at("account"), "newOrder": at("order"),
        "revokeCert": at("revoke"), "keyChange": at("key-change"),
    })
}

fn told(status: u16, location: &str, body: &Value) -> Response<Vec<u8>> {
    Response::builder()
        .status(status)
        .header("replay-nonce", "paper")
        .header("location", location)
        .body(body.to_string().into_bytes())
        .unwrap()
}
