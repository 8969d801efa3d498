//! Reports about the posts of a thread that is removed or moved.

use super::rows::{Column, Entity, ReportStatus, ReportSubject};
use super::rules::{notify_closed, notify_moderators, publish_to_open_pages};
use super::store;
use crate::activity::mark_answered;
use platform::{CommunityId, Member, Tx};
use sea_orm::sea_query::{Expr, SelectStatement};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde_json::json;

fn about_posts(posts: SelectStatement) -> Condition {
    Condition::all()
        .add(Column::SubjectKind.eq(ReportSubject::Post))
        .add(Column::SubjectId.in_subquery(posts))
}

/// Closes the open reports about these posts, given by a query for their ids.
///
/// # Errors
/// Database errors.
pub async fn close_reports_about_posts(
    tx: &Tx<'_, Member>,
    posts: SelectStatement,
) -> Result<(), DbErr> {
    for row in store::close(tx, about_posts(posts), ReportStatus::Resolved).await? {
        notify_closed(tx, &row).await?;
    }
    Ok(())
}

/// Moves the reports about these posts to another community, whose moderators answer the open ones.
///
/// # Errors
/// Database errors.
pub async fn move_reports_about_posts(
    tx: &Tx<'_, Member>,
    posts: SelectStatement,
    (from, to): (CommunityId, CommunityId),
) -> Result<(), DbErr> {
    let moved = tx
        .table::<Entity>()
        .update_returning(about_posts(posts), |update| {
            update.col_expr(Column::CommunityId, Expr::value(to.uuid()))
        })
        .await?;
    for row in moved.iter().filter(|row| row.status == ReportStatus::Open) {
        mark_answered(tx, row.id.uuid()).await?;
        let about = json!({ "reportId": row.id, "communityId": from, "status": row.status });
        publish_to_open_pages(tx, from, "report.closed", &about).await?;
        notify_moderators(tx, row).await?;
    }
    Ok(())
}
