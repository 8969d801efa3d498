//! The start page of the staff portal: totals, trends, and the open items that wait for staff, the
//! oldest first. `sources` names the features that have such items. 3 queries.

mod sources;

use crate::analytics::{self, DailyTrends};
use axum::Extension;
use chrono::Duration;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::staff::StaffPortal;
use platform::staff_work::{FurtherSources, WorkItem, oldest_items};
use platform::{Problem, Scope, Services, routes};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read))
}

/// Maximum number of listed items.
const ITEMS_MAX: u64 = 50;

/// Current totals.
#[derive(Debug, Default, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NetworkTotals {
    /// All accounts.
    users: i64,
    /// Accounts created in the last seven days.
    new_users: i64,
    /// Accounts with an active pause.
    paused_users: i64,
    /// Banned or suspended accounts.
    suspended_users: i64,
    /// Members of staff.
    staff: i64,
    affiliations: i64,
    /// Pending affiliation requests of all kinds.
    affiliation_requests_pending: i64,
    communities: i64,
    waitlist_pending: i64,
    waitlist_invited: i64,
    waitlist_declined: i64,
    /// Invite codes that can be used now.
    usable_invite_codes: i64,
    /// Security alerts of the last seven days.
    recent_alerts: i64,
    /// Audit log entries of the last seven days.
    recent_audit: i64,
}

const SELECT: &str = "SELECT \
     (SELECT COUNT(*) FROM users) AS users, \
     (SELECT COUNT(*) FROM users WHERE joined_date > $2) AS new_users, \
     (SELECT COUNT(*) FROM users WHERE account_status = 'paused' \
        AND (paused_until IS NULL OR paused_until > $1)) AS paused_users, \
     (SELECT COUNT(*) FROM users WHERE status IS NOT NULL) AS suspended_users, \
     (SELECT COUNT(*) FROM users WHERE is_staff) AS staff, \
     (SELECT COUNT(*) FROM affiliations) AS affiliations, \
     (SELECT COUNT(*) FROM affiliation_requests WHERE status = 'pending') \
        AS affiliation_requests_pending, \
     (SELECT COUNT(*) FROM communities) AS communities, \
     (SELECT COUNT(*) FROM waitlist WHERE status = 'pending') AS waitlist_pending, \
     (SELECT COUNT(*) FROM waitlist WHERE status = 'invited') AS waitlist_invited, \
     (SELECT COUNT(*) FROM waitlist WHERE status = 'declined') AS waitlist_declined, \
     (SELECT COUNT(*) FROM invite_codes WHERE is_active \
        AND (max_uses IS NULL OR usage_count < max_uses) \
        AND (expires_at IS NULL OR expires_at > $1)) AS usable_invite_codes, \
     (SELECT COUNT(*) FROM security_alerts WHERE received_at > $2) AS recent_alerts, \
     (SELECT COUNT(*) FROM audit_log WHERE created_at > $2) AS recent_audit";

/// Start page of the staff portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NetworkOverview {
    #[serde(flatten)]
    totals: NetworkTotals,
    /// Open items that the viewer may handle, the oldest first; at most fifty.
    items: Vec<WorkItem>,
    /// There are further items.
    more_items: bool,
    /// Daily values of two weeks.
    trends: DailyTrends,
}

/// Returns the totals, the trends of fourteen days, and the open items that the viewer's role may
/// handle. 3 queries.
#[utoipa::path(get, path = "/staff/overview", operation_id = "getStaffOverview", tag = "staff",
    responses((status = 200, body = NetworkOverview), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.overview", skip_all)]
async fn read(
    scope: Scope<StaffWith<StaffPortal>>,
    further: Option<Extension<FurtherSources>>,
) -> Result<Json<NetworkOverview>, Problem> {
    let now = scope.now();
    let values = vec![now.into(), (now - Duration::days(7)).into()];
    let totals = scope.raw(SELECT, values).one::<NetworkTotals>().await?.unwrap_or_default();
    let further = further.map_or(&[][..], |Extension(FurtherSources(further))| further);
    let sources = sources::of_role(scope.viewer().role(), further);
    let mut items = oldest_items(&scope, &sources, ITEMS_MAX + 1).await?;
    let shown = usize::try_from(ITEMS_MAX).unwrap_or(usize::MAX);
    let more_items = items.len() > shown;
    items.truncate(shown);
    let trends = analytics::daily_trends(&scope, now).await?;
    Ok(Json(NetworkOverview { totals, items, more_items, trends }))
}
