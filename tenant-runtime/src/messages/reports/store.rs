//! Queries for reports of messages.

use super::MessageReportId;
use super::rows::{ActiveModel, Column, Entity, Model};
use crate::messages::rows::message;
use crate::messages::{ConversationId, MessageId};
use crate::reports::ReportStatus;
use crate::sql::SqlReader;
use platform::StaffWith;
use platform::page::TimeCursor;
use platform::staff::Moderation;
use platform::{AccountViewer, Member, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};

/// Messages before and after a reported one that staff see.
const NEIGHBOURS: u64 = 3;

/// Returns true if the viewer has an open report about this message.
pub(super) async fn has_reported(tx: &Tx<'_, Member>, id: MessageId) -> Result<bool, DbErr> {
    let mine = Condition::all()
        .add(Column::MessageId.eq(id.uuid()))
        .add(Column::ReporterId.eq(tx.viewer().id().uuid()))
        .add(Column::Status.eq(ReportStatus::Open));
    tx.select::<Entity>().filter(mine).exists().await
}

pub(super) async fn insert_report(
    tx: &Tx<'_, Member>,
    message: &message::Model,
    reason: String,
) -> Result<Model, DbErr> {
    let row = ActiveModel {
        id: Set(MessageReportId::new()),
        conversation_id: Set(message.conversation_id),
        message_id: Set(message.id),
        sender_id: Set(message.sender_id),
        reporter_id: Set(Some(tx.viewer().id())),
        reason: Set(reason),
        status: Set(ReportStatus::Open),
        created_at: Set(tx.now()),
        handled_by: Set(None),
        handled_at: Set(None),
    };
    tx.table::<Entity>().insert(row).await
}

/// Up to `limit + 1` reports, newest first.
pub(super) async fn list_page(
    scope: &Scope<StaffWith<Moderation>>,
    status: ReportStatus,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let older = after.map(|last| last.after_in_descending(Column::CreatedAt, Column::Id));
    scope
        .select::<Entity>()
        .filter(Column::Status.eq(status))
        .filter(Condition::all().add_option(older))
        .modify_select(|select| {
            select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit + 1)
        })
        .all()
        .await
}

/// Number of open reports.
pub(super) async fn count_open(scope: &Scope<StaffWith<Moderation>>) -> Result<u64, DbErr> {
    scope.select::<Entity>().filter(Column::Status.eq(ReportStatus::Open)).count().await
}

pub(super) async fn find_report(
    tx: &Tx<'_, StaffWith<Moderation>>,
    id: MessageReportId,
) -> Result<Option<Model>, DbErr> {
    tx.select::<Entity>().by_id(id).one().await
}

/// Closes an open report and returns it.
pub(super) async fn close_report(
    tx: &Tx<'_, StaffWith<Moderation>>,
    id: MessageReportId,
    to: ReportStatus,
) -> Result<Option<Model>, DbErr> {
    let open =
        Condition::all().add(Column::Id.eq(id.uuid())).add(Column::Status.eq(ReportStatus::Open));
    let table = tx.table::<Entity>();
    let closed = table.update_returning(open, |update| {
        update
            .col_expr(Column::Status, Expr::value(to))
            .col_expr(Column::HandledBy, Expr::value(tx.viewer().id().uuid()))
            .col_expr(Column::HandledAt, Expr::value(tx.now()))
    });
    Ok(closed.await?.into_iter().next())
}

/// The reported message with its neighbours, oldest first. 3 queries.
pub(super) async fn message_with_neighbours(
    reads: &impl SqlReader,
    id: MessageId,
) -> Result<Vec<message::Model>, DbErr> {
    use message::Column::{ConversationId, Created, Id};
    let reported = reads.rows_on_site::<message::Entity>().by_id(id).one().await?;
    let Some(reported) = reported else {
        return Ok(Vec::new());
    };
    let at = TimeCursor { at: reported.created, id: reported.id.uuid() };
    let here = || ConversationId.eq(reported.conversation_id.uuid());
    let mut all = reads
        .rows_on_site::<message::Entity>()
        .filter(here())
        .filter(at.after_in_descending(Created, Id))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(NEIGHBOURS))
        .all()
        .await?;
    all.reverse();
    let after = reads
        .rows_on_site::<message::Entity>()
        .filter(here())
        .filter(at.after_in_ascending(Created, Id))
        .modify_select(|select| select.order_by_asc(Created).order_by_asc(Id).limit(NEIGHBOURS))
        .all()
        .await?;
    all.push(reported);
    all.extend(after);
    Ok(all)
}

/// Returns true if staff see the message in an open report: it is reported, or a neighbour.
pub(in crate::messages) async fn is_shown_to_staff(
    reads: &impl SqlReader,
    conversation: ConversationId,
    message: MessageId,
) -> Result<bool, DbErr> {
    let open = Condition::all()
        .add(Column::ConversationId.eq(conversation.uuid()))
        .add(Column::Status.eq(ReportStatus::Open));
    for report in reads.rows_on_site::<Entity>().filter(open).all().await? {
        let shown = message_with_neighbours(reads, report.message_id).await?;
        if shown.iter().any(|one| one.id == message) {
            return Ok(true);
        }
    }
    Ok(false)
}
