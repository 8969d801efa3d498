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

pub(crate) use naming::{hold, name_as_published};
pub(crate) use subdomain::edge_label;
pub(crate) use view::AddressKind;

use platform::{Scope, System};
use sea_orm::{ColumnTrait, DbErr, QueryOrder, Select};

/// Every portal that has an address, in the order of their subdomains.
pub(crate) async fn addressed(scope: &Scope<System>) -> Result<Vec<rows::Model>, DbErr> {
    let addressed = rows::Column::State.is_in([State::Active, State::Suspended]);
    let by_name = |select: Select<rows::Entity>| select.order_by_asc(rows::Column::Subdomain);
    scope.doorless::<rows::Entity>().filter(addressed).shape(by_name).all().await
}
