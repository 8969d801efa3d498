//! Who may run a tenant: staff, and the affiliation's own admins, on the main address (G-056, P-16).

use super::rows::{self, State};
use platform::config::ServerConfig;
use platform::scope::GateError;
use platform::{AffiliationId, Door, Identified, Member, Problem, Scope, Staff, TenantId};
use sea_orm::{ColumnTrait, ExprTrait};

/// A tenant, and who runs it.
#[derive(Debug, Clone)]
pub struct Managed {
    tenant: rows::Model,
    as_staff: bool,
}

impl Managed {
    /// Which tenant.
    #[must_use]
    pub const fn id(&self) -> TenantId {
        self.tenant.id
    }

    /// Whose portal it is.
    #[must_use]
    pub const fn affiliation(&self) -> AffiliationId {
        self.tenant.affiliation_id
    }

    /// How far it is in its life.
    #[must_use]
    pub const fn state(&self) -> State {
        self.tenant.state
    }

    /// The name it goes by: that of the published brand, if there is one.
    #[must_use]
    pub fn brand_name(&self) -> &str {
        &self.tenant.brand_name
    }

    /// Whether it is gone for good.
    #[must_use]
    pub const fn is_archived(&self) -> bool {
        matches!(self.tenant.state, State::Archived)
    }

    /// The host of its address below the platform's domain.
    #[must_use]
    pub fn platform_host(&self, server: &ServerConfig) -> String {
        format!("{}.{}", self.tenant.subdomain, server.portal_domain)
    }

    /// The row itself, for those who show it.
    pub(crate) const fn row(&self) -> &rows::Model {
        &self.tenant
    }

    /// Whether the viewer runs it as staff; otherwise as an admin of its affiliation.
    #[must_use]
    pub const fn as_staff(&self) -> bool {
        self.as_staff
    }
}

/// The tenant, for whoever may run it. For everybody else there is none: a portal that is being
/// prepared is nobody else's business.
///
/// # Errors
/// 404 to who has no part in it, 403 to an admin without the second factor that admins need here; the
/// database's.
pub async fn managed(scope: &Scope<Member>, id: TenantId) -> Result<Managed, Problem> {
    if scope.door() != Door::Main {
        return Err(Problem::not_found());
    }
    let found = scope.doorless::<rows::Entity>().by_id(id).one().await?;
    let tenant = found.ok_or_else(Problem::not_found)?;
    if scope.viewer().is_staff() {
        return Ok(Managed { tenant, as_staff: true });
    }
    if !administers(scope, &tenant).await? {
        return Err(Problem::not_found());
    }
    if scope.lacks_second_factor() {
        return Err(GateError::NoSecondFactorOfAdmin.into());
    }
    Ok(Managed { tenant, as_staff: false })
}

/// The portal of an affiliation, for whoever may run it.
///
/// # Errors
/// As [`managed`]; 404 too where the affiliation has none.
pub async fn of_affiliation(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
) -> Result<Managed, Problem> {
    let living = rows::Column::AffiliationId
        .eq(affiliation.uuid())
        .and(rows::Column::State.ne(State::Archived));
    let found = scope.doorless::<rows::Entity>().filter(living).one().await?;
    managed(scope, found.ok_or_else(Problem::not_found)?.id).await
}

/// The tenant, for staff.
///
/// # Errors
/// 404 if there is none; the database's.
pub async fn of_staff(scope: &Scope<Staff>, id: TenantId) -> Result<Managed, Problem> {
    let found = scope.doorless::<rows::Entity>().by_id(id).one().await?;
    let tenant = found.ok_or_else(Problem::not_found)?;
    Ok(Managed { tenant, as_staff: true })
}

/// Whether the viewer is the creator or an institutional admin of the tenant's affiliation.
async fn administers(scope: &Scope<Member>, tenant: &rows::Model) -> Result<bool, Problem> {
    const SQL: &str = "SELECT a.id FROM affiliations a WHERE a.id = $1 AND (a.creator_id = $2 OR EXISTS \
         (SELECT 1 FROM institutional_admins i WHERE i.affiliation_id = a.id AND i.user_id = $2))";
    #[derive(sea_orm::FromQueryResult)]
    struct Affiliation {
        #[expect(dead_code, reason = "that there is one is the answer")]
        id: AffiliationId,
    }
    let values = vec![tenant.affiliation_id.into(), scope.viewer().id().into()];
    Ok(scope.raw(SQL, values).one::<Affiliation>().await?.is_some())
}
