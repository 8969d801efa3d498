//! Own versions of `Json`, `Path` and `Query`: malformed input is answered with a problem document,
//! and handlers never get text that one of the databases cannot store.

use crate::problem::{Problem, ProblemEntry};
use crate::storable;
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::request::Parts;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A JSON body or response.
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (head, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::from_parts(head.clone(), body), state)
            .await
            .map_err(|error| unreadable_problem(error.status(), &error.body_text()))?;
        storable::check_json(&bytes)?;
        let request = Request::from_parts(head, Body::from(bytes));
        let axum::Json(body) = axum::Json::<T>::from_request(request, state)
            .await
            .map_err(|error| unreadable_problem(error.status(), &error.body_text()))?;
        Ok(Self(body))
    }
}

fn unreadable_problem(status: http::StatusCode, reason: &str) -> Problem {
    let entry = match status {
        http::StatusCode::PAYLOAD_TOO_LARGE => ProblemEntry::too_large("body-too-large"),
        http::StatusCode::UNPROCESSABLE_ENTITY => ProblemEntry::invalid("body-malformed"),
        _ => ProblemEntry::bad_request("body-unreadable"),
    };
    Problem::new(entry, plain_message(reason))
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Wraps the parser's message in a sentence of ours.
fn plain_message(reason: &str) -> String {
    let reason = reason.rsplit(": ").next().unwrap_or(reason);
    format!("The request could not be read: {reason}.")
}

/// Path parameters. One that cannot be parsed refers to nothing: 404.
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        storable::check_uri_part(parts.uri.path())?;
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(value)| Self(value)).map_err(|_| Problem::not_found())
    }
}

/// The query string.
#[derive(Debug, Clone, Copy)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        storable::check_uri_part(parts.uri.query().unwrap_or_default())?;
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(value)| Self(value)).map_err(|error| {
            Problem::new(
                ProblemEntry::bad_request("query-unreadable"),
                plain_message(&error.body_text()),
            )
        })
    }
}
