//! Who reaches into a community, and how far back they see.

use super::error::CommunityError;
use super::rows::{Role, Visibility, community, link, member, timeout};
use super::{CommunityId, store};
use crate::affiliations;
use crate::profiles::estranged::Blocks;
use chrono::{DateTime, Utc};
use platform::db::Rows;
use platform::{Identified, Member, Problem, Scope, Seen, Tx};
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect, Select};

/// Where a member's reading happens: on its own, or within an open transaction.
pub trait Reading: Send + Sync {
    /// How the community is held while one reads. Whoever is about to change something in it shares it
    /// until they are done, so that its end begins either before that or after.
    const HOLDS: Option<LockType>;
    /// Rows that the door shows.
    fn rows<E: Seen>(&self) -> Rows<'_, E>;
    /// Who reads.
    fn reader(&self) -> &Member;
}

impl Reading for Scope<Member> {
    const HOLDS: Option<LockType> = None;
    fn rows<E: Seen>(&self) -> Rows<'_, E> {
        self.select()
    }
    fn reader(&self) -> &Member {
        self.viewer()
    }
}

impl Reading for Tx<'_, Member> {
    const HOLDS: Option<LockType> = Some(LockType::KeyShare);
    fn rows<E: Seen>(&self) -> Rows<'_, E> {
        self.select()
    }
    fn reader(&self) -> &Member {
        self.viewer()
    }
}

/// A community as far as one viewer reaches into it.
#[derive(Debug, Clone)]
pub struct Access {
    /// The community, which the viewer may know of.
    pub community: community::Model,
    /// Their place in it.
    pub place: Option<member::Model>,
    is_staff: bool,
}

impl Access {
    /// A member, or staff on the main door.
    #[must_use]
    pub const fn is_inside(&self) -> bool {
        self.place.is_some() || self.is_staff
    }
    /// An admin of this community.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.role == Role::Admin)
    }
    /// Who keeps order here: an admin, a trustee, or staff on the main door (G-076).
    #[must_use]
    pub fn may_moderate(&self) -> bool {
        self.is_staff || self.place.as_ref().is_some_and(|place| place.role != Role::Member)
    }
    /// An admin, and every member where the community says so.
    #[must_use]
    pub fn may_start_threads(&self) -> bool {
        self.is_admin() || (self.place.is_some() && self.community.members_may_start_threads)
    }
    /// Staff on the main door.
    #[must_use]
    pub const fn is_staff(&self) -> bool {
        self.is_staff
    }
    /// Which blocks between people count for them here.
    #[must_use]
    pub fn blocks(&self) -> Blocks {
        let role = self.place.as_ref().map_or(Role::Member, |place| place.role);
        role.blocks(self.is_staff)
    }
    /// From when on they see what was written; `None` is from the beginning, as admins and staff do,
    /// and everybody inside where the community says so (C-082, G-026).
    #[must_use]
    pub fn sees_since(&self) -> Option<DateTime<Utc>> {
        let bound_to_join = self.community.history_from_join && !self.is_staff && !self.is_admin();
        self.place.as_ref().filter(|_| bound_to_join).map(|place| place.joined_at)
    }
    /// Whether something written at that time is theirs to read.
    #[must_use]
    pub fn sees(&self, written: DateTime<Utc>) -> bool {
        self.is_inside() && self.sees_since().is_none_or(|since| written > since)
    }
}

/// [`Access::sees_since`] of the row `place` of `community_members`, in SQL: nothing for who sees it all.
/// Staff are the caller's to know.
#[must_use]
pub fn since_sql(place: &str) -> String {
    format!(
        "CASE WHEN {place}.role <> 'admin' AND (SELECT h.history_from_join FROM communities h \
         WHERE h.id = {place}.community_id) THEN {place}.joined_at END"
    )
}

/// Whether somebody who is not inside may know that the community exists (G-074).
const fn is_listed(visibility: Visibility, holds_one: bool) -> bool {
    match visibility {
        Visibility::Public => true,
        Visibility::Affiliations => holds_one,
        Visibility::Private => false,
    }
}

/// Looks a community up for its viewer: 2 queries, 3 when only an affiliation can open it.
///
/// # Errors
/// [`CommunityError::NotFound`] when it is not there for them.
pub async fn reach<R: Reading>(reading: &R, id: CommunityId) -> Result<Access, Problem> {
    let me = reading.reader();
    let held = |select: Select<community::Entity>| match R::HOLDS {
        Some(lock) => select.lock(lock),
        None => select,
    };
    let found = reading.rows::<community::Entity>().by_id(id).shape(held).one().await?;
    let community = found.ok_or(CommunityError::NotFound)?;
    let place = reading.rows::<member::Entity>().by_id((id, me.id())).one().await?;
    let access = Access { community, place, is_staff: me.is_staff() };
    let visibility = access.community.visibility;
    let known = access.is_inside()
        || is_listed(visibility, false)
        || (is_listed(visibility, true) && holds_one(reading, id).await?);
    if known { Ok(access) } else { Err(CommunityError::NotFound.into()) }
}

async fn holds_one(reading: &impl Reading, id: CommunityId) -> Result<bool, DbErr> {
    let held = affiliations::is_held(link::Column::AffiliationId, reading.reader().id());
    let of_it = Condition::all().add(link::Column::CommunityId.eq(id.uuid())).add(held);
    reading.rows::<link::Entity>().filter(of_it).exists().await
}

/// The same for somebody who is about to write: their place is held still until the transaction
/// ends, so that a removal comes either before the writing or after it, and a timeout is honoured
/// (C-071). 4 queries.
///
/// # Errors
/// [`CommunityError::NotFound`], or [`CommunityError::TimedOut`].
pub async fn reach_to_write(tx: &Tx<'_, Member>, id: CommunityId) -> Result<Access, Problem> {
    let access = reach_to_manage(tx, id).await?;
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

/// The same for somebody who acts on the community itself: what they are in it stays so until the
/// transaction ends. 3 queries.
///
/// # Errors
/// [`CommunityError::NotFound`].
pub(super) async fn reach_to_manage(
    tx: &Tx<'_, Member>,
    id: CommunityId,
) -> Result<Access, Problem> {
    store::hold_place(tx, id).await?;
    reach(tx, id).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::communities::rows::Status;
    use chrono::Duration;
    use platform::UserId;

    fn access(role: Option<Role>, is_staff: bool, now: DateTime<Utc>) -> Access {
        let community = community::Model::founded(Visibility::Public, now);
        let place = role.map(|role| member::Model {
            community_id: community.id,
            user_id: UserId::new(),
            role,
            joined_at: now,
            added_by_default: false,
        });
        Access { community, place, is_staff }
    }

    #[test]
    fn members_and_trustees_see_what_was_written_after_they_joined() {
        let now = platform::Clock::system().now();
        for role in [Role::Member, Role::Trustee] {
            let access = access(Some(role), false, now);
            assert!(!access.sees(now - Duration::seconds(1)) && !access.sees(now));
            assert!(access.sees(now + Duration::microseconds(1)));
        }
    }

    #[test]
    fn admins_and_staff_see_the_whole_history() {
        let now = platform::Clock::system().now();
        let before = now - Duration::days(400);
        assert!(access(Some(Role::Admin), false, now).sees(before));
        assert!(access(None, true, now).sees(before));
        assert!(access(Some(Role::Member), true, now).sees(before));
    }

    #[test]
    fn where_the_community_says_so_everybody_inside_sees_the_whole_history() {
        let now = platform::Clock::system().now();
        let before = now - Duration::days(400);
        let mut inside = access(Some(Role::Member), false, now);
        inside.community.history_from_join = false;
        assert!(inside.sees(before));
        let outside = Access { place: None, ..inside };
        assert!(!outside.sees(before));
    }

    #[test]
    fn admins_trustees_and_staff_keep_order_and_members_start_threads_where_they_may() {
        let now = platform::Clock::system().now();
        let of = |role, is_staff| access(role, is_staff, now);
        assert!(of(Some(Role::Admin), false).may_moderate());
        assert!(of(Some(Role::Trustee), false).may_moderate());
        assert!(of(None, true).may_moderate());
        assert!(!of(Some(Role::Member), false).may_moderate() && !of(None, false).may_moderate());
        assert!(of(Some(Role::Admin), false).may_start_threads());
        for mut outsider in [of(None, false), of(None, true)] {
            outsider.community.members_may_start_threads = true;
            assert!(!outsider.may_start_threads());
        }
        let mut member = of(Some(Role::Member), false);
        assert!(!member.may_start_threads());
        member.community.members_may_start_threads = true;
        assert!(member.may_start_threads());
    }

    #[test]
    fn an_outsider_sees_nothing_that_was_written() {
        let now = platform::Clock::system().now();
        assert!(!access(None, false, now).sees(now + Duration::days(1)));
    }

    #[test]
    fn public_is_known_to_all_affiliations_to_holders_and_private_to_nobody() {
        assert!(is_listed(Visibility::Public, false));
        assert!(!is_listed(Visibility::Affiliations, false));
        assert!(is_listed(Visibility::Affiliations, true));
        assert!(!is_listed(Visibility::Private, true));
    }

    #[test]
    fn a_pause_of_a_community_ends_by_itself() {
        let now = platform::Clock::system().now();
        let mut paused = access(None, false, now).community;
        paused.status = Status::Paused;
        assert!(paused.is_paused(now));
        paused.paused_until = Some(now);
        assert!(!paused.is_paused(now));
        paused.paused_until = Some(now + Duration::seconds(1));
        assert!(paused.is_paused(now));
    }
}
