//! HTTP routes of drafts.

use super::error::{LOAD_FAILED, SAVE_FAILED};
use super::rows::Model;
use super::rules;
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list)).routes(routes!(save, delete))
}

/// The post that a draft replies to, as the client wrote it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftReplyTarget {
    /// At most 120 letters, digits and `:`, `_`, `-`.
    pub parent_post_id: String,
    /// Name of its author; at most 200 characters.
    pub name: String,
}

/// Text of a draft. Only its length is validated, because no one else sees it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DraftText {
    /// At most 20,000 characters.
    #[serde(default)]
    pub text: String,
    pub reply_to: Option<DraftReplyTarget>,
}

/// A draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Draft {
    /// Where it is written, in the words of the client.
    place: String,
    text: String,
    reply_to: Option<DraftReplyTarget>,
    updated: DateTime<Utc>,
}

impl From<Model> for Draft {
    fn from(row: Model) -> Self {
        let reply_to = row.reply_to_id.zip(row.reply_to_name);
        let reply_to =
            reply_to.map(|(parent_post_id, name)| DraftReplyTarget { parent_post_id, name });
        Self { place: row.place, text: row.text, reply_to, updated: row.updated }
    }
}

/// All drafts of the viewer on this site.
#[derive(Debug, Serialize, ToSchema)]
struct DraftList {
    items: Vec<Draft>,
}

/// Lists the viewer's drafts on this site, the last changed first; at most 200. One query.
#[utoipa::path(get, path = "/me/drafts", operation_id = "listDrafts", tag = "me",
    responses((status = 200, body = DraftList), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "text_drafts.list", skip_all)]
async fn list(scope: Scope<Member>) -> Result<Json<DraftList>, Problem> {
    let rows = rules::list(&scope).await.or_detail(LOAD_FAILED)?;
    Ok(Json(DraftList { items: rows.into_iter().map(Draft::from).collect() }))
}

/// Stores the viewer's draft of a place. The place is the client's own key: at most 120 letters,
/// digits and `:`, `_`, `-`.
#[utoipa::path(put, path = "/me/drafts/{place}", operation_id = "saveDraft", tag = "me",
    params(("place" = String, Path)), request_body = DraftText,
    responses((status = 200, body = Draft), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "text_drafts.save", skip_all)]
async fn save(
    mut scope: Scope<Member>,
    Path(place): Path<String>,
    Json(body): Json<DraftText>,
) -> Result<Json<Draft>, Problem> {
    let row = rules::save(&mut scope, place, body).await.or_detail(SAVE_FAILED)?;
    Ok(Json(row.into()))
}

/// Deletes the viewer's draft of a place, if any.
#[utoipa::path(delete, path = "/me/drafts/{place}", operation_id = "deleteDraft", tag = "me",
    params(("place" = String, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "text_drafts.delete", skip_all)]
async fn delete(
    mut scope: Scope<Member>,
    Path(place): Path<String>,
) -> Result<StatusCode, Problem> {
    rules::delete(&mut scope, &place).await.or_detail(SAVE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
