//! HTTP routes: reporting an alert, and listing alerts as staff.

use super::report::{self, SecurityAlertReport};
use axum::extract::DefaultBodyLimit;
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::alerts::{AlertId, row};
use platform::api::ApiRouter;
use platform::extract::{Json, Query};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Staff, UserId, Visitor, routes};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use wire::Content;

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(report))
        .layer(DefaultBodyLimit::max(Content::Alert.bytes_max()))
        .routes(routes!(list))
}

/// Receipt of a stored alert.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AlertReceipt {
    id: AlertId,
}

/// Reports an alert.
#[utoipa::path(post, path = "/securityAlert", operation_id = "reportSecurityAlert", tag = "alerts",
    request_body = SecurityAlertReport,
    responses((status = 201, body = AlertReceipt), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "alerts.report", skip_all)]
async fn report(
    mut scope: Scope<Visitor>,
    Json(body): Json<SecurityAlertReport>,
) -> Result<(StatusCode, Json<AlertReceipt>), Problem> {
    let id = report::store_alert(&mut scope, body).await?;
    Ok((StatusCode::CREATED, Json(AlertReceipt { id })))
}

/// Filter and page of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct AlertQuery {
    alert_type: Option<String>,
    severity: Option<String>,
    /// `browser` or `server`.
    raised_by: Option<String>,
    user_id: Option<UserId>,
    /// Start of the time range, inclusive.
    from: Option<DateTime<Utc>>,
    /// End of the time range, exclusive.
    to: Option<DateTime<Utc>>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

impl AlertQuery {
    fn filter_condition(&self) -> Condition {
        use row::Column::{AlertType, RaisedBy, ReceivedAt, Severity, UserId};
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        Condition::all()
            .add_option(given(&self.alert_type).map(|text| AlertType.eq(text)))
            .add_option(given(&self.severity).map(|text| Severity.eq(text)))
            .add_option(given(&self.raised_by).map(|text| RaisedBy.eq(text)))
            .add_option(self.user_id.map(|id| UserId.eq(id.uuid())))
            .add_option(self.from.map(|from| ReceivedAt.gte(from)))
            .add_option(self.to.map(|to| ReceivedAt.lt(to)))
    }
}

/// An alert.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecurityAlert {
    id: AlertId,
    /// `browser` or `server`.
    raised_by: String,
    alert_type: String,
    severity: String,
    user_id: Option<UserId>,
    user_email: Option<String>,
    user_verified: bool,
    /// Network of the client, as /24 or /48.
    ip_prefix: Option<String>,
    /// Unverified details from the reporter.
    #[schema(value_type = Object)]
    claims: Value,
    received_at: DateTime<Utc>,
}

impl From<row::Model> for SecurityAlert {
    fn from(row: row::Model) -> Self {
        Self {
            id: row.id,
            raised_by: row.raised_by,
            alert_type: row.alert_type,
            severity: row.severity,
            user_id: row.user_id,
            user_email: row.user_email,
            user_verified: row.user_verified,
            ip_prefix: row.ip_prefix,
            claims: row.claims,
            received_at: row.received_at,
        }
    }
}

/// Lists security alerts, newest first.
#[utoipa::path(get, path = "/staff/security-alerts", operation_id = "listSecurityAlerts",
    tag = "staff", params(AlertQuery),
    responses((status = 200, body = Page<SecurityAlert>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "alerts.list", skip_all)]
async fn list(
    scope: Scope<Staff>,
    Query(filter): Query<AlertQuery>,
) -> Result<Json<Page<SecurityAlert>>, Problem> {
    use row::Column::{Id, ReceivedAt};
    let query = PageQuery { cursor: filter.cursor.clone(), limit: filter.limit };
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let beyond =
        query.decode_cursor::<TimeCursor>()?.map(|last| last.after_in_descending(ReceivedAt, Id));
    let rows = scope
        .global::<row::Entity>()
        .filter(filter.filter_condition().add_option(beyond))
        .modify_select(|select| select.order_by_desc(ReceivedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.received_at, id: row.id.uuid() });
    Ok(Json(page.map_items(SecurityAlert::from)))
}
