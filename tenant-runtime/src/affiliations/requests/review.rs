//! The side of those who answer: an affiliation's admins, and staff on main (F-058 to F-061, gap G-055).

use super::AffiliationRequestId;
use super::error::RequestError;
use super::rows::{AffiliationRequestStatus as Status, Column, Model};
use super::rules::{self, tell};
use super::store::{self, Decision};
use super::view::{self, AffiliationRequestView, Reader};
use crate::activity::{self, Notice, NoticeKind};
use crate::affiliations::managing::managed;
use crate::affiliations::membership;
use crate::affiliations::rows::affiliation;
use crate::communities::spend;
use crate::content::{self, ContentError};
use crate::profiles;
use platform::audit::{Act, record};
use platform::limiter::LimitedAction;
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::page::{Page, PageQuery};
use platform::problem::FieldError;
use platform::{Catalogued, Identified, Member, Problem, Scope, Tx};
use sea_orm::{ColumnTrait, Condition};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Characters of a reason and of notes (G-040).
const WORDS_CHARS_MAX: usize = 5_000;

/// What a reviewer says beside an approval.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Approval {
    /// For other reviewers; at most 5000 characters.
    #[serde(default)]
    notes: Option<String>,
}

/// What a reviewer says beside a rejection.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Rejection {
    /// For the applicant; required, at most 5000 characters.
    #[serde(default)]
    rejection_reason: Option<String>,
    /// For other reviewers; at most 5000 characters.
    #[serde(default)]
    notes: Option<String>,
}

fn checked(text: Option<&str>, field: &str) -> Result<Option<String>, Problem> {
    let refused = |error: ContentError| Problem::from(error).with_errors(vec![error.on(field)]);
    let text = content::check_note(text.unwrap_or_default(), WORDS_CHARS_MAX).map_err(refused)?;
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// A page of an affiliation's requests. 6 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    id_or_path: &str,
    status: Option<Status>,
    query: &PageQuery,
) -> Result<Page<AffiliationRequestView>, Problem> {
    let affiliation = managed(scope, id_or_path).await?;
    let of_it = Condition::all().add(Column::AffiliationId.eq(affiliation.id.uuid()));
    rules::page(scope, Reader::Reviewer, of_it, status, query).await
}

/// Lets somebody belong who has asked: as a member who shows it, told, and soon in the affiliation's
/// default communities (F-059).
pub(super) async fn approve(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    request: AffiliationRequestId,
    said: &Approval,
) -> Result<AffiliationRequestView, Problem> {
    let notes = checked(said.notes.as_deref(), "notes")?;
    let affiliation = managed(scope, id_or_path).await?;
    spend(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let decision = Decision { status: Status::Approved, rejection_reason: None, notes };
    let row = decide(scope, &affiliation, request, decision).await?;
    shown(scope, row).await
}

/// Turns somebody away who has asked, and tells them why (F-061).
pub(super) async fn reject(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    request: AffiliationRequestId,
    said: &Rejection,
) -> Result<AffiliationRequestView, Problem> {
    let affiliation = managed(scope, id_or_path).await?;
    let reason = checked(said.rejection_reason.as_deref(), "rejectionReason")?;
    if reason.is_none() {
        let none = RequestError::NoReason;
        let field = FieldError::new("rejectionReason", none.entry().code, none.to_string());
        return Err(Problem::from(none).with_errors(vec![field]));
    }
    let notes = checked(said.notes.as_deref(), "notes")?;
    spend(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let decision = Decision { status: Status::Rejected, rejection_reason: reason, notes };
    let row = decide(scope, &affiliation, request, decision).await?;
    shown(scope, row).await
}

async fn shown(scope: &Scope<Member>, row: Model) -> Result<AffiliationRequestView, Problem> {
    let rows = [row];
    let beside = view::beside(scope, Reader::Reviewer, &rows).await?;
    let [row] = rows;
    Ok(beside.show(Reader::Reviewer, row))
}

/// One transaction: the decision, what follows from it, and that it is written down.
async fn decide(
    scope: &mut Scope<Member>,
    affiliation: &affiliation::Model,
    request: AffiliationRequestId,
    decision: Decision,
) -> Result<Model, Problem> {
    let tx = scope.begin().await?;
    let held = store::hold(&tx, affiliation.id, request).await?;
    let waiting = held.filter(|row| row.status == Status::Pending);
    let row = waiting.ok_or(RequestError::NotFound)?;
    let approved = decision.status == Status::Approved;
    if approved && !membership::enter(&tx, affiliation.id, row.user_id).await? {
        return Err(RequestError::AlreadyMember.into());
    }
    let row = store::decide(&tx, row.id, decision).await?;
    activity::settle(&tx, row.id.uuid()).await?;
    let tells = notice(affiliation, &row);
    activity::notify(&tx, &[row.user_id], &tells).await?;
    mail_answer(&tx, affiliation, &row).await?;
    tell(&tx, affiliation, &row).await?;
    write_down(&tx, &row).await?;
    tx.commit().await?;
    Ok(row)
}

fn notice(affiliation: &affiliation::Model, row: &Model) -> Notice {
    let name = &affiliation.name;
    let (kind, title) = if row.status == Status::Approved {
        (NoticeKind::AffiliationApproved, format!("You are now a member of {name}"))
    } else {
        (NoticeKind::AffiliationRejected, format!("Your application to {name} was declined"))
    };
    let about = json!({ "affiliationId": affiliation.id, "affiliationRequestId": row.id });
    let why = row.rejection_reason.as_deref().unwrap_or_default();
    Notice::new(kind, &title, why, about).of_affiliation(affiliation.id)
}

/// Whoever asked at a portal may have no other way to hear of it.
async fn mail_answer(
    tx: &Tx<'_, Member>,
    affiliation: &affiliation::Model,
    row: &Model,
) -> Result<(), Problem> {
    let of_them = [row.user_id];
    let person = profiles::person_of(tx, row.user_id).await?;
    let Some(to) = profiles::emails(tx, &of_them).await?.remove(&row.user_id) else {
        return Ok(());
    };
    let context = &tx.facts().context;
    let content = MailContent::ApplicationAnswered {
        first_name: person.first_name,
        affiliation: affiliation.name.clone(),
        approved: row.status == Status::Approved,
        reason: row.rejection_reason.clone().unwrap_or_default(),
        link: format!("{}/affiliation/{}", context.origin, affiliation.id),
    };
    let mail = MailJob { to, brand: MailBrand::of_door(context), content };
    tx.enqueue(mail.to_job()?).await?;
    Ok(())
}

async fn write_down(tx: &Tx<'_, Member>, row: &Model) -> Result<(), Problem> {
    let act = Act {
        actor: Some(tx.viewer().id()),
        action: if row.status == Status::Approved {
            "affiliation-request.approve"
        } else {
            "affiliation-request.reject"
        },
        subject_kind: "affiliation-request",
        subject_id: row.id.to_string(),
        before: json!({ "status": Status::Pending }),
        after: json!({ "status": row.status, "affiliationId": row.affiliation_id,
            "userId": row.user_id }),
        reason: row.rejection_reason.as_deref(),
    };
    Ok(record(tx, act).await?)
}
