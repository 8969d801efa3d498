//! HTTP routes for staff to edit legal documents.

use super::document::{DocumentKey, split_date};
use super::editing::{self, LegalDraft};
use super::error::LegalError;
use super::history::{self, AdditionOfPortal};
use super::routes::LegalDocument;
use super::rows::version;
use crate::{content, profiles};
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::ProblemDocument;
use platform::{AffiliationId, Problem, Scope, Services, Staff, UserId, routes};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// Default and maximum page size of versions.
const PAGE_SIZES: (u64, u64) = (20, 100);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(publish))
        .routes(routes!(preview_document))
        .routes(routes!(list_versions))
        .routes(routes!(read_version))
        .routes(routes!(list_additions))
        .routes(routes!(put_addition))
}

/// A new version of a document.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewLegalDocumentVersion {
    title: String,
    /// Markdown, optionally below a line with the effective date (`YYYY-MM-DD`).
    content: String,
    /// If omitted, the date above the text applies, or the previous one; `null` removes it.
    #[serde(default, deserialize_with = "deserialize_nullable")]
    #[schema(value_type = Option<String>)]
    effective_date: Option<Option<String>>,
    /// Version on which the edit is based: 409 if there is a newer one.
    base_version: Option<i64>,
}

/// Distinguishes a `null` field from an omitted one.
fn deserialize_nullable<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(from).map(Some)
}

/// A text to preview.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LegalPreviewText {
    content: String,
}

/// The rendered preview.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LegalPreview {
    html: String,
    /// The effective date above the text.
    effective_date: Option<String>,
}

/// A version of a document.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DocumentVersion {
    version: i64,
    title: String,
    content: String,
    effective_date: Option<String>,
    published_at: DateTime<Utc>,
    published_by: Option<UserId>,
    /// Current name of the publisher.
    published_by_name: Option<String>,
}

/// A portal's addition to a document.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LegalAddition {
    affiliation_id: AffiliationId,
    brand_name: String,
    subdomain: String,
    /// Markdown; empty if there is no addition.
    content: String,
    /// 0 if there never was an addition.
    version: i64,
    last_updated: Option<DateTime<Utc>>,
}

/// All portals, with their additions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LegalAdditions {
    items: Vec<LegalAddition>,
}

impl From<AdditionOfPortal> for LegalAddition {
    fn from(row: AdditionOfPortal) -> Self {
        Self {
            affiliation_id: row.affiliation_id,
            brand_name: row.brand_name,
            subdomain: row.subdomain,
            content: row.content.unwrap_or_default(),
            version: row.version.unwrap_or_default(),
            last_updated: row.last_updated,
        }
    }
}

fn parse_key(key: &str) -> Result<DocumentKey, LegalError> {
    DocumentKey::from_name(key).ok_or(LegalError::NotFound)
}

/// Publishes a new version. All users are asked to acknowledge it.
#[utoipa::path(put, path = "/legal/{key}", operation_id = "publishLegalDocument", tag = "legal",
    params(("key" = String, Path)), request_body = NewLegalDocumentVersion,
    responses((status = 200, body = LegalDocument), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "legal.publish", skip_all, fields(document.key = %key))]
async fn publish(
    mut scope: Scope<Staff>,
    Path(key): Path<String>,
    Json(body): Json<NewLegalDocumentVersion>,
) -> Result<Json<LegalDocument>, Problem> {
    let draft = LegalDraft {
        title: body.title,
        content: body.content,
        effective_date: body.effective_date,
        base_version: body.base_version,
    };
    let published = editing::publish(&mut scope, parse_key(&key)?, draft).await?;
    Ok(Json(LegalDocument::from_rows(published, None)))
}

/// Renders a text like the published document.
#[utoipa::path(post, path = "/staff/legal/preview", operation_id = "previewLegalDocument",
    tag = "staff", request_body = LegalPreviewText,
    responses((status = 200, body = LegalPreview), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "legal.preview", skip_all)]
async fn preview_document(
    _scope: Scope<Staff>,
    Json(body): Json<LegalPreviewText>,
) -> Result<Json<LegalPreview>, Problem> {
    let text = split_date(&body.content);
    let html = content::render_document(&text.content);
    Ok(Json(LegalPreview { html, effective_date: text.effective_date }))
}

/// Lists all versions, newest first.
#[utoipa::path(get, path = "/staff/legal/{key}/versions", operation_id = "listLegalVersions",
    tag = "staff", params(("key" = String, Path), PageQuery),
    responses((status = 200, body = Page<DocumentVersion>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "legal.versions", skip_all, fields(document.key = %key))]
async fn list_versions(
    scope: Scope<Staff>,
    Path(key): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<DocumentVersion>>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let rows =
        history::list_versions(&scope, parse_key(&key)?, query.decode_cursor()?, limit).await?;
    let page = Page::from_rows(rows, limit, |row| row.version);
    let ids: Vec<UserId> = page.items.iter().filter_map(|row| row.published_by).collect();
    let people = profiles::load_people(&scope, &ids).await?;
    Ok(Json(page.map_items(|row| {
        let by = row.published_by.and_then(|id| people.get(&id));
        to_view(row, by.map(|person| person.display_name.clone()))
    })))
}

/// Returns one version.
#[utoipa::path(get, path = "/staff/legal/{key}/versions/{version}", tag = "staff",
    operation_id = "getLegalVersion", params(("key" = String, Path), ("version" = i64, Path)),
    responses((status = 200, body = DocumentVersion), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "legal.read_version", skip_all, fields(document.key = %key))]
async fn read_version(
    scope: Scope<Staff>,
    Path((key, version)): Path<(String, i64)>,
) -> Result<Json<DocumentVersion>, Problem> {
    let row =
        history::find(&scope, parse_key(&key)?, version).await?.ok_or(LegalError::NotFound)?;
    let by = match row.published_by {
        Some(id) => Some(profiles::person_of(&scope, id).await?.display_name),
        None => None,
    };
    Ok(Json(to_view(row, by)))
}

fn to_view(row: version::Model, published_by_name: Option<String>) -> DocumentVersion {
    DocumentVersion {
        version: row.version,
        title: row.title,
        content: row.content,
        effective_date: row.effective_date,
        published_at: row.published_at,
        published_by: row.published_by,
        published_by_name,
    }
}

/// Lists all portals, with their additions to a document.
#[utoipa::path(get, path = "/staff/legal/{key}/additions", operation_id = "listLegalAdditions",
    tag = "staff", params(("key" = String, Path)),
    responses((status = 200, body = LegalAdditions), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "legal.additions", skip_all, fields(document.key = %key))]
async fn list_additions(
    scope: Scope<Staff>,
    Path(key): Path<String>,
) -> Result<Json<LegalAdditions>, Problem> {
    let rows = history::list_additions(&scope, parse_key(&key)?).await?;
    Ok(Json(LegalAdditions { items: rows.into_iter().map(LegalAddition::from).collect() }))
}

/// A portal's new addition.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewLegalAddition {
    /// Markdown; an empty text removes the addition.
    content: String,
}

/// A portal's current addition.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CurrentLegalAddition {
    affiliation_id: AffiliationId,
    key: String,
    content: String,
    version: i64,
    last_updated: DateTime<Utc>,
}

/// Changes a portal's addition. Its members are asked to acknowledge the document again on the
/// portal.
#[utoipa::path(put, path = "/staff/legal/{key}/additions/{affiliationId}", tag = "staff",
    operation_id = "setLegalAddition", request_body = NewLegalAddition,
    params(("key" = String, Path), ("affiliationId" = AffiliationId, Path)),
    responses((status = 200, body = CurrentLegalAddition), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "legal.put_addition", skip_all, fields(document.key = %key))]
async fn put_addition(
    mut scope: Scope<Staff>,
    Path((key, portal)): Path<(String, AffiliationId)>,
    Json(body): Json<NewLegalAddition>,
) -> Result<Json<CurrentLegalAddition>, Problem> {
    let row = editing::add(&mut scope, parse_key(&key)?, portal, &body.content).await?;
    Ok(Json(CurrentLegalAddition {
        affiliation_id: row.affiliation_id,
        key: row.key,
        content: row.content,
        version: row.version,
        last_updated: row.last_updated,
    }))
}
