//! Joins and leaves of affiliations (F-059, F-076, F-079).

use super::error::AffiliationError;
use super::roles;
use super::rows::{affiliation, member};
use super::store;
use crate::communities::defaults;
use crate::cord_activity::{self, JoinedGroup};
use crate::integration_records::{EmittedEvent, WebhookEvent, emit};
use crate::limits::check_limit;
use crate::profiles;
use crate::sql::{SqlReader, placeholders};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, Value};
use serde_json::json;
use std::collections::HashSet;

/// Returns true if the user is a member.
pub(super) async fn is_member<V>(
    tx: &Tx<'_, V>,
    id: AffiliationId,
    user: UserId,
) -> Result<bool, DbErr> {
    tx.select::<member::Entity>().filter(membership_of(id, user)).exists().await
}

fn membership_of(id: AffiliationId, user: UserId) -> Condition {
    Condition::all()
        .add(member::Column::AffiliationId.eq(id.uuid()))
        .add(member::Column::UserId.eq(user.uuid()))
}

/// Adds a member, who shows the affiliation on their profile. Updates the count, marks the user as
/// verified (G-042), notifies them, and enqueues the job for default communities. False if they
/// were a member already.
pub(super) async fn add_member<V: Send + Sync>(
    tx: &Tx<'_, V>,
    id: AffiliationId,
    user: UserId,
) -> Result<bool, DbErr> {
    let row = member::ActiveModel {
        affiliation_id: Set(id),
        user_id: Set(user),
        is_public: Set(true),
        joined_at: Set(tx.now()),
    };
    let key = [member::Column::AffiliationId, member::Column::UserId];
    if !tx.table::<member::Entity>().insert_unless_there(row, &key).await? {
        return Ok(false);
    }
    count(tx, id, 1).await?;
    profiles::verify(tx, user).await?;
    defaults::update_default_memberships(tx, user).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    cord_activity::publish_join(tx, JoinedGroup::Affiliation(id), user).await?;
    let joined = EmittedEvent::new(WebhookEvent::MemberJoined, user).of_affiliation(id);
    emit(tx, joined).await?;
    Ok(true)
}

/// The viewer leaves. The creator cannot leave (gap G-107); other admins can.
pub(super) async fn leave_affiliation(
    scope: &mut Scope<Member>,
    id_or_path: &str,
) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Join).await?;
    let found = store::find_by_id_or_path(scope, id_or_path).await?;
    let affiliation = found.ok_or(AffiliationError::NoneToLeave)?;
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let found = store::find_by_id(&tx, Some(affiliation.id)).await?;
    let affiliation = found.ok_or(AffiliationError::NoneToLeave)?;
    check_may_leave(&affiliation, me, is_member(&tx, affiliation.id, me).await?)?;
    if !remove_member(&tx, affiliation.id, me).await? {
        // A concurrent request of the viewer was first.
        return Err(no_membership(&affiliation).into());
    }
    Ok(tx.commit().await?)
}

fn check_may_leave(
    affiliation: &affiliation::Model,
    user: UserId,
    is_member: bool,
) -> Result<(), AffiliationError> {
    if !is_member {
        return Err(no_membership(affiliation));
    }
    if affiliation.creator_id == Some(user) {
        return Err(AffiliationError::CreatorStays);
    }
    Ok(())
}

/// The error for a user who is not a member. It reveals nothing if they may not see the
/// affiliation.
const fn no_membership(affiliation: &affiliation::Model) -> AffiliationError {
    if affiliation.is_approved && !affiliation.is_paused {
        AffiliationError::NotTheirs
    } else {
        AffiliationError::NoneToLeave
    }
}

/// Ends a membership, with the user's role and a hand-over to them. Updates the count, publishes the change, which closes the affiliation's
/// portal to the user, and enqueues the job for default communities. Returns whether there was one.
/// The user stays verified.
pub(super) async fn remove_member<V: Send + Sync>(
    tx: &Tx<'_, V>,
    id: AffiliationId,
    user: UserId,
) -> Result<bool, DbErr> {
    if !tx.table::<member::Entity>().delete(membership_of(id, user)).await?.is_changed() {
        return Ok(false);
    }
    count(tx, id, -1).await?;
    roles::clear_roles(tx, id, user).await?;
    roles::withdraw_handover_to(tx, id, user).await?;
    defaults::update_default_memberships(tx, user).await?;
    tx.publish(Topic::User(user), "affiliation.left", &json!({ "affiliationId": id })).await?;
    Ok(true)
}

/// Changes the member count by `more`.
async fn count<V: Send + Sync>(tx: &Tx<'_, V>, id: AffiliationId, more: i64) -> Result<(), DbErr> {
    let count = affiliation::Column::MemberCount;
    let counted = tx
        .table::<affiliation::Entity>()
        .update(affiliation::Column::Id.eq(id.uuid()), |update| {
            update.col_expr(count, Expr::col(count).add(more))
        })
        .await?;
    counted.exactly_one()
}

/// Those of these users who are members. One query.
pub(super) async fn members_among(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
    ids: &[UserId],
) -> Result<HashSet<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct MemberRow {
        user_id: UserId,
    }
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let sql = format!(
        "SELECT user_id FROM affiliation_members WHERE affiliation_id = $1 AND user_id IN ({})",
        placeholders(2, ids.len())
    );
    let mut values: Vec<Value> = vec![affiliation.into()];
    values.extend(ids.iter().map(|id| Value::from(*id)));
    let rows = reads.sql(&sql, values).all::<MemberRow>().await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}
