//! Names that are verified for a portal, and the hosts served because of them.

use super::rows::{self, DomainId, DomainState, name};
use super::{checking, host, rows::Model};
use crate::{routes_feed, tenants};
use chrono::{DateTime, Utc};
use platform::{Scope, System, TenantId, Tx, sessions};
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ColumnTrait, Condition, DbErr, ExprTrait, FromQueryResult, QueryOrder, QuerySelect, Select,
};
use std::collections::{BTreeMap, HashMap};
use wire::routes::origin_host;

/// A portal's custom hosts, and the primary one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CustomHosts {
    pub hosts: Vec<String>,
    /// Time since which each serves, in Unix seconds.
    pub answering_since: BTreeMap<String, i64>,
    pub primary: Option<String>,
}

/// Custom hosts that edges serve, for these portals or for all; one query without the DNS records.
///
/// # Errors
/// Database errors.
pub(crate) async fn served_hosts(
    scope: &Scope<System>,
    of: Option<&[TenantId]>,
) -> Result<HashMap<TenantId, CustomHosts>, DbErr> {
    use rows::Column;
    #[derive(FromQueryResult)]
    struct ServedHost {
        tenant_id: TenantId,
        host: String,
        partner: Option<String>,
        is_primary: bool,
        answering_since: Option<DateTime<Utc>>,
    }
    let theirs = of.map(|of| Column::TenantId.is_in(of.iter().map(|id| id.uuid())));
    let served = Condition::all()
        .add(Column::State.is_in([DomainState::Active, DomainState::Failing]))
        .add_option(theirs);
    let by_host = |select: Select<rows::Entity>| {
        let short = [
            Column::TenantId,
            Column::Host,
            Column::Partner,
            Column::IsPrimary,
            Column::AnsweringSince,
        ];
        select.select_only().columns(short).order_by_asc(Column::Host)
    };
    let rows = scope.global::<rows::Entity>().filter(served).modify_select(by_host);
    let mut own: HashMap<TenantId, CustomHosts> = HashMap::new();
    for row in rows.all_as::<ServedHost>().await? {
        let theirs = own.entry(row.tenant_id).or_default();
        let names: Vec<String> = std::iter::once(row.host.clone()).chain(row.partner).collect();
        if let Some(since) = row.answering_since {
            let since = names.iter().map(|name| (name.clone(), since.timestamp()));
            theirs.answering_since.extend(since);
        }
        theirs.hosts.extend(names);
        if row.is_primary {
            theirs.primary = Some(row.host);
        }
    }
    Ok(own)
}

/// Origin of a host of this instance: main's scheme and port with another name.
pub(crate) fn origin_of(main_origin: &str, host: &str) -> String {
    main_origin.replacen(origin_host(main_origin), host, 1)
}

/// The portal that serves a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromQueryResult)]
pub(crate) struct PortalAtHost {
    pub id: TenantId,
    pub state: tenants::TenantState,
    pub affiliation_is_paused: bool,
}

/// Finds the portal that serves a host, by its subdomain or by a custom domain.
///
/// # Errors
/// Database errors.
pub(crate) async fn tenant_at(
    scope: &Scope<System>,
    host: &str,
) -> Result<Option<PortalAtHost>, DbErr> {
    const SQL: &str = "SELECT t.id, t.state, a.is_paused AS affiliation_is_paused FROM tenants t \
         JOIN affiliations a ON a.id = t.affiliation_id WHERE t.state <> 'archived' AND \
         (t.subdomain = $1 OR t.id IN (SELECT n.tenant_id FROM domain_names n \
         JOIN domains d ON d.id = n.domain_id WHERE n.name = $2 AND d.state IN ('active', 'failing')))";
    let domain = &scope.services().config().server.portal_domain;
    let label = host.strip_suffix(domain.as_str()).and_then(|label| label.strip_suffix('.'));
    let values = vec![label.unwrap_or_default().into(), host.into()];
    scope.raw(SQL, values).one::<PortalAtHost>().await
}

/// Returns whether a name, or a parent or subdomain of it, belongs to another portal.
pub(super) async fn is_anothers<V>(
    tx: &Tx<'_, V>,
    names: &[String],
    tenant: TenantId,
) -> Result<bool, DbErr> {
    let mut near = Condition::any().add(name::Column::Name.is_in(names));
    for name in names {
        near = near
            .add(name::Column::Name.ends_with(format!(".{name}")))
            .add(name::Column::Name.is_in(host::parent_names(name)));
    }
    let theirs = Condition::all().add(near).add(name::Column::TenantId.ne(tenant.uuid()));
    tx.global::<name::Entity>().filter(theirs).exists().await
}

/// Claims a domain's names for this portal; `false` if another portal has claimed one concurrently.
pub(super) async fn lock<V>(tx: &Tx<'_, V>, domain: &Model) -> Result<bool, DbErr> {
    for name in domain.host_names() {
        let row = name::ActiveModel {
            name: Set(name),
            domain_id: Set(domain.id),
            tenant_id: Set(domain.tenant_id),
        };
        let table = tx.global_table::<name::Entity>();
        if !table.insert_unless_there(row, &[name::Column::Name]).await? {
            let theirs = name::Column::DomainId.eq(domain.id);
            table.delete(theirs).await?.as_many_as_there_are();
            return Ok(false);
        }
    }
    Ok(true)
}

/// Releases a domain's names.
pub(super) async fn let_go<V>(tx: &Tx<'_, V>, domain: DomainId) -> Result<(), DbErr> {
    let theirs = name::Column::DomainId.eq(domain);
    let gone = tx.global_table::<name::Entity>().delete(theirs).await?;
    gone.as_many_as_there_are();
    Ok(())
}

/// Stops serving a domain, and ends the sessions on its hosts.
pub(super) async fn close<V>(tx: &Tx<'_, V>, domain: &Model) -> Result<(), DbErr> {
    for host in domain.host_names() {
        sessions::revoke_of_tenant(tx, domain.tenant_id, Some(&host), "domain-closed").await?;
    }
    routes_feed::raise_version(tx).await
}

/// Marks a domain as serving after its first certificate was issued, and records it in the portal's
/// log.
///
/// # Errors
/// Database errors.
pub(crate) async fn mark_serving<V>(tx: &Tx<'_, V>, host: &str) -> Result<(), DbErr> {
    let waiting = rows::Column::Host.eq(host).and(rows::Column::State.eq(DomainState::Issuing));
    let change = rows::ActiveModel {
        state: Set(DomainState::Active),
        answering_since: Set(Some(tx.now())),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let table = tx.global_table::<rows::Entity>();
    for after in table.update_returning(waiting, |row| row.set(change)).await? {
        let before = Model { state: DomainState::Issuing, answering_since: None, ..after.clone() };
        checking::audit(tx, None, "domain.state", (&before, &after)).await?;
    }
    Ok(())
}
