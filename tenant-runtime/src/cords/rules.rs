//! Reads and erases the viewer's cords.

use super::access::find_person;
use super::error::CordError;
use super::pair::Pair;
use super::settings::settings_of_both;
use super::store::{self, CordCursor, ListedCord};
use super::strength::{CordRules, CordState, Strands, is_active, rounded};
use super::view::{CommonAffiliation, CommonGroups, CordListItem, CordView};
use super::vouches;
use crate::limits::check_limit;
use crate::{affiliations, communities, profiles};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery};
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, UserId};
use sea_orm::DbErr;
use std::collections::HashSet;

/// Default and maximum page size of the viewer's cords.
const CORDS_PAGE: (u64, u64) = (20, 100);

/// The viewer's cord with another person. 8 queries.
pub(super) async fn get_cord(scope: &Scope<Member>, user: UserId) -> Result<CordView, Problem> {
    let me = scope.viewer().id();
    let pair = Pair::new(me, user).ok_or(CordError::Oneself)?;
    find_person(scope, scope.viewer(), user).await?;
    let (mine, theirs) = settings_of_both(scope, me, user).await?;
    let vouches = vouches::between(scope, me, user).await?;
    let reason = match (mine.enabled, theirs.enabled) {
        (true, true) => None,
        (false, _) => Some("You have turned cords off"),
        (true, false) => Some("This person has turned cords off"),
    };
    let mut view = CordView {
        id: pair.id(),
        user_id: user,
        disabled: reason.is_some(),
        reason: reason.map(str::to_owned),
        total_strength: 0.0,
        is_active: false,
        threads: Vec::new(),
        last_updated: None,
        vouches,
        can_vouch: !vouches.mine,
        can_introduce: true,
        common: common_groups(scope, user).await?,
    };
    if view.disabled {
        return Ok(view);
    }
    if let Some(row) = store::find(scope, pair).await? {
        let rules = CordRules(&scope.services().config().cords);
        view.set_values(&row.state(), rules, scope.now());
    }
    Ok(view)
}

/// Groups that the viewer and another person have in common; affiliations that the person hides on
/// their profile are omitted.
async fn common_groups(scope: &Scope<Member>, user: UserId) -> Result<CommonGroups, DbErr> {
    let me = scope.viewer().id();
    let here = scope.site().affiliation();
    let mine = affiliations::of_person(scope, me).await?;
    let mine: HashSet<AffiliationId> = mine.into_iter().map(|one| one.id).collect();
    let theirs = affiliations::marked_of_person(scope, user).await?;
    let is_common = |id: AffiliationId| mine.contains(&id) && here.is_none_or(|here| here == id);
    let affiliations = theirs
        .into_iter()
        .filter(|one| one.is_public && is_common(one.id))
        .map(|one| CommonAffiliation {
            id: one.id,
            name: one.name,
            logo: one.logo,
            brand_colour: one.brand_colour,
        })
        .collect();
    let communities = communities::common_communities(scope, me, user).await?;
    Ok(CommonGroups { affiliations, communities })
}

/// Erases the viewer's cord with another person, for both. It is rebuilt by later activity only.
pub(super) async fn erase_cord(scope: &mut Scope<Member>, user: UserId) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let pair = Pair::new(tx.viewer().id(), user).ok_or(CordError::Oneself)?;
    find_person(&tx, tx.viewer(), user).await?;
    store::erase(&tx, pair).await?;
    Ok(tx.commit().await?)
}

/// A page of the viewer's cords, in the order of their strength at the last activity or weekly
/// decay. 3 queries.
pub(super) async fn list_cords(
    scope: &Scope<Member>,
    query: &PageQuery,
) -> Result<Page<CordListItem>, Problem> {
    let me = scope.viewer().id();
    let limit = query.row_limit(CORDS_PAGE.0, CORDS_PAGE.1);
    let rows = store::list_page(scope, me, query.decode_cursor::<CordCursor>()?, limit).await?;
    let page = Page::from_rows(rows, limit, |row| CordCursor {
        strength_bits: row.total_strength.to_bits(),
        id: row.id.clone(),
    });
    let users: Vec<UserId> = page.items.iter().map(|row| row.user_id).collect();
    let mut people = profiles::load_people(scope, &users).await?;
    let rules = CordRules(&scope.services().config().cords);
    let total = |row: &ListedCord| {
        let strands = serde_json::from_value::<Strands>(row.threads.clone()).unwrap_or_default();
        CordState { strands, ..CordState::default() }.total(rules, scope.now())
    };
    let Page { items, next_cursor } = page;
    let mut items: Vec<CordListItem> = items
        .into_iter()
        .filter_map(|row| {
            let total = total(&row);
            let user = people.remove(&row.user_id)?;
            let (strength, active) = (rounded(total), is_active(total));
            (total > 0.0).then_some(CordListItem {
                user,
                total_strength: strength,
                is_active: active,
            })
        })
        .collect();
    items.sort_by(|one, other| other.total_strength.total_cmp(&one.total_strength));
    Ok(Page { items, next_cursor })
}
