//! Decides which communities are listed and who may join.

use super::access::{self, Access};
use super::error::{CommunityError, JoinError};
use super::rows::{Visibility, community};
use super::store;
use super::view::{self, CommunityView};
use chrono::{DateTime, Utc};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, AffiliationId, CommunityId, Member, Problem, Scope};

/// Default and maximum page size (C-029, C-033).
const COMMUNITIES_PAGE: (u64, u64) = (20, 50);

/// Checks that a user with these affiliations may join without a request (C-038, C-050, G-074).
pub(super) fn check_join(
    community: &community::Model,
    linked: &[AffiliationId],
    held: &[AffiliationId],
    now: DateTime<Utc>,
) -> Result<(), JoinError> {
    check_takes_members(community, now)?;
    if community.visibility != Visibility::Public {
        return Err(JoinError::NotOpen);
    }
    check_eligible(community, linked, held)
}

/// Checks that a user with these affiliations may send a join request: they may see the community
/// but cannot join it directly.
pub(super) fn check_request(
    community: &community::Model,
    linked: &[AffiliationId],
    held: &[AffiliationId],
    now: DateTime<Utc>,
) -> Result<(), JoinError> {
    check_takes_members(community, now)?;
    if community.visibility == Visibility::Public {
        return Err(JoinError::NotOpen);
    }
    check_eligible(community, linked, held)
}

/// Checks that the community accepts members: it is neither paused nor scheduled for deletion.
pub(super) fn check_takes_members(
    community: &community::Model,
    now: DateTime<Utc>,
) -> Result<(), JoinError> {
    if community.is_paused(now) {
        return Err(JoinError::Paused);
    }
    if community.deletion_pending { Err(JoinError::NotOpen) } else { Ok(()) }
}

/// Checks that a user has the required affiliations (C-038).
pub(super) fn check_eligible(
    community: &community::Model,
    linked: &[AffiliationId],
    held: &[AffiliationId],
) -> Result<(), JoinError> {
    let holds = |id: &AffiliationId| held.contains(id);
    match community.require_all_affiliations {
        _ if linked.is_empty() => Ok(()),
        true if !linked.iter().all(holds) => Err(JoinError::NeedsAll),
        false if !linked.iter().any(holds) => Err(JoinError::NeedsOne),
        _ => Ok(()),
    }
}

/// A page of the viewer's communities, or of those to discover. 13 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    which: Option<&str>,
    query: &PageQuery,
) -> Result<Page<CommunityView>, Problem> {
    let me = scope.viewer().id();
    let fits = match which.unwrap_or("mine") {
        "mine" => store::own_condition(me),
        "discover" => store::to_discover(me, scope.now()),
        _ => return Err(CommunityError::UnknownScope.into()),
    };
    let limit = query.row_limit(COMMUNITIES_PAGE.0, COMMUNITIES_PAGE.1);
    let scope = &scope.on_one_connection().await?;
    let rows = store::list_page(scope, fits, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.last_updated, id: row.id.uuid() });
    let mut items = view::to_views(scope, page.items).await?;
    view::add_last_posts(scope, &mut items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// One community. 12 queries, 13 if access depends on an affiliation.
pub(super) async fn get_community(
    scope: &Scope<Member>,
    id: CommunityId,
) -> Result<CommunityView, Problem> {
    let scope = &scope.on_one_connection().await?;
    let Access { community, .. } = access::load_access(scope, id).await?;
    let shown = view::to_views(scope, vec![community]).await?;
    Ok(shown.into_iter().next().ok_or(CommunityError::NotFound)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::communities::rows::CommunityStatus;

    fn community(visibility: Visibility, require_all: bool) -> community::Model {
        let founded =
            community::Model::new_for_tests(visibility, platform::Clock::system_clock().now());
        community::Model { require_all_affiliations: require_all, ..founded }
    }

    #[test]
    fn joining_needs_one_affiliation_or_all_if_required() {
        let (a, b) = (AffiliationId::new(), AffiliationId::new());
        let join = |all, held: &[AffiliationId]| {
            check_join(
                &community(Visibility::Public, all),
                &[a, b],
                held,
                platform::Clock::system_clock().now(),
            )
        };
        assert_eq!(join(false, &[a]), Ok(()));
        assert_eq!(join(false, &[AffiliationId::new()]), Err(JoinError::NeedsOne));
        assert_eq!(join(false, &[]), Err(JoinError::NeedsOne));
        assert_eq!(join(true, &[a]), Err(JoinError::NeedsAll));
        assert_eq!(join(true, &[b, a]), Ok(()));
    }

    #[test]
    fn joining_needs_no_affiliation_if_none_is_linked() {
        for all in [false, true] {
            let open = community(Visibility::Public, all);
            assert_eq!(check_join(&open, &[], &[], platform::Clock::system_clock().now()), Ok(()));
        }
    }

    #[test]
    fn only_public_communities_without_a_pause_can_be_joined() {
        let now = platform::Clock::system_clock().now();
        for visibility in [Visibility::Private, Visibility::Affiliations] {
            let refused = check_join(&community(visibility, false), &[], &[], now);
            assert_eq!(refused, Err(JoinError::NotOpen));
        }
        let mut paused = community(Visibility::Public, false);
        paused.status = CommunityStatus::Paused;
        assert_eq!(check_join(&paused, &[], &[], now), Err(JoinError::Paused));
        paused.paused_until = Some(now);
        assert_eq!(check_join(&paused, &[], &[], now), Ok(()));
        paused.deletion_pending = true;
        assert_eq!(check_join(&paused, &[], &[], now), Err(JoinError::NotOpen));
    }
}
