//! Display name of a tenant in lists and logs, and the lock for changes to a tenant.

use super::rows;
use platform::{TenantId, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr};

/// Sets the name to that of the published brand.
///
/// # Errors
/// Database errors.
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
    tx.global_table::<rows::Entity>().update(this, named).await?.exactly_one()
}

/// Locks the tenant, so that concurrent changes wait for this transaction.
///
/// # Errors
/// Database errors.
pub(crate) async fn lock<V>(tx: &Tx<'_, V>, id: TenantId) -> Result<(), DbErr> {
    let touched = |rows: sea_orm::UpdateMany<rows::Entity>| {
        rows.col_expr(rows::Column::UpdatedAt, Expr::value(tx.now()))
    };
    let this = rows::Column::Id.eq(id);
    tx.global_table::<rows::Entity>().update(this, touched).await?.exactly_one()
}
