//! The log of a webhook, test messages and repetitions.

use super::error::WebhookError;
use super::store;
use super::view::DeliveryView;
use crate::integration_records::webhook_rows::{DeliveryStatus, delivery, webhook};
use crate::integration_records::{Owner, WebhookDeliveryId, WebhookId, WebhookJob, emit_test};
use crate::limits::check_limit;
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Problem, Scope, Tx};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};

/// Default and maximum page size.
const DELIVERIES_PAGE: (u64, u64) = (25, 100);

/// A page of the deliveries of a webhook, newest first. 2 queries.
pub(super) async fn list<V>(
    scope: &Scope<V>,
    owner: Owner,
    id: WebhookId,
    query: &PageQuery,
) -> Result<Page<DeliveryView>, Problem> {
    use delivery::Column::{CreatedAt, Id, WebhookId};
    let limit = query.row_limit(DELIVERIES_PAGE.0, DELIVERIES_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    store::find(scope, owner, id).await?.ok_or(WebhookError::NotFound)?;
    let rows = scope
        .global::<delivery::Entity>()
        .filter(WebhookId.eq(id.uuid()))
        .filter(
            Condition::all().add_option(after.map(|last| last.after_in_descending(CreatedAt, Id))),
        )
        .modify_select(|select| select.order_by_desc(CreatedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    Ok(page.map_items(DeliveryView::from))
}

/// Sends a test message, once.
pub(super) async fn send_test<V: AccountViewer>(
    scope: &mut Scope<V>,
    owner: Owner,
    id: WebhookId,
) -> Result<DeliveryView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    let row = find_active(&tx, owner, id).await?;
    let delivery = emit_test(&tx, row.id, row.affiliation_id).await?;
    tx.commit().await?;
    Ok(delivery.into())
}

/// Sends an event again at once, with all attempts. A waiting attempt of the event is replaced.
pub(super) async fn retry<V: AccountViewer>(
    scope: &mut Scope<V>,
    owner: Owner,
    (id, delivery): (WebhookId, WebhookDeliveryId),
) -> Result<DeliveryView, Problem> {
    use delivery::Column::{Attempts, Error, Id, NextAttemptAt, Round, Status, WebhookId};
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    find_active(&tx, owner, id).await?;
    let now = tx.now();
    let this = Condition::all().add(Id.eq(delivery.uuid())).add(WebhookId.eq(id.uuid()));
    let table = tx.global_table::<delivery::Entity>();
    let changed = table.update_returning(this, |update| {
        update
            .col_expr(Status, Expr::value(DeliveryStatus::Pending))
            .col_expr(Attempts, Expr::value(0_i64))
            .col_expr(Round, Expr::col(Round).add(1))
            .col_expr(Error, Expr::value(Option::<String>::None))
            .col_expr(NextAttemptAt, Expr::value(now))
    });
    let row = changed.await?.pop().ok_or(WebhookError::NoDelivery)?;
    tx.enqueue(WebhookJob::next(&row).to_job(now)?).await?;
    tx.commit().await?;
    Ok(row.into())
}

async fn find_active<V>(
    tx: &Tx<'_, V>,
    owner: Owner,
    id: WebhookId,
) -> Result<webhook::Model, Problem> {
    let row = store::lock(tx, owner, id).await?.ok_or(WebhookError::NotFound)?;
    if row.is_active { Ok(row) } else { Err(WebhookError::Inactive.into()) }
}
