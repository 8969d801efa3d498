//! The member list of an affiliation, as far as each viewer may see it (F-023, G-097).

use super::access::{load_access, role_holders};
use super::error::AffiliationError;
use super::rows::{affiliation, member};
use super::rules::DirectoryViewer;
use super::store;
use crate::accounts;
use crate::profiles::blocks::{Blocks, not_blocked};
use crate::profiles::{self, UserSummary, is_named};
use crate::search_index::{SearchTerm, prefix_pattern};
use chrono::{DateTime, Utc};
use platform::affiliations::AffiliationRole;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Default and maximum page size.
const MEMBERS_PAGE: (u64, u64) = (20, 100);

/// A member of an affiliation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationMember {
    #[serde(flatten)]
    pub person: UserSummary,
    /// Only in responses to the affiliation's admins and staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub is_public: bool,
    pub joined_at: DateTime<Utc>,
    /// Only in responses to the affiliation's admins and staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<AffiliationRole>,
}

/// The part of the member list that the viewer may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MemberListAccess {
    /// All members, including hidden ones, with email addresses: for admins and staff.
    Whole,
    /// Members who show the affiliation and are not in a block with the viewer, and the viewer.
    Shown,
    /// None: a private affiliation, for non-members.
    Nothing,
}

fn member_list_access(
    affiliation: &affiliation::Model,
    is_member: bool,
    is_admin: bool,
) -> MemberListAccess {
    let is_open = affiliation.is_approved && !affiliation.is_paused && !affiliation.is_private;
    match (is_admin, is_member || is_open) {
        (true, _) => MemberListAccess::Whole,
        (false, true) => MemberListAccess::Shown,
        (false, false) => MemberListAccess::Nothing,
    }
}

/// A page of members, in the order they joined.
pub(super) async fn list(
    scope: &Scope<Member>,
    id_or_path: &str,
    typed: &str,
    query: &PageQuery,
) -> Result<Page<AffiliationMember>, Problem> {
    let limit = query.row_limit(MEMBERS_PAGE.0, MEMBERS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let (affiliation, sight) = find_list_access(scope, id_or_path).await?;
    let named = SearchTerm::parse(typed)
        .map(|term| is_named(member::Column::UserId, &prefix_pattern(&term.lower)));
    let beyond =
        after.map(|last| last.after_in_ascending(member::Column::JoinedAt, member::Column::UserId));
    let fits = Condition::all().add_option(named).add_option(beyond);
    let rows = list_members(scope, affiliation, sight, fits, limit).await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.joined_at,
        id: row.user_id.uuid(),
    });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.user_id).collect();
    let people = profiles::load_people(scope, &ids).await?;
    let mut emails = match sight {
        MemberListAccess::Whole => profiles::email_addresses(scope, &ids).await?,
        MemberListAccess::Shown | MemberListAccess::Nothing => HashMap::new(),
    };
    let roles: HashMap<UserId, AffiliationRole> = match sight {
        MemberListAccess::Whole => {
            let holders = role_holders(scope, affiliation).await?;
            holders.into_iter().map(|holder| (holder.user_id, holder.role)).collect()
        }
        MemberListAccess::Shown | MemberListAccess::Nothing => HashMap::new(),
    };
    let items = page.items.into_iter().filter_map(|row| {
        let person = people.get(&row.user_id)?.clone();
        let (is_public, joined_at) = (row.is_public, row.joined_at);
        let email = emails.remove(&row.user_id).as_deref().map(accounts::readable_email);
        let role = roles.get(&row.user_id).copied();
        Some(AffiliationMember { person, email, is_public, joined_at, role })
    });
    Ok(Page { items: items.collect(), next_cursor: page.next_cursor })
}

async fn find_list_access(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<(AffiliationId, MemberListAccess), Problem> {
    let found = store::find_by_id_or_path(scope, id_or_path).await?;
    let affiliation = found.ok_or(AffiliationError::NotFound)?;
    let (me, of_it) = (scope.viewer().id(), [affiliation.id]);
    let is_member = store::memberships_of(scope, me, &of_it).await?.contains_key(&affiliation.id);
    let looker = DirectoryViewer::for_member(scope);
    let access = load_access(scope, looker, &of_it).await?.to_affiliation(affiliation.id);
    let is_admin = access.is_admin();
    // Data for admins requires the second factors that admins must have.
    let acts_as_admin = is_admin && (looker.is_staff || !scope.lacks_second_factor());
    match member_list_access(&affiliation, is_member, acts_as_admin) {
        MemberListAccess::Nothing => Err(AffiliationError::NotFound.into()),
        sight => Ok((affiliation.id, sight)),
    }
}

async fn list_members(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
    sight: MemberListAccess,
    fits: Condition,
    limit: u64,
) -> Result<Vec<member::Model>, DbErr> {
    use member::Column::{AffiliationId, IsPublic, JoinedAt, UserId};
    let shown = (sight != MemberListAccess::Whole).then(|| {
        Condition::any().add(IsPublic.eq(true)).add(UserId.eq(scope.viewer().id().uuid()))
    });
    let me = scope.viewer().id();
    let unblocked =
        (sight != MemberListAccess::Whole).then(|| not_blocked(UserId, me, Blocks::Both));
    scope
        .select::<member::Entity>()
        .filter(AffiliationId.eq(affiliation.uuid()))
        .filter(Condition::all().add_option(shown).add_option(unblocked))
        .filter(fits)
        .modify_select(|select| select.order_by_asc(JoinedAt).order_by_asc(UserId).limit(limit + 1))
        .all()
        .await
}
