//! Entries of the audit log in staff views: with the names of actor and subject, and the paths of
//! their pages.

use crate::{affiliations, communities, profiles};
use chrono::{DateTime, Utc};
use platform::audit::Model;
use platform::ids::AuditId;
use platform::{AffiliationId, CommunityId, Scope, UserId};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Maximum number of names per query.
const AT_ONCE: usize = 500;

/// An audit log entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditEntry {
    pub id: AuditId,
    /// `null` for a command of the operator.
    pub actor_id: Option<UserId>,
    /// Current name of the actor.
    pub actor_name: Option<String>,
    /// Path of the staff page of the actor.
    pub actor_path: Option<String>,
    pub action: String,
    pub subject_kind: String,
    pub subject_id: String,
    /// Current name of the subject, if it is an account, a community, an affiliation or a portal.
    pub subject_name: Option<String>,
    /// Path of the staff page of the subject.
    pub subject_path: Option<String>,
    pub before: Option<Value>,
    pub after: Option<Value>,
    pub reason: Option<String>,
    pub request_id: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// Names of accounts, communities and affiliations.
#[derive(Debug, Default)]
struct Names {
    accounts: HashMap<UserId, String>,
    communities: HashMap<CommunityId, String>,
    affiliations: HashMap<AffiliationId, String>,
}

/// Adds the names and paths. At most 3 queries for each 500 subjects.
pub(super) async fn to_entries<V: Send + Sync>(
    scope: &Scope<V>,
    rows: Vec<Model>,
) -> Result<Vec<AuditEntry>, DbErr> {
    let names = Names::load(scope, &rows).await?;
    Ok(rows.into_iter().map(|row| names.to_entry(row)).collect())
}

impl Names {
    async fn load<V: Send + Sync>(scope: &Scope<V>, rows: &[Model]) -> Result<Self, DbErr> {
        let mut names = Self::default();
        let actors = rows.iter().filter_map(|row| row.actor_id);
        let accounts = unique_ids(subjects::<UserId>(rows, "account").chain(actors));
        for some in accounts.chunks(AT_ONCE) {
            let people = profiles::load_people(scope, some).await?;
            let found = people.into_iter().map(|(id, person)| (id, person.display_name));
            names.accounts.extend(found);
        }
        for some in unique_ids(subjects::<CommunityId>(rows, "community")).chunks(AT_ONCE) {
            names.communities.extend(communities::visible_names(scope, some).await?);
        }
        for some in unique_ids(subjects::<AffiliationId>(rows, "affiliation")).chunks(AT_ONCE) {
            names.affiliations.extend(affiliations::visible_names(scope, some).await?);
        }
        Ok(names)
    }

    fn subject_name(&self, row: &Model) -> Option<String> {
        let id = &row.subject_id;
        match row.subject_kind.as_str() {
            "account" => self.accounts.get(&id.parse().ok()?).cloned(),
            "community" => self.communities.get(&id.parse().ok()?).cloned(),
            "affiliation" => self.affiliations.get(&id.parse().ok()?).cloned(),
            "tenant" => {
                let named = |state: &Option<Value>| {
                    Some(state.as_ref()?.get("brandName")?.as_str()?.to_owned())
                };
                named(&row.after).or_else(|| named(&row.before))
            }
            _ => None,
        }
    }

    fn to_entry(&self, row: Model) -> AuditEntry {
        AuditEntry {
            id: row.id,
            actor_name: row.actor_id.and_then(|id| self.accounts.get(&id).cloned()),
            actor_path: row.actor_id.map(|id| format!("/staff/users/{id}")),
            actor_id: row.actor_id,
            subject_name: self.subject_name(&row),
            subject_path: subject_path(&row.subject_kind, &row.subject_id),
            action: row.action,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            before: row.before,
            after: row.after,
            reason: row.reason,
            request_id: row.request_id,
            created_at: row.created_at,
        }
    }
}

fn subjects<I: std::str::FromStr>(rows: &[Model], kind: &str) -> impl Iterator<Item = I> {
    let named = rows.iter().filter(move |row| row.subject_kind == kind);
    named.filter_map(|row| row.subject_id.parse().ok())
}

fn unique_ids<I: Ord>(ids: impl Iterator<Item = I>) -> Vec<I> {
    let mut ids: Vec<I> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn subject_path(kind: &str, id: &str) -> Option<String> {
    let page = match kind {
        "account" => format!("users/{id}"),
        "community" => format!("communities/{id}"),
        "affiliation" => format!("affiliations/{id}"),
        "tenant" => format!("tenants/{id}"),
        "legal-document" => format!("legal/{id}"),
        "affiliation-request" => "affiliation-requests".to_owned(),
        "invite-code" => "invite-codes".to_owned(),
        "job" => "jobs".to_owned(),
        "message-report" => "message-reports".to_owned(),
        "report" => "reports".to_owned(),
        "waitlist" => "waitlist".to_owned(),
        "edges" => "edges".to_owned(),
        _ => return None,
    };
    Some(format!("/staff/{page}"))
}
