//! Plain HTTP over loopback, as a browser sends requests.

use std::net::{IpAddr, Ipv4Addr};

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client as Pool;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

/// Address of the product, and its host name.
#[derive(Clone, Debug)]
pub struct Target {
    pub port: u16,
    pub host: String,
}

/// A client with its own connections and network address.
#[derive(Clone, Debug)]
pub struct Client {
    pool: Pool<HttpConnector, Full<Bytes>>,
    target: Target,
    cookies: String,
}

impl Client {
    /// Creates a client with address `127.x.y.z`, so that rate limits per address count it
    /// separately.
    pub fn new(target: &Target, number: u32) -> Self {
        let [_, b, c, d] = number.to_be_bytes();
        let from = Ipv4Addr::new(127, b.saturating_add(1), c, d.saturating_add(1));
        let mut connector = HttpConnector::new();
        connector.set_local_address(Some(IpAddr::V4(from)));
        connector.set_nodelay(true);
        let pool = Pool::builder(TokioExecutor::new()).build(connector);
        Self { pool, target: target.clone(), cookies: String::new() }
    }

    /// The same client and session at another instance's address.
    pub fn at(&self, target: &Target) -> Self {
        Self { target: target.clone(), ..self.clone() }
    }

    /// Sends a GET. Retries once, like a browser, if the server closed the connection at that
    /// moment.
    pub async fn get(&self, path: &str) -> Result<Bytes> {
        match self.send(self.request(Method::GET, path, None)?).await {
            Err(error) if was_left(&error) => {
                self.send(self.request(Method::GET, path, None)?).await
            }
            answered => answered,
        }
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let answer = self.send(self.request(Method::POST, path, Some(body))?).await?;
        serde_json::from_slice(&answer).context("the answer is JSON")
    }

    /// Returns any response.
    pub async fn answer(&self, path: &str, body: &Value) -> Result<(StatusCode, Bytes)> {
        let answer = self.pool.request(self.request(Method::POST, path, Some(body))?).await?;
        Ok((answer.status(), answer.into_body().collect().await?.to_bytes()))
    }

    /// Opens a stream and returns its body.
    pub async fn stream(&self, path: &str) -> Result<Incoming> {
        let answer = self.pool.request(self.request(Method::GET, path, None)?).await?;
        if answer.status() != StatusCode::OK {
            bail!("{path} answered {}", answer.status());
        }
        Ok(answer.into_body())
    }

    /// Signs in and stores the cookies: two requests, as in the web client.
    pub async fn sign_in(&mut self, email: &str, password: &str) -> Result<()> {
        let body = serde_json::json!({ "email": email, "password": password });
        let login =
            self.exchange(self.request(Method::POST, "/api/identity/login", Some(&body))?);
        let (login, before) = login.await?;
        let token = login["idToken"].as_str().context("login answers an idToken")?.to_owned();
        self.cookies = before;
        let body = serde_json::json!({ "idToken": token });
        let request = self.request(Method::POST, "/api/usersSignin", Some(&body))?;
        let (_, session) = self.exchange(request).await?;
        self.cookies = session;
        Ok(())
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Request<Full<Bytes>>> {
        let body = body.map(Value::to_string).unwrap_or_default();
        Request::builder()
            .method(method)
            .uri(format!("http://127.0.0.1:{}{path}", self.target.port))
            .header(header::HOST, &self.target.host)
            .header(header::COOKIE, &self.cookies)
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-guildhall", "1")
            .header("sec-fetch-site", "same-origin")
            .body(Full::new(Bytes::from(body)))
            .context("make a request")
    }

    async fn send(&self, request: Request<Full<Bytes>>) -> Result<Bytes> {
        let path = request.uri().path().to_owned();
        let answer = self.pool.request(request).await?;
        let status = answer.status();
        let body = answer.into_body().collect().await?.to_bytes();
        if !status.is_success() {
            bail!("{path} answered {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(body)
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Result<(Value, String)> {
        let path = request.uri().path().to_owned();
        let answer = self.pool.request(request).await?;
        let status = answer.status();
        let cookies = cookies_of(&answer);
        let body = answer.into_body().collect().await?.to_bytes();
        if !status.is_success() {
            bail!("{path} answered {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok((serde_json::from_slice(&body).context("the answer is JSON")?, cookies))
    }
}

fn was_left(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|one| one.downcast_ref::<hyper::Error>())
        .any(hyper::Error::is_incomplete_message)
}

fn cookies_of(answer: &Response<Incoming>) -> String {
    let set = answer.headers().get_all(header::SET_COOKIE).iter();
    let pairs = set.filter_map(|value| value.to_str().ok()?.split(';').next());
    pairs.filter(|pair| !pair.ends_with('=')).collect::<Vec<_>>().join("; ")
}
