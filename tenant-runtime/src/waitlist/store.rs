//! Queries for the waitlist.

use super::EntryId;
use super::form::Answers;
use super::rows::{ActiveModel, Column, Entity, Model};
use crate::accounts::invites::InviteCodeId;
use platform::StaffWith;
use platform::page::TimeCursor;
use platform::staff::Moderation;
use platform::{AccountViewer, Scope, Tx, Visitor};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde_json::json;

pub(super) async fn insert(tx: &Tx<'_, Visitor>, answers: Answers) -> Result<Model, DbErr> {
    let entry_id =
        answers.email.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let row = ActiveModel {
        id: Set(EntryId::new()),
        entry_id: Set(entry_id),
        email: Set(answers.email),
        full_name: Set(answers.full_name),
        how_did_you_hear: Set(answers.how_did_you_hear),
        verified_circles: Set(json!(answers.verified_circles)),
        organizations: Set(answers.organizations),
        verification_methods: Set(json!(answers.verification_methods)),
        what_interested: Set(answers.what_interested),
        help_create: Set(answers.help_create),
        location: Set(answers.location),
        onboarding_conversation: Set(answers.onboarding_conversation),
        status: Set("pending".to_owned()),
        user_agent: Set(tx.facts().user_agent.clone()),
        submission_count: Set(1),
        submitted_at: Set(tx.now()),
        ..Default::default()
    };
    tx.global_table::<Entity>().insert(row).await
}

pub(super) async fn find(
    tx: &Tx<'_, StaffWith<Moderation>>,
    id: EntryId,
) -> Result<Option<Model>, DbErr> {
    tx.global::<Entity>().by_id(id).one().await
}

/// Up to `limit + 1` entries, newest first.
pub(super) async fn list_page(
    scope: &Scope<StaffWith<Moderation>>,
    status: Option<&str>,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let beyond = after.map(|last| last.after_in_descending(Column::SubmittedAt, Column::Id));
    let fits = Condition::all()
        .add_option(status.map(|status| Column::Status.eq(status)))
        .add_option(beyond);
    scope
        .global::<Entity>()
        .filter(fits)
        .modify_select(|select| {
            select.order_by_desc(Column::SubmittedAt).order_by_desc(Column::Id).limit(limit + 1)
        })
        .all()
        .await
}

/// Changes the status of an entry and returns it, unless its status changed in the meantime.
pub(super) async fn store_decision(
    tx: &Tx<'_, StaffWith<Moderation>>,
    id: EntryId,
    from: &[&str],
    to: &str,
    reason: Option<&str>,
) -> Result<Option<Model>, DbErr> {
    let (now, actor) = (tx.now(), tx.viewer().id());
    let this = Condition::all()
        .add(Column::Id.eq(id.uuid()))
        .add(Column::Status.is_in(from.iter().copied()));
    let decided = tx
        .global_table::<Entity>()
        .update_returning(this, |update| {
            update
                .col_expr(Column::Status, Expr::value(to))
                .col_expr(Column::DecidedAt, Expr::value(now))
                .col_expr(Column::DecidedBy, Expr::value(actor.uuid()))
                .col_expr(Column::DecisionReason, Expr::value(reason.map(str::to_owned)))
        })
        .await?;
    Ok(decided.into_iter().next())
}

pub(super) async fn set_code(
    tx: &Tx<'_, StaffWith<Moderation>>,
    id: EntryId,
    code: InviteCodeId,
) -> Result<(), DbErr> {
    tx.global_table::<Entity>()
        .update(Column::Id.eq(id.uuid()), |update| {
            update.col_expr(Column::InviteCodeId, Expr::value(code.uuid()))
        })
        .await?
        .exactly_one()
}
