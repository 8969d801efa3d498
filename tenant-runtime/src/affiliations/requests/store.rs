//! Queries for affiliation requests.

use super::AffiliationRequestId;
use super::rows::{
    ActiveModel, AffiliationRequestStatus as Status, AffiliationRequestType as Kind, Column,
    Entity, Model,
};
use crate::affiliations::approved_creation::ProposedAffiliation;
use crate::affiliations::questionnaire::ApplicationAnswer;
use platform::page::TimeCursor;
use platform::{AccountViewer, AffiliationId, Applicant, Scope, Site, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde_json::json;

/// Filter of requests; all of them by default.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RequestFilter {
    pub status: Option<Status>,
    pub kind: Option<Kind>,
}

/// Up to `limit + 1` matching requests, newest first (F-063).
pub(super) async fn list_page<V>(
    scope: &Scope<V>,
    of: Condition,
    filter: RequestFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let such = Condition::all()
        .add_option(filter.status.map(|status| Column::Status.eq(status)))
        .add_option(filter.kind.map(|kind| Column::Kind.eq(kind)))
        .add_option(after.map(|last| last.after_in_descending(Column::CreatedAt, Column::Id)));
    scope
        .select::<Entity>()
        .filter(of)
        .filter(such)
        .modify_select(|select| {
            select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit + 1)
        })
        .all()
        .await
}

/// Subject of a new request.
pub(super) enum RequestedAffiliation<'a> {
    /// To join this affiliation, with these answers.
    Join(AffiliationId, &'a [ApplicationAnswer]),
    /// To create a missing affiliation.
    New(ProposedAffiliation),
}

/// Inserts a request of the viewer.
pub(super) async fn insert<V: AccountViewer>(
    tx: &Tx<'_, V>,
    asked: RequestedAffiliation<'_>,
) -> Result<Model, DbErr> {
    let about = match asked {
        RequestedAffiliation::Join(affiliation, answers) => ActiveModel {
            kind: Set(Kind::Join),
            affiliation_id: Set(Some(affiliation)),
            form_data: Set(json!(answers)),
            ..Default::default()
        },
        RequestedAffiliation::New(ProposedAffiliation {
            name, description, is_private, ..
        }) => ActiveModel {
            kind: Set(Kind::New),
            affiliation_name: Set(Some(name)),
            description: Set(Some(description)),
            is_private: Set(is_private),
            form_data: Set(json!([])),
            ..Default::default()
        },
    };
    let row = ActiveModel {
        id: Set(AffiliationRequestId::new()),
        user_id: Set(tx.viewer().id()),
        made_on_portal: Set(tx.site() != Site::Main),
        status: Set(Status::Pending),
        created_at: Set(tx.now()),
        updated_at: Set(tx.now()),
        ..about
    };
    tx.table::<Entity>().insert(row).await
}

/// Returns true if the viewer has a pending request to the affiliation.
pub(super) async fn has_pending_request(
    tx: &Tx<'_, Applicant>,
    affiliation: AffiliationId,
) -> Result<bool, DbErr> {
    let mine = Condition::all()
        .add(Column::Status.eq(Status::Pending))
        .add(Column::AffiliationId.eq(affiliation.uuid()))
        .add(Column::UserId.eq(tx.viewer().id().uuid()));
    tx.select::<Entity>().filter(mine).exists().await
}

/// A matching request, locked until the transaction ends.
pub(super) async fn lock<V>(
    tx: &Tx<'_, V>,
    among: Condition,
    id: AffiliationRequestId,
) -> Result<Option<Model>, DbErr> {
    tx.select::<Entity>()
        .by_id(id)
        .filter(among)
        .modify_select(|select| select.lock(LockType::Update))
        .one()
        .await
}

/// A reviewer's decision.
pub(super) struct Decision {
    pub status: Status,
    pub rejection_reason: Option<String>,
    pub notes: Option<String>,
}

/// Stores the decision, with the id of the affiliation.
pub(super) async fn store_decision<V: AccountViewer>(
    tx: &Tx<'_, V>,
    id: AffiliationRequestId,
    about: Option<AffiliationId>,
    decision: Decision,
) -> Result<Model, DbErr> {
    let decided = ActiveModel {
        affiliation_id: Set(about),
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

/// Stores an approval that no person decided.
pub(super) async fn approve_without_reviewer<V>(
    tx: &Tx<'_, V>,
    id: AffiliationRequestId,
) -> Result<Model, DbErr> {
    let decided = ActiveModel {
        status: Set(Status::Approved),
        reviewed_at: Set(Some(tx.now())),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let table = tx.table::<Entity>();
    let rows =
        table.update_returning(Column::Id.eq(id.uuid()), |update| update.set(decided)).await?;
    rows.into_iter().next().ok_or(DbErr::RecordNotUpdated)
}

/// Deletes a pending request of this user and returns it.
pub(super) async fn withdraw<V>(
    tx: &Tx<'_, V>,
    id: AffiliationRequestId,
    user: UserId,
) -> Result<Option<Model>, DbErr> {
    let theirs = Condition::all()
        .add(Column::Id.eq(id.uuid()))
        .add(Column::Status.eq(Status::Pending))
        .add(Column::UserId.eq(user.uuid()));
    Ok(tx.table::<Entity>().delete_returning(theirs).await?.into_iter().next())
}

/// Deletes a request and returns it.
pub(super) async fn delete<V>(
    tx: &Tx<'_, V>,
    id: AffiliationRequestId,
) -> Result<Option<Model>, DbErr> {
    let gone = tx.table::<Entity>().delete_returning(Column::Id.eq(id.uuid())).await?;
    Ok(gone.into_iter().next())
}
