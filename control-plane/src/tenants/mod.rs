//! Tenants: a portal as the control plane manages it, one affiliation, one subdomain, one brand.
//!
//! Read [`life`] for the states a portal passes through and what follows from each step, [`subdomain`] and
//! [`renaming`] for its address, [`access`] for who may run it, then `routes`. `view` is what people are
//! shown: `list`, `overview` and `log` fill it.

mod access;
mod doors;
mod error;
mod life;
mod list;
mod log;
mod members;
mod naming;
mod opening;
mod overview;
mod renaming;
mod routes;
mod rows;
mod subdomain;
mod view;

pub use access::{Managed, managed, of_affiliation, of_staff};
pub use doors::is_open;
pub use error::TenantError;
pub use opening::{NewTenant, open};
pub use routes::routes;
pub use rows::State;

pub(crate) use doors::lets_in;
pub(crate) use naming::{hold, name_as_published};
pub(crate) use subdomain::edge_label;
pub(crate) use view::AddressKind;

use platform::{AffiliationId, Scope, System, TenantId};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, Select};

/// Which portals are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    Subdomain(String),
    Tenant(TenantId),
    Affiliations(Vec<AffiliationId>),
}

/// The portals among these that have an address, in the order of their subdomains.
///
/// # Errors
/// The database's.
pub(crate) async fn addressed(
    scope: &Scope<System>,
    which: &Which,
) -> Result<Vec<rows::Model>, DbErr> {
    use rows::Column;
    let addressed = Condition::all().add(Column::State.is_in([State::Active, State::Suspended]));
    let addressed = match which {
        Which::All => addressed,
        Which::Subdomain(subdomain) => addressed.add(Column::Subdomain.eq(subdomain)),
        Which::Tenant(id) => addressed.add(Column::Id.eq(*id)),
        Which::Affiliations(ids) => {
            addressed.add(Column::AffiliationId.is_in(ids.iter().map(|id| id.uuid())))
        }
    };
    let by_name = |select: Select<rows::Entity>| select.order_by_asc(Column::Subdomain);
    scope.doorless::<rows::Entity>().filter(addressed).shape(by_name).all().await
}
