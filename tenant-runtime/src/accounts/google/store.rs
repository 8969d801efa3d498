//! Queries for sign-ins with an issuer and for identities.

use super::identity::IssuerIdentity;
use super::refusal::RefusalReason;
use crate::accounts::rows::{
    account, credential, federated_identity as identity, federated_ticket as ticket,
    oidc_request as request,
};
use crate::search_index::{self, TextKind};
use chrono::{DateTime, Utc};
use platform::{Tx, UserId, Visitor};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr};

pub(super) async fn insert_request(
    tx: &Tx<'_, Visitor>,
    row: request::ActiveModel,
) -> Result<(), DbErr> {
    tx.global_table::<request::Entity>().insert(row).await.map(drop)
}

/// Consumes the pending sign-in of a callback, in the browser that started it. Of two concurrent
/// callbacks, one finds it.
pub(super) async fn consume_pending(
    tx: &Tx<'_, Visitor>,
    state_hash: &str,
    pre_session_hash: &str,
) -> Result<Option<request::Model>, DbErr> {
    let now = tx.now();
    let open = Condition::all()
        .add(request::Column::StateHash.eq(state_hash))
        .add(request::Column::PreSessionHash.eq(pre_session_hash))
        .add(request::Column::AnsweredAt.is_null())
        .add(request::Column::ExpiresAt.gt(now));
    let answered = tx
        .global_table::<request::Entity>()
        .update_returning(open, |u| u.col_expr(request::Column::AnsweredAt, Expr::value(now)))
        .await?;
    Ok(answered.into_iter().next())
}

/// Stores the result of a callback: an identity, or a refusal.
pub(super) async fn store_decision(
    tx: &Tx<'_, Visitor>,
    state_hash: &str,
    decision: Result<IssuerIdentity, RefusalReason>,
) -> Result<(), DbErr> {
    let mut change = request::ActiveModel { decided_at: Set(Some(tx.now())), ..Default::default() };
    match decision {
        Ok(person) => {
            change.subject = Set(Some(person.subject));
            change.email = Set(Some(person.email));
            change.first_name = Set(Some(person.first_name));
            change.last_name = Set(Some(person.last_name));
        }
        Err(refusal) => {
            change.refusal = Set(Some(refusal.refusal_kind().to_owned()));
            change.refusal_reason = Set(refusal.refusal_reason().map(str::to_owned));
        }
    }
    let this = request::Column::StateHash.eq(state_hash);
    tx.global_table::<request::Entity>().update(this, |u| u.set(change)).await?.exactly_one()
}

/// Deletes and returns the result of this browser's sign-in.
pub(super) async fn consume_decision(
    tx: &Tx<'_, Visitor>,
    pre_session_hash: &str,
) -> Result<Option<request::Model>, DbErr> {
    let decided = Condition::all()
        .add(request::Column::PreSessionHash.eq(pre_session_hash))
        .add(request::Column::DecidedAt.is_not_null())
        .add(request::Column::ExpiresAt.gt(tx.now()));
    Ok(tx.global_table::<request::Entity>().delete_returning(decided).await?.into_iter().next())
}

/// The account of an identity. Records the use.
pub(super) async fn use_identity(
    tx: &Tx<'_, Visitor>,
    issuer: &str,
    subject: &str,
) -> Result<Option<account::Model>, DbErr> {
    let now = tx.now();
    let this = Condition::all()
        .add(identity::Column::Issuer.eq(issuer))
        .add(identity::Column::Subject.eq(subject));
    let used = tx
        .global_table::<identity::Entity>()
        .update_returning(this, |u| u.col_expr(identity::Column::LastUsedAt, Expr::value(now)))
        .await?;
    match used.into_iter().next() {
        Some(found) => tx.global::<account::Entity>().by_id(found.user_id).one().await,
        None => Ok(None),
    }
}

pub(super) async fn insert_identity<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    issuer: &str,
    subject: &str,
    email: &str,
) -> Result<(), DbErr> {
    let row = identity::ActiveModel {
        issuer: Set(issuer.to_owned()),
        subject: Set(subject.to_owned()),
        user_id: Set(user),
        email: Set(email.to_owned()),
        created_at: Set(tx.now()),
        last_used_at: Set(tx.now()),
    };
    tx.global_table::<identity::Entity>().insert(row).await.map(drop)
}

pub(super) async fn find_account(
    tx: &Tx<'_, Visitor>,
    email: &str,
) -> Result<Option<account::Model>, DbErr> {
    tx.global::<account::Entity>().filter(account::Column::Email.eq(email)).one().await
}

pub(super) async fn has_password(tx: &Tx<'_, Visitor>, user: UserId) -> Result<bool, DbErr> {
    tx.global::<credential::Entity>().by_id(user).exists().await
}

/// Inserts an account whose address the issuer has verified.
pub(super) async fn insert_account(
    tx: &Tx<'_, Visitor>,
    person: &IssuerIdentity,
) -> Result<account::Model, DbErr> {
    let now = tx.now();
    let row = account::ActiveModel {
        id: Set(UserId::new()),
        email: Set(person.email.clone()),
        first_name: Set(person.first_name.clone()),
        last_name: Set(person.last_name.clone()),
        email_verified: Set(true),
        is_profile_private: Set(false),
        language: Set(tx.facts().language().tag().to_owned()),
        joined_date: Set(now),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let row = tx.global_table::<account::Entity>().insert(row).await?;
    let name = format!("{} {}", row.first_name, row.last_name);
    search_index::store_words(tx, TextKind::Person, row.id.uuid(), (&name, "")).await?;
    Ok(row)
}

/// Deletes an account whose address was never verified, with all its credentials.
pub(super) async fn drop_account(tx: &Tx<'_, Visitor>, user: UserId) -> Result<(), DbErr> {
    let this = account::Column::Id.eq(user.uuid());
    tx.global_table::<account::Entity>().delete(this).await?.exactly_one()
}

/// Marks the address as verified by the issuer.
pub(super) async fn set_verified<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    let change = account::ActiveModel {
        email_verified: Set(true),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let this = account::Column::Id.eq(user.uuid());
    tx.global_table::<account::Entity>().update(this, |u| u.set(change)).await?.exactly_one()
}

pub(super) async fn insert_ticket(
    tx: &Tx<'_, Visitor>,
    row: ticket::ActiveModel,
) -> Result<(), DbErr> {
    tx.global_table::<ticket::Entity>().insert(row).await.map(drop)
}

/// Deletes and returns a ticket of this account. Of two concurrent requests, one finds it.
pub(super) async fn consume_ticket<V>(
    tx: &Tx<'_, V>,
    ticket_hash: &str,
    user: UserId,
) -> Result<Option<ticket::Model>, DbErr> {
    let good = Condition::all()
        .add(ticket::Column::TicketHash.eq(ticket_hash))
        .add(ticket::Column::UserId.eq(user.uuid()))
        .add(ticket::Column::ExpiresAt.gt(tx.now()));
    Ok(tx.global_table::<ticket::Entity>().delete_returning(good).await?.into_iter().next())
}

/// Deletes expired sign-ins and tickets.
///
/// # Errors
/// Database errors.
pub(in crate::accounts) async fn sweep<V>(tx: &Tx<'_, V>, old: DateTime<Utc>) -> Result<(), DbErr> {
    let requests = request::Column::ExpiresAt.lt(old);
    tx.global_table::<request::Entity>().delete(requests).await?.as_many_as_there_are();
    let tickets = ticket::Column::ExpiresAt.lt(old);
    tx.global_table::<ticket::Entity>().delete(tickets).await?.as_many_as_there_are();
    Ok(())
}
