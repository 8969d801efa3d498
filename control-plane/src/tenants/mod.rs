//! Tenants: a portal as the control plane manages it, one affiliation, one subdomain, one brand.

mod rows;

use crate::brands::{self, BrandInput};
use crate::routes_feed;
use platform::{AffiliationId, Catalogued, Entry, Problem, Scope, System, TenantId, db};
use sea_orm::{ActiveValue::Set, ColumnTrait, DbErr, QueryOrder, Select};
use wire::host::is_label;

/// Shortest subdomain (gaps G-099).
const SUBDOMAIN_MIN: usize = 2;
/// Names no portal may have, beside the reserved url paths (gaps G-099).
const RESERVED: [&str; 33] = [
    "admin",
    "api",
    "app",
    "auth",
    "dashboard",
    "login",
    "logout",
    "profile",
    "settings",
    "help",
    "about",
    "contact",
    "privacy",
    "terms",
    "support",
    "public",
    "private",
    "staff",
    "user",
    "users",
    "affiliation",
    "affiliations",
    "www",
    "mail",
    "static",
    "cdn",
    "ns",
    "status",
    "staging",
    "dev",
    "media",
    "internal",
    "localhost",
];

/// What can go wrong with a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TenantError {
    /// No label, too short, or reserved.
    #[error("This subdomain cannot be used. Please choose another one.")]
    Subdomain,
    /// Another tenant has the subdomain, or the affiliation has a portal.
    #[error("This subdomain is already taken, or the affiliation already has a portal.")]
    Taken,
}

impl Catalogued for TenantError {
    fn entry(&self) -> Entry {
        match self {
            Self::Subdomain => Entry::invalid("subdomain-not-allowed"),
            Self::Taken => Entry::conflict("subdomain-taken"),
        }
    }
}

/// A portal to open.
#[derive(Debug, Clone)]
pub struct NewTenant {
    /// Whose portal.
    pub affiliation_id: AffiliationId,
    /// First label of its platform host.
    pub subdomain: String,
    /// Its looks, published at once.
    pub brand: BrandInput,
}

/// Opens a portal with its brand published and tells the edges.
///
/// # Errors
/// [`TenantError`], or the database's.
pub async fn open(scope: &mut Scope<System>, new: NewTenant) -> Result<TenantId, Problem> {
    let subdomain = new.subdomain.trim().to_ascii_lowercase();
    check_subdomain(&subdomain)?;
    let tx = scope.begin().await?;
    let (id, now) = (TenantId::new(), tx.now());
    let row = rows::ActiveModel {
        id: Set(id),
        affiliation_id: Set(new.affiliation_id),
        subdomain: Set(subdomain),
        state: Set("active".to_owned()),
        brand_name: Set(new.brand.name.clone()),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let inserted = tx.doorless_table::<rows::Entity>().insert(row).await;
    match inserted {
        Err(error) if db::is_taken(&error) => return Err(TenantError::Taken.into()),
        other => other?,
    };
    brands::publish_first(&tx, id, &new.brand).await?;
    routes_feed::raise_version(&tx).await?;
    tx.commit().await?;
    Ok(id)
}

/// Every portal that has an address, in the order of their subdomains.
pub(crate) async fn addressed(scope: &Scope<System>) -> Result<Vec<rows::Model>, DbErr> {
    let addressed = rows::Column::State.is_in(["active", "suspended"]);
    let by_name = |select: Select<rows::Entity>| select.order_by_asc(rows::Column::Subdomain);
    scope.doorless::<rows::Entity>().filter(addressed).shape(by_name).all().await
}

fn check_subdomain(subdomain: &str) -> Result<(), TenantError> {
    let fits =
        subdomain.len() >= SUBDOMAIN_MIN && is_label(subdomain) && !RESERVED.contains(&subdomain);
    if fits { Ok(()) } else { Err(TenantError::Subdomain) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subdomain_is_a_free_dns_label() {
        for good in ["htwu", "ashcombe", "class-of-2009", "a1"] {
            assert_eq!(check_subdomain(good), Ok(()), "{good}");
        }
        for bad in ["", "a", "-a1", "a_b", "a.b", "www", "staff", "bücher"] {
            assert_eq!(check_subdomain(bad), Err(TenantError::Subdomain), "{bad}");
        }
    }
}
