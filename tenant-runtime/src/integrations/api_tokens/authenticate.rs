//! Finds the token of a request to the public API.

use super::rules::TOKEN_BYTES;
use super::store;
use crate::integration_records::token_rows::{Column, Entity, Model};
use crate::integration_records::{ApiTokenId, Owner, TokenScope};
use chrono::{DateTime, TimeDelta, Utc};
use platform::{Scope, Visitor, tokens};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr};

/// Accuracy of the last use, so that a busy token does not write at each request.
const USE_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// A token that is neither expired nor revoked.
#[derive(Debug, Clone)]
pub(in crate::integrations) struct ActiveToken {
    pub id: ApiTokenId,
    pub owner: Owner,
    pub name: String,
    pub scopes: Vec<TokenScope>,
    pub created: DateTime<Utc>,
    pub expires: DateTime<Utc>,
    last_used: Option<DateTime<Utc>>,
}

impl From<Model> for ActiveToken {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            owner: Owner::from_column(row.affiliation_id),
            scopes: row.token_scopes(),
            created: row.created_at,
            expires: row.expires_at,
            last_used: row.last_used_at,
            name: row.name,
        }
    }
}

/// The active token with this text. One query, or none if no token has its form.
pub(in crate::integrations) async fn authenticate(
    scope: &Scope<Visitor>,
    token: &str,
) -> Result<Option<ActiveToken>, DbErr> {
    let secret = token.strip_prefix(tokens::API_TOKEN_PREFIX);
    if !secret.is_some_and(tokens::has_form::<TOKEN_BYTES>) {
        return Ok(None);
    }
    let this = Condition::all()
        .add(Column::TokenHash.eq(tokens::hash(token)))
        .add(store::is_active(scope.now()));
    Ok(scope.global::<Entity>().filter(this).one().await?.map(ActiveToken::from))
}

/// Records that a token was used, at most once a minute.
pub(in crate::integrations) async fn record_use(
    scope: &mut Scope<Visitor>,
    token: &ActiveToken,
) -> Result<(), DbErr> {
    let now = scope.now();
    if token.last_used.is_some_and(|last| last > now - USE_INTERVAL) {
        return Ok(());
    }
    let tx = scope.begin().await?;
    let this = Column::Id.eq(token.id.uuid());
    let used =
        |update: sea_orm::UpdateMany<Entity>| update.col_expr(Column::LastUsedAt, Expr::value(now));
    tx.global_table::<Entity>().update(this, used).await?.as_many_as_there_are();
    tx.commit().await
}
