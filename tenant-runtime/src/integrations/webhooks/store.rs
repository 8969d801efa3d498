//! Queries for webhooks.

use crate::integration_records::webhook_rows::{delivery, webhook};
use crate::integration_records::{Owner, WebhookId};
use chrono::TimeDelta;
use platform::jobs::JobScope;
use platform::{Scope, Tx};
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect, UpdateMany};

/// Maximum number of webhooks of one owner.
pub(super) const WEBHOOKS_MAX: u64 = 20;
/// Time for which deliveries are listed.
const LISTED_FOR: TimeDelta = TimeDelta::days(30);

/// An owner's webhooks, newest first.
pub(super) async fn list<V>(scope: &Scope<V>, owner: Owner) -> Result<Vec<webhook::Model>, DbErr> {
    use webhook::Column::{AffiliationId, CreatedAt, Id};
    scope
        .global::<webhook::Entity>()
        .filter(owner.owns(AffiliationId))
        .modify_select(|select| {
            // Concurrent requests may create a few more.
            select.order_by_desc(CreatedAt).order_by_desc(Id).limit(2 * WEBHOOKS_MAX)
        })
        .all()
        .await
}

/// Number of an owner's webhooks.
pub(super) async fn count<V>(tx: &Tx<'_, V>, owner: Owner) -> Result<u64, DbErr> {
    tx.global::<webhook::Entity>().filter(owner.owns(webhook::Column::AffiliationId)).count().await
}

/// An owner's webhook.
pub(super) async fn find<V>(
    scope: &Scope<V>,
    owner: Owner,
    id: WebhookId,
) -> Result<Option<webhook::Model>, DbErr> {
    let theirs = owner.owns(webhook::Column::AffiliationId);
    scope.global::<webhook::Entity>().by_id(id).filter(theirs).one().await
}

/// An owner's webhook, locked until the transaction ends.
pub(super) async fn lock<V>(
    tx: &Tx<'_, V>,
    owner: Owner,
    id: WebhookId,
) -> Result<Option<webhook::Model>, DbErr> {
    tx.global::<webhook::Entity>()
        .by_id(id)
        .filter(owner.owns(webhook::Column::AffiliationId))
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await
}

/// Changes a webhook and returns it.
pub(super) async fn change<V>(
    tx: &Tx<'_, V>,
    id: WebhookId,
    set: impl FnOnce(UpdateMany<webhook::Entity>) -> UpdateMany<webhook::Entity>,
) -> Result<Option<webhook::Model>, DbErr> {
    let this = webhook::Column::Id.eq(id.uuid());
    Ok(tx.global_table::<webhook::Entity>().update_returning(this, set).await?.pop())
}

/// Deletes old deliveries, in any status: the last attempt is made within two days.
pub(in crate::integrations) async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    use webhook::Column::{PreviousSealedSecret, PreviousUntil};
    let tx = scope.begin().await?;
    let now = tx.now();
    let old = delivery::Column::CreatedAt.lt(now - LISTED_FOR);
    tx.global_table::<delivery::Entity>().delete(old).await?.as_many_as_there_are();
    let rotated = Condition::all().add(PreviousUntil.lte(now));
    let forget = |update: UpdateMany<webhook::Entity>| {
        update
            .col_expr(PreviousSealedSecret, Option::<String>::None.into())
            .col_expr(PreviousUntil, Option::<chrono::DateTime<chrono::Utc>>::None.into())
    };
    tx.global_table::<webhook::Entity>().update(rotated, forget).await?.as_many_as_there_are();
    tx.commit().await
}
