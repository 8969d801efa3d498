//! Requests in API responses, for the applicant and for reviewers.

use super::AffiliationRequestId;
use super::rows::{AffiliationRequestStatus, AffiliationRequestType, Model};
use crate::accounts;
use crate::affiliations::questionnaire::ApplicationAnswer;
use crate::affiliations::rows::affiliation;
use crate::affiliations::store;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Scope, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// A request to join an affiliation, or to create a missing one.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AffiliationRequest)]
pub struct AffiliationRequestView {
    pub id: AffiliationRequestId,
    #[serde(rename = "type")]
    pub kind: AffiliationRequestType,
    /// `null` for a new affiliation until it is created.
    pub affiliation_id: Option<AffiliationId>,
    pub affiliation_name: String,
    /// Description of the requested new affiliation; `null` for a request to join.
    pub description: Option<String>,
    /// True if the requested new affiliation is to be private.
    pub is_private: bool,
    pub user_id: UserId,
    pub user_name: String,
    /// For reviewers; `null` for the applicant.
    pub user_email: Option<String>,
    /// The applicant.
    pub person: UserSummary,
    pub status: AffiliationRequestStatus,
    /// Questions and answers, in the order of the form.
    pub form_data: Vec<ApplicationAnswer>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Reviewer who answered; for reviewers only.
    pub reviewed_by: Option<UserSummary>,
    pub reviewed_at: Option<DateTime<Utc>>,
    /// Reason of the rejection.
    pub rejection_reason: Option<String>,
    /// Notes of reviewers; `null` for the applicant.
    pub notes: Option<String>,
}

/// The reader of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestReader {
    /// The user who sent it.
    Applicant,
    /// An admin of the affiliation, or staff.
    Reviewer,
}

/// Data for the views of several requests: people, email addresses, and names of affiliations.
pub(super) struct RequestViewData {
    people: HashMap<UserId, UserSummary>,
    emails: HashMap<UserId, String>,
    names: HashMap<AffiliationId, String>,
}

impl RequestViewData {
    /// The data for one request of one user to an existing affiliation.
    pub(super) fn of_one(person: UserSummary, affiliation: Option<&affiliation::Model>) -> Self {
        Self {
            people: HashMap::from([(person.user_id, person)]),
            emails: HashMap::new(),
            names: affiliation.map(|one| (one.id, one.name.clone())).into_iter().collect(),
        }
    }

    pub(super) fn to_view(&self, reader: RequestReader, row: Model) -> AffiliationRequestView {
        let reviews = reader == RequestReader::Reviewer;
        let known = |id: UserId| {
            self.people.get(&id).cloned().unwrap_or_else(|| UserSummary::deleted_account(id))
        };
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

/// Loads the data for these requests: 2 queries, 3 for reviewers.
pub(super) async fn load_view_data<V: Send + Sync>(
    scope: &Scope<V>,
    reader: RequestReader,
    rows: &[Model],
) -> Result<RequestViewData, DbErr> {
    let mut people: Vec<UserId> = rows.iter().map(|row| row.user_id).collect();
    let emails = match reader {
        RequestReader::Reviewer => profiles::email_addresses(scope, &people).await?,
        RequestReader::Applicant => HashMap::new(),
    };
    people.extend(rows.iter().filter_map(|row| row.reviewed_by));
    let affiliations: Vec<AffiliationId> =
        rows.iter().filter_map(|row| row.affiliation_id).collect();
    Ok(RequestViewData {
        people: profiles::load_people(scope, &people).await?,
        emails,
        names: store::visible_names(scope, &affiliations).await?,
    })
}
