//! A browser over TLS 1.3 that trusts only the fleet's authority, with a cookie jar for each host.

use reqwest::header::{COOKIE, HOST, LOCATION, SET_COOKIE};
use reqwest::{Certificate, Client, Method, RequestBuilder, Response, redirect, tls};
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const MARK: &str = "----part-of-a-form";

/// A browser. Clones share its cookies.
#[derive(Clone)]
pub struct Browser {
    client: Client,
    port: u16,
    jar: Arc<Mutex<BTreeMap<String, BTreeMap<String, String>>>>,
}

impl Browser {
    pub fn new(port: u16, root: &[u8]) -> Self {
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut client = Client::builder()
            .tls_certs_only([Certificate::from_pem(root).unwrap()])
            .tls_version_min(tls::Version::TLS_1_3)
            .redirect(redirect::Policy::none())
            // A new handshake for each request.
            .pool_max_idle_per_host(0)
            .timeout(Duration::from_secs(20));
        for host in crate::SITES {
            client = client.resolve(host, at);
        }
        Self { client: client.build().unwrap(), port, jar: Arc::default() }
    }

    pub async fn get(&self, host: &str, path: &str) -> Response {
        self.try_get(host, path).await.unwrap()
    }

    pub async fn try_get(&self, host: &str, path: &str) -> reqwest::Result<Response> {
        self.sent(host, self.request(Method::GET, host, path)).await
    }

    pub async fn post(&self, host: &str, path: &str, body: Value) -> Response {
        self.sent(host, self.request(Method::POST, host, path).json(&body)).await.unwrap()
    }

    /// Uploads a file in a form.
    pub async fn upload(&self, host: &str, path: &str, file: &[u8]) -> Response {
        let head = "content-disposition: form-data; name=\"file\"; filename=\"me.png\"\r\n\
            content-type: image/png";
        let begin = format!("--{MARK}\r\n{head}\r\n\r\n");
        let form = [begin.as_bytes(), file, format!("\r\n--{MARK}--\r\n").as_bytes()].concat();
        let request = self
            .request(Method::POST, host, path)
            .header("content-type", format!("multipart/form-data; boundary={MARK}"))
            .body(form);
        self.sent(host, request).await.unwrap()
    }

    /// Requests a URL, and returns its redirect target.
    pub async fn visit(&self, url: &str) -> String {
        let url = url::Url::parse(url).unwrap();
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let answer = self.get(url.host_str().unwrap(), path).await;
        assert_eq!(answer.status().as_u16(), 303, "{url}");
        let location = answer.headers()[LOCATION].to_str().unwrap();
        url.join(location).unwrap().to_string()
    }

    fn request(&self, method: Method, host: &str, path: &str) -> RequestBuilder {
        let url = format!("https://{host}:{}{path}", self.port);
        let mut request =
            self.client.request(method, url).header(HOST, format!("{host}:{}", self.port));
        request = if path.starts_with("/api") {
            request.header("sec-fetch-site", "same-origin").header("x-guildhall", "1")
        } else {
            let page = request.header("accept", "text/html").header("sec-fetch-mode", "navigate");
            page.header("sec-fetch-dest", "document")
        };
        let jar = self.jar.lock().unwrap();
        let pairs: Vec<String> = jar
            .get(host)
            .into_iter()
            .flatten()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if pairs.is_empty() { request } else { request.header(COOKIE, pairs.join("; ")) }
    }

    async fn sent(&self, host: &str, request: RequestBuilder) -> reqwest::Result<Response> {
        let answer = request.send().await?;
        let mut jar = self.jar.lock().unwrap();
        for cookie in answer.headers().get_all(SET_COOKIE) {
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
        Ok(answer)
    }
}
