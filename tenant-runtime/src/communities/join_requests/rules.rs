//! Sends, lists and answers join requests, and notifies the people concerned.

use super::error::JoinRequestError;
use super::rows::{Column, JoinRequestStatus, Model};
use super::view::{self, JoinRequestView};
use super::{JoinRequestId, store};
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::JoinError;
use crate::communities::membership::{self, JoinReason};
use crate::communities::rows::{Visibility, community};
use crate::communities::{Access, access, load_access, rules, store as communities};
use crate::content::{self, ContentError};
use crate::limits;
use crate::{affiliations, profiles};
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, AffiliationId, CommunityId, Member, Problem, Scope, Tx, UserId, db};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Maximum characters of a request's message and of the answer (G-040).
const MESSAGE_CHARS_MAX: usize = 5_000;
/// Default and maximum page size.
const REQUESTS_PAGE: (u64, u64) = (20, 100);

/// A new join request.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewJoinRequest {
    /// At most 5000 characters.
    #[serde(default)]
    pub message: Option<String>,
}

/// An admin's message with their decision.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinRequestDecision {
    /// At most 5000 characters.
    #[serde(default)]
    pub admin_message: Option<String>,
}

fn validated(text: Option<&str>, field: &str) -> Result<String, Problem> {
    let refused =
        |error: ContentError| Problem::from(error).with_errors(vec![error.to_field_error(field)]);
    content::check_note(text.unwrap_or_default(), MESSAGE_CHARS_MAX).map_err(refused)
}

/// Requests to join. A public community admits the viewer at once (G-074).
pub(super) async fn send(
    scope: &mut Scope<Member>,
    id: CommunityId,
    key: &IdempotencyKey,
    new: &NewJoinRequest,
) -> Result<CreatedResponse<JoinRequestView>, Problem> {
    let message = validated(new.message.as_deref(), "message")?;
    let held = affiliations::held_by(scope).await?;
    let tx = scope.begin().await?;
    let fingerprint =
        idempotency::request_fingerprint(&format!("/communities/{id}/join-requests"), new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    limits::check_limit_within(&tx, LimitedAction::Join).await?;
    let Access { community, membership: place, .. } = access::load_access(&tx, id).await?;
    if place.is_some() {
        return Err(JoinError::AlreadyMember.into());
    }
    rules::check_takes_members(&community, tx.now())?;
    rules::check_eligible(
        &community,
        &communities::all_linked_affiliations(&tx, id).await?,
        &held,
    )?;
    let view = if community.visibility == Visibility::Public {
        add_applicant(&tx, &community, message).await?
    } else {
        request_membership(&tx, &community, message).await?
    };
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

async fn add_applicant(
    tx: &Tx<'_, Member>,
    community: &community::Model,
    message: String,
) -> Result<JoinRequestView, Problem> {
    let me = tx.viewer().id();
    if !membership::add_member(tx, community, me, JoinReason::VOLUNTARY).await? {
        return Err(JoinError::AlreadyMember.into());
    }
    let row = store::insert(tx, community.id, message, JoinRequestStatus::Approved).await?;
    let person = profiles::person_of(tx, me).await?;
    Ok(JoinRequestView::new(row, community.name.clone(), person))
}

/// Stores the viewer's request and notifies the moderators. The caller has checked that the viewer
/// may ask.
pub(in crate::communities) async fn request_membership(
    tx: &Tx<'_, Member>,
    community: &community::Model,
    message: String,
) -> Result<JoinRequestView, Problem> {
    if store::has_pending(tx, community.id).await? {
        return Err(JoinRequestError::Pending.into());
    }
    let written = store::insert(tx, community.id, message, JoinRequestStatus::Pending).await;
    let row = written.map_err(|error| {
        if db::is_taken(&error) { JoinRequestError::Pending.into() } else { Problem::from(error) }
    })?;
    let person = profiles::person_of(tx, row.user_id).await?;
    let view = JoinRequestView::new(row, community.name.clone(), person);
    let moderators = communities::moderators_of(tx, community.id, false).await?;
    let about = json!({ "communityId": community.id, "request": &view });
    communities::publish_to_each(tx, &moderators, "join-request.created", &about).await?;
    // Admins can answer; trustees can only read.
    let admins = communities::moderators_of(tx, community.id, true).await?;
    let (answer, look_on): (Vec<_>, Vec<_>) =
        moderators.into_iter().partition(|user| admins.contains(user));
    let notice = request_notice(&view);
    activity::notify(tx, &look_on, &notice).await?;
    activity::notify(tx, &answer, &notice.to_answer(view.id.uuid())).await?;
    Ok(view)
}

fn request_notice(view: &JoinRequestView) -> Notice {
    let title = format!("{} asks to join {}", view.person.display_name, view.community_name);
    let about = (view.community_id, view.id);
    let notice = request_notice_of(NotificationType::SystemMessage, &title, &view.message, about);
    notice.with_author(view.user_id)
}

fn request_notice_of(
    kind: NotificationType,
    title: &str,
    message: &str,
    (community, request): (CommunityId, JoinRequestId),
) -> Notice {
    let about = json!({ "communityId": community, "requestId": request });
    Notice::new(kind, title, message, about).of_community(community)
}

/// A page of a community's requests, for its moderators. 5 queries, plus the one that loads the
/// applicants.
pub(super) async fn list(
    scope: &Scope<Member>,
    id: CommunityId,
    status: Option<JoinRequestStatus>,
    query: &PageQuery,
) -> Result<Page<JoinRequestView>, Problem> {
    if !load_access(scope, id).await?.may_moderate() {
        return Err(JoinRequestError::NotAdmin.into());
    }
    let of_it = Condition::all().add(Column::CommunityId.eq(id.uuid()));
    to_view(scope, of_it, status, query).await
}

/// A page of the viewer's own requests.
pub(super) async fn list_own(
    scope: &Scope<Member>,
    status: Option<JoinRequestStatus>,
    query: &PageQuery,
) -> Result<Page<JoinRequestView>, Problem> {
    let mine = Condition::all().add(Column::UserId.eq(scope.viewer().id().uuid()));
    to_view(scope, mine, status, query).await
}

async fn to_view(
    scope: &Scope<Member>,
    of: Condition,
    status: Option<JoinRequestStatus>,
    query: &PageQuery,
) -> Result<Page<JoinRequestView>, Problem> {
    let limit = query.row_limit(REQUESTS_PAGE.0, REQUESTS_PAGE.1);
    let rows =
        store::list_page(scope, of, status, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let items = view::to_views(scope, page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Withdraws a request of the viewer.
pub(super) async fn withdraw(scope: &mut Scope<Member>, id: JoinRequestId) -> Result<(), Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Join).await?;
    let tx = scope.begin().await?;
    let row = store::withdraw(&tx, id).await?.ok_or(JoinRequestError::NotFound)?;
    publish_event(&tx, &row, "join-request.withdrawn").await?;
    Ok(tx.commit().await?)
}

/// Approves a request; the applicant joins (C-043).
pub(super) async fn approve(
    scope: &mut Scope<Member>,
    id: CommunityId,
    request: JoinRequestId,
    answer: &JoinRequestDecision,
) -> Result<JoinRequestView, Problem> {
    let words = validated(answer.admin_message.as_deref(), "adminMessage")?;
    let tx = scope.begin().await?;
    let (community, row) = load_pending(&tx, id, request).await?;
    let applicant = row.user_id;
    if !membership::lock(&tx, id, &[applicant]).await?.is_empty() {
        return Err(JoinRequestError::AlreadyMember.into());
    }
    check_is_pending(&row)?;
    rules::check_takes_members(&community, tx.now())?;
    check_has_affiliations(&tx, &community, applicant).await?;
    if !membership::add_member(&tx, &community, applicant, JoinReason::APPROVED).await? {
        return Err(JoinRequestError::AlreadyMember.into());
    }
    close(tx, &community, row, (JoinRequestStatus::Approved, words)).await
}

/// Rejects a request.
pub(super) async fn reject(
    scope: &mut Scope<Member>,
    id: CommunityId,
    request: JoinRequestId,
    answer: &JoinRequestDecision,
) -> Result<JoinRequestView, Problem> {
    let words = validated(answer.admin_message.as_deref(), "adminMessage")?;
    let tx = scope.begin().await?;
    let (community, row) = load_pending(&tx, id, request).await?;
    check_is_pending(&row)?;
    close(tx, &community, row, (JoinRequestStatus::Rejected, words)).await
}

/// The request, locked until the transaction ends, for an admin.
async fn load_pending(
    tx: &Tx<'_, Member>,
    id: CommunityId,
    request: JoinRequestId,
) -> Result<(community::Model, Model), Problem> {
    let access = access::lock_for_managing(tx, id).await?;
    if !access.is_admin() {
        return Err(JoinRequestError::NotAdmin.into());
    }
    limits::check_limit_within_as(tx, LimitedAction::Review, access.limit_class()).await?;
    let row = store::lock(tx, id, request).await?.ok_or(JoinRequestError::NotFound)?;
    Ok((access.community, row))
}

fn check_is_pending(row: &Model) -> Result<(), JoinRequestError> {
    let waits = row.status == JoinRequestStatus::Pending;
    if waits { Ok(()) } else { Err(JoinRequestError::NotFound) }
}

async fn check_has_affiliations(
    tx: &Tx<'_, Member>,
    community: &community::Model,
    applicant: UserId,
) -> Result<(), Problem> {
    let ties = affiliations::of_person(tx, applicant).await?;
    let held: Vec<AffiliationId> = ties.into_iter().map(|tie| tie.id).collect();
    let linked = communities::all_linked_affiliations(tx, community.id).await?;
    let eligible = rules::check_eligible(community, &linked, &held);
    Ok(eligible.map_err(|_| JoinRequestError::NotEligible)?)
}

/// Stores the decision and notifies the applicant.
async fn close(
    tx: Tx<'_, Member>,
    community: &community::Model,
    row: Model,
    (status, words): (JoinRequestStatus, String),
) -> Result<JoinRequestView, Problem> {
    let said = Some(words).filter(|words| !words.is_empty());
    let row = store::store_answer(&tx, row.id, status, said).await?;
    publish_event(&tx, &row, "join-request.handled").await?;
    activity::notify(&tx, &[row.user_id], &decision_notice(community, &row)).await?;
    let person = profiles::person_of(&tx, row.user_id).await?;
    tx.commit().await?;
    Ok(JoinRequestView::new(row, community.name.clone(), person))
}

fn decision_notice(community: &community::Model, row: &Model) -> Notice {
    let name = &community.name;
    let (kind, title) = if row.status == JoinRequestStatus::Approved {
        (NotificationType::JoinApproved, format!("You are now a member of {name}"))
    } else {
        (NotificationType::JoinRejected, format!("Your request to join {name} was declined"))
    };
    let words = row.admin_message.as_deref().unwrap_or_default();
    request_notice_of(kind, &title, words, (community.id, row.id))
}

/// Marks a pending request as answered when the user joins in another way, and notifies the
/// moderators, whose lists drop it.
pub(in crate::communities) async fn mark_answered<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    user: UserId,
) -> Result<(), DbErr> {
    let Some(row) = store::mark_answered(tx, id, user).await? else { return Ok(()) };
    publish_event(tx, &row, "join-request.handled").await
}

/// Notifies the moderators and the applicant, and closes the notifications that asked for an
/// answer.
async fn publish_event<V>(tx: &Tx<'_, V>, row: &Model, kind: &'static str) -> Result<(), DbErr> {
    activity::mark_answered(tx, row.id.uuid()).await?;
    let mut told = communities::moderators_of(tx, row.community_id, false).await?;
    told.retain(|user| *user != row.user_id);
    told.push(row.user_id);
    let about = json!({
        "communityId": row.community_id, "requestId": row.id, "userId": row.user_id,
        "status": row.status,
    });
    communities::publish_to_each(tx, &told, kind, &about).await
}
