//! How requests are kept: queries.

use super::AffiliationRequestId;
use super::rows::{
    ActiveModel, AffiliationRequestStatus as Status, AffiliationRequestType, Column, Entity, Model,
};
use crate::affiliations::questionnaire::Answer;
use platform::page::TimeCursor;
use platform::{AffiliationId, Applicant, Identified, Member, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};

/// Up to `limit + 1` requests that fit, the newest first (F-063).
pub(super) async fn page<V>(
    scope: &Scope<V>,
    of: Condition,
    status: Option<Status>,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let such = Condition::all()
        .add_option(status.map(|status| Column::Status.eq(status)))
        .add_option(after.map(|last| last.older(Column::CreatedAt, Column::Id)));
    scope
        .select::<Entity>()
        .filter(of)
        .filter(such)
        .shape(|select| {
            select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit + 1)
        })
        .all()
        .await
}

/// Writes a request of the viewer's.
pub(super) async fn insert(
    tx: &Tx<'_, Applicant>,
    affiliation: AffiliationId,
    answers: &[Answer],
) -> Result<Model, DbErr> {
    let form_data =
        serde_json::to_value(answers).map_err(|error| DbErr::Custom(error.to_string()))?;
    let row = ActiveModel {
        id: Set(AffiliationRequestId::new()),
        kind: Set(AffiliationRequestType::Join),
        affiliation_id: Set(affiliation),
        user_id: Set(tx.viewer().id()),
        status: Set(Status::Pending),
        form_data: Set(form_data),
        reviewed_by: Set(None),
        reviewed_at: Set(None),
        rejection_reason: Set(None),
        notes: Set(None),
        created_at: Set(tx.now()),
        updated_at: Set(tx.now()),
    };
    tx.table::<Entity>().insert(row).await
}

/// Whether a request of the viewer's waits there.
pub(super) async fn waits(
    tx: &Tx<'_, Applicant>,
    affiliation: AffiliationId,
) -> Result<bool, DbErr> {
    let mine = Condition::all()
        .add(Column::Status.eq(Status::Pending))
        .add(Column::AffiliationId.eq(affiliation.uuid()))
        .add(Column::UserId.eq(tx.viewer().id().uuid()));
    tx.select::<Entity>().filter(mine).exists().await
}

/// A request to the affiliation, locked until the transaction ends.
pub(super) async fn hold(
    tx: &Tx<'_, Member>,
    affiliation: AffiliationId,
    id: AffiliationRequestId,
) -> Result<Option<Model>, DbErr> {
    tx.select::<Entity>()
        .by_id(id)
        .filter(Column::AffiliationId.eq(affiliation.uuid()))
        .shape(|select| select.lock(LockType::Update))
        .one()
        .await
}

/// What a reviewer decided.
pub(super) struct Decision {
    pub status: Status,
    pub rejection_reason: Option<String>,
    pub notes: Option<String>,
}

/// Writes it down.
pub(super) async fn decide(
    tx: &Tx<'_, Member>,
    id: AffiliationRequestId,
    decision: Decision,
) -> Result<Model, DbErr> {
    let decided = ActiveModel {
        status: Set(decision.status),
        reviewed_by: Set(Some(tx.viewer().id())),
        reviewed_at: Set(Some(tx.now())),
        rejection_reason: Set(decision.rejection_reason),
        notes: Set(decision.notes),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let table = tx.table::<Entity>();
    let rows =
        table.update_returning(Column::Id.eq(id.uuid()), |update| update.set(decided)).await?;
    rows.into_iter().next().ok_or(DbErr::RecordNotUpdated)
}

/// Removes a request of this person's that waits. What it was.
pub(super) async fn take_back<V>(
    tx: &Tx<'_, V>,
    id: AffiliationRequestId,
    user: UserId,
) -> Result<Option<Model>, DbErr> {
    let theirs = Condition::all()
        .add(Column::Id.eq(id.uuid()))
        .add(Column::Status.eq(Status::Pending))
        .add(Column::UserId.eq(user.uuid()));
    Ok(tx.table::<Entity>().take(theirs).await?.into_iter().next())
}
