//! The tables of Guildhall: the one place where they are made, for SQLite and PostgreSQL alike.
//!
//! Each migration is one area. A migration that has shipped is never edited: changes come as new
//! ones that expand first and contract later, so that the version before keeps running.

mod columns;
mod m0001_platform;
mod m0002_identity;
mod m0003_affiliations;
mod m0004_communities;
mod m0005_tenants;

use sea_orm_migration::{MigrationTrait, MigratorTrait};

/// Every migration, in order.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_platform::Migration),
            Box::new(m0002_identity::Migration),
            Box::new(m0003_affiliations::Migration),
            Box::new(m0004_communities::Migration),
            Box::new(m0005_tenants::Migration),
        ]
    }
}
