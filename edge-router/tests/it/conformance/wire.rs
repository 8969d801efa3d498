//! A client that says what it likes, and an upstream that writes down what reached it.

use crate::kit::{PATIENCE, Serving, World, across, table};
use ::wire::RouteTable;
use axum::Router;
use axum::body::Body;
use edge_router::{EdgeConfig, Upstream};
use http::Request;
use http::uri::PathAndQuery;
use http_body_util::BodyExt;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Everything the edge answers to `bytes` until it closes.
pub async fn exchange(serving: &Serving, bytes: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    stream.write_all(bytes.as_ref()).await.unwrap();
    let mut answer = Vec::new();
    // A reset after the answer is as good as an end.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// What reached the upstream, a line a request: method, address, body.
#[derive(Clone, Default)]
pub struct Record(Arc<Mutex<Vec<String>>>);

impl Record {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    /// What reached it since the last look.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    pub fn note(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }

    /// An upstream over HTTP that keeps this record.
    async fn upstream(&self) -> Upstream {
        let record = self.clone();
        let keep = move |request: Request<Body>| async move {
            let (parts, body) = request.into_parts();
            let Ok(body) = body.collect().await else { return "half a body" };
            let body = String::from_utf8_lossy(&body.to_bytes()).into_owned();
            let path = parts.uri.path_and_query().map_or("", PathAndQuery::as_str);
            record.note(format!("{} {path} {body:?}", parts.method));
            "kept"
        };
        across(Router::new().fallback(keep)).await
    }
}

/// A world whose upstreams keep a record.
pub async fn recorded(adjust: impl FnOnce(&mut EdgeConfig)) -> (World, Record) {
    recorded_with(table(1), adjust).await
}

/// The same with these routes.
pub async fn recorded_with(
    routes: RouteTable,
    adjust: impl FnOnce(&mut EdgeConfig),
) -> (World, Record) {
    let record = Record::default();
    let (runtime, control) = (record.upstream().await, record.upstream().await);
    (World::with(routes, runtime, control, adjust), record)
}
