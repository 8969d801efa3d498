//! HTTP routes for staff, for accounts.

use super::actions::{self, ModerationAction};
use super::facts::{self, StaffUser};
use super::role;
use super::search::{self, UserSearchRow};
use super::tier::{self, Tier};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::Page;
use platform::problem::ProblemDocument;
use platform::staff::{Accounts, Administration, StaffRole};
use platform::{Member, Problem, Scope, Services, UserId, routes};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(search_users))
        .routes(routes!(get_user))
        .routes(routes!(moderate_user))
        .routes(routes!(set_role))
        .routes(routes!(set_subscription))
}

/// Search parameters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct UserSearchQuery {
    /// Part of a full name, a handle or an email address.
    #[serde(default)]
    q: String,
}

/// Searches accounts: at most a hundred results, exact names and handles first.
#[utoipa::path(get, path = "/staff/users", operation_id = "searchUsersAsStaff", tag = "staff",
    params(UserSearchQuery),
    responses((status = 200, body = Page<UserSearchRow>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.search_users", skip_all)]
async fn search_users(
    scope: Scope<StaffWith<Accounts>>,
    Query(wanted): Query<UserSearchQuery>,
) -> Result<Json<Page<UserSearchRow>>, Problem> {
    let items = search::search(&scope, &wanted.q).await?;
    Ok(Json(Page { items, next_cursor: None }))
}

/// Returns the details of one account.
#[utoipa::path(get, path = "/staff/users/{id}", operation_id = "getUserAsStaff", tag = "staff",
    params(("id" = UserId, Path)),
    responses((status = 200, body = StaffUser), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.read_user", skip_all, fields(user.id = %id))]
async fn get_user(
    scope: Scope<StaffWith<Accounts>>,
    Path(id): Path<UserId>,
) -> Result<Json<StaffUser>, Problem> {
    Ok(Json(facts::load_for_viewer(&scope, id).await?))
}

/// Reason for an action.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct ReasonBody {
    /// Required for a ban, a suspension, revoking verification, requiring a new password, requiring
    /// or waiving a second factor, and granting or revoking staff status.
    reason: String,
}

/// Applies an action to an account: `ban`, `suspend`, `lift`, `mark-unverified`, `sign-out`,
/// `require-reset`, `require-mfa`, `waive-mfa`, `reset-legal`, `grant-staff` or `revoke-staff`. Not
/// allowed on one's own account.
#[utoipa::path(post, path = "/staff/users/{id}/{action}", operation_id = "moderateUser", tag = "staff",
    params(("id" = UserId, Path), ("action" = inline(ModerationAction), Path)), request_body = ReasonBody,
    responses((status = 200, body = StaffUser), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.act_on_user", skip_all, fields(user.id = %id))]
async fn moderate_user(
    scope: Result<Scope<StaffWith<Accounts>>, Problem>,
    member: Result<Scope<Member>, Problem>,
    Path((id, deed)): Path<(UserId, ModerationAction)>,
    body: Result<Json<ReasonBody>, Problem>,
) -> Result<Json<StaffUser>, Problem> {
    let mut scope = scope.map_err(|refusal| deed.access_problem(refusal, member.ok().as_ref()))?;
    let Json(body) = body?;
    actions::apply_action(&mut scope, id, deed, &body.reason).await?;
    Ok(Json(facts::load_for_viewer(&scope, id).await?))
}

/// A staff role and the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RoleChange {
    role: StaffRole,
    reason: String,
}

/// Gives an account a staff role; grants staff status if it has none. Not allowed on one's own
/// account.
#[utoipa::path(put, path = "/staff/users/{id}/role", operation_id = "setStaffRole", tag = "staff",
    params(("id" = UserId, Path)), request_body = RoleChange,
    responses((status = 200, body = StaffUser), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.set_role", skip_all, fields(user.id = %id))]
async fn set_role(
    mut scope: Scope<StaffWith<Administration>>,
    Path(id): Path<UserId>,
    Json(body): Json<RoleChange>,
) -> Result<Json<StaffUser>, Problem> {
    role::set_role(&mut scope, id, body.role, &body.reason).await?;
    Ok(Json(facts::load_for_viewer(&scope, id).await?))
}

/// The four subscription tiers.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
enum Subscription {
    Basic,
    Premium,
    Enterprise,
    Signature,
}

/// A subscription tier and its period.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SubscriptionChange {
    subscription: Subscription,
    subscription_start_date: Option<DateTime<Utc>>,
    subscription_end_date: Option<DateTime<Utc>>,
    #[serde(default)]
    reason: String,
}

/// Sets a user's subscription tier.
#[utoipa::path(put, path = "/staff/users/{id}/subscription", operation_id = "setSubscription",
    tag = "staff", params(("id" = UserId, Path)), request_body = SubscriptionChange,
    responses((status = 200, body = StaffUser), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.set_subscription", skip_all, fields(user.id = %id))]
async fn set_subscription(
    mut scope: Scope<StaffWith<Administration>>,
    Path(id): Path<UserId>,
    Json(body): Json<SubscriptionChange>,
) -> Result<Json<StaffUser>, Problem> {
    let tier = Tier {
        subscription: format!("{:?}", body.subscription),
        subscription_start_date: body.subscription_start_date,
        subscription_end_date: body.subscription_end_date,
    };
    tier::set_tier(&mut scope, id, tier, &body.reason).await?;
    Ok(Json(facts::load_for_viewer(&scope, id).await?))
}
