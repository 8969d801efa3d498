//! HTTP route of the export.

use super::rules::{self, CommunityExport};
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures::stream;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use platform::api::ApiRouter;
use platform::extract::Path;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};

/// Message when an export could not be started.
const COPY_FAILED: &str = "Failed to export community";

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(download_export))
}

/// Exports a community's content for its admins: one JSON line for the community and for each
/// thread, post, picture of a post, article, comment and announcement. Needs recent authentication.
#[utoipa::path(get, path = "/communities/{id}/export", operation_id = "exportCommunity",
    tag = "communities", params(("id" = CommunityId, Path)),
    responses((status = 200, body = String, content_type = "application/x-ndjson"),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "communities.export", skip_all, fields(community.id = %id))]
async fn download_export(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<Response, Problem> {
    let copying = rules::begin(scope, id).await.or_detail(COPY_FAILED)?;
    let lines = stream::try_unfold(copying, async |mut copying: CommunityExport| {
        let more = copying.next().await?;
        Ok::<_, rules::ExportInterruption>(more.map(|text| (text, copying)))
    });
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson"),
        (CONTENT_DISPOSITION, "attachment; filename=\"community.ndjson\""),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}
