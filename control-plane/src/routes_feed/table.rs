//! Building the table from tenants and published brands.

use crate::{brands, tenants};
use platform::{AffiliationId, Doorless, Scope, System, Tx};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, DbErr, ExprTrait};
use std::collections::HashMap;
use wire::routes::portal_origin;
use wire::{MainRoute, PortalRoute, PortalState, RouteTable};

/// The one row of `route_versions`.
const NAME: &str = "routes";

/// The table `route_versions`.
mod version_row {
    use super::*;

    /// The number of the newest table.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "route_versions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Doorless for Entity {}
}

/// What the table needs to know of an affiliation; its feature lives in another crate, so only the
/// two columns are read here.
mod named_affiliation {
    use super::*;

    /// An affiliation's name and whether it is paused.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "affiliations")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AffiliationId,
        pub name: String,
        pub is_paused: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Doorless for Entity {}
}

/// Says that the routes change with this transaction.
///
/// # Errors
/// The database's.
pub async fn raise_version<V>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    let row = version_row::ActiveModel { name: Set(NAME.to_owned()), version: Set(2) };
    let mut raised = OnConflict::column(version_row::Column::Name);
    let next = Expr::col((version_row::Entity, version_row::Column::Version)).add(1i64);
    raised.value(version_row::Column::Version, next);
    tx.doorless_table::<version_row::Entity>().upsert(row, raised).await?;
    tx.publish(super::topic(), "routes.changed", &()).await?;
    tx.wake_after_commit(super::WAKE_CHANNEL);
    Ok(())
}

pub(super) async fn version(scope: &Scope<System>) -> Result<u64, DbErr> {
    let row = scope.doorless::<version_row::Entity>().by_id(NAME.to_owned()).one().await?;
    Ok(row.map_or(1, |row| u64::try_from(row.version).unwrap_or(1)))
}

/// The table as the database has it now. Four queries, whatever the number of portals.
///
/// # Errors
/// The database's.
pub async fn current(scope: &Scope<System>) -> Result<RouteTable, DbErr> {
    let server = &scope.services().config().server;
    let version = version(scope).await?;
    let tenants = tenants::addressed(scope).await?;
    let mut brands = brands::published(scope).await?;
    let ids = tenants.iter().map(|row| row.affiliation_id.uuid());
    let named = named_affiliation::Column::Id.is_in(ids);
    let named = scope.doorless::<named_affiliation::Entity>().filter(named).all().await?;
    let named: HashMap<_, _> = named.into_iter().map(|row| (row.id, row)).collect();
    let portals = tenants.into_iter().filter_map(|tenant| {
        let brand = brands.remove(&tenant.id)?;
        let affiliation = named.get(&tenant.affiliation_id)?;
        let paused = tenant.state == "suspended" || affiliation.is_paused;
        Some(PortalRoute {
            tenant_id: tenant.id,
            affiliation_id: tenant.affiliation_id,
            affiliation_name: affiliation.name.clone(),
            state: if paused { PortalState::Suspended } else { PortalState::Active },
            origin: portal_origin(&server.main_origin, &tenant.subdomain, &server.portal_domain),
            hosts: vec![format!("{}.{}", tenant.subdomain, server.portal_domain)],
            subdomain: tenant.subdomain,
            css: brand.css.clone(),
            brand: brand.to_brand(),
        })
    });
    let portals = portals.collect();
    let (brand, css) = brands::platform_brand();
    Ok(RouteTable {
        version,
        main: MainRoute {
            origin: server.main_origin.clone(),
            aliases: server.main_aliases.clone(),
            brand,
            css,
        },
        portal_domain: server.portal_domain.clone(),
        portals,
    })
}
