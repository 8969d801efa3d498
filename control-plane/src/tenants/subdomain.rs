//! Rules for subdomains (G-099), and the quarantine of released ones.

use super::error::TenantError;
use super::rows::{self, TenantState, released};
use crate::domains;
use chrono::Duration;
use platform::config::ServerConfig;
use platform::{AffiliationId, TenantId, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use wire::host::is_label;
use wire::reserved;
use wire::routes::origin_host;

/// Minimum length.
const SUBDOMAIN_MIN: usize = 2;
/// Quarantine during which no other portal may use a released subdomain, because bookmarks, emails
/// and DNS records still refer to it.
const QUARANTINE: Duration = Duration::days(30);
/// Maximum characters of the subdomain in an edge label, whose limit is 63.
const LABEL_START_MAX: usize = 40;
/// Names of existing hosts, or of hosts that people would take for ours; reserved in addition to
/// the reserved words.
const RESERVED_SUBDOMAINS: [&str; 38] = [
    "www",
    "mail",
    "static",
    "cdn",
    "ns",
    "ns1",
    "ns2",
    "status",
    "staging",
    "dev",
    "test",
    "demo",
    "media",
    "internal",
    "localhost",
    "edge",
    "portal",
    "account",
    "accounts",
    "billing",
    "security",
    "abuse",
    "postmaster",
    "hostmaster",
    "webmaster",
    "root",
    "smtp",
    "imap",
    "pop",
    "mx",
    "ftp",
    "webmail",
    "autoconfig",
    "autodiscover",
    "wpad",
    "mta-sts",
    "docs",
    "guildhall",
];

/// Returns the normalised subdomain if it is allowed.
///
/// # Errors
/// [`TenantError::Subdomain`].
pub(super) fn validated(typed: &str, server: &ServerConfig) -> Result<String, TenantError> {
    let subdomain = typed.trim().to_ascii_lowercase();
    let fits = subdomain.len() >= SUBDOMAIN_MIN
        && is_label(&subdomain)
        // A punycode name could imitate any other name.
        && !subdomain.starts_with("xn--")
        && !reserved::WORDS.contains(&subdomain.as_str())
        && !RESERVED_SUBDOMAINS.contains(&subdomain.as_str())
        && !is_main(&format!("{subdomain}.{}", server.portal_domain), server);
    if fits { Ok(subdomain) } else { Err(TenantError::Subdomain) }
}

/// Returns whether the main site serves this host: a portal there would be unreachable.
fn is_main(host: &str, server: &ServerConfig) -> bool {
    let main = origin_host(&server.main_origin);
    host == main || server.aliases_of_main().iter().any(|alias| alias == host)
}

/// Puts a subdomain in quarantine.
pub(super) async fn release<V>(tx: &Tx<'_, V>, tenant: &rows::Model) -> Result<(), DbErr> {
    let row = released::ActiveModel {
        subdomain: Set(tenant.subdomain.clone()),
        affiliation_id: Set(tenant.affiliation_id),
        tenant_id: Set(tenant.id),
        released_at: Set(tx.now()),
        until: Set(tx.now() + QUARANTINE),
    };
    let mut again = OnConflict::column(released::Column::Subdomain);
    again.update_columns([
        released::Column::AffiliationId,
        released::Column::TenantId,
        released::Column::ReleasedAt,
        released::Column::Until,
    ]);
    tx.global_table::<released::Entity>().upsert(row, again).await
}

/// Removes a subdomain from quarantine if the portal may have it: for the affiliation that released
/// it, or for anyone after its end. Called after the subdomain was written: a concurrent release
/// has then been committed, because otherwise that write would still wait for it.
///
/// # Errors
/// [`TenantError::Quarantined`] or a database error.
pub(super) async fn claim<V>(
    tx: &Tx<'_, V>,
    subdomain: &str,
    affiliation: AffiliationId,
) -> Result<(), platform::Problem> {
    let table = tx.global_table::<released::Entity>();
    let Some(row) = table.rows().by_id(subdomain.to_owned()).one().await? else { return Ok(()) };
    if row.affiliation_id != affiliation && row.until > tx.now() {
        return Err(TenantError::Quarantined(row.until).into());
    }
    let this = released::Column::Subdomain.eq(subdomain);
    table.delete(this).await?.as_many_as_there_are();
    Ok(())
}

/// Checks in advance that subdomain and affiliation are free, for a clear error instead of a unique
/// key violation.
///
/// # Errors
/// [`TenantError::Taken`] or [`TenantError::HasPortal`], or a database error.
pub(super) async fn check_free<V>(
    tx: &Tx<'_, V>,
    subdomain: &str,
    affiliation: Option<AffiliationId>,
) -> Result<(), platform::Problem> {
    let living = rows::Column::State.ne(TenantState::Archived);
    let same = rows::Column::Subdomain.eq(subdomain).and(living.clone());
    if tx.global::<rows::Entity>().filter(same).exists().await? {
        return Err(TenantError::Taken.into());
    }
    let Some(affiliation) = affiliation else { return Ok(()) };
    let theirs = rows::Column::AffiliationId.eq(affiliation.uuid()).and(living);
    if tx.global::<rows::Entity>().filter(theirs).exists().await? {
        return Err(TenantError::HasPortal.into());
    }
    Ok(())
}

/// First label of the CNAME target of a portal's custom domains. Created with the first domain and
/// never changed, because other people's DNS records contain it. It cannot be guessed, so no one
/// can take over an abandoned alias.
///
/// # Errors
/// Database errors.
pub(crate) async fn edge_label<V>(
    tx: &Tx<'_, V>,
    id: TenantId,
) -> Result<String, platform::Problem> {
    let table = tx.global_table::<rows::Entity>();
    let known = table.rows().by_id(id).one().await?.ok_or_else(platform::Problem::not_found)?;
    if let Some(label) = known.edge_label {
        return Ok(label);
    }
    let mut start = known.subdomain;
    start.truncate(LABEL_START_MAX);
    let label = format!("{}-{}", start.trim_end_matches('-'), domains::random_token::<5>());
    let change = rows::ActiveModel { edge_label: Set(Some(label)), ..Default::default() };
    let unset = rows::Column::Id.eq(id).and(rows::Column::EdgeLabel.is_null());
    table.update(unset, |row| row.set(change)).await?.as_many_as_there_are();
    let known = table.rows().by_id(id).one().await?;
    known.and_then(|row| row.edge_label).ok_or_else(platform::Problem::not_found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(typed: &str) -> Result<String, TenantError> {
        validated(typed, &ServerConfig::default())
    }

    #[test]
    fn subdomain_must_be_an_unreserved_dns_label() {
        for good in ["htwu", "ashcombe", "class-of-2009", "a1", &"a".repeat(63)] {
            assert_eq!(said(good).as_deref(), Ok(good));
        }
        assert_eq!(said(" Ashcombe ").as_deref(), Ok("ashcombe"));
        let long = "a".repeat(64);
        for bad in [
            "",
            "a",
            "-a1",
            "a1-",
            "a_b",
            "a.b",
            "www",
            "staff",
            "EDGE",
            "bücher",
            "xn--bcher-kva",
            &long,
        ] {
            assert_eq!(said(bad), Err(TenantError::Subdomain), "{bad}");
        }
    }

    #[test]
    fn rejects_subdomains_that_are_hosts_of_main() {
        let server = ServerConfig {
            main_origin: "https://hall.example.org:8443".to_owned(),
            main_aliases: Some(vec!["guild.example.org".to_owned()]),
            portal_domain: "example.org".to_owned(),
            ..ServerConfig::default()
        };
        for ours in ["hall", "Hall", "guild"] {
            assert_eq!(validated(ours, &server), Err(TenantError::Subdomain), "{ours}");
        }
        assert_eq!(validated("oak", &server).as_deref(), Ok("oak"));
        assert_eq!(said("hall").as_deref(), Ok("hall"));
    }
}
