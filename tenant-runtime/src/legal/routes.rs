//! HTTP routes to read legal documents. Acknowledging them is part of the own profile, in
//! `profiles`.

use super::rows::{addition, document};
use super::rules;
use crate::content;
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Visitor, routes};
use serde::Serialize;
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read))
}

/// A legal document.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LegalDocument {
    /// Same as `key`.
    id: String,
    /// `terms-of-service`, `privacy-policy` or `community-guidelines`.
    key: String,
    #[serde(serialize_with = "platform::language::localized")]
    title: String,
    /// Markdown.
    content: String,
    /// Rendered HTML.
    html: String,
    last_updated: DateTime<Utc>,
    version: i64,
    /// `YYYY-MM-DD`.
    effective_date: Option<String>,
    /// Not published yet: staff get the draft that comes with the software, others a notice.
    is_placeholder: bool,
    /// This portal's addition, shown below the document.
    addition: Option<PortalAddition>,
}

/// A portal's addition to a document.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PortalAddition {
    /// Markdown.
    content: String,
    /// Rendered HTML.
    html: String,
    last_updated: DateTime<Utc>,
    version: i64,
}

impl LegalDocument {
    pub(super) fn from_rows(row: document::Model, addition: Option<addition::Model>) -> Self {
        Self {
            id: row.key.clone(),
            key: row.key,
            title: row.title,
            html: content::render_document(&row.content),
            content: row.content,
            last_updated: row.last_updated,
            version: row.version,
            effective_date: row.effective_date,
            is_placeholder: row.is_placeholder,
            addition: addition.map(|added| PortalAddition {
                html: content::render_document(&added.content),
                content: added.content,
                last_updated: added.last_updated,
                version: added.version,
            }),
        }
    }
}

/// Returns a document. Public.
#[utoipa::path(
    get,
    path = "/legal/{key}",
    operation_id = "getLegalDocument",
    tag = "legal",
    params(("key" = String, Path, description = "`terms-of-service`, `privacy-policy` or `community-guidelines`")),
    responses((status = 200, body = LegalDocument), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "legal.read", skip_all, fields(document.key = %key))]
async fn read(
    scope: Scope<Visitor>,
    Path(key): Path<String>,
) -> Result<Json<LegalDocument>, Problem> {
    let (document, addition) = rules::read_document(&scope, &key).await?;
    Ok(Json(LegalDocument::from_rows(document, addition)))
}
