//! Staff roles with their permissions and members.

use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::staff::{Administration, StaffPermission, StaffRole};
use platform::{Problem, Scope, Services, routes};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list_roles))
}

/// A staff role.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RoleSummary {
    role: StaffRole,
    permissions: Vec<StaffPermission>,
    /// Number of members of staff with this role.
    members: i64,
}

/// All staff roles.
#[derive(Serialize, ToSchema)]
struct StaffRoles {
    roles: Vec<RoleSummary>,
}

#[derive(FromQueryResult)]
struct RoleCount {
    staff_role: String,
    members: i64,
}

/// Lists the staff roles with their permissions and the number of their members.
#[utoipa::path(get, path = "/staff/roles", operation_id = "listStaffRoles", tag = "staff",
    responses((status = 200, body = StaffRoles), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.list_roles", skip_all)]
async fn list_roles(scope: Scope<StaffWith<Administration>>) -> Result<Json<StaffRoles>, Problem> {
    let counts = scope.raw(crate::accounts::STAFF_BY_ROLE_SQL, vec![]).all::<RoleCount>().await?;
    let members = |role: StaffRole| {
        counts.iter().find(|count| count.staff_role == role.name()).map_or(0, |count| count.members)
    };
    let to_summary = |role: StaffRole| RoleSummary {
        role,
        permissions: role.permissions(),
        members: members(role),
    };
    Ok(Json(StaffRoles { roles: StaffRole::ALL.into_iter().map(to_summary).collect() }))
}
