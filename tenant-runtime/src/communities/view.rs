//! Communities in API responses, with the viewer's relation to them.

use super::join_requests::{self, JoinRequestId};
use super::rows::{
    CommunityRole, CommunityStatus, GroupType, Visibility, community, member, timeout,
};
use super::settings::{self, NotificationPreference};
use super::{read_marks, rules, store};
use crate::posts::{CommunityLastPost, MemberReadState, ReadableHistory};
use crate::{affiliations, articles, posts};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, CommunityId, Member, Scope, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Communities per statement: each one adds a condition to it.
const COUNTED_AT_ONCE: usize = 100;

/// A community.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Community)]
pub struct CommunityView {
    pub id: CommunityId,
    pub name: String,
    pub description: String,
    pub group_type: GroupType,
    pub visibility: Visibility,
    /// Linked affiliations that are visible on this site.
    pub affiliations: Vec<LinkedAffiliation>,
    pub require_all_affiliations: bool,
    pub member_count: i64,
    pub total_threads: i64,
    pub total_posts: i64,
    pub total_articles: i64,
    pub created: DateTime<Utc>,
    pub last_updated: DateTime<Utc>,
    /// True if members may start threads, like admins.
    pub members_may_start_threads: bool,
    /// True if members see only content written after they joined.
    pub history_from_join: bool,
    pub status: CommunityStatus,
    pub pause_info: Option<PauseInfo>,
    pub deletion_status: DeletionStatus,
    pub is_default_community: bool,
    /// Only in the list of communities: the newest post that the viewer may read.
    #[serde(default)]
    pub last_post: Option<CommunityLastPost>,
    pub viewer: CommunityViewer,
}

/// An affiliation linked to a community.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedAffiliation {
    pub id: AffiliationId,
    pub name: String,
}

/// Reason and end of a pause.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PauseInfo {
    pub paused_until: Option<DateTime<Utc>>,
    pub paused_reason: Option<String>,
}

/// Deletion schedule of a community.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletionStatus {
    pub is_pending: bool,
    pub requested_by: Option<UserId>,
    pub requested_at: Option<DateTime<Utc>>,
    /// Staff member who approved it; `null` if an admin of the community requested it (G-108).
    pub approved_by: Option<UserId>,
    pub scheduled_for: Option<DateTime<Utc>>,
}

impl DeletionStatus {
    /// Full details for members; others see only that and when it will be deleted.
    pub(super) fn from_row(row: &community::Model, is_inside: bool) -> Self {
        Self {
            is_pending: row.deletion_pending,
            requested_by: row.deletion_requested_by.filter(|_| is_inside),
            requested_at: row.deletion_requested_at.filter(|_| is_inside),
            approved_by: row.deletion_approved_by.filter(|_| is_inside),
            scheduled_for: row.deletion_scheduled_for,
        }
    }
}

/// The viewer's relation to the community.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityViewer {
    pub is_member: bool,
    pub is_admin: bool,
    /// True for the founder, an admin who may remove other admins and hand the community over.
    #[serde(default)]
    pub is_founder: bool,
    pub is_trustee: bool,
    pub joined_at: Option<DateTime<Utc>>,
    /// True if the viewer can join at once.
    pub can_join: bool,
    /// True if the viewer can send a join request.
    pub can_request: bool,
    /// The viewer's pending join request.
    pub join_request_id: Option<JoinRequestId>,
    /// True if the viewer moderates it: an admin, a trustee, or staff on the main site.
    pub may_moderate: bool,
    pub may_start_threads: bool,
    /// The viewer's notification preference.
    pub notifications: NotificationPreference,
    /// Unread posts of others, without muted threads; 100 means more than 99.
    pub unread: i64,
    pub timeout: Option<TimeoutView>,
}

/// A timeout of the viewer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ViewerTimeout)]
pub struct TimeoutView {
    pub end_date: DateTime<Utc>,
    pub reason: String,
}

impl From<timeout::Model> for TimeoutView {
    fn from(row: timeout::Model) -> Self {
        Self { end_date: row.end_date, reason: row.reason.unwrap_or_default() }
    }
}

impl CommunityViewer {
    /// The relation of a member.
    pub fn with_membership(community: &community::Model, place: &member::Model) -> Self {
        Self {
            is_member: true,
            is_admin: place.role == CommunityRole::Admin,
            is_founder: community.is_founder(place.user_id, place.role),
            is_trustee: place.role == CommunityRole::Trustee,
            joined_at: Some(place.joined_at),
            may_moderate: place.role != CommunityRole::Member,
            may_start_threads: place.role == CommunityRole::Admin,
            ..Self::default()
        }
    }
}

impl CommunityView {
    /// What the viewer may read in it, as a member.
    fn readable_history(&self, is_staff: bool) -> Option<ReadableHistory> {
        let joined_at = self.viewer.joined_at.filter(|_| self.viewer.is_member)?;
        let role = match &self.viewer {
            viewer if viewer.is_admin => CommunityRole::Admin,
            viewer if viewer.is_trustee => CommunityRole::Trustee,
            _ => CommunityRole::Member,
        };
        let is_bound = self.history_from_join && !is_staff && !self.viewer.is_admin;
        Some(ReadableHistory {
            community: self.id,
            since: is_bound.then_some(joined_at),
            blocks: role.applicable_blocks(is_staff),
        })
    }

    pub(super) fn new(
        row: community::Model,
        affiliations: Vec<LinkedAffiliation>,
        viewer: CommunityViewer,
        now: DateTime<Utc>,
    ) -> Self {
        let paused = row.is_paused(now);
        let deletion_status = DeletionStatus::from_row(&row, viewer.is_member);
        Self {
            status: if paused { CommunityStatus::Paused } else { CommunityStatus::Active },
            pause_info: paused.then_some(PauseInfo {
                paused_until: row.paused_until,
                paused_reason: row.pause_reason,
            }),
            deletion_status,
            members_may_start_threads: row.members_may_start_threads,
            history_from_join: row.history_from_join,
            affiliations,
            viewer,
            id: row.id,
            name: row.name,
            description: row.description,
            group_type: row.group_type,
            visibility: row.visibility,
            require_all_affiliations: row.require_all_affiliations,
            member_count: row.member_count,
            total_threads: row.total_threads,
            total_posts: row.total_posts,
            total_articles: 0,
            created: row.created,
            last_updated: row.last_updated,
            is_default_community: row.is_default_community,
            last_post: None,
        }
    }
}

/// The names of linked affiliations that are visible on this site.
pub(super) fn with_names(
    ids: &[AffiliationId],
    names: &HashMap<AffiliationId, String>,
) -> Vec<LinkedAffiliation> {
    let mut named: Vec<_> = ids
        .iter()
        .filter_map(|id| Some(LinkedAffiliation { id: *id, name: names.get(id)?.clone() }))
        .collect();
    named.sort_by(|a, b| a.name.cmp(&b.name));
    named
}

/// Converts communities to views. At most 10 queries for any number of them: linked affiliations
/// and their names, memberships, articles, timeouts, preferences, read marks, unread counts, and
/// the viewer's affiliations and requests for communities that they are not in.
pub(super) async fn to_views(
    scope: &Scope<Member>,
    rows: Vec<community::Model>,
) -> Result<Vec<CommunityView>, DbErr> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<CommunityId> = rows.iter().map(|row| row.id).collect();
    let links = store::linked_affiliations(scope, &ids).await?;
    let linked: Vec<AffiliationId> = links.values().flatten().copied().collect();
    let names = affiliations::visible_names(scope, &linked).await?;
    let places = store::own_memberships(scope, &ids).await?;
    let articles = articles::counts_of(scope, &ids).await?;
    let mut timeouts = store::own_timeouts(scope, &ids).await?;
    let unread = count_unread(scope, &places).await?;
    let mut wishes = settings::own_preferences(scope, &ids).await?;
    let is_outside = places.len() < rows.len();
    let asked = if is_outside {
        join_requests::pending_requests(scope, &ids).await?
    } else {
        HashMap::new()
    };
    let held = if is_outside && !linked.is_empty() {
        affiliations::held_by(scope).await?
    } else {
        Vec::new()
    };
    let (now, is_staff) = (scope.now(), scope.viewer().is_staff());
    let shown = rows.into_iter().map(|row| {
        let linked = links.get(&row.id).map_or(&[][..], Vec::as_slice);
        let mut viewer = match places.get(&row.id) {
            Some(place) => CommunityViewer::with_membership(&row, place),
            None => CommunityViewer {
                can_join: rules::check_join(&row, linked, &held, now).is_ok(),
                can_request: rules::check_request(&row, linked, &held, now).is_ok(),
                join_request_id: asked.get(&row.id).copied(),
                ..CommunityViewer::default()
            },
        };
        viewer.may_moderate |= is_staff;
        viewer.may_start_threads |= viewer.is_member && row.members_may_start_threads;
        viewer.notifications = wishes.remove(&row.id).unwrap_or_default();
        viewer.unread = unread.get(&row.id).copied().unwrap_or_default();
        viewer.timeout = timeouts.remove(&row.id).map(Into::into);
        let total_articles = articles.get(&row.id).copied().unwrap_or_default();
        let shown = CommunityView::new(row, with_names(linked, &names), viewer, now);
        CommunityView { total_articles, ..shown }
    });
    Ok(shown.collect())
}

/// Adds the last posts to those communities that the viewer is a member of. Two queries.
pub(super) async fn add_last_posts(
    scope: &Scope<Member>,
    views: &mut [CommunityView],
) -> Result<(), DbErr> {
    let is_staff = scope.viewer().is_staff();
    let histories: Vec<ReadableHistory> =
        views.iter().filter_map(|view| view.readable_history(is_staff)).collect();
    let mut last = posts::last_posts(scope, &histories).await?;
    for view in views {
        view.last_post = last.remove(&view.id);
    }
    Ok(())
}

/// Number of unread posts in the viewer's communities.
async fn count_unread(
    scope: &Scope<Member>,
    places: &HashMap<CommunityId, member::Model>,
) -> Result<HashMap<CommunityId, i64>, DbErr> {
    if places.is_empty() {
        return Ok(HashMap::new());
    }
    posts::unread_in_communities(scope, &read_states(scope, places).await?).await
}

/// Number of unread posts in all the viewer's communities on this site, up to the most that a badge
/// displays. 2 queries, and one per 100 communities until that number is reached.
///
/// # Errors
/// Database errors.
pub async fn unread_everywhere(scope: &Scope<Member>) -> Result<i64, DbErr> {
    let places = store::own_membership_rows(scope).await?;
    let mut sum = 0;
    for some in read_states(scope, &places).await?.chunks(COUNTED_AT_ONCE) {
        sum += posts::unread_in_communities(scope, some).await?.values().sum::<i64>();
        if sum >= posts::UNREAD_MAX {
            return Ok(posts::UNREAD_MAX);
        }
    }
    Ok(sum)
}

/// The read state of the viewer in each community on this site, latest activity first. 3 queries.
///
/// # Errors
/// Database errors.
pub async fn own_read_states(scope: &Scope<Member>) -> Result<Vec<MemberReadState>, DbErr> {
    let places = store::own_membership_rows(scope).await?;
    let states = read_states(scope, &places).await?;
    let mut by_id: HashMap<CommunityId, MemberReadState> =
        states.into_iter().map(|state| (state.community, state)).collect();
    let ordered = read_marks::own_by_activity(scope).await?;
    Ok(ordered.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The read state of each membership.
async fn read_states(
    scope: &Scope<Member>,
    places: &HashMap<CommunityId, member::Model>,
) -> Result<Vec<MemberReadState>, DbErr> {
    let ids: Vec<CommunityId> = places.keys().copied().collect();
    let marks = read_marks::read_marks(scope, &ids).await?;
    let states = places.values().map(|place| MemberReadState {
        community: place.community_id,
        joined_at: place.joined_at,
        read_until: marks
            .get(&place.community_id)
            .map_or(place.joined_at, |mark| place.joined_at.max(*mark)),
        blocks: place.role.applicable_blocks(scope.viewer().is_staff()),
    });
    Ok(states.collect())
}
