//! Building the table from tenants and published brands.

use crate::{brands, certificates, domains, tenants};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Doorless, Scope, System, Tx};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, DbErr, ExprTrait};
use std::collections::HashMap;
use std::sync::Arc;
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
        pub raised_at: Option<DateTime<Utc>>,
        pub bulk_until: Option<DateTime<Utc>>,
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
    raise(tx, None).await
}

/// The same, and edges may drop as many hosts as the table does until `bulk_until`.
///
/// # Errors
/// The database's.
pub(crate) async fn allow_loss<V>(tx: &Tx<'_, V>, bulk_until: DateTime<Utc>) -> Result<(), DbErr> {
    raise(tx, Some(bulk_until)).await
}

async fn raise<V>(tx: &Tx<'_, V>, bulk_until: Option<DateTime<Utc>>) -> Result<(), DbErr> {
    use version_row::Column;
    let row = version_row::ActiveModel {
        name: Set(NAME.to_owned()),
        version: Set(2),
        raised_at: Set(Some(tx.now())),
        bulk_until: Set(bulk_until),
    };
    let mut raised = OnConflict::column(Column::Name);
    raised.value(Column::Version, Expr::col((version_row::Entity, Column::Version)).add(1i64));
    raised.update_column(Column::RaisedAt);
    if bulk_until.is_some() {
        raised.update_column(Column::BulkUntil);
    }
    tx.doorless_table::<version_row::Entity>().upsert(row, raised).await?;
    tx.publish(super::topic(), "routes.changed", &()).await?;
    tx.wake_after_commit(super::WAKE_CHANNEL);
    Ok(())
}

pub(crate) async fn version(scope: &Scope<System>) -> Result<u64, DbErr> {
    Ok(u64::try_from(newest(scope).await?.0).unwrap_or(1))
}

/// The number of the newest table, and when it was made.
pub(crate) async fn newest<V>(scope: &Scope<V>) -> Result<(i64, Option<DateTime<Utc>>), DbErr> {
    let row = read(scope).await?;
    Ok(row.map_or((1, None), |row| (row.version, row.raised_at)))
}

async fn read<V>(scope: &Scope<V>) -> Result<Option<version_row::Model>, DbErr> {
    scope.doorless::<version_row::Entity>().by_id(NAME.to_owned()).one().await
}

/// The table as the database has it now. Seven queries, whatever the number of portals.
///
/// # Errors
/// The database's.
pub async fn current(scope: &Scope<System>) -> Result<RouteTable, DbErr> {
    let mut table = doors(scope).await?;
    table.certificates = certificates::certificates(scope).await?;
    table.challenges = certificates::answers(scope).await?;
    Ok(table)
}

/// The table without what only edges need: no key is opened for it. Five queries.
///
/// # Errors
/// The database's.
pub(crate) async fn doors(scope: &Scope<System>) -> Result<RouteTable, DbErr> {
    let server = &scope.services().config().server;
    let made = read(scope).await?;
    let bulk =
        made.as_ref().and_then(|row| row.bulk_until).is_some_and(|until| scope.now() < until);
    let version = made.map_or(1, |row| u64::try_from(row.version).unwrap_or(1));
    let tenants = tenants::addressed(scope).await?;
    let mut brands = brands::published(scope).await?;
    let mut own_hosts = domains::served(scope).await?;
    let ids = tenants.iter().map(|row| row.affiliation_id.uuid());
    let named = named_affiliation::Column::Id.is_in(ids);
    let named = scope.doorless::<named_affiliation::Entity>().filter(named).all().await?;
    let named: HashMap<_, _> = named.into_iter().map(|row| (row.id, row)).collect();
    let portals = tenants.into_iter().filter_map(|tenant| {
        let brand = brands.remove(&tenant.id)?;
        let affiliation = named.get(&tenant.affiliation_id)?;
        let own = own_hosts.remove(&tenant.id).unwrap_or_default();
        let paused = tenant.state == tenants::State::Suspended || affiliation.is_paused;
        Some(Arc::new(PortalRoute {
            tenant_id: tenant.id,
            affiliation_id: tenant.affiliation_id,
            affiliation_name: affiliation.name.clone(),
            state: if paused { PortalState::Suspended } else { PortalState::Active },
            origin: match own.primary {
                Some(host) => domains::origin_of(&server.main_origin, &host),
                None => {
                    portal_origin(&server.main_origin, &tenant.subdomain, &server.portal_domain)
                }
            },
            hosts: std::iter::once(format!("{}.{}", tenant.subdomain, server.portal_domain))
                .chain(own.hosts)
                .collect(),
            answering_since: own.answering_since,
            subdomain: tenant.subdomain,
            css: brand.css.clone(),
            brand: brand.to_brand(),
        }))
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
        certificates: Vec::new(),
        challenges: Vec::new(),
        bulk,
    })
}
