//! HTTP responses.

use axum::body::Body;
use axum::response::Response;
use http::HeaderMap;
use http_body_util::BodyExt;
use serde_json::Value;

/// A response with its whole body.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// The body as JSON, or null if it is not JSON.
    pub body: Value,
}

impl Reply {
    pub async fn read(response: Response<Body>) -> Self {
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Self { status: head.status.as_u16(), headers: head.headers, text, body }
    }

    /// The value of a header, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    /// Every value of `Set-Cookie`.
    pub fn set_cookies(&self) -> Vec<&str> {
        self.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect()
    }

    /// The body's id.
    #[track_caller]
    pub fn id(&self) -> String {
        self.body["id"].as_str().unwrap_or_else(|| panic!("no id in {self}")).to_owned()
    }

    /// The items of a page.
    #[track_caller]
    pub fn items(&self) -> &Vec<Value> {
        self.body["items"].as_array().unwrap_or_else(|| panic!("no items in {self}"))
    }

    /// Asserts the status and returns the reply.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self}");
        self
    }
}

/// Status and `detail`, the form in which tests compare refusals.
impl std::fmt::Display for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.body["detail"].as_str() {
            Some(detail) => write!(f, "{} {detail}", self.status),
            None => write!(f, "{} {}", self.status, self.text),
        }
    }
}
