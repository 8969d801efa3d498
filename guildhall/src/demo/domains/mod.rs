//! Own domains of the portals, as checks, staff and certificate workers would have left them. No
//! check is scheduled, because the names lead nowhere: the rows stay as they are until someone
//! checks or releases a domain.

mod certificates;
mod records;

use super::DemoError;
use super::cast::{Affiliation, OwnDomain, Portal, PortalState};
use super::random::{Dice, id_at};
use super::script::parse_age;
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Duration, Utc};
use control_plane::routes_feed;
use platform::{Scope, Services, System, TenantId, Tx};
use serde_json::{Value, json};
use uuid::Uuid;

/// Letters of the tokens in DNS records (base 32).
const TOKEN_LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Time from the first check of a domain that is set up until it is verified.
const VERIFIED_BEFORE_APPROVAL: Duration = Duration::hours(3);

/// A portal that exists.
pub struct StoredPortal<'w> {
    pub affiliation: &'w Affiliation,
    pub portal: &'w Portal,
    pub id: TenantId,
}

/// A domain of a portal, with its times.
struct DomainEntry<'w> {
    domain: &'w OwnDomain,
    id: Uuid,
    tenant: TenantId,
    affiliation: Uuid,
    added: DateTime<Utc>,
    approved: Option<DateTime<Utc>>,
    checked: DateTime<Utc>,
    expected: records::ExpectedValues,
}

/// Dates the portals back and inserts their domains.
pub async fn insert(
    scope: &mut Scope<System>,
    world: &World,
    portals: &[StoredPortal<'_>],
) -> Result<(), DemoError> {
    let tx = scope.begin().await?;
    for one in portals {
        date_back(&tx, world, one).await?;
    }
    for table in rows(tx.services(), world, portals)? {
        table.insert(&tx).await?;
    }
    routes_feed::raise_version(&tx).await?;
    Ok(tx.commit().await?)
}

/// Gives a portal the time of its opening, and the label of its domains in the DNS.
async fn date_back(
    tx: &Tx<'_, System>,
    world: &World,
    one: &StoredPortal<'_>,
) -> Result<(), DemoError> {
    let at = world.now - Duration::days(one.portal.opened);
    let activated = (one.portal.state != PortalState::Draft).then_some(at);
    let label = (!one.portal.domains.is_empty()).then(|| edge_label(&one.portal.subdomain));
    let sql = "UPDATE tenants SET created_at = $1, activated_at = $2, updated_at = $1, \
               edge_label = $3 WHERE id = $4";
    let values = vec![at.into(), activated.into(), label.into(), one.id.into()];
    tx.execute(sql, values).await?;
    Ok(())
}

fn edge_label(subdomain: &str) -> String {
    format!("{subdomain}-{}", token(subdomain, 8))
}

/// A token of `length` letters.
fn token(name: &str, length: usize) -> String {
    let mut dice = Dice::from_name(&format!("token/{name}"));
    let letter = |_| TOKEN_LETTERS.get(dice.next_below(TOKEN_LETTERS.len())).copied();
    (0..length).filter_map(letter).map(char::from).collect()
}

/// Converts an age or a time until something to a duration.
fn duration_of(text: &str) -> Result<Duration, DemoError> {
    parse_age(text).ok_or_else(|| DemoError::Data(text.to_owned()))
}

fn rows(
    services: &Services,
    world: &World,
    portals: &[StoredPortal<'_>],
) -> Result<Vec<Rows>, DemoError> {
    let mut tokens = Rows::new("domain_tokens", &["affiliation_id", "token", "created_at"]);
    let mut domains = Rows::new("domains", DOMAIN_COLUMNS);
    let mut names = Rows::new("domain_names", &["name", "domain_id", "tenant_id"]);
    let mut log = Rows::new("audit_log", LOG_COLUMNS);
    let mut certificates = certificates::CertificateRows::default();
    let staff = world.cast.people.iter().find(|person| person.is_fixed("staff"));
    let staff = staff.map(|staff| world.person_id(&staff.key)).transpose()?;
    for one in portals.iter().filter(|one| !one.portal.domains.is_empty()) {
        let entries = entries(services, world, one)?;
        let first = entries.iter().map(|entry| entry.added).min().unwrap_or(world.now);
        let affiliation = world.affiliation_id(&one.affiliation.key)?;
        tokens.add(row![affiliation, token(&one.affiliation.key, 26), first]);
        for entry in &entries {
            domains.add(entry.to_row(world)?);
            if entry.domain.state != "verifying" {
                names.add(row![entry.domain.host.clone(), entry.id, one.id]);
            }
            entry.log(staff, &mut log);
            certificates.add(services, world, entry)?;
        }
    }
    let mut all = vec![tokens, domains, names, log];
    all.extend(certificates.into_rows());
    Ok(all)
}

fn entries<'w>(
    services: &Services,
    world: &World,
    one: &StoredPortal<'w>,
) -> Result<Vec<DomainEntry<'w>>, DemoError> {
    let build = |domain: &'w OwnDomain| {
        let added = world.now - duration_of(&domain.added)?;
        let approved = domain.approved.as_deref().map(duration_of).transpose()?;
        Ok(DomainEntry {
            domain,
            id: id_at(&domain.host, added),
            tenant: one.id,
            affiliation: world.affiliation_id(&one.affiliation.key)?,
            added,
            approved: approved.map(|ago| world.now - ago),
            checked: world.now - duration_of(&domain.checked)?,
            expected: records::ExpectedValues {
                target: format!(
                    "{}.edge.{}",
                    edge_label(&one.portal.subdomain),
                    services.config().server.portal_domain
                ),
                proof: format!("gh-verify={}", token(&one.affiliation.key, 26)),
            },
        })
    };
    one.portal.domains.iter().map(build).collect()
}

impl DomainEntry<'_> {
    fn to_row(&self, world: &World) -> Result<Vec<sea_orm::Value>, DemoError> {
        let Self { domain, added, approved, checked, .. } = self;
        let found = records::records(&domain.host, &domain.records, &self.expected)?;
        let cause = records::cause(&found);
        let is_served = matches!(domain.state.as_str(), "active" | "failing");
        let failures: i64 = if domain.state == "failing" { 3 } else { 0 };
        Ok(row![
            self.id,
            self.tenant,
            self.affiliation,
            domain.host.clone(),
            domain.state.clone(),
            false,
            json!(found),
            *added,
            *added,
            Some(*checked),
            Some(world.now + duration_of(&domain.next_check)?),
            failures,
            *approved,
            cause.as_ref().map(|(code, _)| *code),
            cause.map(|(_, words)| words),
            *checked,
            approved.filter(|_| is_served).map(|at| at + Duration::seconds(38)),
        ])
    }

    /// Adds the entries of the portal's log.
    fn log(&self, staff: Option<Uuid>, log: &mut Rows) {
        let mut add = |action: &str, by: Option<Uuid>, from: Option<&str>, to: &str, at| {
            log.add(row![
                id_at(&format!("{action}/{}/{to}", self.domain.host), at),
                by,
                action,
                "tenant",
                self.tenant.to_string(),
                from.map_or(Value::Null, |state| self.log_state(state)),
                self.log_state(to),
                at,
            ]);
        };
        add("domain.add", staff, None, "verifying", self.added);
        match (self.domain.state.as_str(), self.approved) {
            ("awaitingApproval", _) => {
                let at = self.checked - Duration::hours(18);
                add("domain.state", None, Some("verifying"), "awaitingApproval", at);
            }
            (state, Some(at)) => {
                let verified = (at - VERIFIED_BEFORE_APPROVAL).max(self.added);
                add("domain.state", None, Some("verifying"), "awaitingApproval", verified);
                add("domain.approve", staff, Some("awaitingApproval"), "issuing", at);
                let served = at + Duration::seconds(38);
                add("domain.state", None, Some("issuing"), "active", served);
                if state == "failing" {
                    let failed = self.checked - Duration::hours(6);
                    add("domain.state", None, Some("active"), "failing", failed);
                }
            }
            _ => {}
        }
    }

    fn log_state(&self, state: &str) -> Value {
        json!({ "host": self.domain.host, "partner": null, "state": state, "isPrimary": false })
    }
}

const DOMAIN_COLUMNS: &[&str] = &[
    "id",
    "tenant_id",
    "affiliation_id",
    "host",
    "state",
    "is_primary",
    "records",
    "added_at",
    "looking_since",
    "checked_at",
    "next_check_at",
    "failures",
    "approved_at",
    "cause_code",
    "cause",
    "updated_at",
    "answering_since",
];
const LOG_COLUMNS: &[&str] =
    &["id", "actor_id", "action", "subject_kind", "subject_id", "before", "after", "created_at"];
