//! HTTP routes of the policy, for staff.

use super::rules::{self, Policy, PolicyChange};
use crate::accounts::rows::system_setting::Model;
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Staff, UserId, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(in crate::accounts::second_factor) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read, change))
}

/// The policy of second factors.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MfaSettings {
    enabled: bool,
    required: bool,
    grace_period_days: i64,
    enabled_by: Option<UserId>,
    enabled_at: Option<DateTime<Utc>>,
    required_at: Option<DateTime<Utc>>,
    last_modified_by: Option<UserId>,
    last_modified_at: Option<DateTime<Utc>>,
}

impl From<(Policy, Model)> for MfaSettings {
    fn from((policy, row): (Policy, Model)) -> Self {
        Self {
            enabled: policy.enabled,
            required: policy.required,
            grace_period_days: policy.grace_period_days,
            enabled_by: policy.enabled_by,
            enabled_at: policy.enabled_at,
            required_at: policy.required_at,
            last_modified_by: row.last_modified_by,
            last_modified_at: row.last_modified_at,
        }
    }
}

/// Returns the policy.
#[utoipa::path(
    get,
    path = "/staff/mfa-settings",
    operation_id = "getMfaSettings",
    tag = "staff",
    responses((status = 200, body = MfaSettings), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.read_settings", skip_all)]
async fn read(scope: Scope<Staff>) -> Result<Json<MfaSettings>, Problem> {
    Ok(Json(rules::read(&scope).await?.into()))
}

/// A new policy.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MfaSettingsChange {
    enabled: bool,
    required: bool,
    grace_period_days: i64,
}

/// Changes the policy. Needs recent authentication with a second factor.
#[utoipa::path(
    put,
    path = "/staff/mfa-settings",
    operation_id = "updateMfaSettings",
    tag = "staff",
    request_body = MfaSettingsChange,
    responses((status = 200, body = MfaSettings), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "second_factor.change_settings", skip_all)]
async fn change(
    mut scope: Scope<Staff>,
    Json(body): Json<MfaSettingsChange>,
) -> Result<Json<MfaSettings>, Problem> {
    let MfaSettingsChange { enabled, required, grace_period_days } = body;
    let wanted = PolicyChange { enabled, required, grace_period_days };
    Ok(Json(rules::change(&mut scope, wanted).await?.into()))
}
