//! Queries for introductions.

use super::IntroductionId;
use super::error::IntroductionError;
use super::rows::{ActiveModel, Column, Entity, IntroductionState, Model};
use crate::profiles::visibility::visible_user_sql;
use chrono::{DateTime, Utc};
use platform::affiliations::is_member_sql;
use platform::page::TimeCursor;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::sea_query::{ExprTrait, LockType};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect, Value};

/// Introductions to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListedState {
    All,
    /// Unanswered ones.
    Pending,
    /// All others.
    Answered,
    /// Only one state.
    Only(IntroductionState),
}

impl ListedState {
    /// SQL condition; `$2` is the current time.
    const fn sql(self) -> &'static str {
        match self {
            Self::All => "$2 IS NOT NULL",
            Self::Pending | Self::Only(IntroductionState::Pending) => {
                "(i.state = 'pending' AND i.expires_at > $2)"
            }
            Self::Answered => "(i.state <> 'pending' OR i.expires_at <= $2)",
            Self::Only(IntroductionState::Accepted) => "(i.state = 'accepted' AND $2 IS NOT NULL)",
            Self::Only(IntroductionState::Declined) => "(i.state = 'declined' AND $2 IS NOT NULL)",
            Self::Only(IntroductionState::Expired) => {
                "(i.state = 'expired' OR (i.state = 'pending' AND i.expires_at <= $2))"
            }
        }
    }
}

/// Locks an introduction that concerns the viewer.
pub(super) async fn lock(tx: &Tx<'_, Member>, id: IntroductionId) -> Result<Model, Problem> {
    let row = tx
        .select::<Entity>()
        .by_id(id)
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await?;
    let me = tx.viewer().id();
    let row = row.filter(|row| row.everyone().contains(&me));
    Ok(row.ok_or(IntroductionError::NotFound)?)
}

/// Changes an introduction.
pub(super) async fn change<V>(
    tx: &Tx<'_, V>,
    id: IntroductionId,
    change: ActiveModel,
) -> Result<(), DbErr> {
    let this = Column::Id.eq(id.uuid());
    tx.table::<Entity>().update(this, |update| update.set(change)).await?.exactly_one()
}

/// True if the viewer's introduction of these two people, in either order, waits for answers.
pub(super) async fn is_pending(tx: &Tx<'_, Member>, people: [UserId; 2]) -> Result<bool, DbErr> {
    let [one, other] = people.map(|user| user.uuid());
    let these = Condition::any()
        .add(Column::PersonA.eq(one).and(Column::PersonB.eq(other)))
        .add(Column::PersonA.eq(other).and(Column::PersonB.eq(one)));
    let waiting = Condition::all()
        .add(Column::IntroducerId.eq(tx.viewer().id().uuid()))
        .add(Column::State.eq(IntroductionState::Pending))
        .add(Column::ExpiresAt.gt(tx.now()))
        .add(these);
    tx.select::<Entity>().filter(waiting).exists().await
}

#[derive(FromQueryResult)]
struct IdRow {
    id: IntroductionId,
}

/// Up to `limit + 1` introductions that concern the viewer, newest first. Those with a person who
/// is not visible to the viewer are omitted. 2 queries.
pub(super) async fn list_page(
    scope: &Scope<Member>,
    state: ListedState,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let latest = scope.now() + chrono::Duration::days(1);
    let (at, id) = after.map_or((latest, uuid::Uuid::max()), |last| (last.at, last.id));
    let me = scope.viewer().id();
    let mut values: Vec<Value> = vec![me.into(), scope.now().into(), at.into(), id.into()];
    let portal = scope.site().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        "$5"
    });
    let people = ["i.introducer_id", "i.person_a", "i.person_b"];
    let visible = people.map(|person| {
        let here = portal
            .map_or_else(String::new, |portal| format!(" AND {}", is_member_sql(portal, person)));
        format!("({person} = $1 OR {}){here}", visible_user_sql(person))
    });
    let sql = format!(
        "SELECT i.id FROM introductions i \
         WHERE (i.introducer_id = $1 OR i.person_a = $1 OR i.person_b = $1) AND {} \
         AND i.created_at <= $3 AND (i.created_at < $3 OR i.id < $4) AND {} \
         ORDER BY i.created_at DESC, i.id DESC LIMIT {}",
        state.sql(),
        visible.join(" AND "),
        limit + 1
    );
    let ids = scope.raw(&sql, values).all::<IdRow>().await?;
    let these = Column::Id.is_in(ids.iter().map(|row| row.id.uuid()));
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    scope
        .select::<Entity>()
        .filter(these)
        .modify_select(|select| select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id))
        .all()
        .await
}

/// Up to `most` introductions that have expired and are still marked as pending, locked.
pub(super) async fn lock_expired(
    tx: &Tx<'_, platform::System>,
    now: DateTime<Utc>,
    most: u64,
) -> Result<Vec<Model>, DbErr> {
    let expired = Column::State.eq(IntroductionState::Pending).and(Column::ExpiresAt.lte(now));
    tx.across_sites::<Entity>()
        .filter(expired)
        .modify_select(|select| {
            select.order_by_asc(Column::Id).limit(most).lock(LockType::NoKeyUpdate)
        })
        .all()
        .await
}
