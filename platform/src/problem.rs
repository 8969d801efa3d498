//! Refusals and failures as RFC 9457 problem documents.
//!
//! A feature has one `thiserror` enum whose `Display` is the specified message and whose
//! [`Catalogued::entry`] is its code and status; `?` in a handler does the rest. The cause of a 5xx
//! goes to the log, once, and never to the caller.

use crate::blob::BlobError;
use crate::db::Failure;
use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use std::io;
use utoipa::ToSchema;

/// Seconds after which a client tries again while the disk is full. Writes succeed again within this time
/// once there is space.
const STORAGE_FULL_RETRY_S: u64 = 5;

/// Seconds after which a client tries again while something is away that we depend on.
const AWAY_RETRY_S: u64 = 1;

/// The code and status of one thing that can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// HTTP status.
    pub status: StatusCode,
    /// Stable kebab-case word that clients may branch on.
    pub code: &'static str,
}

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident => $status:ident),* $(,)?) => {
        impl Entry {
            $($(#[$doc])* #[must_use] pub const fn $name(code: &'static str) -> Self {
                Self { status: StatusCode::$status, code }
            })*
        }
    };
}
entries! {
    /// 400: the input cannot be read.
    bad_request => BAD_REQUEST,
    /// 401: nobody is signed in.
    unauthorized => UNAUTHORIZED,
    /// 403: they may see it, but not do it.
    forbidden => FORBIDDEN,
    /// 404: not there for them.
    not_found => NOT_FOUND,
    /// 409: it conflicts with what is.
    conflict => CONFLICT,
    /// 413: too large.
    too_large => PAYLOAD_TOO_LARGE,
    /// 422: read, and refused by a rule about the input.
    invalid => UNPROCESSABLE_ENTITY,
    /// 429: slow down.
    slow_down => TOO_MANY_REQUESTS,
    /// 503: something we depend on is away.
    away => SERVICE_UNAVAILABLE,
}

impl Entry {
    /// 500: our fault; the caller gets the feature's generic line.
    #[must_use]
    pub const fn internal() -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, code: "internal" }
    }
}

/// An error that stands in the catalogue: `Display` is its text, [`Self::entry`] its code.
pub trait Catalogued: std::error::Error + Send + Sync + 'static {
    /// Code and status.
    fn entry(&self) -> Entry;
    /// The input's fields at fault, if any.
    fn fields(&self) -> Vec<FieldError> {
        Vec::new()
    }
    /// Attempts left, if this one was counted against a limit.
    fn attempts_remaining(&self) -> Option<u32> {
        None
    }
    /// Seconds to wait before trying again, if waiting helps.
    fn retry_after_s(&self) -> Option<u64> {
        None
    }
}

/// One field that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// Name in the body, camelCase, with dots for what is nested.
    pub field: String,
    /// Stable kebab-case word.
    pub code: String,
    /// The specified message.
    pub message: String,
}

impl FieldError {
    /// A field with its message; the code is made of both ends of the rule.
    pub fn new(field: &str, code: &str, message: impl Into<String>) -> Self {
        Self { field: field.to_owned(), code: code.to_owned(), message: message.into() }
    }
}

/// An RFC 9457 answer.
#[derive(Debug)]
pub struct Problem {
    /// Status and code.
    pub entry: Entry,
    /// The specified message.
    pub detail: String,
    /// Fields at fault.
    pub errors: Vec<FieldError>,
    /// Seconds to wait.
    pub retry_after_s: Option<u64>,
    /// Attempts left, if this one was counted against a limit.
    pub attempts_remaining: Option<u32>,
    /// What really happened; logged for 5xx, never sent.
    cause: Option<String>,
}

/// The document of a [`Problem`], `application/problem+json`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemDocument {
    /// A URI that names the kind of problem.
    r#type: String,
    /// The status in words.
    title: String,
    /// HTTP status.
    status: u16,
    /// The message for people.
    detail: String,
    /// Stable kebab-case word.
    code: String,
    /// Fields at fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    /// Seconds to wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
    /// Attempts left, if this one was counted against a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    attempts_remaining: Option<u32>,
}

impl Problem {
    /// A problem with its message.
    pub fn new(entry: Entry, detail: impl Into<String>) -> Self {
        Self {
            entry,
            detail: detail.into(),
            errors: Vec::new(),
            retry_after_s: None,
            attempts_remaining: None,
            cause: None,
        }
    }
    /// The fields at fault.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.errors = errors;
        self
    }
    /// Seconds after which trying again makes sense.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }
    /// What really happened, for the log.
    #[must_use]
    pub fn because(mut self, cause: impl std::fmt::Display) -> Self {
        self.cause = Some(cause.to_string());
        self
    }
    /// A fault of ours, with the specified generic line.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::new(Entry::internal(), "An error occurred. Please try again.").because(cause)
    }
    /// The 404 that a foreign thing and a missing thing share.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(Entry::not_found("not-found"), "Not found")
    }
    /// The 405 of a path that takes other methods.
    #[must_use]
    pub fn method_not_allowed() -> Self {
        let entry = Entry { status: StatusCode::METHOD_NOT_ALLOWED, code: "method-not-allowed" };
        Self::new(entry, "This address does not take that method.")
    }
    /// The 503 of a full disk. Reads still work, and the same request succeeds once there is space.
    pub fn storage_full(cause: impl std::fmt::Display) -> Self {
        let detail = "There is no space left to save changes. Please try again later.";
        let problem = Self::new(Entry::away("storage-full"), detail);
        problem.retry_after(STORAGE_FULL_RETRY_S).because(cause)
    }
    /// The 503 of a database that cannot be reached.
    pub fn storage_away(cause: impl std::fmt::Display) -> Self {
        let detail = "Service temporarily unavailable. Please try again later.";
        let problem = Self::new(Entry::away("storage-away"), detail);
        problem.retry_after(AWAY_RETRY_S).because(cause)
    }
    /// The 429 of a limit, in the specified words of that limit.
    pub fn rate_limited(detail: impl Into<String>, retry_after_s: u64) -> Self {
        Self::new(Entry::slow_down("rate-limited"), detail).retry_after(retry_after_s)
    }
}

impl<E: Catalogued> From<E> for Problem {
    fn from(error: E) -> Self {
        let entry = error.entry();
        // Whatever the feature calls its failed writes.
        let failure = if entry.status.is_server_error() { failure_of(&error) } else { None };
        match failure {
            Some(Failure::StorageFull) => return Self::storage_full(chain(&error)),
            Some(Failure::Unavailable) if entry.status != StatusCode::SERVICE_UNAVAILABLE => {
                return Self::storage_away(chain(&error));
            }
            _ => {}
        }
        let (fields, wait, detail) = (error.fields(), error.retry_after_s(), error.to_string());
        let cause = entry.status.is_server_error().then(|| chain(&error));
        let attempts_remaining = error.attempts_remaining();
        Self { entry, detail, errors: fields, retry_after_s: wait, attempts_remaining, cause }
    }
}

impl From<sea_orm::DbErr> for Problem {
    fn from(error: sea_orm::DbErr) -> Self {
        match Failure::of(&error) {
            Some(Failure::StorageFull) => Self::storage_full(error),
            Some(Failure::Unavailable) => Self::storage_away(error),
            None => Self::internal(error),
        }
    }
}

impl From<BlobError> for Problem {
    fn from(error: BlobError) -> Self {
        if is_storage_full(&error) { Self::storage_full(error) } else { Self::internal(error) }
    }
}

/// Whether there was no space for what was to be written: in the database or in a file.
pub(crate) fn is_storage_full(error: &(dyn std::error::Error + 'static)) -> bool {
    failure_of(error) == Some(Failure::StorageFull)
}

/// The class of the first error of the database or of a file among an error's causes.
fn failure_of(error: &(dyn std::error::Error + 'static)) -> Option<Failure> {
    std::iter::successors(Some(error), |error| error.source()).find_map(|error| {
        if let Some(error) = error.downcast_ref::<sea_orm::DbErr>() {
            Failure::of(error)
        } else if let Some(cause) = error.downcast_ref::<sea_orm::RuntimeErr>() {
            Failure::of_runtime(cause)
        } else if error.is::<sea_orm::ConnAcquireErr>() {
            Some(Failure::Unavailable)
        } else {
            let cause = error.downcast_ref::<io::Error>();
            cause.and_then(Failure::of_io)
        }
    })
}

/// The error and everything beneath it, in one line.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut line = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        line.push_str(": ");
        line.push_str(&cause.to_string());
        next = cause.source();
    }
    line
}

impl IntoResponse for Problem {
    fn into_response(mut self) -> Response {
        let status = self.entry.status;
        if status == StatusCode::SERVICE_UNAVAILABLE {
            self.retry_after_s.get_or_insert(AWAY_RETRY_S);
        }
        if let Some(cause) = self.cause.as_deref().filter(|_| status.is_server_error()) {
            tracing::error!(
                code = self.entry.code,
                status = status.as_u16(),
                cause,
                "request failed"
            );
        }
        let body = ProblemDocument {
            r#type: format!("urn:guildhall:problem:{}", self.entry.code),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            detail: self.detail,
            code: self.entry.code.to_owned(),
            errors: self.errors,
            retry_after: self.retry_after_s,
            attempts_remaining: self.attempts_remaining,
        };
        let mut response = (status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after_s {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::{ConnAcquireErr, DbErr};

    #[derive(Debug, thiserror::Error)]
    #[error("The post was not saved.")]
    struct Failed(#[from] DbErr);

    impl Catalogued for Failed {
        fn entry(&self) -> Entry {
            Entry::internal()
        }
    }

    #[test]
    fn an_unavailable_database_is_503_whatever_a_feature_calls_it() {
        let away = DbErr::ConnectionAcquire(ConnAcquireErr::Timeout);
        let problem = Problem::from(Failed(away));
        assert_eq!(problem.entry, Entry::away("storage-away"));
        let response = problem.into_response();
        assert_eq!(response.headers().get("retry-after"), Some(&HeaderValue::from(AWAY_RETRY_S)));
        let other = Problem::from(Failed(DbErr::RecordNotFound(String::new())));
        assert_eq!(
            (other.entry, other.detail.as_str()),
            (Entry::internal(), "The post was not saved.")
        );
    }

    #[test]
    fn every_503_says_when_to_try_again() {
        let response = Problem::new(Entry::away("busy"), "Busy").into_response();
        assert_eq!(response.headers().get("retry-after"), Some(&HeaderValue::from(AWAY_RETRY_S)));
    }
}
