//! The name a tenant goes by in lists and logs, and whose turn it is to change what belongs to it.

use super::rows;
use platform::{TenantId, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr};

/// Takes over the name of the brand that was published.
///
/// # Errors
/// The database's.
pub(crate) async fn name_as_published<V>(
    tx: &Tx<'_, V>,
    id: TenantId,
    name: &str,
) -> Result<(), DbErr> {
    let named = |rows: sea_orm::UpdateMany<rows::Entity>| {
        rows.col_expr(rows::Column::BrandName, Expr::value(name))
            .col_expr(rows::Column::UpdatedAt, Expr::value(tx.now()))
    };
    let this = rows::Column::Id.eq(id);
    tx.doorless_table::<rows::Entity>().update(this, named).await?.exactly_one()
}

/// Lets one change of what belongs to a tenant go on at a time: the others wait here for its commit.
///
/// # Errors
/// The database's.
pub(crate) async fn hold<V>(tx: &Tx<'_, V>, id: TenantId) -> Result<(), DbErr> {
    let touched = |rows: sea_orm::UpdateMany<rows::Entity>| {
        rows.col_expr(rows::Column::UpdatedAt, Expr::value(tx.now()))
    };
    let this = rows::Column::Id.eq(id);
    tx.doorless_table::<rows::Entity>().update(this, touched).await?.exactly_one()
}
