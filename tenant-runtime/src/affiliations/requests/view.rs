//! A request as it is shown: to whoever asked, and to those who answer.

use super::AffiliationRequestId;
use super::rows::{AffiliationRequestStatus, AffiliationRequestType, Model};
use crate::accounts;
use crate::affiliations::questionnaire::Answer;
use crate::affiliations::rows::affiliation;
use crate::affiliations::store;
use crate::profiles::{self, Person};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Scope, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// A request to belong to an affiliation, or for one that is missing.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AffiliationRequest)]
pub struct AffiliationRequestView {
    pub id: AffiliationRequestId,
    #[serde(rename = "type")]
    pub kind: AffiliationRequestType,
    /// `null` while a missing one is not made.
    pub affiliation_id: Option<AffiliationId>,
    pub affiliation_name: String,
    /// What a missing one is; `null` of one that was there.
    pub description: Option<String>,
    /// Whether a missing one is to be private.
    pub is_private: bool,
    pub user_id: UserId,
    pub user_name: String,
    /// For those who answer; `null` for whoever asked.
    pub user_email: Option<String>,
    /// Who asks.
    pub person: Person,
    pub status: AffiliationRequestStatus,
    /// What was asked and what was answered, in the order of the form.
    pub form_data: Vec<Answer>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Who answered, for those who answer.
    pub reviewed_by: Option<Person>,
    pub reviewed_at: Option<DateTime<Utc>>,
    /// Why not.
    pub rejection_reason: Option<String>,
    /// What reviewers tell one another; `null` for whoever asked.
    pub notes: Option<String>,
}

/// Who reads requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// Whoever asked.
    Applicant,
    /// An admin of the affiliation, or staff.
    Reviewer,
}

/// What stands beside the rows: the people's names and addresses, and the affiliations' names.
pub(super) struct Beside {
    people: HashMap<UserId, Person>,
    emails: HashMap<UserId, String>,
    names: HashMap<AffiliationId, String>,
}

impl Beside {
    /// What stands beside one request of one person, to an affiliation that is there.
    pub(super) fn of_one(person: Person, affiliation: Option<&affiliation::Model>) -> Self {
        Self {
            people: HashMap::from([(person.user_id, person)]),
            emails: HashMap::new(),
            names: affiliation.map(|one| (one.id, one.name.clone())).into_iter().collect(),
        }
    }

    pub(super) fn show(&self, reader: Reader, row: Model) -> AffiliationRequestView {
        let reviews = reader == Reader::Reviewer;
        let known =
            |id: UserId| self.people.get(&id).cloned().unwrap_or_else(|| Person::unknown(id));
        let person = known(row.user_id);
        let named = row.affiliation_id.and_then(|id| self.names.get(&id).cloned());
        AffiliationRequestView {
            id: row.id,
            kind: row.kind,
            affiliation_id: row.affiliation_id,
            affiliation_name: named.or(row.affiliation_name).unwrap_or_default(),
            description: row.description,
            is_private: row.is_private,
            user_id: row.user_id,
            user_name: person.display_name.clone(),
            user_email: self.emails.get(&row.user_id).map(|email| accounts::readable_email(email)),
            person,
            status: row.status,
            form_data: serde_json::from_value(row.form_data).unwrap_or_default(),
            created_at: row.created_at,
            updated_at: row.updated_at,
            reviewed_by: row.reviewed_by.filter(|_| reviews).map(known),
            reviewed_at: row.reviewed_at,
            rejection_reason: row.rejection_reason,
            notes: row.notes.filter(|_| reviews),
        }
    }
}

/// Reads what stands beside these rows: 2 queries, 3 for reviewers.
pub(super) async fn beside<V: Send + Sync>(
    scope: &Scope<V>,
    reader: Reader,
    rows: &[Model],
) -> Result<Beside, DbErr> {
    let mut people: Vec<UserId> = rows.iter().map(|row| row.user_id).collect();
    let emails = match reader {
        Reader::Reviewer => profiles::emails(scope, &people).await?,
        Reader::Applicant => HashMap::new(),
    };
    people.extend(rows.iter().filter_map(|row| row.reviewed_by));
    let affiliations: Vec<AffiliationId> =
        rows.iter().filter_map(|row| row.affiliation_id).collect();
    Ok(Beside {
        people: profiles::people(scope, &people).await?,
        emails,
        names: store::names(scope, &affiliations).await?,
    })
}
