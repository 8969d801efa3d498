//! Sends, lists and answers join requests, and notifies the people concerned.

use super::error::JoinRequestError;
use super::rows::{Column, Model, RequestStatus};
use super::view::{self, JoinRequestView};
use super::{JoinRequestId, store};
use crate::activity::{self, Notice, NoticeKind};
use crate::communities::error::JoinError;
use crate::communities::membership::{self, Coming};
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
#[schema(as = JoinRequestDecision)]
pub struct JoinAnswer {
    /// At most 5000 characters.
    #[serde(default)]
    pub admin_message: Option<String>,
}

fn validated(text: Option<&str>, field: &str) -> Result<String, Problem> {
    let refused = |error: ContentError| Problem::from(error).with_errors(vec![error.on(field)]);
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
    let fingerprint = idempotency::fingerprint(&format!("/communities/{id}/join-requests"), new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::before(view));
    }
    limits::check_limit(tx.services(), tx.viewer(), LimitedAction::Write).await?;
    let Access { community, membership: place, .. } = access::load_access(&tx, id).await?;
    if place.is_some() {
        return Err(JoinError::AlreadyMember.into());
    }
    rules::check_takes_members(&community, tx.now())?;
    rules::check_eligible(&community, &communities::linked(&tx, id).await?, &held)?;
    let view = if community.visibility == Visibility::Public {
        let_in(&tx, &community, message).await?
    } else {
        request_membership(&tx, &community, message).await?
    };
    idempotency::remember(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::now(view))
}

async fn let_in(
    tx: &Tx<'_, Member>,
    community: &community::Model,
    message: String,
) -> Result<JoinRequestView, Problem> {
    let me = tx.viewer().id();
    if !membership::add_member(tx, community, me, Coming::VOLUNTARY).await? {
        return Err(JoinError::AlreadyMember.into());
    }
    let row = store::insert(tx, community.id, message, RequestStatus::Approved).await?;
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
    if store::waits(tx, community.id).await? {
        return Err(JoinRequestError::Pending.into());
    }
    let written = store::insert(tx, community.id, message, RequestStatus::Pending).await;
    let row = written.map_err(|error| {
        if db::is_taken(&error) { JoinRequestError::Pending.into() } else { Problem::from(error) }
    })?;
    let person = profiles::person_of(tx, row.user_id).await?;
    let view = JoinRequestView::new(row, community.name.clone(), person);
    let moderators = communities::moderators(tx, community.id, false).await?;
    let about = json!({ "communityId": community.id, "request": &view });
    communities::publish_to_each(tx, &moderators, "join-request.created", &about).await?;
    // Admins can answer; trustees can only read.
    let admins = communities::moderators(tx, community.id, true).await?;
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
    let notice = notice(NoticeKind::SystemMessage, &title, &view.message, about);
    notice.by(view.user_id)
}

fn notice(
    kind: NoticeKind,
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
    status: Option<RequestStatus>,
    query: &PageQuery,
) -> Result<Page<JoinRequestView>, Problem> {
    if !load_access(scope, id).await?.may_moderate() {
        return Err(JoinRequestError::NotAdmin.into());
    }
    let of_it = Condition::all().add(Column::CommunityId.eq(id.uuid()));
    to_view(scope, of_it, status, query).await
}

/// A page of the viewer's own requests.
pub(super) async fn own(
    scope: &Scope<Member>,
    status: Option<RequestStatus>,
    query: &PageQuery,
) -> Result<Page<JoinRequestView>, Problem> {
    let mine = Condition::all().add(Column::UserId.eq(scope.viewer().id().uuid()));
    to_view(scope, mine, status, query).await
}

async fn to_view(
    scope: &Scope<Member>,
    of: Condition,
    status: Option<RequestStatus>,
    query: &PageQuery,
) -> Result<Page<JoinRequestView>, Problem> {
    let limit = query.limit(REQUESTS_PAGE.0, REQUESTS_PAGE.1);
    let rows = store::page(scope, of, status, query.after::<TimeCursor>()?, limit).await?;
    let page = Page::cut(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let items = view::to_views(scope, page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Withdraws a request of the viewer.
pub(super) async fn withdraw(scope: &mut Scope<Member>, id: JoinRequestId) -> Result<(), Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
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
    answer: &JoinAnswer,
) -> Result<JoinRequestView, Problem> {
    let words = validated(answer.admin_message.as_deref(), "adminMessage")?;
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let (community, row) = load_pending(&tx, id, request).await?;
    let applicant = row.user_id;
    if !membership::lock(&tx, id, &[applicant]).await?.is_empty() {
        return Err(JoinRequestError::AlreadyMember.into());
    }
    check_waits(&row)?;
    rules::check_takes_members(&community, tx.now())?;
    check_holds(&tx, &community, applicant).await?;
    if !membership::add_member(&tx, &community, applicant, Coming::APPROVED).await? {
        return Err(JoinRequestError::AlreadyMember.into());
    }
    close(tx, &community, row, (RequestStatus::Approved, words)).await
}

/// Rejects a request.
pub(super) async fn reject(
    scope: &mut Scope<Member>,
    id: CommunityId,
    request: JoinRequestId,
    answer: &JoinAnswer,
) -> Result<JoinRequestView, Problem> {
    let words = validated(answer.admin_message.as_deref(), "adminMessage")?;
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let (community, row) = load_pending(&tx, id, request).await?;
    check_waits(&row)?;
    close(tx, &community, row, (RequestStatus::Rejected, words)).await
}

/// The request, locked until the transaction ends, for an admin.
async fn load_pending(
    tx: &Tx<'_, Member>,
    id: CommunityId,
    request: JoinRequestId,
) -> Result<(community::Model, Model), Problem> {
    let access = access::reach_to_manage(tx, id).await?;
    if !access.is_admin() {
        return Err(JoinRequestError::NotAdmin.into());
    }
    let row = store::lock(tx, id, request).await?.ok_or(JoinRequestError::NotFound)?;
    Ok((access.community, row))
}

fn check_waits(row: &Model) -> Result<(), JoinRequestError> {
    let waits = row.status == RequestStatus::Pending;
    if waits { Ok(()) } else { Err(JoinRequestError::NotFound) }
}

async fn check_holds(
    tx: &Tx<'_, Member>,
    community: &community::Model,
    applicant: UserId,
) -> Result<(), Problem> {
    let ties = affiliations::of_person(tx, applicant).await?;
    let held: Vec<AffiliationId> = ties.into_iter().map(|tie| tie.id).collect();
    let linked = communities::linked(tx, community.id).await?;
    let eligible = rules::check_eligible(community, &linked, &held);
    Ok(eligible.map_err(|_| JoinRequestError::NotEligible)?)
}

/// Stores the decision and notifies the applicant.
async fn close(
    tx: Tx<'_, Member>,
    community: &community::Model,
    row: Model,
    (status, words): (RequestStatus, String),
) -> Result<JoinRequestView, Problem> {
    let said = Some(words).filter(|words| !words.is_empty());
    let row = store::answer(&tx, row.id, status, said).await?;
    publish_event(&tx, &row, "join-request.handled").await?;
    activity::notify(&tx, &[row.user_id], &decision(community, &row)).await?;
    let person = profiles::person_of(&tx, row.user_id).await?;
    tx.commit().await?;
    Ok(JoinRequestView::new(row, community.name.clone(), person))
}

fn decision(community: &community::Model, row: &Model) -> Notice {
    let name = &community.name;
    let (kind, title) = if row.status == RequestStatus::Approved {
        (NoticeKind::JoinApproved, format!("You are now a member of {name}"))
    } else {
        (NoticeKind::JoinRejected, format!("Your request to join {name} was declined"))
    };
    let words = row.admin_message.as_deref().unwrap_or_default();
    notice(kind, &title, words, (community.id, row.id))
}

/// Marks a pending request as answered when the user joins in another way, and notifies the
/// moderators, whose lists drop it.
pub(in crate::communities) async fn settle<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    user: UserId,
) -> Result<(), DbErr> {
    let Some(row) = store::settle(tx, id, user).await? else { return Ok(()) };
    publish_event(tx, &row, "join-request.handled").await
}

/// Notifies the moderators and the applicant, and closes the notifications that asked for an
/// answer.
async fn publish_event<V>(tx: &Tx<'_, V>, row: &Model, kind: &'static str) -> Result<(), DbErr> {
    activity::settle(tx, row.id.uuid()).await?;
    let mut told = communities::moderators(tx, row.community_id, false).await?;
    told.retain(|user| *user != row.user_id);
    told.push(row.user_id);
    let about = json!({
        "communityId": row.community_id, "requestId": row.id, "userId": row.user_id,
        "status": row.status,
    });
    communities::publish_to_each(tx, &told, kind, &about).await
}
