//! Errors as RFC 9457 problem documents.
//!
//! A feature has one `thiserror` enum: its `Display` is the specified message, its
//! [`CatalogueError::entry`] the code and status; handlers use `?`. The cause of a 5xx is logged once
//! and never sent. Messages are written in English, and translated into the language of the request
//! when the response is built.

use crate::db_failure::ErrorClass;
use crate::language::{self, Language, TextGroup};
use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use std::borrow::Cow;
use std::io;
use utoipa::ToSchema;

/// `Retry-After` in seconds while the disk is full. Writes succeed within this time after there is
/// space again.
const STORAGE_FULL_RETRY_S: u64 = 5;

/// `Retry-After` in seconds while a dependency is unavailable.
const AWAY_RETRY_S: u64 = 1;

/// Code and status of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProblemEntry {
    /// HTTP status.
    pub status: StatusCode,
    /// Stable kebab-case code for clients.
    pub code: &'static str,
}

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident => $status:ident),* $(,)?) => {
        impl ProblemEntry {
            $($(#[$doc])* #[must_use] pub const fn $name(code: &'static str) -> Self {
                Self { status: StatusCode::$status, code }
            })*
        }
    };
}
entries! {
    /// 400: the input cannot be parsed.
    bad_request => BAD_REQUEST,
    /// 401: not signed in.
    unauthorized => UNAUTHORIZED,
    /// 403: visible to the viewer, but not allowed.
    forbidden => FORBIDDEN,
    /// 404: does not exist for the viewer.
    not_found => NOT_FOUND,
    /// 409: conflicts with the current state.
    conflict => CONFLICT,
    /// 413: too large.
    too_large => PAYLOAD_TOO_LARGE,
    /// 422: parsed, but refused by a validation rule.
    invalid => UNPROCESSABLE_ENTITY,
    /// 429: rate limited.
    slow_down => TOO_MANY_REQUESTS,
    /// 503: a dependency is unavailable.
    away => SERVICE_UNAVAILABLE,
}

impl ProblemEntry {
    /// 500: internal error; the caller gets the feature's generic message.
    #[must_use]
    pub const fn internal() -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, code: "internal" }
    }
}

/// An error of the catalogue: `Display` is its message, [`Self::entry`] its code.
pub trait CatalogueError: std::error::Error + Send + Sync + 'static {
    /// Code and status.
    fn entry(&self) -> ProblemEntry;
    /// Invalid fields of the input, if any.
    fn fields(&self) -> Vec<FieldError> {
        Vec::new()
    }
    /// Remaining attempts, if this one counted against a limit.
    fn attempts_remaining(&self) -> Option<u32> {
        None
    }
    /// Seconds to wait before a retry, if waiting helps.
    fn retry_after_s(&self) -> Option<u64> {
        None
    }
}

/// An invalid field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// Field name in the body, camelCase, with dots for nested fields.
    pub field: String,
    /// Stable kebab-case code.
    pub code: String,
    /// The specified message.
    pub message: String,
    /// Parts of the field's text that were refused, in their order, if the error is about some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<TextRange>,
}

/// A part of a text, in Unicode characters from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct TextRange {
    /// First character.
    pub start: usize,
    /// Character after the last one.
    pub end: usize,
}

impl FieldError {
    /// Creates a field error.
    pub fn new(field: &str, code: &str, message: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            code: code.to_owned(),
            message: message.into(),
            positions: Vec::new(),
        }
    }

    /// Adds the refused parts of the text.
    #[must_use]
    pub fn with_positions(self, positions: Vec<TextRange>) -> Self {
        Self { positions, ..self }
    }

    fn translated(self, language: Language) -> Self {
        Self { message: translated(self.message, language), ..self }
    }
}

/// Messages of several fields are also the detail, separated by this.
const BETWEEN_MESSAGES: &str = ", ";

fn translated_detail(detail: String, errors: &[FieldError], language: Language) -> String {
    let joined = |messages: Vec<String>| messages.join(BETWEEN_MESSAGES);
    if errors.len() > 1
        && joined(errors.iter().map(|error| error.message.clone()).collect()) == detail
    {
        let messages = errors.iter().map(|error| translated(error.message.clone(), language));
        return joined(messages.collect());
    }
    translated(detail, language)
}

/// The message in the language of the response.
fn translated(message: String, language: Language) -> String {
    match language::translate(TextGroup::Problems, &message, language) {
        Cow::Owned(translation) => translation,
        Cow::Borrowed(_) => message,
    }
}

/// An RFC 9457 response.
#[derive(Debug)]
pub struct Problem {
    /// Status and code.
    pub entry: ProblemEntry,
    /// The specified message.
    pub detail: String,
    /// Invalid fields.
    pub errors: Vec<FieldError>,
    /// Seconds to wait before a retry.
    pub retry_after_s: Option<u64>,
    /// Remaining attempts, if this one counted against a limit.
    pub attempts_remaining: Option<u32>,
    /// Internal cause; logged for 5xx, never sent.
    cause: Option<String>,
}

/// Document of a [`Problem`], `application/problem+json`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemDocument {
    /// URI of the problem type.
    r#type: String,
    /// Status text.
    title: String,
    /// HTTP status.
    status: u16,
    /// Message for people.
    detail: String,
    /// Stable kebab-case code.
    code: String,
    /// Invalid fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    /// Seconds to wait before a retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
    /// Remaining attempts, if this one counted against a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    attempts_remaining: Option<u32>,
}

impl Problem {
    /// Creates a problem with its message.
    pub fn new(entry: ProblemEntry, detail: impl Into<String>) -> Self {
        Self {
            entry,
            detail: detail.into(),
            errors: Vec::new(),
            retry_after_s: None,
            attempts_remaining: None,
            cause: None,
        }
    }
    /// Adds invalid fields.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.errors = errors;
        self
    }
    /// Sets the seconds to wait before a retry.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }
    /// Sets the internal cause, for the log.
    #[must_use]
    pub fn with_cause(mut self, cause: impl std::fmt::Display) -> Self {
        self.cause = Some(cause.to_string());
        self
    }
    /// Returns the internal cause, for the log and the operator's terminal.
    #[must_use]
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }
    /// Creates an internal error with the specified generic message.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::new(ProblemEntry::internal(), "An error occurred. Please try again.")
            .with_cause(cause)
    }
    /// 404, identical for an inaccessible and a missing resource.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(ProblemEntry::not_found("not-found"), "Not found")
    }
    /// 405 of a path with other methods.
    #[must_use]
    pub fn method_not_allowed() -> Self {
        let entry =
            ProblemEntry { status: StatusCode::METHOD_NOT_ALLOWED, code: "method-not-allowed" };
        Self::new(entry, "This address does not take that method.")
    }
    /// 503 for a full disk. Reads still work, and the same request succeeds once there is space.
    pub fn storage_full(cause: impl std::fmt::Display) -> Self {
        let detail = "There is no space left to save changes. Please try again later.";
        let problem = Self::new(ProblemEntry::away("storage-full"), detail);
        problem.retry_after(STORAGE_FULL_RETRY_S).with_cause(cause)
    }
    /// 503 for an unreachable database.
    pub fn storage_away(cause: impl std::fmt::Display) -> Self {
        let detail = "Service temporarily unavailable. Please try again later.";
        let problem = Self::new(ProblemEntry::away("storage-away"), detail);
        problem.retry_after(AWAY_RETRY_S).with_cause(cause)
    }
    /// 429 of a limit, with the specified message of that limit.
    pub fn rate_limited(detail: impl Into<String>, retry_after_s: u64) -> Self {
        Self::new(ProblemEntry::slow_down("rate-limited"), detail).retry_after(retry_after_s)
    }
    /// Uses `line` as the message if the refusal is caused by a missing sign-in.
    #[must_use]
    pub fn with_sign_in_detail(mut self, line: &str) -> Self {
        if self.entry.status == StatusCode::UNAUTHORIZED {
            line.clone_into(&mut self.detail);
        }
        self
    }
}

/// Sets the message of internal errors: each operation has its own in the specification.
pub trait ResultExt<T> {
    /// Replaces the message of an internal error by `line`. Other errors keep their own.
    ///
    /// # Errors
    /// The same error as `self`.
    fn or_detail(self, line: &str) -> Result<T, Problem>;
}

impl<T, E: Into<Problem>> ResultExt<T> for Result<T, E> {
    fn or_detail(self, line: &str) -> Result<T, Problem> {
        self.map_err(|error| {
            let mut problem: Problem = error.into();
            if problem.entry == ProblemEntry::internal() {
                line.clone_into(&mut problem.detail);
            }
            problem
        })
    }
}

impl<E: CatalogueError> From<E> for Problem {
    fn from(error: E) -> Self {
        let entry = error.entry();
        // Storage failures take precedence over the feature's own error.
        let failure = if entry.status.is_server_error() { failure_of(&error) } else { None };
        match failure {
            Some(ErrorClass::StorageFull) => return Self::storage_full(cause_chain(&error)),
            Some(ErrorClass::Unavailable) if entry.status != StatusCode::SERVICE_UNAVAILABLE => {
                return Self::storage_away(cause_chain(&error));
            }
            _ => {}
        }
        let (fields, wait, detail) = (error.fields(), error.retry_after_s(), error.to_string());
        let cause = entry.status.is_server_error().then(|| cause_chain(&error));
        let attempts_remaining = error.attempts_remaining();
        Self { entry, detail, errors: fields, retry_after_s: wait, attempts_remaining, cause }
    }
}

impl From<sea_orm::DbErr> for Problem {
    fn from(error: sea_orm::DbErr) -> Self {
        match ErrorClass::from_error(&error) {
            Some(ErrorClass::StorageFull) => Self::storage_full(error),
            Some(ErrorClass::Unavailable) => Self::storage_away(error),
            None => Self::internal(error),
        }
    }
}

/// Returns whether there was no space for a write, in the database or in a file.
pub(crate) fn is_storage_full(error: &(dyn std::error::Error + 'static)) -> bool {
    failure_of(error) == Some(ErrorClass::StorageFull)
}

/// Class of the first database or file error among an error's causes.
fn failure_of(error: &(dyn std::error::Error + 'static)) -> Option<ErrorClass> {
    std::iter::successors(Some(error), |error| error.source()).find_map(|error| {
        if let Some(error) = error.downcast_ref::<sea_orm::DbErr>() {
            ErrorClass::from_error(error)
        } else if let Some(cause) = error.downcast_ref::<sea_orm::RuntimeErr>() {
            ErrorClass::of_runtime(cause)
        } else if error.is::<sea_orm::ConnAcquireErr>() {
            Some(ErrorClass::Unavailable)
        } else {
            let cause = error.downcast_ref::<io::Error>();
            cause.and_then(ErrorClass::of_io)
        }
    })
}

/// The error and all of its causes, in one line.
fn cause_chain(error: &(dyn std::error::Error + 'static)) -> String {
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
        let language = language::of_response();
        let body = ProblemDocument {
            r#type: format!("urn:guildhall:problem:{}", self.entry.code),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            detail: translated_detail(self.detail, &self.errors, language),
            code: self.entry.code.to_owned(),
            errors: self.errors.into_iter().map(|error| error.translated(language)).collect(),
            retry_after: self.retry_after_s,
            attempts_remaining: self.attempts_remaining,
        };
        let mut response = (status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
        headers.append(header::VARY, HeaderValue::from_static("Accept-Language"));
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
    struct DatabaseFailure(#[from] DbErr);

    impl CatalogueError for DatabaseFailure {
        fn entry(&self) -> ProblemEntry {
            ProblemEntry::internal()
        }
    }

    #[test]
    fn unavailable_database_is_503_for_every_feature() {
        let away = DbErr::ConnectionAcquire(ConnAcquireErr::Timeout);
        let problem = Problem::from(DatabaseFailure(away));
        assert_eq!(problem.entry, ProblemEntry::away("storage-away"));
        let response = problem.into_response();
        assert_eq!(response.headers().get("retry-after"), Some(&HeaderValue::from(AWAY_RETRY_S)));
        let other = Problem::from(DatabaseFailure(DbErr::RecordNotFound(String::new())));
        assert_eq!(
            (other.entry, other.detail.as_str()),
            (ProblemEntry::internal(), "The post was not saved.")
        );
    }

    #[test]
    fn detail_of_several_fields_is_translated_field_by_field() {
        let error = |message: &str| FieldError::new("field", "code", message);
        let errors = [error("Email is required"), error("Password is required")];
        let detail = "Email is required, Password is required".to_owned();
        let german = translated_detail(detail, &errors, Language::De);
        assert_eq!(german, "Eine E-Mail-Adresse ist erforderlich, Ein Passwort ist erforderlich");
        let other = translated_detail("Not found".to_owned(), &errors, Language::De);
        assert_eq!(other, "Nicht gefunden");
    }

    #[test]
    fn every_503_has_a_retry_after() {
        let response = Problem::new(ProblemEntry::away("busy"), "Busy").into_response();
        assert_eq!(response.headers().get("retry-after"), Some(&HeaderValue::from(AWAY_RETRY_S)));
    }
}
