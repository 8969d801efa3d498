//! Queries for invite codes, for staff and creators of affiliations.

use super::InviteCodeId;
use super::issue::NewCode;
use crate::accounts::registration;
use crate::accounts::rows::invite_code::{ActiveModel, Column, Entity, Model};
use crate::accounts::rows::invite_code_usage as usage;
use crate::sql::SqlReader;
use platform::page::TimeCursor;
use platform::{AffiliationId, Scope, Tx, UserId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect,
};

pub(super) async fn insert<V>(
    tx: &Tx<'_, V>,
    text: String,
    new: &NewCode,
    created_by: Option<UserId>,
) -> Result<Model, DbErr> {
    let row = ActiveModel {
        id: Set(InviteCodeId::new()),
        code: Set(text),
        is_active: Set(true),
        max_uses: Set(new.max_uses),
        usage_count: Set(0),
        expires_at: Set(new.expires_at),
        last_used_at: Set(None),
        auto_invite_affiliation_id: Set(new.affiliation),
        auto_invite_message: Set(new.message.clone()),
        at_portals: Set(new.at_portals),
        created_by: Set(created_by),
        created_at: Set(tx.now()),
    };
    tx.global_table::<Entity>().insert(row).await
}

/// Returns true if a code exists that is equal without hyphens, active or not.
pub(super) async fn is_taken<V>(tx: &Tx<'_, V>, code: &str) -> Result<bool, DbErr> {
    let plain = Expr::cust("REPLACE(code, '-', '')");
    tx.global::<Entity>().filter(plain.eq(registration::plain_code(code))).exists().await
}

pub(super) async fn deactivate<V>(
    tx: &Tx<'_, V>,
    id: InviteCodeId,
    of: Option<AffiliationId>,
) -> Result<Option<Model>, DbErr> {
    let this = Condition::all()
        .add(Column::Id.eq(id.uuid()))
        .add_option(of.map(|id| Column::AutoInviteAffiliationId.eq(id.uuid())));
    let changed = tx
        .global_table::<Entity>()
        .update_returning(this, |update| update.col_expr(Column::IsActive, Expr::value(false)))
        .await?;
    Ok(changed.into_iter().next())
}

pub(super) async fn find<V>(
    scope: &Scope<V>,
    id: InviteCodeId,
    of: Option<AffiliationId>,
) -> Result<Option<Model>, DbErr> {
    let bound = of.map(|id| Column::AutoInviteAffiliationId.eq(id.uuid()));
    let rows = scope.global::<Entity>().by_id(id);
    rows.filter(Condition::all().add_option(bound)).one().await
}

/// Up to `limit + 1` codes, newest first.
pub(super) async fn list_codes<V>(
    scope: &Scope<V>,
    of: Option<AffiliationId>,
    active: Option<bool>,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let beyond = after.map(|last| last.after_in_descending(Column::CreatedAt, Column::Id));
    let fits = Condition::all()
        .add_option(of.map(|id| Column::AutoInviteAffiliationId.eq(id.uuid())))
        .add_option(active.map(|active| Column::IsActive.eq(active)))
        .add_option(beyond);
    scope
        .global::<Entity>()
        .filter(fits)
        .modify_select(|select| {
            select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit + 1)
        })
        .all()
        .await
}

/// Up to `limit + 1` uses of a code, newest first.
pub(super) async fn uses<V>(
    scope: &Scope<V>,
    code: InviteCodeId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<usage::Model>, DbErr> {
    use usage::Column::{Id, InviteCodeId, UsedAt};
    let beyond = after.map(|last| last.after_in_descending(UsedAt, Id));
    scope
        .global::<usage::Entity>()
        .filter(InviteCodeId.eq(code.uuid()))
        .filter(Condition::all().add_option(beyond))
        .modify_select(|select| select.order_by_desc(UsedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// Creator of an affiliation, if it is visible on this site.
pub(super) async fn creator_of(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
) -> Result<Option<Option<UserId>>, DbErr> {
    #[derive(FromQueryResult)]
    struct CodeCreator {
        creator_id: Option<UserId>,
    }
    let through = reads.site().affiliation();
    if through.is_some_and(|own| own != affiliation) {
        return Ok(None);
    }
    const SQL: &str = "SELECT creator_id FROM affiliations WHERE id = $1";
    let made = reads.sql(SQL, vec![affiliation.into()]).one::<CodeCreator>().await?;
    Ok(made.map(|made| made.creator_id))
}

/// Points the codes of one affiliation to another one, into which it is merged.
///
/// # Errors
/// Database errors.
pub async fn move_codes<V>(
    tx: &Tx<'_, V>,
    from: AffiliationId,
    into: AffiliationId,
) -> Result<(), DbErr> {
    const SQL: &str = "UPDATE invite_codes SET auto_invite_affiliation_id = $2 \
         WHERE auto_invite_affiliation_id = $1";
    tx.execute(SQL, vec![from.into(), into.into()]).await.map(drop)
}

/// Number of codes that invite to an affiliation.
///
/// # Errors
/// Database errors.
pub async fn count_codes_of<V>(scope: &Scope<V>, affiliation: AffiliationId) -> Result<u64, DbErr> {
    let of_it = Column::AutoInviteAffiliationId.eq(affiliation.uuid());
    scope.global::<Entity>().filter(of_it).count().await
}
