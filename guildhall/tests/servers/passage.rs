//! A proxy in front of an authority, for workers that are processes. It forwards everything,
//! records the authority's actions, and holds one request, so that its sender can be killed or
//! frozen at exactly that step. All other requests wait meanwhile.

use crate::entrance::{Caller, Entrance};
use crate::pebble::Pebble;
use crate::stand_in::payload;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, State as Shared};
use axum::response::Response;
use axum::serve::Listener;
use http::{Request, StatusCode, header};
use std::collections::{BTreeMap, BTreeSet};
use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{oneshot, watch};

/// Point at which a request is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// Before the authority has received it.
    Before,
    /// After the authority has processed it, without a response.
    After,
    /// Like `After`, for a response that contains this text.
    Saying(&'static str),
}

/// A step of an order: a part of the request path, and the point at which it is held.
pub type Step = (&'static str, Held);

/// A held request.
pub struct Caught {
    /// Its sender.
    pub caller: SocketAddr,
    /// Releases it.
    pub go_on: oneshot::Sender<()>,
}

/// An order that the authority made.
#[derive(Debug, Clone)]
pub struct Order {
    pub host: String,
    pub asked_at: Instant,
}

/// Next request to hold.
struct Hold {
    step: Step,
    /// Minimum number of orders before.
    orders: usize,
    caught: oneshot::Sender<Caught>,
}

#[derive(Default)]
struct State {
    hold: Option<Hold>,
    /// A request is held, and no others are accepted.
    shut: bool,
    /// Accepted requests that are neither answered nor held, by client.
    asking: BTreeMap<SocketAddr, usize>,
    /// Clients that are no longer accepted.
    cut_off: BTreeSet<SocketAddr>,
    orders: Vec<Order>,
    issued: usize,
    accounts: usize,
}

impl State {
    fn ends(&mut self, caller: SocketAddr) {
        *self.asking.get_mut(&caller).unwrap() -= 1;
    }

    /// Returns the pending hold if the request matches it, and blocks all others.
    fn take(&mut self, path: &str, is_at: impl Fn(Held) -> bool) -> Option<Hold> {
        let made = self.orders.len();
        let hold = self.hold.take_if(|hold| {
            path.contains(hold.step.0) && is_at(hold.step.1) && made >= hold.orders
        });
        self.shut |= hold.is_some();
        hold
    }
}

struct Inner {
    authority: SocketAddr,
    client: reqwest::Client,
    state: watch::Sender<State>,
}

/// The proxy.
pub struct Passage {
    inner: Arc<Inner>,
    address: SocketAddr,
}

impl Passage {
    /// Starts a proxy in front of this authority, with its certificate.
    pub async fn open(pebble: &Pebble) -> Self {
        let root = std::fs::read(&pebble.root_file).unwrap();
        let root = reqwest::Certificate::from_pem(&root).unwrap();
        // Over HTTP/2 the authority would return its own URLs, which bypass this proxy.
        let client = reqwest::Client::builder().tls_certs_only([root]).http1_only();
        let inner = Arc::new(Inner {
            authority: pebble.address,
            client: client.build().unwrap(),
            state: watch::Sender::new(State::default()),
        });
        let entrance = Entrance::open(pebble).await;
        let address = entrance.local_addr().unwrap();
        let router = Router::new().fallback(pass).with_state(inner.clone());
        let service = router.into_make_service_with_connect_info::<Caller>();
        tokio::spawn(async move { axum::serve(entrance, service).await });
        Self { inner, address }
    }

    /// Its address.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// URL of the directory, for workers.
    pub fn directory(&self) -> String {
        format!("https://{}/dir", self.address)
    }

    /// Holds the next request at this step, and forwards everything until then.
    pub fn hold(&self, step: Step) -> oneshot::Receiver<Caught> {
        self.hold_after(0, step)
    }

    /// Like [`Self::hold`], after at least this many orders.
    pub fn hold_after(&self, orders: usize, step: Step) -> oneshot::Receiver<Caught> {
        let (caught, reached) = oneshot::channel();
        self.inner.state.send_modify(|state| {
            (state.hold, state.shut) = (Some(Hold { step, orders, caught }), false);
        });
        reached
    }

    /// Clears the record.
    pub fn start_over(&self) {
        self.inner.state.send_modify(|state| (state.orders, state.issued) = (Vec::new(), 0));
    }

    /// Releases everything.
    pub fn let_on(&self) {
        self.inner.state.send_modify(|state| state.shut = false);
    }

    /// Rejects these clients; waits until their accepted requests are processed.
    pub async fn cut_off(&self, callers: &BTreeSet<SocketAddr>) {
        self.inner.state.send_modify(|state| state.cut_off.extend(callers));
        self.until_silent(callers).await;
    }

    /// Waits until these clients have no requests in progress.
    pub async fn until_silent(&self, callers: &BTreeSet<SocketAddr>) {
        let mut state = self.inner.state.subscribe();
        let is_silent = |state: &State| {
            callers.iter().all(|caller| state.asking.get(caller).is_none_or(|count| *count == 0))
        };
        state.wait_for(is_silent).await.unwrap();
    }

    /// Recorded orders.
    pub fn orders(&self) -> Vec<Order> {
        self.inner.state.borrow().orders.clone()
    }

    /// Number of started issuances.
    pub fn issued(&self) -> usize {
        self.inner.state.borrow().issued
    }

    /// Number of created accounts.
    pub fn accounts(&self) -> usize {
        self.inner.state.borrow().accounts
    }
}

impl Inner {
    /// Changes the state, and returns the result.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut made = None;
        self.state.send_modify(|state| made = Some(change(state)));
        made.unwrap()
    }

    /// Waits until a request may be forwarded; for ever if it may not.
    async fn let_in(&self, caller: SocketAddr, path: &str) {
        self.change(|state| *state.asking.entry(caller).or_default() += 1);
        let mut seen = self.state.subscribe();
        let held = loop {
            let is_open = |state: &State| !state.shut || state.cut_off.contains(&caller);
            drop(seen.wait_for(is_open).await.unwrap());
            let entered = self.change(|state| {
                if state.cut_off.contains(&caller) {
                    state.ends(caller);
                    return Some(Err(()));
                }
                if state.shut {
                    return None;
                }
                let held = state.take(path, |held| held == Held::Before);
                if held.is_some() {
                    state.ends(caller);
                }
                Some(Ok(held))
            });
            match entered {
                None => {}
                Some(Ok(held)) => break held,
                Some(Err(())) => return pending().await,
            }
        };
        if let Some(hold) = held {
            until_let_on(caller, hold).await;
            self.change(|state| *state.asking.entry(caller).or_default() += 1);
        }
    }

    /// Waits until a response may be returned to its client.
    async fn let_out(&self, caller: SocketAddr, path: &str, answer: &str) {
        let held = self.change(|state| {
            state.ends(caller);
            state.take(path, |held| match held {
                Held::Before => false,
                Held::After => true,
                Held::Saying(what) => answer.contains(what),
            })
        });
        if let Some(hold) = held {
            until_let_on(caller, hold).await;
        }
    }

    fn note(&self, path: &str, body: &[u8], status: StatusCode, asked_at: Instant) {
        self.change(|state| match (path, status) {
            ("/order-plz", StatusCode::CREATED) => {
                let host = payload(body)["identifiers"][0]["value"].as_str().unwrap().to_owned();
                state.orders.push(Order { host, asked_at });
            }
            ("/sign-me-up", StatusCode::CREATED) => state.accounts += 1,
            (path, StatusCode::OK) if path.starts_with("/finalize-order/") => state.issued += 1,
            _ => {}
        });
    }
}

async fn until_let_on(caller: SocketAddr, hold: Hold) {
    let (go_on, goes_on) = oneshot::channel();
    drop(hold.caught.send(Caught { caller, go_on }));
    if goes_on.await.is_err() {
        // The sender was killed.
        pending::<()>().await;
    }
}

async fn pass(
    Shared(inner): Shared<Arc<Inner>>,
    ConnectInfo(Caller(caller)): ConnectInfo<Caller>,
    request: Request<Body>,
) -> Response {
    // Runs to its end even if the sender is killed.
    tokio::spawn(passed(inner, caller, request)).await.unwrap()
}

async fn passed(inner: Arc<Inner>, caller: SocketAddr, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let Ok(body) = to_bytes(body, 1 << 20).await else { return pending().await };
    inner.let_in(caller, &path).await;
    let (url, asked_at) = (format!("https://{}{}", inner.authority, parts.uri), Instant::now());
    let sent = inner.client.request(parts.method, url).headers(parts.headers).body(body.clone());
    let answer = sent.send().await.unwrap();
    let (status, mut headers) = (answer.status(), answer.headers().clone());
    // The transfer encoding is determined again.
    headers.remove(header::TRANSFER_ENCODING);
    let told: Bytes = answer.bytes().await.unwrap();
    inner.note(&path, &body, status, asked_at);
    inner.let_out(caller, &path, &String::from_utf8_lossy(&told)).await;
    let mut passed = Response::new(Body::from(told));
    (*passed.status_mut(), *passed.headers_mut()) = (status, headers);
    passed
}
