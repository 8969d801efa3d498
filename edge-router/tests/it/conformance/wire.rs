//! A client that sends arbitrary bytes, and an upstream that records its requests.

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

/// Sends `bytes` and reads until the edge closes the connection.
pub async fn exchange(serving: &Serving, bytes: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(serving.address).await.unwrap();
    stream.write_all(bytes.as_ref()).await.unwrap();
    let mut answer = Vec::new();
    // A reset after the response is equivalent to an end.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Requests that reached the upstream, one per line: method, address, body.
#[derive(Clone, Default)]
pub struct Record(Arc<Mutex<Vec<String>>>);

impl Record {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    /// Returns and clears the record.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    pub fn note(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }

    /// An upstream over HTTP that fills this record.
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

/// A fixture whose upstreams fill a record.
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
