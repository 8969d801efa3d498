//! Queries for reports.

use super::rows::{ActiveModel, Column, Entity, Model, ReportStatus, ReportSubject};
use super::{ReportId, Subject};
use platform::page::TimeCursor;
use platform::{AccountViewer, CommunityId, Member, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};

fn open_about(subject: Subject) -> Condition {
    Condition::all()
        .add(Column::SubjectId.eq(subject.id()))
        .add(Column::Status.eq(ReportStatus::Open))
}

/// Returns true if the viewer has an open report about this subject.
pub(super) async fn has_reported(tx: &Tx<'_, Member>, subject: Subject) -> Result<bool, DbErr> {
    let mine = open_about(subject).add(Column::ReporterId.eq(tx.viewer().id().uuid()));
    tx.select::<Entity>().filter(mine).exists().await
}

/// Returns true if any report about this subject is open.
pub(super) async fn is_reported<V>(tx: &Tx<'_, V>, subject: Subject) -> Result<bool, DbErr> {
    tx.select::<Entity>().filter(open_about(subject)).exists().await
}

pub(super) async fn insert(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    (subject, author): (Subject, Option<UserId>),
    reason: String,
) -> Result<Model, DbErr> {
    let kind = match subject {
        Subject::Post(_) => ReportSubject::Post,
        Subject::Article(_) => ReportSubject::Article,
    };
    let row = ActiveModel {
        id: Set(ReportId::new()),
        community_id: Set(community),
        subject_kind: Set(kind),
        subject_id: Set(subject.id()),
        subject_author_id: Set(author),
        reporter_id: Set(Some(tx.viewer().id())),
        reason: Set(reason),
        status: Set(ReportStatus::Open),
        created_at: Set(tx.now()),
        handled_by: Set(None),
        handled_at: Set(None),
    };
    tx.table::<Entity>().insert(row).await
}

/// Closes matching open reports and returns them.
pub(super) async fn close<V: AccountViewer>(
    tx: &Tx<'_, V>,
    which: Condition,
    to: ReportStatus,
) -> Result<Vec<Model>, DbErr> {
    let open = which.add(Column::Status.eq(ReportStatus::Open));
    tx.table::<Entity>()
        .update_returning(open, |update| {
            update
                .col_expr(Column::Status, Expr::value(to))
                .col_expr(Column::HandledBy, Expr::value(tx.viewer().id().uuid()))
                .col_expr(Column::HandledAt, Expr::value(tx.now()))
        })
        .await
}

pub(super) fn about_subject(subject: Subject) -> Condition {
    Condition::all().add(Column::SubjectId.eq(subject.id()))
}

pub(super) fn by_id(id: ReportId) -> Condition {
    Condition::all().add(Column::Id.eq(id.uuid()))
}

/// Number of open reports of a community, or of all.
pub(super) async fn open<V>(
    scope: &Scope<V>,
    community: Option<CommunityId>,
) -> Result<u64, DbErr> {
    let of_it = community.map(|id| Column::CommunityId.eq(id.uuid()));
    let open = Condition::all().add(Column::Status.eq(ReportStatus::Open)).add_option(of_it);
    scope.select::<Entity>().filter(open).count().await
}

/// Up to `limit + 1` reports of a community, or of all, newest first.
pub(super) async fn list_page<V>(
    scope: &Scope<V>,
    community: Option<CommunityId>,
    status: ReportStatus,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let of_it = community.map(|id| Column::CommunityId.eq(id.uuid()));
    let beyond = after.map(|last| last.after_in_descending(Column::CreatedAt, Column::Id));
    scope
        .select::<Entity>()
        .filter(Column::Status.eq(status))
        .filter(Condition::all().add_option(of_it).add_option(beyond))
        .modify_select(|select| {
            select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit + 1)
        })
        .all()
        .await
}

pub(super) async fn find(tx: &Tx<'_, Member>, id: ReportId) -> Result<Option<Model>, DbErr> {
    tx.select::<Entity>().by_id(id).one().await
}
