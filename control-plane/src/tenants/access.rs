//! Access to the management of a tenant: staff, and the affiliation's own admins, on the main site
//! (G-056, P-16).

use super::rows::{self, TenantState};
use platform::affiliations::{
    AffiliationAccess, AffiliationPermission, AffiliationRole, roles_sql,
};
use platform::config::ServerConfig;
use platform::scope::GateError;
use platform::staff::StaffPermission;
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, Site, Staff, TenantId};
use sea_orm::{ColumnTrait, ExprTrait};

/// A tenant that the viewer may manage.
#[derive(Debug, Clone)]
pub struct ManagedTenant {
    tenant: rows::Model,
    as_staff: bool,
    may_manage: bool,
}

impl ManagedTenant {
    /// Id of the tenant.
    #[must_use]
    pub const fn id(&self) -> TenantId {
        self.tenant.id
    }

    /// Affiliation of the portal.
    #[must_use]
    pub const fn affiliation(&self) -> AffiliationId {
        self.tenant.affiliation_id
    }

    /// State of the portal.
    #[must_use]
    pub const fn state(&self) -> TenantState {
        self.tenant.state
    }

    /// Display name: that of the published brand, if there is one.
    #[must_use]
    pub fn brand_name(&self) -> &str {
        &self.tenant.brand_name
    }

    /// Returns whether the portal is archived.
    #[must_use]
    pub const fn is_archived(&self) -> bool {
        matches!(self.tenant.state, TenantState::Archived)
    }

    /// Host of the platform subdomain.
    #[must_use]
    pub fn platform_host(&self, server: &ServerConfig) -> String {
        format!("{}.{}", self.tenant.subdomain, server.portal_domain)
    }

    /// The row, for views.
    pub(crate) const fn tenant_row(&self) -> &rows::Model {
        &self.tenant
    }

    /// Returns whether the viewer may change its settings, and not only its brand.
    #[must_use]
    pub const fn may_manage(&self) -> bool {
        self.may_manage
    }

    /// Returns whether the viewer manages it as staff, and not as an admin of its affiliation.
    #[must_use]
    pub const fn as_staff(&self) -> bool {
        self.as_staff
    }
}

/// Returns the tenant if the viewer may manage it. To anyone else it does not exist, because a
/// portal in preparation is confidential.
///
/// # Errors
/// 404 for a viewer without access, 403 for an admin without the second factor that this requires;
/// database errors.
pub async fn find_managed(scope: &Scope<Member>, id: TenantId) -> Result<ManagedTenant, Problem> {
    find_permitted(scope, id, AffiliationPermission::ManagePortal).await
}

/// Returns the tenant if the viewer may edit its brand.
///
/// # Errors
/// As [`find_managed`].
pub async fn find_brand_editable(
    scope: &Scope<Member>,
    id: TenantId,
) -> Result<ManagedTenant, Problem> {
    find_permitted(scope, id, AffiliationPermission::EditBrand).await
}

async fn find_permitted(
    scope: &Scope<Member>,
    id: TenantId,
    permission: AffiliationPermission,
) -> Result<ManagedTenant, Problem> {
    if scope.site() != Site::Main {
        return Err(Problem::not_found());
    }
    let found = scope.global::<rows::Entity>().by_id(id).one().await?;
    let tenant = found.ok_or_else(Problem::not_found)?;
    if scope.viewer().has_permission(StaffPermission::Administration) {
        return Ok(ManagedTenant { tenant, as_staff: true, may_manage: true });
    }
    let access = load_access(scope, &tenant).await?;
    if !access.allows(permission) {
        return Err(Problem::not_found());
    }
    if scope.lacks_second_factor() {
        return Err(GateError::NoSecondFactorOfAdmin.into());
    }
    let may_manage = access.allows(AffiliationPermission::ManagePortal);
    Ok(ManagedTenant { tenant, as_staff: false, may_manage })
}

/// Returns the portal of an affiliation if the viewer may edit its brand.
///
/// # Errors
/// As [`find_managed`]; also 404 if the affiliation has no portal.
pub async fn of_affiliation(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
) -> Result<ManagedTenant, Problem> {
    let living = rows::Column::AffiliationId
        .eq(affiliation.uuid())
        .and(rows::Column::State.ne(TenantState::Archived));
    let found = scope.global::<rows::Entity>().filter(living).one().await?;
    find_brand_editable(scope, found.ok_or_else(Problem::not_found)?.id).await
}

/// Returns the tenant, for staff.
///
/// # Errors
/// 404 if there is none; database errors.
pub async fn of_staff(scope: &Scope<Staff>, id: TenantId) -> Result<ManagedTenant, Problem> {
    let found = scope.global::<rows::Entity>().by_id(id).one().await?;
    let tenant = found.ok_or_else(Problem::not_found)?;
    Ok(ManagedTenant { tenant, as_staff: true, may_manage: true })
}

/// Access of the viewer to the tenant's affiliation.
async fn load_access(
    scope: &Scope<Member>,
    tenant: &rows::Model,
) -> Result<AffiliationAccess, Problem> {
    #[derive(sea_orm::FromQueryResult)]
    struct RoleRow {
        role: AffiliationRole,
    }
    let sql = format!("SELECT r.role FROM {} r WHERE r.affiliation_id = $2", roles_sql("$1"));
    let values = vec![scope.viewer().id().into(), tenant.affiliation_id.into()];
    let rows = scope.raw(&sql, values).all::<RoleRow>().await?;
    let role = rows.into_iter().map(|row| row.role).min();
    Ok(AffiliationAccess { role, ..AffiliationAccess::default() })
}
