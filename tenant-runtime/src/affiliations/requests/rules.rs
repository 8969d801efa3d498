//! The applicant's side: applying, and the own requests.

use super::auto_approval;
use super::error::RequestError;
use super::notification;
use super::rows::{Column, Model};
use super::status::relations_of;
use super::store::{self, RequestFilter, RequestedAffiliation};
use super::view::{self, AffiliationRequestView, RequestReader};
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations::access::people_with;
use crate::affiliations::error::AffiliationError;
use crate::affiliations::rows::affiliation;
use crate::affiliations::{invitations, membership, questionnaire, store as affiliations};
use crate::integration_records::{EmittedEvent, WebhookEvent, emit};
use crate::limits::check_limit_within;
use crate::profiles;
use platform::affiliations::AffiliationPermission;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Applicant, Problem, Scope, Tx, db};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Default and maximum page size.
pub(super) const REQUESTS_PAGE: (u64, u64) = (20, 100);

/// Answers to an affiliation's questionnaire.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewAffiliationRequest {
    /// By question id.
    pub answers: BTreeMap<String, String>,
}

/// The affiliation, if the viewer may apply to it: it accepts members, and the viewer was invited
/// if it is private. Members may read it too.
pub(in crate::affiliations) async fn find_open_to_requests(
    scope: &Scope<Applicant>,
    id_or_path: &str,
) -> Result<affiliation::Model, Problem> {
    let found = affiliations::find_by_id_or_path(scope, id_or_path).await?;
    let open = found.filter(|row| row.is_approved && !row.is_paused);
    let affiliation = open.ok_or(AffiliationError::NotFound)?;
    if !affiliation.is_private {
        return Ok(affiliation);
    }
    let (me, of_it) = (scope.viewer().id(), [affiliation.id]);
    let invited =
        relations_of(scope, me, &of_it).await?.get(&affiliation.id).is_some_and(|s| s.invited);
    if invited || !affiliations::memberships_of(scope, me, &of_it).await?.is_empty() {
        return Ok(affiliation);
    }
    Err(RequestError::InviteOnly.into())
}

/// Applies for membership.
pub(super) async fn send(
    scope: &mut Scope<Applicant>,
    id_or_path: &str,
    key: &IdempotencyKey,
    new: &NewAffiliationRequest,
) -> Result<CreatedResponse<AffiliationRequestView>, Problem> {
    let affiliation = find_open_to_requests(scope, id_or_path).await?;
    let asked = questionnaire::of_affiliation(&affiliation).0;
    let tx = scope.begin().await?;
    let path = format!("/affiliations/{}/requests", affiliation.id);
    let fingerprint = idempotency::request_fingerprint(&path, new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    check_limit_within(&tx, LimitedAction::Join).await?;
    let me = tx.viewer().id();
    if membership::is_member(&tx, affiliation.id, me).await? {
        return Err(RequestError::AlreadyMember.into());
    }
    if store::has_pending_request(&tx, affiliation.id).await? {
        return Err(RequestError::Pending.into());
    }
    let answers = questionnaire::check(&asked, &new.answers)?;
    let written = store::insert(&tx, RequestedAffiliation::Join(affiliation.id, &answers)).await;
    let row = written.map_err(|error| {
        if db::is_taken(&error) { RequestError::Pending.into() } else { Problem::from(error) }
    })?;
    invitations::accept_all(&tx, me, affiliation.id).await?;
    let created = EmittedEvent::new(WebhookEvent::RequestCreated, row.id);
    emit(&tx, created.of_affiliation(affiliation.id)).await?;
    let view = match auto_approval::approve_trusted(&tx, &affiliation, &row).await? {
        Some(row) => to_applicant_view(&tx, &affiliation, row).await?,
        None => notify_reviewers(&tx, &affiliation, row).await?,
    };
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

async fn to_applicant_view(
    tx: &Tx<'_, Applicant>,
    affiliation: &affiliation::Model,
    row: Model,
) -> Result<AffiliationRequestView, DbErr> {
    let person = profiles::person_of(tx, row.user_id).await?;
    Ok(view::RequestViewData::of_one(person, Some(affiliation))
        .to_view(RequestReader::Applicant, row))
}

/// Notifies the reviewers.
async fn notify_reviewers(
    tx: &Tx<'_, Applicant>,
    affiliation: &affiliation::Model,
    row: Model,
) -> Result<AffiliationRequestView, DbErr> {
    let person = profiles::person_of(tx, row.user_id).await?;
    let title = format!("{} asks to join {}", person.display_name, affiliation.name);
    let about = json!({ "affiliationId": row.affiliation_id, "affiliationRequestId": row.id });
    let notice = Notice::new(NotificationType::SystemMessage, &title, "", about)
        .of_affiliation(affiliation.id)
        .with_author(row.user_id)
        .to_answer(row.id.uuid());
    let permission = AffiliationPermission::ReviewRequests;
    let reviewers = people_with(tx, affiliation.id, permission).await?;
    activity::notify(tx, &reviewers, &notice).await?;
    notification::send_notice(tx, Some(affiliation), &row).await?;
    Ok(view::RequestViewData::of_one(person, Some(affiliation))
        .to_view(RequestReader::Applicant, row))
}

/// The viewer's own requests, newest first. 3 queries.
pub(super) async fn list_own(
    scope: &Scope<Applicant>,
    filter: RequestFilter,
    query: &PageQuery,
) -> Result<Page<AffiliationRequestView>, Problem> {
    let mine = Condition::all().add(Column::UserId.eq(scope.viewer().id().uuid()));
    list_requests(scope, RequestReader::Applicant, mine, filter, query).await
}

/// A page of requests.
pub(super) async fn list_requests<V: Send + Sync>(
    scope: &Scope<V>,
    reader: RequestReader,
    of: Condition,
    filter: RequestFilter,
    query: &PageQuery,
) -> Result<Page<AffiliationRequestView>, Problem> {
    let limit = query.row_limit(REQUESTS_PAGE.0, REQUESTS_PAGE.1);
    let rows =
        store::list_page(scope, of, filter, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let beside = view::load_view_data(scope, reader, &page.items).await?;
    let items = page.items.into_iter().map(|row| beside.to_view(reader, row)).collect();
    Ok(Page { items, next_cursor: page.next_cursor })
}
