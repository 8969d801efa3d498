//! The filter of posts and messages, for the network and for single portals (G-029). A portal without
//! a filter of its own follows the network; the settings have the network's until staff choose one.

use super::error::StaffError;
use crate::affiliations;
use crate::limits::check_limit;
use platform::api::ApiRouter;
use platform::audit::{AuditedAction, record_action};
use platform::content_filters;
use platform::extract::{Json, Path};
use platform::limiter::LimitedAction;
use platform::problem::ProblemDocument;
use platform::{
    AccountViewer, Problem, Scope, Services, Site, Staff, TenantId, Tx, config::ContentFilter,
    routes,
};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_filter, set_filter)).routes(routes!(set_of_portal))
}

/// Filter of posts and messages on the network.
#[derive(Debug, Serialize, ToSchema)]
struct NetworkContentFilter {
    filter: ContentFilter,
}

/// New filter of the network.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NetworkContentFilterChange {
    #[schema(value_type = ContentFilter)]
    filter: String,
}

/// Filter of a portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PortalContentFilter {
    /// `null` if the network's applies.
    content_filter: Option<ContentFilter>,
}

/// New filter of a portal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PortalContentFilterChange {
    /// `null` to follow the network.
    #[schema(value_type = Option<ContentFilter>, required = true)]
    filter: Option<String>,
}

fn read_filter(name: &str) -> Result<ContentFilter, StaffError> {
    ContentFilter::from_name(name).ok_or(StaffError::ContentFilter)
}

/// Returns the content filter of the network.
#[utoipa::path(get, path = "/staff/content-filter", operation_id = "getContentFilter", tag = "staff",
    responses((status = 200, body = NetworkContentFilter), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.get_content_filter", skip_all)]
async fn get_filter(scope: Scope<Staff>) -> Result<Json<NetworkContentFilter>, Problem> {
    let filter = content_filters::current(scope.services(), Site::Main).await?;
    Ok(Json(NetworkContentFilter { filter }))
}

/// Sets the content filter of the network. It applies to the next post or message.
#[utoipa::path(put, path = "/staff/content-filter", operation_id = "updateContentFilter", tag = "staff",
    request_body = NetworkContentFilterChange,
    responses((status = 200, body = NetworkContentFilter), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.set_content_filter", skip_all)]
async fn set_filter(
    mut scope: Scope<Staff>,
    Json(body): Json<NetworkContentFilterChange>,
) -> Result<Json<NetworkContentFilter>, Problem> {
    let filter = read_filter(&body.filter)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::StaffChange).await?;
    let initial = scope.services().config().content.filter;
    let tx = scope.begin().await?;
    let before = content_filters::store(&tx, Site::Main, Some(filter)).await?;
    let before = before.unwrap_or(initial);
    if before != filter {
        let subject = ("content-filter.change", "network", "network".to_owned());
        audit(&tx, subject, (Some(before), Some(filter))).await?;
    }
    tx.commit().await?;
    content_filters::reload(scope.services()).await;
    Ok(Json(NetworkContentFilter { filter }))
}

/// Sets the content filter of a portal. It applies to the next post or message there.
#[utoipa::path(put, path = "/staff/tenants/{id}/content-filter",
    operation_id = "updateTenantContentFilter", tag = "staff", params(("id" = TenantId, Path)),
    request_body = PortalContentFilterChange,
    responses((status = 200, body = PortalContentFilter), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.set_portal_content_filter", skip_all, fields(tenant.id = %id))]
async fn set_of_portal(
    mut scope: Scope<Staff>,
    Path(id): Path<TenantId>,
    Json(body): Json<PortalContentFilterChange>,
) -> Result<Json<PortalContentFilter>, Problem> {
    let filter = body.filter.as_deref().map(read_filter).transpose()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::StaffChange).await?;
    let tx = scope.begin().await?;
    let portal = affiliations::find_portal(&tx, id).await?;
    let (affiliation, is_archived) = portal.ok_or_else(Problem::not_found)?;
    if is_archived {
        return Err(StaffError::PortalArchived.into());
    }
    let before = content_filters::store(&tx, Site::Portal(affiliation), filter).await?;
    if before != filter {
        let subject = ("tenant.change-content-filter", "tenant", id.to_string());
        audit(&tx, subject, (before, filter)).await?;
    }
    tx.commit().await?;
    content_filters::reload(scope.services()).await;
    Ok(Json(PortalContentFilter { content_filter: filter }))
}

async fn audit(
    tx: &Tx<'_, Staff>,
    (action, subject_kind, subject_id): (&'static str, &'static str, String),
    (before, after): (Option<ContentFilter>, Option<ContentFilter>),
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind,
        subject_id,
        before: json!({ "contentFilter": before }),
        after: json!({ "contentFilter": after }),
        reason: None,
    };
    record_action(tx, act).await
}
