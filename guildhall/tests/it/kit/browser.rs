//! A browser: cookies by host, and the headers that our pages send.

use super::MAIN_ORIGIN;
use super::live::{self, LiveStream};
use super::reply::Reply;
use axum::body::Body;
use axum::response::Response;
use edge_router::{ClientAddr, Edge};
use http::{Method, Request, header};
use http_body_util::BodyExt;
use platform::Services;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use tower::ServiceExt;

type Jar = BTreeMap<String, BTreeMap<String, String>>;

/// How requests reach an edge.
#[derive(Clone)]
pub enum Way {
    /// A direct call with a made-up client address. `Services` tells when all events are delivered.
    Edge(Edge, Services),
    /// Over a socket.
    Socket(SocketAddr, reqwest::Client),
}

/// A browser. Its own request methods use the main site.
#[derive(Clone)]
pub struct Browser {
    way: Way,
    address: Ipv4Addr,
    jar: Arc<Mutex<Jar>>,
}

/// A browser at one host.
pub struct At<'b> {
    browser: &'b Browser,
    host: String,
}

impl Browser {
    pub fn new(way: Way, number: u32) -> Self {
        Self { way, address: address_of(number), jar: Arc::default() }
    }

    /// A browser that connects to an edge over a socket.
    pub fn connected_to(address: SocketAddr) -> Self {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        Self::new(Way::Socket(address, client.build().unwrap()), 1)
    }

    /// The same browser at a portal, by its subdomain.
    pub fn on(&self, subdomain: &str) -> At<'_> {
        self.at_host(&format!("{subdomain}.localhost"))
    }
    /// The same browser at any host.
    pub fn at_host(&self, host: &str) -> At<'_> {
        At { browser: self, host: host.to_owned() }
    }
    /// The same browser on main.
    pub fn main(&self) -> At<'_> {
        self.at_host("localhost")
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.main().get(path).await
    }
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.main().post(path, body).await
    }
    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.main().patch(path, body).await
    }
    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.main().put(path, body).await
    }
    pub async fn delete(&self, path: &str) -> Reply {
        self.main().delete(path).await
    }

    /// `DELETE` with a body.
    pub async fn delete_with(&self, path: &str, body: Value) -> Reply {
        let main = self.main();
        main.send(main.json(Method::DELETE, path, &body)).await
    }
    pub async fn live(&self) -> LiveStream {
        self.main().live(None).await
    }
    /// Requests an absolute URL without following redirects.
    pub async fn visit(&self, url: &str) -> Reply {
        let url = url::Url::parse(url).unwrap();
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        self.at_host(url.host_str().unwrap()).get(path).await
    }

    /// The same browser, connected to another address of the instance.
    pub fn reconnected(&self, address: SocketAddr) -> Self {
        self.connected_like(&Self::connected_to(address))
    }

    /// The same browser, connected in the same way as `other`.
    pub fn connected_like(&self, other: &Self) -> Self {
        Self { jar: self.jar.clone(), ..other.clone() }
    }

    /// A new browser, connected in the same way.
    pub fn without_cookies(&self) -> Self {
        Self { jar: Arc::default(), ..self.clone() }
    }

    /// The same browser in another network.
    pub fn in_network(&self, number: u32) -> Self {
        Self { address: address_of(number), ..self.clone() }
    }

    /// The value of a cookie for a host.
    pub fn cookie(&self, host: &str, name: &str) -> Option<String> {
        self.jar.lock().unwrap().get(host)?.get(name).cloned()
    }
    /// Sets a cookie, as an attacker would.
    pub fn plant_cookie(&self, host: &str, name: &str, value: &str) {
        let mut jar = self.jar.lock().unwrap();
        jar.entry(host.to_owned()).or_default().insert(name.to_owned(), value.to_owned());
    }

    fn store_cookies(&self, host: &str, response: &Response<Body>) {
        let mut jar = self.jar.lock().unwrap();
        for cookie in response.headers().get_all(header::SET_COOKIE) {
            let line = cookie.to_str().unwrap();
            let (pair, rest) = line.split_once(';').unwrap_or((line, ""));
            let (name, value) = pair.split_once('=').unwrap();
            let cookies = jar.entry(host.to_owned()).or_default();
            if rest.contains("Max-Age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

impl At<'_> {
    /// The origin of this host.
    pub fn origin(&self) -> String {
        MAIN_ORIGIN.replace("localhost", &self.host)
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(self.request(Method::GET, path).body(Body::empty()).unwrap()).await
    }
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(self.json(Method::POST, path, &body)).await
    }
    /// A POST with an idempotency key.
    pub async fn post_keyed(&self, path: &str, key: &str, body: Value) -> Reply {
        let mut request = self.json(Method::POST, path, &body);
        request.headers_mut().insert("idempotency-key", key.parse().unwrap());
        self.send(request).await
    }
    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.send(self.json(Method::PATCH, path, &body)).await
    }
    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(self.json(Method::PUT, path, &body)).await
    }
    pub async fn delete(&self, path: &str) -> Reply {
        self.send(self.request(Method::DELETE, path).body(Body::empty()).unwrap()).await
    }

    /// Opens a live stream, resuming after `last_event_id` if given. Otherwise waits until earlier events
    /// are delivered, so that the stream contains new events only.
    pub async fn live(&self, last_event_id: Option<&str>) -> LiveStream {
        if let (Way::Edge(_, services), None) = (&self.browser.way, last_event_id) {
            live::until_delivered(services).await;
        }
        let mut request = self.request(Method::GET, "/api/live");
        if let Some(id) = last_event_id {
            request = request.header("last-event-id", id);
        }
        LiveStream::new(self.respond(request.body(Body::empty()).unwrap()).await)
    }

    /// Opens a live stream with `?community=`.
    pub async fn live_at(&self, community: &str) -> LiveStream {
        if let Way::Edge(_, services) = &self.browser.way {
            live::until_delivered(services).await;
        }
        let request = self.request(Method::GET, &format!("/api/live?community={community}"));
        LiveStream::new(self.respond(request.body(Body::empty()).unwrap()).await)
    }

    /// Polls the live stream once, after the events up to `last_event_id`.
    pub async fn live_poll(&self, last_event_id: Option<&str>) -> LiveStream {
        if let Way::Edge(_, services) = &self.browser.way {
            live::until_delivered(services).await;
        }
        let mut request = self.request(Method::GET, "/api/live?poll=true");
        if let Some(id) = last_event_id {
            request = request.header("last-event-id", id);
        }
        LiveStream::new(self.respond(request.body(Body::empty()).unwrap()).await)
    }

    /// Opens a live stream with `?since=`.
    pub async fn live_since(&self, cursor: &str) -> LiveStream {
        let request = self.request(Method::GET, &format!("/api/live?since={cursor}"));
        LiveStream::new(self.respond(request.body(Body::empty()).unwrap()).await)
    }

    /// A request with the headers of a page of this host, for tests that modify it.
    pub fn request(&self, method: Method, path: &str) -> http::request::Builder {
        let navigates = !path.starts_with("/api");
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, format!("{}:8080", self.host))
            .header(header::USER_AGENT, "Guildhall tests");
        request = if navigates {
            request
                .header(header::ACCEPT, "text/html")
                .header("sec-fetch-mode", "navigate")
                .header("sec-fetch-dest", "document")
        } else {
            request.header("sec-fetch-site", "same-origin").header("x-guildhall", "1")
        };
        let jar = self.browser.jar.lock().unwrap();
        if let Some(cookies) = jar.get(&self.host).filter(|cookies| !cookies.is_empty()) {
            let pairs: Vec<_> =
                cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            request = request.header(header::COOKIE, pairs.join("; "));
        }
        request
    }

    /// A request with a JSON body.
    pub fn json(&self, method: Method, path: &str, body: &Value) -> Request<Body> {
        let request = self.request(method, path).header(header::CONTENT_TYPE, "application/json");
        request.body(Body::from(body.to_string())).unwrap()
    }

    /// Sends a request and reads the whole response.
    pub async fn send(&self, request: Request<Body>) -> Reply {
        Reply::read(self.respond(request).await).await
    }

    async fn respond(&self, mut request: Request<Body>) -> Response<Body> {
        let response = match &self.browser.way {
            Way::Edge(edge, _) => {
                let client = SocketAddr::from((self.browser.address, 40_000));
                request.extensions_mut().insert(ClientAddr(client));
                let Ok(answer) = edge.service().oneshot(request).await;
                answer.map(Body::new)
            }
            Way::Socket(address, client) => over_socket(*address, client, request).await,
        };
        self.browser.store_cookies(&self.host, &response);
        response
    }
}

async fn over_socket(
    address: SocketAddr,
    client: &reqwest::Client,
    request: Request<Body>,
) -> Response<Body> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let url = format!("http://{address}{}", head.uri);
    let sent = client.request(head.method, url).headers(head.headers).body(body).send().await;
    match sent {
        Ok(answer) => Response::<reqwest::Body>::from(answer).map(Body::new),
        // The status that an edge in front of the instance would return.
        Err(_) => Response::builder().status(502).body(Body::empty()).unwrap(),
    }
}

fn address_of(number: u32) -> Ipv4Addr {
    let [_, b, c, d] = number.to_be_bytes();
    Ipv4Addr::new(10, b, c, d)
}
