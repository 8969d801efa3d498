//! A proxy between issuer and authority: counts requests, and simulates what Pebble cannot (rate
//! limits, server errors, silence, broken connections).

use control_plane::certificates::{Transport, TransportFactory};
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{Request, Response};
use platform::outbound::{Outbound, OutboundError};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Notify, RwLock};

/// Treatment of a request.
#[derive(Debug, Clone)]
pub enum Fate {
    /// Respond with this, without forwarding.
    Answer(u16, Vec<(&'static str, String)>, String),
    /// Forward, and never respond.
    Hang,
    /// Forward, and respond only after [`Between::thaw`].
    Freeze,
    /// Forward only after [`Between::thaw`].
    Hold,
    /// Forward, and break off the response.
    Cut,
    /// Forward, and echo the replaced certificate like an authority with renewal information (RFC
    /// 9773 section 5).
    Reflect,
}

/// Applies to requests whose URL contains `path`, `times` times, after the first `skip` of them.
#[derive(Debug, Clone)]
pub struct Rule {
    pub path: &'static str,
    pub skip: usize,
    pub times: usize,
    pub fate: Fate,
}

#[derive(Default)]
struct Inner {
    asked: Mutex<Vec<String>>,
    rules: Mutex<Vec<Rule>>,
    replaced: Mutex<Vec<String>>,
    ordered: Mutex<Vec<Value>>,
    hanging: Notify,
    thawed: Notify,
    /// Write-locked while an order is made, read-locked while an authorization is fetched. Pebble
    /// 2.4 must not do both concurrently, because it can deadlock: a new order searches reusable
    /// authorizations with the store locked, and fetching an authorization locks it and then the
    /// store.
    authorizations: RwLock<()>,
}

/// The proxy. Clones share its state.
#[derive(Clone, Default)]
pub struct Between(Arc<Inner>);

impl Between {
    pub fn rule(&self, path: &'static str, times: usize, fate: Fate) {
        self.after(path, 0, times, fate);
    }

    pub fn after(&self, path: &'static str, skip: usize, times: usize, fate: Fate) {
        self.0.rules.lock().unwrap().push(Rule { path, skip, times, fate });
    }

    /// Number of requests to URLs that contain `path`.
    pub fn count(&self, path: &str) -> usize {
        self.0.asked.lock().unwrap().iter().filter(|url| url.contains(path)).count()
    }

    /// Waits until a request hangs.
    pub async fn until_hanging(&self) {
        self.0.hanging.notified().await;
    }

    /// Payloads of the requested orders.
    pub fn ordered(&self) -> Vec<Value> {
        self.0.ordered.lock().unwrap().clone()
    }

    /// Certificates that were declared as replaced.
    pub fn replaced(&self) -> Vec<String> {
        self.0.replaced.lock().unwrap().clone()
    }

    /// Resumes frozen requests.
    pub fn thaw(&self) {
        self.0.thawed.notify_one();
    }

    /// Transport for an issuer.
    pub fn way(&self) -> TransportFactory {
        let between = self.clone();
        Arc::new(move |config| {
            let root = config.root_file.clone().map(|file: PathBuf| std::fs::read(file).unwrap());
            let way = Outbound::new(Duration::from_secs(20), root.as_deref()).unwrap();
            Arc::new(Passage { between: between.clone(), way })
        })
    }

    fn fate(&self, url: &str) -> Option<Fate> {
        self.0.asked.lock().unwrap().push(url.to_owned());
        let mut rules = self.0.rules.lock().unwrap();
        let rule = rules.iter_mut().find(|rule| url.contains(rule.path) && rule.times > 0)?;
        if rule.skip > 0 {
            rule.skip -= 1;
            return None;
        }
        rule.times -= 1;
        Some(rule.fate.clone())
    }
}

struct Passage {
    between: Between,
    way: Outbound,
}

impl Passage {
    /// Forwards a request to the authority.
    async fn pass(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, OutboundError> {
        let authorizations = &self.between.0.authorizations;
        let path = request.uri().path();
        let (mut making, mut showing) = (None, None);
        if path.contains("/order-plz") {
            making = Some(authorizations.write().await);
        } else if path.contains("/authZ/") {
            showing = Some(authorizations.read().await);
        }
        let answer = self.way.send(request).await;
        drop((making, showing));
        answer
    }
}

impl Transport for Passage {
    fn send(
        &self,
        request: Request<Vec<u8>>,
    ) -> BoxFuture<'static, Result<Response<Vec<u8>>, OutboundError>> {
        let passage = Self { between: self.between.clone(), way: self.way.clone() };
        async move {
            let between = &passage.between;
            if request.uri().path().contains("/order-plz") {
                between.0.ordered.lock().unwrap().push(payload(request.body()));
            }
            match between.fate(&request.uri().to_string()) {
                None => passage.pass(request).await,
                Some(Fate::Answer(status, headers, body)) => {
                    let mut answer = Response::builder().status(status);
                    for (name, value) in headers {
                        answer = answer.header(name, value);
                    }
                    Ok(answer.body(body.into_bytes()).unwrap())
                }
                Some(Fate::Hang) => {
                    drop(passage.pass(request).await?);
                    between.0.hanging.notify_one();
                    std::future::pending().await
                }
                Some(Fate::Hold) => {
                    between.0.hanging.notify_one();
                    between.0.thawed.notified().await;
                    passage.pass(request).await
                }
                Some(Fate::Freeze) => {
                    let answer = passage.pass(request).await?;
                    between.0.hanging.notify_one();
                    between.0.thawed.notified().await;
                    Ok(answer)
                }
                Some(Fate::Reflect) => {
                    let replaces = payload(request.body())["replaces"].clone();
                    let mut answer = passage.pass(request).await?;
                    let mut order: Value = serde_json::from_slice(answer.body()).unwrap();
                    let id = replaces.as_str().expect("it declares what it replaces").to_owned();
                    between.0.replaced.lock().unwrap().push(id);
                    order["replaces"] = replaces;
                    *answer.body_mut() = order.to_string().into_bytes();
                    Ok(answer)
                }
                Some(Fate::Cut) => {
                    drop(passage.pass(request).await?);
                    Err(OutboundError::NoAnswer("the connection was cut".to_owned()))
                }
            }
        }
        .boxed()
    }
}

/// Payload of a signed request (RFC 7515).
pub fn payload(body: &[u8]) -> Value {
    let signed: Value = serde_json::from_slice(body).unwrap();
    let payload = signed["payload"].as_str().unwrap();
    let payload = data_encoding::BASE64URL_NOPAD.decode(payload.as_bytes()).unwrap();
    serde_json::from_slice(&payload).unwrap()
}
