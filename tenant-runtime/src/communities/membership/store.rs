//! Queries for memberships.

use crate::communities::Access;
use crate::communities::rows::{CommunityRole, community, member, membership_event};
use crate::profiles::blocks::{Blocks, not_blocked, not_blocked_sql};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::ids::EventId;
use platform::page::TimeCursor;
use platform::{AccountViewer, CommunityId, Member, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, LockType, Query};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect};

/// A user's membership of a community.
#[derive(Debug, Clone)]
pub struct Membership {
    pub community: CommunityId,
    pub role: CommunityRole,
    pub joined_at: DateTime<Utc>,
    /// True if they may read content written before they joined.
    pub sees_history: bool,
}

/// All memberships of the viewer in communities that are visible on this site.
///
/// # Errors
/// Database errors.
pub async fn list_own_memberships(scope: &Scope<Member>) -> Result<Vec<Membership>, DbErr> {
    use member::Column::{CommunityId as In, JoinedAt, Role as As, UserId};
    let (mine, open) = (
        UserId.eq(scope.viewer().id().uuid()),
        Query::select()
            .column(community::Column::Id)
            .from(community::Entity)
            .and_where(community::Column::HistoryFromJoin.eq(false))
            .to_owned(),
    );
    let rows: Vec<(CommunityId, CommunityRole, DateTime<Utc>, bool)> = scope
        .select::<member::Entity>()
        .filter(mine)
        .modify_select(|select| {
            select
                .select_only()
                .columns([In, As, JoinedAt])
                .expr_as(In.in_subquery(open), "sees_history")
        })
        .all_tuples()
        .await?;
    let places = rows.into_iter().map(|(community, role, joined_at, sees_history)| Membership {
        community,
        role,
        joined_at,
        sees_history,
    });
    Ok(places.collect())
}

/// Returns true if two users are members of the same community that is visible on this site. One
/// query.
///
/// # Errors
/// Database errors.
pub async fn share_community(
    reads: &impl SqlReader,
    one: UserId,
    other: UserId,
) -> Result<bool, DbErr> {
    let theirs = Query::select()
        .column(member::Column::CommunityId)
        .from(member::Entity)
        .and_where(member::Column::UserId.eq(other.uuid()))
        .to_owned();
    let shared =
        member::Column::UserId.eq(one.uuid()).and(member::Column::CommunityId.in_subquery(theirs));
    reads.rows_on_site::<member::Entity>().filter(shared).exists().await
}

fn membership_of(community: CommunityId, user: UserId) -> Condition {
    Condition::all()
        .add(member::Column::CommunityId.eq(community.uuid()))
        .add(member::Column::UserId.eq(user.uuid()))
}

/// Up to `limit + 1` members, in the order they joined. Moderators see all of them.
pub(super) async fn list_page(
    scope: &Scope<Member>,
    access: &Access,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<member::Model>, DbErr> {
    use member::Column::{CommunityId, JoinedAt, UserId};
    let named = (access.applicable_blocks() == Blocks::Both)
        .then(|| not_blocked(UserId, scope.viewer().id(), Blocks::Both));
    let beyond = after.map(|last| last.after_in_ascending(JoinedAt, UserId));
    scope
        .select::<member::Entity>()
        .filter(CommunityId.eq(access.community.id.uuid()))
        .filter(Condition::all().add_option(named).add_option(beyond))
        .modify_select(|select| select.order_by_asc(JoinedAt).order_by_asc(UserId).limit(limit + 1))
        .all()
        .await
}

/// An early member or an admin, for the overview.
#[derive(Debug, Clone, FromQueryResult)]
pub(in crate::communities) struct FirstMember {
    pub user_id: UserId,
    pub role: CommunityRole,
    pub joined_at: DateTime<Utc>,
}

/// The first members and the first admins, in the order they joined, as far as the member list
/// shows them to the viewer.
pub(in crate::communities) async fn first_members(
    scope: &Scope<Member>,
    access: &Access,
    most: usize,
) -> Result<Vec<FirstMember>, DbErr> {
    let named = match access.applicable_blocks() {
        Blocks::Both => not_blocked_sql("m.user_id", "$2", Blocks::Both),
        Blocks::Own | Blocks::NotApplied => "$2 IS NOT NULL".to_owned(),
    };
    let of = |role: &str| {
        format!(
            "SELECT * FROM (SELECT m.user_id, m.role, m.joined_at FROM community_members m \
             WHERE m.community_id = $1 AND {named}{role} \
             ORDER BY m.joined_at, m.user_id LIMIT {most}) AS first"
        )
    };
    let (all, admins) = (of(""), of(" AND m.role = 'admin'"));
    let sql = format!("{all} UNION {admins} ORDER BY joined_at, user_id");
    scope.raw(&sql, vec![access.community.id.into(), scope.viewer().id().into()]).all().await
}

/// Inserts a membership. False if there is one.
pub(super) async fn add<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    user: UserId,
    by_default: bool,
) -> Result<bool, DbErr> {
    let place = member::ActiveModel {
        community_id: Set(id),
        user_id: Set(user),
        role: Set(CommunityRole::Member),
        joined_at: Set(tx.now()),
        added_by_default: Set(by_default),
    };
    let key = [member::Column::CommunityId, member::Column::UserId];
    tx.table::<member::Entity>().insert_unless_there(place, &key).await
}

/// The memberships of these users, locked until the transaction ends. Locked in a fixed order, so
/// that two admins who remove each other do not deadlock.
pub(in crate::communities) async fn lock<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    people: &[UserId],
) -> Result<Vec<member::Model>, DbErr> {
    let of_these = member::Column::UserId.is_in(people.iter().map(|user| user.uuid()));
    tx.select::<member::Entity>()
        .filter(member::Column::CommunityId.eq(id.uuid()).and(of_these))
        .modify_select(|select| select.order_by_asc(member::Column::UserId).lock(LockType::Update))
        .all()
        .await
}

/// Deletes a membership.
pub(super) async fn delete<V>(tx: &Tx<'_, V>, id: CommunityId, user: UserId) -> Result<(), DbErr> {
    tx.table::<member::Entity>().delete(membership_of(id, user)).await?.exactly_one()
}

/// Changes the role of a member.
pub(in crate::communities) async fn set_role<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    user: UserId,
    role: CommunityRole,
) -> Result<(), DbErr> {
    let changed = member::ActiveModel { role: Set(role), ..Default::default() };
    let theirs = membership_of(id, user);
    tx.table::<member::Entity>().update(theirs, |update| update.set(changed)).await?.exactly_one()
}

/// Number of admins.
pub(in crate::communities) async fn count_admins<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
) -> Result<u64, DbErr> {
    // As a constant in the statement: the partial index contains only rows of admins.
    let is_admin = member::Column::Role.into_expr().eq(Expr::Constant("admin".into()));
    let admins = member::Column::CommunityId.eq(id.uuid()).and(is_admin);
    tx.select::<member::Entity>().filter(admins).count().await
}

/// The admin who joined first, except for this user.
pub(in crate::communities) async fn first_admin<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    except: UserId,
) -> Result<Option<UserId>, DbErr> {
    use member::Column::{CommunityId as In, JoinedAt, Role, UserId as User};
    let others = In.eq(id.uuid()).and(Role.eq(CommunityRole::Admin)).and(User.ne(except.uuid()));
    let first = tx
        .select::<member::Entity>()
        .filter(others)
        .modify_select(|select| select.order_by_asc(JoinedAt).order_by_asc(User).limit(1))
        .one()
        .await?;
    Ok(first.map(|row| row.user_id))
}

pub(super) struct MembershipEvent {
    /// `joined` or `left`.
    pub kind: &'static str,
    pub reason: &'static str,
    pub by_default: bool,
}

/// Records a membership event (C-052).
pub(super) async fn record_event<V>(
    tx: &Tx<'_, V>,
    community: &community::Model,
    user: UserId,
    event: MembershipEvent,
) -> Result<(), DbErr> {
    let row = insert_event(tx, (community.id, &community.name), user, &event);
    tx.table::<membership_event::Entity>().insert(row).await.map(drop)
}

/// Records that a user left these communities voluntarily. The events keep the user's id, which is
/// no longer used by an account afterwards, and the communities' names.
pub(in crate::communities) async fn record_leaver<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    left: impl Iterator<Item = (CommunityId, &str)>,
) -> Result<(), DbErr> {
    let event = MembershipEvent { kind: "left", reason: "voluntary", by_default: false };
    let rows = left.map(|community| insert_event(tx, community, user, &event)).collect();
    tx.table::<membership_event::Entity>().insert_many(rows).await
}

fn insert_event<V>(
    tx: &Tx<'_, V>,
    (id, name): (CommunityId, &str),
    user: UserId,
    event: &MembershipEvent,
) -> membership_event::ActiveModel {
    membership_event::ActiveModel {
        id: Set(EventId::new()),
        community_id: Set(id),
        community_name: Set(name.to_owned()),
        user_id: Set(user),
        event_type: Set(event.kind.to_owned()),
        reason: Set(event.reason.to_owned()),
        added_by_default: Set(event.by_default),
        staff_id: Set(None),
        timestamp: Set(tx.now()),
    }
}
