//! Tenants: portals as managed by the control plane; one affiliation, one subdomain, one brand
//! each.
//!
//! Read [`lifecycle`] for the states of a portal and their consequences, [`subdomain`] and [`rename`]
//! for its address, [`access`] for permissions, then `routes`. `view` holds the API views, filled
//! by `list`, `overview` and `log`.

mod access;
mod allowed;
mod create;
mod default_language;
mod error;
mod lifecycle;
mod list;
mod log;
mod members;
mod overview;
mod published_name;
mod rename;
mod routes;
mod rows;
mod sites;
mod subdomain;
mod view;
mod work;

pub use access::{ManagedTenant, find_brand_editable, find_managed, of_affiliation, of_staff};
pub use create::{NewTenant, OperatorTenant, create_by_operator, open, prepare};
pub use default_language::language_of_mail;
pub use error::TenantError;
pub use lifecycle::suspend_by_operator;
pub use list::list_all;
pub use routes::routes;
pub use rows::TenantState;
pub use sites::is_open;
pub use view::TenantSummary;

pub(crate) use published_name::{lock, name_as_published};
pub(crate) use sites::lets_in;
pub(crate) use subdomain::edge_label;
pub(crate) use view::PortalAddressKind;
pub use work::WORK_SOURCES;

use platform::{AffiliationId, Scope, System, TenantId};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, Select};

/// Selection of portals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TenantSelection {
    All,
    Subdomain(String),
    Tenant(TenantId),
    Affiliations(Vec<AffiliationId>),
}

/// Returns the selected portals that have an address, ordered by subdomain.
///
/// # Errors
/// Database errors.
pub(crate) async fn tenants_with_address(
    scope: &Scope<System>,
    which: &TenantSelection,
) -> Result<Vec<rows::Model>, DbErr> {
    use rows::Column;
    let addressed =
        Condition::all().add(Column::State.is_in([TenantState::Active, TenantState::Suspended]));
    let addressed = match which {
        TenantSelection::All => addressed,
        TenantSelection::Subdomain(subdomain) => addressed.add(Column::Subdomain.eq(subdomain)),
        TenantSelection::Tenant(id) => addressed.add(Column::Id.eq(*id)),
        TenantSelection::Affiliations(ids) => {
            addressed.add(Column::AffiliationId.is_in(ids.iter().map(|id| id.uuid())))
        }
    };
    let by_name = |select: Select<rows::Entity>| select.order_by_asc(Column::Subdomain);
    scope.global::<rows::Entity>().filter(addressed).modify_select(by_name).all().await
}
