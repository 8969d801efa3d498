//! Adds and removes members, and notifies the people concerned.

use super::search::{self, MatchedMember};
use super::store;
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations;
use crate::communities::error::{CommunityError, JoinError};
use crate::communities::founder::{self, FounderError};
use crate::communities::rows::{CommunityRole, community};
use crate::communities::view::CommunityView;
use crate::communities::{
    access, events, join_requests, load_access, rules, settings, store as communities,
};
use crate::cord_activity::{self, JoinedGroup};
use crate::limits;
use crate::posts::{self, threads};
use crate::profiles::{self, UserSummary};
use crate::search_index::SearchTerm;
use chrono::{DateTime, Utc};
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, CatalogueError, CommunityId, Member, Problem, Scope, Tx, UserId};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// Default (C-031) and maximum page size.
const MEMBERS_PAGE: (u64, u64) = (20, 100);

/// A member of a community.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityMember {
    #[serde(flatten)]
    pub person: UserSummary,
    pub role: CommunityRole,
    /// True for the founder, an admin who may remove other admins and hand the community over.
    pub is_founder: bool,
    pub joined_at: DateTime<Utc>,
}

impl CommunityMember {
    /// A member with this role.
    pub(in crate::communities) fn new(
        community: &community::Model,
        person: UserSummary,
        (role, joined_at): (CommunityRole, DateTime<Utc>),
    ) -> Self {
        let is_founder = community.is_founder(person.user_id, role);
        Self { person, role, is_founder, joined_at }
    }
}

/// Joins a public community for which the viewer is eligible.
pub(super) async fn sign_up(
    scope: &mut Scope<Member>,
    id: CommunityId,
) -> Result<CommunityView, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Join).await?;
    let held = affiliations::held_by(scope).await;
    let held = held.map_err(|error| Problem::from(JoinError::Unverified).with_cause(error))?;
    let tx = scope.begin().await?;
    let access = access::load_access(&tx, id).await.map_err(not_found_error)?;
    if access.membership.is_some() {
        return Err(JoinError::AlreadyMember.into());
    }
    let linked = communities::all_linked_affiliations(&tx, id).await?;
    rules::check_join(&access.community, &linked, &held, tx.now())?;
    let me = tx.viewer().id();
    if !add_member(&tx, &access.community, me, JoinReason::VOLUNTARY).await? {
        return Err(JoinError::AlreadyMember.into());
    }
    tx.commit().await?;
    rules::get_community(scope, id).await
}

/// Uses the message of a failed join if the community is not found (C-040).
fn not_found_error(problem: Problem) -> Problem {
    let is_missing = problem.entry == CommunityError::NotFound.entry();
    if is_missing { JoinError::NotThere.into() } else { problem }
}

/// Way in which a user becomes a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::communities) struct JoinReason {
    reason: &'static str,
    by_default: bool,
}

impl JoinReason {
    /// The user joined by themselves.
    pub const VOLUNTARY: Self = Self { reason: "voluntary", by_default: false };
    /// An admin approved their request.
    pub const APPROVED: Self = Self { reason: "approved_request", by_default: false };
    /// Automatically, as a member of an affiliation (C-055).
    pub const BY_DEFAULT: Self = Self { reason: "voluntary", by_default: true };
}

/// Adds a member with all related records. False if they are a member already. Marks their pending
/// join request as answered, unless this membership results from its approval.
pub(in crate::communities) async fn add_member<V>(
    tx: &Tx<'_, V>,
    community: &community::Model,
    user: UserId,
    coming: JoinReason,
) -> Result<bool, Problem> {
    let id = community.id;
    // Requests are always locked before memberships, which prevents deadlocks.
    if coming != JoinReason::APPROVED {
        join_requests::mark_answered(tx, id, user).await?;
    }
    if !store::add(tx, id, user, coming.by_default).await? {
        return Ok(false);
    }
    if !communities::count_members(tx, id, 1).await? {
        return Err(CommunityError::NotFound.into());
    }
    let event = store::MembershipEvent {
        kind: "joined",
        reason: coming.reason,
        by_default: coming.by_default,
    };
    store::record_event(tx, community, user, event).await?;
    analytics::record_event(
        tx,
        AnalyticsEvent::new(AnalyticsEventType::GroupJoin, user).in_community(id),
    )
    .await?;
    publish_event(tx, "membership.joined", id, user).await?;
    cord_activity::publish_join(tx, JoinedGroup::Community(id), user).await?;
    Ok(true)
}

/// Leaves a community. Its last admin cannot leave (G-077).
pub(super) async fn leave(scope: &mut Scope<Member>, id: CommunityId) -> Result<(), Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Join).await?;
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    store::lock(&tx, id, &[me]).await?;
    let access = access::load_access(&tx, id).await?;
    remove_member(&tx, &access.community, me, LeaveReason::LEFT).await?;
    Ok(tx.commit().await?)
}

/// Removes a member, as an admin (G-077). An admin who removes themselves leaves. Only the founder
/// removes another admin.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    id: CommunityId,
    user: UserId,
) -> Result<(), Problem> {
    if user == scope.viewer().id() {
        return leave(scope, id).await;
    }
    let tx = scope.begin().await?;
    let held = store::lock(&tx, id, &[tx.viewer().id(), user]).await?;
    let access = access::load_access(&tx, id).await?;
    if !access.is_admin() {
        return Err(CommunityError::AdminOnly.into());
    }
    limits::check_limit_within_as(&tx, LimitedAction::Moderate, access.limit_class()).await?;
    let target = held.iter().find(|place| place.user_id == user);
    if target.is_some_and(|place| place.role == CommunityRole::Admin) && !access.is_founder() {
        return Err(FounderError::AdminRemoval.into());
    }
    remove_member(&tx, &access.community, user, LeaveReason::REMOVED).await?;
    activity::notify(&tx, &[user], &removal_notice(&access.community)).await?;
    Ok(tx.commit().await?)
}

fn removal_notice(community: &community::Model) -> Notice {
    let (title, message) = (
        format!("You were removed from {}", community.name),
        "An admin has ended your membership.",
    );
    let about = json!({ "communityId": community.id });
    Notice::new(NotificationType::SystemMessage, &title, message, about).of_community(community.id)
}

/// Way in which a membership ends.
#[derive(Debug, Clone, Copy)]
pub(in crate::communities) struct LeaveReason {
    event: &'static str,
    reason: &'static str,
    by_default: bool,
}

impl LeaveReason {
    const LEFT: Self = Self { event: "membership.left", reason: "voluntary", by_default: false };
    const REMOVED: Self =
        Self { event: "membership.removed", reason: "removed", by_default: false };
    /// Automatically, when the user leaves the affiliation through which they joined.
    pub const WITH_BELONGING: Self =
        Self { event: "membership.removed", reason: "removed", by_default: true };
}

/// Removes a member with all related records.
pub(in crate::communities) async fn remove_member<V>(
    tx: &Tx<'_, V>,
    community: &community::Model,
    user: UserId,
    going: LeaveReason,
) -> Result<(), Problem> {
    let id = community.id;
    let held = store::lock(tx, id, &[user]).await?;
    let place = held.first().ok_or(CommunityError::NotAMember)?;
    // Locked before its admins are counted: if all admins leave concurrently, the last one is
    // refused.
    let locked = communities::lock(tx, id).await?.ok_or(CommunityError::NotFound)?;
    if place.role == CommunityRole::Admin && store::count_admins(tx, id).await? <= 1 {
        return Err(CommunityError::LastAdmin.into());
    }
    store::delete(tx, id, user).await?;
    if place.role == CommunityRole::Admin {
        founder::pass_on(tx, &locked, user).await?;
    }
    settings::delete_preference(tx, id, user).await?;
    events::delete_answers(tx, id, user).await?;
    threads::delete_subscriptions(tx, id, user).await?;
    posts::delete_marks_of_leaver(tx, id, user).await?;
    if !communities::count_members(tx, id, -1).await? {
        return Err(CommunityError::NotFound.into());
    }
    let event =
        store::MembershipEvent { kind: "left", reason: going.reason, by_default: going.by_default };
    store::record_event(tx, community, user, event).await?;
    Ok(publish_event(tx, going.event, id, user).await?)
}

/// Notifies the community and the user concerned.
pub(in crate::communities) async fn publish_event<V>(
    tx: &Tx<'_, V>,
    event: &'static str,
    id: CommunityId,
    user: UserId,
) -> Result<(), DbErr> {
    let about = json!({ "communityId": id, "userId": user });
    tx.publish(Topic::Community(id.uuid()), event, &about).await?;
    tx.publish(Topic::User(user), event, &about).await?;
    Ok(())
}

/// Records and publishes that a community's creator is a member.
pub(in crate::communities) async fn record_founding<V>(
    tx: &Tx<'_, V>,
    community: &community::Model,
    creator: UserId,
) -> Result<(), DbErr> {
    let event = store::MembershipEvent { kind: "joined", reason: "voluntary", by_default: false };
    store::record_event(tx, community, creator, event).await?;
    publish_event(tx, "membership.joined", community.id, creator).await
}

/// A page of members, or those who match the search. 4 queries, plus the one that loads the people.
pub(super) async fn list(
    scope: &Scope<Member>,
    id: CommunityId,
    called: &str,
    query: &PageQuery,
) -> Result<Page<CommunityMember>, Problem> {
    let access = load_access(scope, id).await?;
    if !access.is_inside() {
        return Err(CommunityError::MembersOnly.into());
    }
    let limit = query.row_limit(MEMBERS_PAGE.0, MEMBERS_PAGE.1);
    if let Some(term) = SearchTerm::parse(called) {
        let found = search::find_by_name(scope, &access, &term, limit).await?;
        let items = to_views(scope, &access.community, found).await?;
        return Ok(Page { items, next_cursor: None });
    }
    let rows =
        store::list_page(scope, &access, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.joined_at,
        id: row.user_id.uuid(),
    });
    let Page { items, next_cursor } = page.map_items(|row| MatchedMember {
        user_id: row.user_id,
        role: row.role,
        joined_at: row.joined_at,
    });
    Ok(Page { items: to_views(scope, &access.community, items).await?, next_cursor })
}

/// Converts members to views, in the same order.
async fn to_views(
    scope: &Scope<Member>,
    community: &community::Model,
    found: Vec<MatchedMember>,
) -> Result<Vec<CommunityMember>, DbErr> {
    let ids: Vec<UserId> = found.iter().map(|one| one.user_id).collect();
    let people = profiles::load_people(scope, &ids).await?;
    let members = found.into_iter().filter_map(|MatchedMember { user_id, role, joined_at }| {
        let person = people.get(&user_id)?.clone();
        Some(CommunityMember::new(community, person, (role, joined_at)))
    });
    Ok(members.collect())
}
