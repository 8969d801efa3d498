//! HTTP routes of the session list.

use super::rules;
use crate::accounts::IdentityHost;
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::scope::AccountViewer;
use platform::sessions::row::Model;
use platform::{Problem, Scope, Services, SessionId, SignedIn, routes};
use serde::Serialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list_sessions, end_others)).routes(routes!(end_one))
}

/// A signed-in browser.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionView {
    id: SessionId,
    /// It is the session of this request.
    is_current: bool,
    /// It was transferred to a portal from another session in the list.
    is_carried: bool,
    /// Host on which it is valid.
    host: String,
    /// Short name of the browser, if known.
    browser: Option<String>,
    /// Network of the client, as /24 or /48.
    network: Option<String>,
    stay_signed_in: bool,
    signed_in_at: DateTime<Utc>,
    /// Rounded to the minute.
    last_seen_at: DateTime<Utc>,
    /// Absolute expiry.
    expires_at: DateTime<Utc>,
}

impl SessionView {
    fn from_row(row: Model, here: SessionId) -> Self {
        Self {
            id: row.id,
            is_current: row.id == here,
            is_carried: row.parent_id.is_some(),
            host: row.audience_host,
            browser: row.ua_summary,
            network: row.ip_prefix,
            stay_signed_in: row.stay_signed_in,
            signed_in_at: row.created_at,
            last_seen_at: row.last_seen_at,
            expires_at: row.absolute_expires_at,
        }
    }
}

/// All sessions; an account has at most twenty.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionList {
    items: Vec<SessionView>,
    /// Always null.
    next_cursor: Option<String>,
}

/// Lists the viewer's sessions. 1 query, in addition to the one that finds the session.
#[utoipa::path(
    get,
    path = "/me/sessions",
    operation_id = "listSessions",
    tag = "sessions",
    responses((status = 200, body = SessionList), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "sessions.list", skip_all)]
async fn list_sessions(
    _: IdentityHost,
    scope: Scope<SignedIn>,
) -> Result<Json<SessionList>, Problem> {
    let here = scope.viewer().session();
    let found = rules::list(&scope).await?;
    let items = found.into_iter().map(|row| SessionView::from_row(row, here)).collect();
    Ok(Json(SessionList { items, next_cursor: None }))
}

/// Ends one session, and those transferred from it.
#[utoipa::path(
    delete,
    path = "/me/sessions/{id}",
    operation_id = "endSession",
    tag = "sessions",
    params(("id" = SessionId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "sessions.end_one", skip_all)]
async fn end_one(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
    Path(id): Path<SessionId>,
) -> Result<StatusCode, Problem> {
    rules::end_one(&mut scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all sessions except the current one.
#[utoipa::path(
    delete,
    path = "/me/sessions",
    operation_id = "endOtherSessions",
    tag = "sessions",
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "sessions.end_others", skip_all)]
async fn end_others(_: IdentityHost, mut scope: Scope<SignedIn>) -> Result<StatusCode, Problem> {
    rules::end_others(&mut scope).await?;
    Ok(StatusCode::NO_CONTENT)
}
