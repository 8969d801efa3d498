//! Queries for redeeming invite codes.

use super::{InviteCodeId, InviteUseId};
use crate::accounts::rows::invite_code::{Column, Entity, Model};
use crate::accounts::rows::{account, invite_code_usage as usage};
use platform::{Scope, Site, Tx, Visitor};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, QueryOrder};

/// The active code with this text, ignoring hyphens.
pub(super) async fn find_by_code(
    scope: &Scope<Visitor>,
    code: &str,
) -> Result<Option<Model>, DbErr> {
    // Same expression as the index `invite_codes_plain`: stored codes may contain hyphens.
    let plain = Expr::cust("REPLACE(code, '-', '')");
    scope
        .global::<Entity>()
        .filter(plain.eq(code))
        .filter(Column::IsActive.eq(true))
        .modify_select(|select| select.order_by_asc(Column::CreatedAt))
        .one()
        .await
}

pub(super) async fn find(scope: &Scope<Visitor>, id: InviteCodeId) -> Result<Option<Model>, DbErr> {
    scope.global::<Entity>().by_id(id).one().await
}

pub(super) async fn find_in<V>(tx: &Tx<'_, V>, id: InviteCodeId) -> Result<Option<Model>, DbErr> {
    tx.global::<Entity>().by_id(id).one().await
}

/// Counts one use, if the code is valid on the site `site` now.
pub(super) async fn count_use<V>(
    tx: &Tx<'_, V>,
    id: InviteCodeId,
    site: Site,
) -> Result<Option<Model>, DbErr> {
    let now = tx.now();
    let unspent = Condition::any()
        .add(Column::MaxUses.is_null())
        .add(Expr::col(Column::UsageCount).lt(Expr::col(Column::MaxUses)));
    let in_time = Condition::any().add(Column::ExpiresAt.is_null()).add(Column::ExpiresAt.gt(now));
    let usable = Condition::all()
        .add(Column::Id.eq(id.uuid()))
        .add(Column::IsActive.eq(true))
        .add(unspent)
        .add(in_time);
    let usable = match site {
        Site::Main => usable,
        Site::Portal(own) => {
            let nowhere = Column::AutoInviteAffiliationId.is_null().and(Column::AtPortals.eq(true));
            usable.add(Column::AutoInviteAffiliationId.eq(own.uuid()).or(nowhere))
        }
    };
    let counted = tx
        .global_table::<Entity>()
        .update_returning(usable, |update| {
            update
                .col_expr(Column::UsageCount, Expr::col(Column::UsageCount).add(1))
                .col_expr(Column::LastUsedAt, Expr::value(now))
        })
        .await?;
    Ok(counted.into_iter().next())
}

pub(super) async fn insert_use<V>(
    tx: &Tx<'_, V>,
    code: &Model,
    newcomer: &account::Model,
) -> Result<(), DbErr> {
    let row = usage::ActiveModel {
        id: Set(InviteUseId::new()),
        invite_code_id: Set(code.id),
        invite_code: Set(code.code.clone()),
        user_id: Set(newcomer.id),
        user_email: Set(newcomer.email.clone()),
        used_at: Set(tx.now()),
    };
    tx.global_table::<usage::Entity>().insert(row).await.map(drop)
}
