//! Tokens and webhooks that a person created, for their export; no secrets.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnToken {
    affiliation_id: Option<AffiliationId>,
    name: String,
    scopes: Value,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnWebhook {
    affiliation_id: Option<AffiliationId>,
    url: String,
    events: Value,
    is_active: bool,
    created_at: DateTime<Utc>,
}

/// The tokens and webhooks that a user created, oldest first. 2 queries.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const TOKENS: &str = "SELECT affiliation_id, name, scopes, created_at, expires_at, \
         last_used_at, revoked_at FROM api_tokens WHERE created_by = $1 ORDER BY created_at, id";
    const WEBHOOKS: &str = "SELECT affiliation_id, url, events, is_active, created_at \
         FROM webhooks WHERE created_by = $1 ORDER BY created_at, id";
    let tokens = reads.sql(TOKENS, vec![user.into()]).all::<OwnToken>().await?;
    let webhooks = reads.sql(WEBHOOKS, vec![user.into()]).all::<OwnWebhook>().await?;
    Ok(json!({ "apiTokens": tokens, "webhooks": webhooks }))
}
