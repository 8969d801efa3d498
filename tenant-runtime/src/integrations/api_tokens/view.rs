//! Tokens in API responses.

use crate::integration_records::token_rows::Model;
use crate::integration_records::{ApiTokenId, TokenScope};
use crate::profiles::{self, UserSummary};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A token of the public API, without its secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiToken)]
pub(super) struct ApiTokenView {
    pub id: ApiTokenId,
    pub name: String,
    pub scopes: Vec<TokenScope>,
    pub created_by: UserSummary,
    pub created: DateTime<Utc>,
    pub expires: DateTime<Utc>,
    /// Exact to one minute; `null` if it was never used.
    pub last_used: Option<DateTime<Utc>>,
    /// The first characters of the token, to recognise it.
    pub prefix: String,
    /// Time at which it was revoked.
    pub revoked: Option<DateTime<Utc>>,
}

/// The tokens of an owner, newest first: at most 100. Those that expired or were revoked are listed
/// for 90 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApiTokenList {
    pub items: Vec<ApiTokenView>,
}

/// A new token, with the secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApiTokenWithSecret {
    #[serde(flatten)]
    pub view: ApiTokenView,
    /// The token itself, which is not shown again.
    pub token: String,
}

/// Views of these tokens. One query, or none without tokens.
pub(super) async fn to_views(
    reads: &impl SqlReader,
    rows: Vec<Model>,
) -> Result<Vec<ApiTokenView>, DbErr> {
    let creators: Vec<UserId> = rows.iter().filter_map(|row| row.created_by).collect();
    let people = profiles::load_people(reads, &creators).await?;
    let creator = |id: Option<UserId>| {
        let person = id.and_then(|id| people.get(&id).cloned());
        person.unwrap_or_else(|| UserSummary::deleted_account(UserId(Uuid::nil())))
    };
    let view = |row: Model| ApiTokenView {
        id: row.id,
        scopes: row.token_scopes(),
        created_by: creator(row.created_by),
        created: row.created_at,
        expires: row.expires_at,
        last_used: row.last_used_at,
        prefix: row.prefix,
        revoked: row.revoked_at,
        name: row.name,
    };
    Ok(rows.into_iter().map(view).collect())
}
