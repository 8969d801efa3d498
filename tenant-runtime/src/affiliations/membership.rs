//! Coming to belong to an affiliation (F-059, F-079).

use super::rows::{affiliation, member};
use crate::communities::defaults;
use crate::profiles;
use platform::events::Topic;
use platform::{AffiliationId, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde_json::json;

/// Whether somebody belongs.
pub(super) async fn belongs<V>(
    tx: &Tx<'_, V>,
    id: AffiliationId,
    user: UserId,
) -> Result<bool, DbErr> {
    let theirs = Condition::all()
        .add(member::Column::AffiliationId.eq(id.uuid()))
        .add(member::Column::UserId.eq(user.uuid()));
    tx.select::<member::Entity>().filter(theirs).exists().await
}

/// Makes somebody a member who shows it on their profile: counted, verified through it (G-042), told, and
/// soon in its default communities. Whether they were none before.
pub(super) async fn enter<V: Send + Sync>(
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
    let count = affiliation::Column::MemberCount;
    let counted = tx
        .table::<affiliation::Entity>()
        .update(affiliation::Column::Id.eq(id.uuid()), |update| {
            update.col_expr(count, Expr::col(count).add(1))
        })
        .await?;
    counted.exactly_one()?;
    profiles::verify(tx, user).await?;
    defaults::follow_belonging(tx, user).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    Ok(true)
}
