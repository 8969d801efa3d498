//! Access checks: which members and staff may read or write in a community, and which history they
//! see.

use super::error::CommunityError;
use super::rows::{CommunityRole, Visibility, community, link, member, timeout};
use super::store;
use crate::affiliations;
use crate::profiles::blocks::Blocks;
use chrono::{DateTime, Utc};
use platform::db::Rows;
use platform::limiter::LimitClass;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, SiteVisibility, Tx, UserId};
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect, Select};

/// Content in a community that the viewer may read.
#[derive(Debug, Clone, Copy)]
pub struct ReadableContent {
    /// Its community.
    pub community: CommunityId,
    /// Its author; `None` if their account was deleted.
    pub author: Option<UserId>,
    /// Class of the viewer for rate limits in the community.
    pub class: LimitClass,
}

impl ReadableContent {
    /// Content of the community of `access`.
    #[must_use]
    pub fn new(access: &Access, author: Option<UserId>) -> Self {
        Self { community: access.community.id, author, class: access.limit_class() }
    }
}

/// A source of reads: the request's scope, or an open transaction.
pub trait ReadContext: Send + Sync {
    /// Row lock taken on the community. A transaction that changes something in the community holds
    /// a share lock until it commits, so that the community's deletion runs either before or after
    /// it.
    const COMMUNITY_LOCK: Option<LockType>;
    /// Rows that are visible on the site.
    fn visible_rows<E: SiteVisibility>(&self) -> Rows<'_, E>;
    /// The user whose access is checked.
    fn reader(&self) -> &Member;
}

impl ReadContext for Scope<Member> {
    const COMMUNITY_LOCK: Option<LockType> = None;
    fn visible_rows<E: SiteVisibility>(&self) -> Rows<'_, E> {
        self.select()
    }
    fn reader(&self) -> &Member {
        self.viewer()
    }
}

impl ReadContext for Tx<'_, Member> {
    const COMMUNITY_LOCK: Option<LockType> = Some(LockType::KeyShare);
    fn visible_rows<E: SiteVisibility>(&self) -> Rows<'_, E> {
        self.select()
    }
    fn reader(&self) -> &Member {
        self.viewer()
    }
}

/// A viewer's access to one community.
#[derive(Debug, Clone)]
pub struct Access {
    /// The community. The viewer may know that it exists.
    pub community: community::Model,
    /// The viewer's membership, if any.
    pub membership: Option<member::Model>,
    is_staff: bool,
}

impl Access {
    /// True for members, and for staff on the main site.
    #[must_use]
    pub const fn is_inside(&self) -> bool {
        self.membership.is_some() || self.is_staff
    }
    /// True for an admin of this community.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.membership.as_ref().is_some_and(|place| place.role == CommunityRole::Admin)
    }
    /// True for admins, trustees and staff on the main site (G-076).
    #[must_use]
    pub fn may_moderate(&self) -> bool {
        self.is_staff
            || self.membership.as_ref().is_some_and(|place| place.role != CommunityRole::Member)
    }
    /// True for admins and staff on the main site: they rename, pin and move threads.
    #[must_use]
    pub fn may_manage_threads(&self) -> bool {
        self.is_staff || self.is_admin()
    }
    /// True for admins, and for every member if the community allows it.
    #[must_use]
    pub fn may_start_threads(&self) -> bool {
        self.is_admin() || (self.membership.is_some() && self.community.members_may_start_threads)
    }
    /// True for the founder of this community.
    #[must_use]
    pub fn is_founder(&self) -> bool {
        let place = self.membership.as_ref();
        place.is_some_and(|place| self.community.is_founder(place.user_id, place.role))
    }
    /// Class of the viewer for rate limits in this community.
    #[must_use]
    pub fn limit_class(&self) -> LimitClass {
        match self {
            _ if self.is_staff => LimitClass::Staff,
            _ if self.is_admin() => LimitClass::CommunityAdmin,
            _ => LimitClass::Member,
        }
    }
    /// True for staff on the main site.
    #[must_use]
    pub const fn is_staff(&self) -> bool {
        self.is_staff
    }
    /// The blocks between users that apply to this viewer here.
    #[must_use]
    pub fn applicable_blocks(&self) -> Blocks {
        let role = self.membership.as_ref().map_or(CommunityRole::Member, |place| place.role);
        role.applicable_blocks(self.is_staff)
    }
    /// Start of the history that the viewer may read. `None` is unlimited: for admins and staff,
    /// and for all members if the community shows its full history (C-082, G-026).
    #[must_use]
    pub fn can_read_since(&self) -> Option<DateTime<Utc>> {
        let bound_to_join = self.community.history_from_join && !self.is_staff && !self.is_admin();
        self.membership.as_ref().filter(|_| bound_to_join).map(|place| place.joined_at)
    }
    /// Returns true if the viewer may read content written at this time.
    #[must_use]
    pub fn can_read_at(&self, written: DateTime<Utc>) -> bool {
        self.is_inside() && self.can_read_since().is_none_or(|since| written > since)
    }
}

/// SQL form of [`Access::can_read_since`] for the row `place` of `community_members`; NULL if the
/// history is unlimited. The caller handles staff.
#[must_use]
pub fn since_sql(place: &str) -> String {
    format!(
        "CASE WHEN {place}.role <> 'admin' AND (SELECT h.history_from_join FROM communities h \
         WHERE h.id = {place}.community_id) THEN {place}.joined_at END"
    )
}

/// SQL condition that the user is a member of the community and may read content written at this
/// time.
#[must_use]
pub fn can_read_sql(user: &str, community: &str, written: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM community_members cr WHERE cr.community_id = {community} \
         AND cr.user_id = {user} AND COALESCE({} < {written}, TRUE))",
        since_sql("cr")
    )
}

/// Returns true if a viewer may know that the community exists (G-074): `is_inside` as a member or
/// as staff, `holds_one` as a member of one of its affiliations. `visible_sql` is its SQL form.
pub(super) const fn may_see(visibility: Visibility, is_inside: bool, holds_one: bool) -> bool {
    match visibility {
        Visibility::Public => true,
        Visibility::Affiliations => is_inside || holds_one,
        Visibility::Private => is_inside,
    }
}

/// Loads the community and the viewer's access to it. 2 queries; 3 if access depends on an
/// affiliation.
///
/// # Errors
/// [`CommunityError::NotFound`] if it does not exist or the viewer may not see it.
pub async fn load_access<R: ReadContext>(reading: &R, id: CommunityId) -> Result<Access, Problem> {
    let me = reading.reader();
    let held = |select: Select<community::Entity>| match R::COMMUNITY_LOCK {
        Some(lock) => select.lock(lock),
        None => select,
    };
    let found =
        reading.visible_rows::<community::Entity>().by_id(id).modify_select(held).one().await?;
    let community = found.ok_or(CommunityError::NotFound)?;
    let place = reading.visible_rows::<member::Entity>().by_id((id, me.id())).one().await?;
    let access = Access { community, membership: place, is_staff: me.is_staff() };
    let may_see = |holds_one| may_see(access.community.visibility, access.is_inside(), holds_one);
    if may_see(false) || (may_see(true) && has_required_affiliation(reading, id).await?) {
        Ok(access)
    } else {
        Err(CommunityError::NotFound.into())
    }
}

async fn has_required_affiliation(
    reading: &impl ReadContext,
    id: CommunityId,
) -> Result<bool, DbErr> {
    let held = affiliations::is_held(link::Column::AffiliationId, reading.reader().id());
    let of_it = Condition::all().add(link::Column::CommunityId.eq(id.uuid())).add(held);
    reading.visible_rows::<link::Entity>().filter(of_it).exists().await
}

/// Like [`load_access`], for a viewer who is about to write. Locks the viewer's membership until the
/// transaction ends, so that a concurrent removal or timeout applies either before or after the
/// write (C-071). 4 queries.
///
/// # Errors
/// [`CommunityError::NotFound`], or [`CommunityError::TimedOut`].
pub async fn lock_for_write(tx: &Tx<'_, Member>, id: CommunityId) -> Result<Access, Problem> {
    let access = lock_for_managing(tx, id).await?;
    let own = (id, tx.viewer().id());
    if let Some(timeout) = tx.select::<timeout::Entity>().by_id(own).one().await? {
        if timeout.end_date > tx.now() {
            return Err(CommunityError::TimedOut.into());
        }
        let expired = Condition::all()
            .add(timeout::Column::CommunityId.eq(id.uuid()))
            .add(timeout::Column::UserId.eq(own.1.uuid()));
        tx.table::<timeout::Entity>().delete(expired).await?.as_many_as_there_are();
    }
    Ok(access)
}

/// Like [`load_access`], for a viewer who changes the community itself. Locks the viewer's membership,
/// and with it their role, until the transaction ends. 3 queries.
///
/// # Errors
/// [`CommunityError::NotFound`].
pub(super) async fn lock_for_managing(
    tx: &Tx<'_, Member>,
    id: CommunityId,
) -> Result<Access, Problem> {
    store::lock_membership(tx, id).await?;
    load_access(tx, id).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::communities::rows::CommunityStatus;
    use chrono::Duration;
    use platform::UserId;

    fn access(role: Option<CommunityRole>, is_staff: bool, now: DateTime<Utc>) -> Access {
        let community = community::Model::new_for_tests(Visibility::Public, now);
        let place = role.map(|role| member::Model {
            community_id: community.id,
            user_id: UserId::new(),
            role,
            joined_at: now,
            added_by_default: false,
        });
        Access { community, membership: place, is_staff }
    }

    #[test]
    fn members_and_trustees_see_only_content_written_after_they_joined() {
        let now = platform::Clock::system_clock().now();
        for role in [CommunityRole::Member, CommunityRole::Trustee] {
            let access = access(Some(role), false, now);
            assert!(!access.can_read_at(now - Duration::seconds(1)) && !access.can_read_at(now));
            assert!(access.can_read_at(now + Duration::microseconds(1)));
        }
    }

    #[test]
    fn admins_and_staff_see_the_whole_history() {
        let now = platform::Clock::system_clock().now();
        let before = now - Duration::days(400);
        assert!(access(Some(CommunityRole::Admin), false, now).can_read_at(before));
        assert!(access(None, true, now).can_read_at(before));
        assert!(access(Some(CommunityRole::Member), true, now).can_read_at(before));
    }

    #[test]
    fn all_members_see_the_whole_history_if_the_community_allows_it() {
        let now = platform::Clock::system_clock().now();
        let before = now - Duration::days(400);
        let mut inside = access(Some(CommunityRole::Member), false, now);
        inside.community.history_from_join = false;
        assert!(inside.can_read_at(before));
        let outside = Access { membership: None, ..inside };
        assert!(!outside.can_read_at(before));
    }

    #[test]
    fn only_admins_trustees_and_staff_moderate_and_members_start_threads_if_allowed() {
        let now = platform::Clock::system_clock().now();
        let of = |role, is_staff| access(role, is_staff, now);
        assert!(of(Some(CommunityRole::Admin), false).may_moderate());
        assert!(of(Some(CommunityRole::Trustee), false).may_moderate());
        assert!(of(None, true).may_moderate());
        assert!(
            !of(Some(CommunityRole::Member), false).may_moderate()
                && !of(None, false).may_moderate()
        );
        assert!(of(Some(CommunityRole::Admin), false).may_start_threads());
        for mut outsider in [of(None, false), of(None, true)] {
            outsider.community.members_may_start_threads = true;
            assert!(!outsider.may_start_threads());
        }
        let mut member = of(Some(CommunityRole::Member), false);
        assert!(!member.may_start_threads());
        member.community.members_may_start_threads = true;
        assert!(member.may_start_threads());
    }

    #[test]
    fn only_admins_and_staff_manage_threads() {
        let now = platform::Clock::system_clock().now();
        let of = |role, is_staff| access(role, is_staff, now).may_manage_threads();
        assert!(of(Some(CommunityRole::Admin), false) && of(None, true));
        assert!(of(Some(CommunityRole::Member), true));
        let others = [None, Some(CommunityRole::Member), Some(CommunityRole::Trustee)];
        assert!(!others.into_iter().any(|role| of(role, false)));
    }

    #[test]
    fn a_non_member_sees_no_content() {
        let now = platform::Clock::system_clock().now();
        assert!(!access(None, false, now).can_read_at(now + Duration::days(1)));
    }

    #[test]
    fn shows_public_communities_to_all_affiliation_ones_to_holders_and_private_ones_to_members() {
        assert!(may_see(Visibility::Public, false, false));
        assert!(!may_see(Visibility::Affiliations, false, false));
        assert!(may_see(Visibility::Affiliations, false, true));
        assert!(!may_see(Visibility::Private, false, true));
        for visibility in [Visibility::Affiliations, Visibility::Private] {
            assert!(may_see(visibility, true, false));
        }
    }

    #[test]
    fn a_community_pause_expires() {
        let now = platform::Clock::system_clock().now();
        let mut paused = access(None, false, now).community;
        paused.status = CommunityStatus::Paused;
        assert!(paused.is_paused(now));
        paused.paused_until = Some(now);
        assert!(!paused.is_paused(now));
        paused.paused_until = Some(now + Duration::seconds(1));
        assert!(paused.is_paused(now));
    }
}
