//! Feed client. Long poll: `GET {control}/internal/routes?after={version}&hash={hash}`, answered
//! with newer routes, or with 204 after about 25 s without any. Status report: `POST
//! {control}/internal/edges`.

use axum::body::Body;
use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, StatusCode, Uri};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::time::Duration;
use wire::feed::SIGNATURE_HEADER;
use wire::{EdgeReport, FeedAnswer, FeedKey};

const ANSWER_WAIT: Duration = Duration::from_secs(40);
const REPORT_WAIT: Duration = Duration::from_secs(5);
const CONNECT_WAIT: Duration = Duration::from_secs(5);
const TABLE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Reason why the feed did not answer. The next poll retries.
#[derive(Debug, thiserror::Error)]
pub enum FeedError {
    /// The control plane's address is not `http://host[:port]`.
    #[error("{0:?} is not a valid control plane address")]
    Address(String),
    /// The token contains characters that a header cannot carry.
    #[error("the feed token contains characters that are not allowed in a header")]
    Token,
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Connection(#[from] hyper_util::client::legacy::Error),
    /// The response was broken off, or is larger than any table.
    #[error("failed to read the response: {0}")]
    Body(Box<dyn std::error::Error + Send + Sync>),
    /// The response is not signed with our key.
    #[error("the response is not signed by our control plane")]
    Forged,
    /// Unexpected status.
    #[error("the control plane answered {0}")]
    Status(StatusCode),
    /// Not a table of this product version.
    #[error("failed to parse the route table: {0}")]
    Table(#[from] serde_json::Error),
    /// No response within the long-poll timeout.
    #[error("the control plane timed out")]
    Timeout,
}

/// Client of the control plane's route feed. Clones share its connections.
#[derive(Clone)]
pub struct Feed {
    client: Client<HttpConnector, Body>,
    base: String,
    authorization: HeaderValue,
    key: FeedKey,
}

impl Feed {
    /// Creates a client of the control plane at `base` (`http://host:port`), with bearer token
    /// `token`. `key` verifies the responses.
    ///
    /// # Errors
    /// [`FeedError::Address`] or [`FeedError::Token`] if one of them is invalid.
    pub fn new(base: &str, token: &str, key: FeedKey) -> Result<Self, FeedError> {
        let address = crate::forward::parse_base(base);
        let base = address.ok_or_else(|| FeedError::Address(base.to_owned()))?.to_string();
        let mut authorization =
            HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| FeedError::Token)?;
        authorization.set_sensitive(true);
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT_WAIT));
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Self { client, base: base.trim_end_matches('/').to_owned(), authorization, key })
    }

    /// Polls once for routes after version `after` with hash `hash`; `None` when there are none.
    ///
    /// # Errors
    /// [`FeedError`] if the poll failed.
    pub async fn poll(&self, after: u64, hash: &str) -> Result<Option<FeedAnswer>, FeedError> {
        tokio::time::timeout(ANSWER_WAIT, self.exchange(after, hash))
            .await
            .unwrap_or(Err(FeedError::Timeout))
    }

    /// Sends a status report.
    ///
    /// # Errors
    /// [`FeedError`] if the request failed.
    pub async fn report(&self, report: &EdgeReport) -> Result<(), FeedError> {
        let mut request = self.build_request("/internal/edges")?;
        *request.method_mut() = Method::POST;
        request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        *request.body_mut() = Body::from(serde_json::to_vec(report)?);
        let said = tokio::time::timeout(REPORT_WAIT, self.client.request(request)).await;
        match said.map_err(|_| FeedError::Timeout)??.status() {
            StatusCode::NO_CONTENT => Ok(()),
            other => Err(FeedError::Status(other)),
        }
    }

    async fn exchange(&self, after: u64, hash: &str) -> Result<Option<FeedAnswer>, FeedError> {
        let request = self.build_request(&format!("/internal/routes?after={after}&hash={hash}"))?;
        let response = self.client.request(request).await?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::NO_CONTENT => return Ok(None),
            other => return Err(FeedError::Status(other)),
        }
        let signature = response.headers().get(SIGNATURE_HEADER).cloned();
        let body = read(response.into_body()).await?;
        let signature = signature.as_ref().and_then(|value| value.to_str().ok());
        if !signature.is_some_and(|signature| self.key.is_signed_by(&body, signature)) {
            return Err(FeedError::Forged);
        }
        Ok(Some(serde_json::from_slice(&body)?))
    }

    fn build_request(&self, path: &str) -> Result<Request<Body>, FeedError> {
        let address = format!("{}{path}", self.base);
        let uri: Uri = address.parse().map_err(|_| FeedError::Address(address))?;
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = uri;
        request.headers_mut().insert(AUTHORIZATION, self.authorization.clone());
        request.headers_mut().insert(ACCEPT, HeaderValue::from_static("application/json"));
        Ok(request)
    }
}

async fn read(body: hyper::body::Incoming) -> Result<Bytes, FeedError> {
    let whole = Limited::new(body, TABLE_BYTES_MAX).collect().await.map_err(|error| {
        if error.is::<LengthLimitError>() {
            FeedError::Body("larger than any table".into())
        } else {
            FeedError::Body(error)
        }
    })?;
    Ok(whole.to_bytes())
}
