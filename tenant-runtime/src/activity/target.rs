//! The page that a notification leads to, for links in emails and pushes (C-014, G-082).

use super::error::ActivityError;
use super::{NotificationId, address, store};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, routes};
use serde::Serialize;
use utoipa::ToSchema;
use wire::Site;

/// Page of notifications whose subject has none of its own.
const ACTIVITY_PATH: &str = "/activity";

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_target))
}

/// Kind of the site that shows the subject of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TargetSite {
    Main,
    Portal,
}

/// The page that a notification leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NotificationTarget {
    /// Path of the page.
    path: String,
    /// Kind of the site that shows it.
    site: TargetSite,
    /// Complete address, if that is another site than this one.
    url: Option<String>,
}

/// Returns the page that one of my notifications leads to.
#[utoipa::path(get, path = "/notifications/{id}/target", operation_id = "getNotificationTarget",
    tag = "activity", params(("id" = NotificationId, Path)),
    responses((status = 200, body = NotificationTarget),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "notifications.target", skip_all, fields(notification.id = %id))]
async fn get_target(
    scope: Scope<Member>,
    Path(id): Path<NotificationId>,
) -> Result<Json<NotificationTarget>, Problem> {
    let row = store::find_own(&scope, id).await?.ok_or(ActivityError::NotFound)?;
    let path = address::path_of(&row).unwrap_or_else(|| ACTIVITY_PATH.to_owned());
    let is_here = scope.site() == Site::Main || store::is_visible_here(&scope, id).await?;
    let site = match scope.site() {
        Site::Portal(_) if is_here => TargetSite::Portal,
        // The main site shows everything.
        _ => TargetSite::Main,
    };
    let url = (!is_here).then(|| format!("{}{path}", scope.facts().context.main_origin));
    Ok(Json(NotificationTarget { path, site, url }))
}
