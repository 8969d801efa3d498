//! Queries for communities.

use super::access::ReadContext;
use super::rows::{CommunityRole, CommunityStatus, Visibility, community, link, member, timeout};
use crate::affiliations;
use chrono::{DateTime, Utc};
use platform::events::Topic;
use platform::page::TimeCursor;
use platform::{AccountViewer, AffiliationId, CommunityId, Member, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, LockType, Query, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use std::collections::HashMap;
use uuid::Uuid;

fn to_uuids(ids: &[CommunityId]) -> impl Iterator<Item = Uuid> {
    ids.iter().map(|id| id.uuid())
}

/// Ids of the communities of a user.
fn joined_by(user: UserId) -> sea_orm::sea_query::SelectStatement {
    Query::select()
        .column(member::Column::CommunityId)
        .from(member::Entity)
        .and_where(member::Column::UserId.eq(user.uuid()))
        .to_owned()
}

/// Communities of the user (C-029).
pub(super) fn own_condition(me: UserId) -> Condition {
    Condition::all().add(community::Column::Id.in_subquery(joined_by(me)))
}

/// Communities that the user may discover (G-074): public ones and those listed to members of one
/// of their affiliations. Excludes the user's own, paused ones and those scheduled for deletion.
pub(super) fn to_discover(me: UserId, now: DateTime<Utc>) -> Condition {
    use community::Column;
    let held = Query::select()
        .column(link::Column::CommunityId)
        .from(link::Entity)
        .cond_where(affiliations::is_held(link::Column::AffiliationId, me))
        .to_owned();
    let for_holders = Condition::all()
        .add(Column::Visibility.eq(Visibility::Affiliations))
        .add(Column::Id.in_subquery(held));
    let listed = Condition::any().add(Column::Visibility.eq(Visibility::Public)).add(for_holders);
    let open = Condition::any()
        .add(Column::Status.eq(CommunityStatus::Active))
        .add(Column::PausedUntil.lte(now));
    let stays = Column::DeletionPending.eq(false);
    Condition::all().add(listed).add(open).add(stays).add(Column::Id.not_in_subquery(joined_by(me)))
}

/// Up to `limit + 1` matching communities, latest activity first.
pub(super) async fn list_page<V>(
    scope: &Scope<V>,
    fits: Condition,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<community::Model>, DbErr> {
    use community::Column::{Id, LastUpdated};
    let beyond = after.map(|last| last.after_in_descending(LastUpdated, Id));
    scope
        .select::<community::Entity>()
        .filter(fits)
        .filter(Condition::all().add_option(beyond))
        .modify_select(|select| {
            select.order_by_desc(LastUpdated).order_by_desc(Id).limit(limit + 1)
        })
        .all()
        .await
}

/// The affiliations linked to these communities.
pub(super) async fn linked_affiliations<V>(
    scope: &Scope<V>,
    ids: &[CommunityId],
) -> Result<HashMap<CommunityId, Vec<AffiliationId>>, DbErr> {
    let of_these = link::Column::CommunityId.is_in(to_uuids(ids));
    let rows = scope
        .select::<link::Entity>()
        .filter(of_these)
        .modify_select(|select| select.order_by_asc(link::Column::AffiliationId))
        .all()
        .await?;
    let mut links: HashMap<CommunityId, Vec<AffiliationId>> = HashMap::new();
    for row in rows {
        links.entry(row.community_id).or_default().push(row.affiliation_id);
    }
    Ok(links)
}

/// The names of these communities, as far as they are visible on this site.
///
/// # Errors
/// Database errors.
pub async fn visible_names<V>(
    scope: &Scope<V>,
    ids: &[CommunityId],
) -> Result<HashMap<CommunityId, String>, DbErr> {
    use community::Column::{Id, Name};
    let rows: Vec<(CommunityId, String)> = scope
        .select::<community::Entity>()
        .filter(Id.is_in(to_uuids(ids)))
        .modify_select(|select| select.select_only().column(Id).column(Name))
        .all_tuples()
        .await?;
    Ok(rows.into_iter().collect())
}

/// All affiliations linked to this community, whether or not they are visible on this site: the
/// requirements for members depend on all of them.
pub(super) async fn all_linked_affiliations<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
) -> Result<Vec<AffiliationId>, DbErr> {
    let of_it = link::Column::CommunityId.eq(id.uuid());
    let rows = tx.select::<link::Entity>().filter(of_it).all().await?;
    Ok(rows.into_iter().map(|row| row.affiliation_id).collect())
}

/// The viewer's memberships in these communities.
pub(super) async fn own_memberships(
    scope: &Scope<Member>,
    ids: &[CommunityId],
) -> Result<HashMap<CommunityId, member::Model>, DbErr> {
    let mine = Condition::all()
        .add(member::Column::UserId.eq(scope.viewer().id().uuid()))
        .add(member::Column::CommunityId.is_in(to_uuids(ids)));
    let rows = scope.select::<member::Entity>().filter(mine).all().await?;
    Ok(rows.into_iter().map(|row| (row.community_id, row)).collect())
}

/// The viewer's memberships in all communities that are visible on this site.
pub(super) async fn own_membership_rows(
    reading: &impl ReadContext,
) -> Result<HashMap<CommunityId, member::Model>, DbErr> {
    let mine = member::Column::UserId.eq(reading.reader().id().uuid());
    let rows = reading.visible_rows::<member::Entity>().filter(mine).all().await?;
    Ok(rows.into_iter().map(|row| (row.community_id, row)).collect())
}

/// Ids of the viewer's communities that are visible on this site.
///
/// # Errors
/// Database errors.
pub async fn own_ids(scope: &Scope<Member>) -> Result<Vec<Uuid>, DbErr> {
    Ok(own_membership_rows(scope).await?.into_keys().map(|id| id.uuid()).collect())
}

/// The viewer's active timeouts in these communities.
pub(super) async fn own_timeouts(
    scope: &Scope<Member>,
    ids: &[CommunityId],
) -> Result<HashMap<CommunityId, timeout::Model>, DbErr> {
    let mine = Condition::all()
        .add(timeout::Column::UserId.eq(scope.viewer().id().uuid()))
        .add(timeout::Column::CommunityId.is_in(to_uuids(ids)))
        .add(timeout::Column::EndDate.gt(scope.now()));
    let rows = scope.select::<timeout::Entity>().filter(mine).all().await?;
    Ok(rows.into_iter().map(|row| (row.community_id, row)).collect())
}

/// Returns true if the community is visible on this site.
///
/// # Errors
/// Database errors.
pub async fn is_visible_here<V>(scope: &Scope<V>, id: CommunityId) -> Result<bool, DbErr> {
    scope.select::<community::Entity>().by_id(id).exists().await
}

/// Locks the viewer's membership until the transaction ends. Memberships are always locked before
/// their community, which prevents deadlocks.
pub(super) async fn lock_membership(tx: &Tx<'_, Member>, id: CommunityId) -> Result<(), DbErr> {
    tx.select::<member::Entity>()
        .by_id((id, tx.viewer().id()))
        .modify_select(|select| select.lock(LockType::Share))
        .one()
        .await
        .map(drop)
}

/// `now`, unless the column already has a later value: transactions may commit in another order
/// than they read the clock.
fn not_earlier(column: community::Column, now: DateTime<Utc>) -> SimpleExpr {
    let later =
        CaseStatement::new().case(column.gt(now), Expr::col(column)).finally(Expr::value(now));
    later.into()
}

/// Adds a new post to the count and updates the time of the last activity.
///
/// # Errors
/// Database errors.
pub async fn increment_posts<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    count(tx, id, community::Column::TotalPosts, at).await
}

/// Subtracts a post from the count.
///
/// # Errors
/// Database errors.
pub async fn decrement_posts<V>(tx: &Tx<'_, V>, id: CommunityId) -> Result<(), DbErr> {
    use community::Column::{Id, TotalPosts};
    tx.table::<community::Entity>()
        .update(Id.eq(id.uuid()), |update| {
            update.col_expr(TotalPosts, Expr::col(TotalPosts).sub(1))
        })
        .await?
        .exactly_one()
}

/// A change of the numbers of threads and posts.
#[derive(Debug, Clone, Copy)]
pub struct ContentCounts {
    pub threads: i64,
    pub posts: i64,
}

/// Adds to the counts of threads and posts, and updates the time of the last activity if one is
/// given.
///
/// # Errors
/// Database errors.
pub async fn add_contents<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    more: ContentCounts,
    at: Option<DateTime<Utc>>,
) -> Result<(), DbErr> {
    use community::Column::{Id, LastUpdated, TotalPosts, TotalThreads};
    tx.table::<community::Entity>()
        .update(Id.eq(id.uuid()), |update| {
            let counted = update
                .col_expr(TotalThreads, Expr::col(TotalThreads).add(more.threads))
                .col_expr(TotalPosts, Expr::col(TotalPosts).add(more.posts));
            match at {
                Some(at) => counted.col_expr(LastUpdated, not_earlier(LastUpdated, at)),
                None => counted,
            }
        })
        .await?
        .exactly_one()
}

/// Returns true if a user is a member of the community.
///
/// # Errors
/// Database errors.
pub async fn is_member<V>(tx: &Tx<'_, V>, id: CommunityId, user: UserId) -> Result<bool, DbErr> {
    tx.select::<member::Entity>().by_id((id, user)).exists().await
}

/// Public data of a community.
#[derive(Debug, Clone)]
pub struct PublicFace {
    pub name: String,
    /// True if everyone may know that it exists (G-074).
    pub is_public: bool,
}

/// Condition that the community in `column` is public and not being deleted.
pub fn is_public<C: ColumnTrait>(column: C) -> Condition {
    let public = community::Column::Visibility.eq(Visibility::Public);
    matching_condition(column, Condition::all().add(public))
}

/// Condition that the community in `column` is not being deleted.
pub fn is_there<C: ColumnTrait>(column: C) -> Condition {
    matching_condition(column, Condition::all())
}

fn matching_condition<C: ColumnTrait>(column: C, which: Condition) -> Condition {
    let communities = Query::select()
        .column(community::Column::Id)
        .from(community::Entity)
        .and_where(community::Column::IsGone.eq(false))
        .cond_where(which)
        .to_owned();
    Condition::all().add(column.in_subquery(communities))
}

/// Public data of a community that is visible on this site.
///
/// # Errors
/// Database errors.
pub async fn public_face<V>(
    scope: &Scope<V>,
    id: CommunityId,
) -> Result<Option<PublicFace>, DbErr> {
    let found = scope.select::<community::Entity>().by_id(id).one().await?;
    Ok(found
        .map(|row| PublicFace { name: row.name, is_public: row.visibility == Visibility::Public }))
}

/// Adds a new thread to the count and updates the time of the last activity.
///
/// # Errors
/// Database errors.
pub async fn count_thread<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    count(tx, id, community::Column::TotalThreads, at).await
}

async fn count<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    what: community::Column,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    use community::Column::LastUpdated;
    tx.table::<community::Entity>()
        .update(community::Column::Id.eq(id.uuid()), |update| {
            update
                .col_expr(what, Expr::col(what).add(1))
                .col_expr(LastUpdated, not_earlier(LastUpdated, at))
        })
        .await?
        .exactly_one()
}

/// Changes the member count by `more`. False if the community was deleted in the meantime.
pub(super) async fn count_members<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    by: i64,
) -> Result<bool, DbErr> {
    use community::Column::{Id, MemberCount};
    let counted = tx
        .table::<community::Entity>()
        .update(Id.eq(id.uuid()), |update| {
            update.col_expr(MemberCount, Expr::col(MemberCount).add(by))
        })
        .await?;
    Ok(counted.is_changed())
}

/// The community, locked until the transaction ends; `None` if it was deleted.
pub(super) async fn lock<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
) -> Result<Option<community::Model>, DbErr> {
    tx.select::<community::Entity>()
        .by_id(id)
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await
}

/// Updates the community's row.
pub(super) async fn set<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    change: community::ActiveModel,
) -> Result<(), DbErr> {
    tx.table::<community::Entity>()
        .update(community::Column::Id.eq(id.uuid()), |update| update.set(change))
        .await?
        .exactly_one()
}

/// Makes a user the founder. Returns the community, locked.
pub(super) async fn set_founder<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    user: UserId,
) -> Result<Option<community::Model>, DbErr> {
    let change = community::ActiveModel { founder_id: Set(Some(user)), ..Default::default() };
    set(tx, id, change).await?;
    lock(tx, id).await
}

/// The moderators of a community, optionally its admins only.
///
/// # Errors
/// Database errors.
pub async fn moderators_of<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    only_admins: bool,
) -> Result<Vec<UserId>, DbErr> {
    let roles: &[CommunityRole] = if only_admins {
        &[CommunityRole::Admin]
    } else {
        &[CommunityRole::Admin, CommunityRole::Trustee]
    };
    tx.select::<member::Entity>()
        .filter(member::Column::CommunityId.eq(id.uuid()))
        .filter(member::Column::Role.is_in(roles.iter().copied()))
        .modify_select(|select| select.select_only().column(member::Column::UserId))
        .all_tuples::<UserId>()
        .await
}

/// Publishes an event to each of these users, on their own topic.
pub(super) async fn publish_to_each<V>(
    tx: &Tx<'_, V>,
    people: &[UserId],
    kind: &'static str,
    payload: &serde_json::Value,
) -> Result<(), DbErr> {
    let told = people.iter().map(|user| (Topic::User(*user), payload.clone())).collect();
    tx.publish_each(kind, told).await
}
