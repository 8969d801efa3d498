//! Creates, lists and revokes tokens.

use super::error::ApiTokenError;
use super::store;
use super::view::{self, ApiTokenList, ApiTokenWithSecret};
use crate::content::TextRule;
use crate::integration_records::token_rows::{ActiveModel, Entity};
use crate::integration_records::{ApiTokenId, Owner, TokenScope};
use crate::integrations::owner::{OwnerChange, audit};
use crate::limits::check_limit;
use crate::profiles;
use chrono::TimeDelta;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Problem, Scope, step_up, tokens};
use sea_orm::ActiveValue::Set;
use serde::Deserialize;
use serde_json::json;
use std::ops::RangeInclusive;
use utoipa::ToSchema;

/// Bytes of a token: 256 bits.
pub(super) const TOKEN_BYTES: usize = 32;
/// Shown characters of a token, with its prefix.
const SHOWN_CHARS: usize = 8;
const NAME_CHARS_MAX: usize = 60;
const LIFETIME_DAYS: RangeInclusive<i64> = 1..=365;
/// Maximum number of active tokens of one owner.
const ACTIVE_MAX: u64 = 20;

/// A token to create.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewApiToken {
    /// One line of 1 to 60 characters.
    #[serde(default)]
    name: String,
    /// At least one.
    #[serde(default)]
    scopes: Vec<TokenScope>,
    /// 1 to 365 days.
    #[serde(default)]
    expires_in_days: i64,
}

impl NewApiToken {
    fn validated(mut self) -> Result<Self, ApiTokenError> {
        let rule = TextRule::single_line(NAME_CHARS_MAX);
        self.name = rule.check(&self.name).map_err(|_| ApiTokenError::Name)?;
        self.scopes.sort_unstable();
        self.scopes.dedup();
        if self.scopes.is_empty() {
            return Err(ApiTokenError::Scopes);
        }
        if !LIFETIME_DAYS.contains(&self.expires_in_days) {
            return Err(ApiTokenError::Lifetime);
        }
        Ok(self)
    }
}

/// An owner's tokens. 2 queries.
pub(super) async fn list<V: Send + Sync>(
    scope: &Scope<V>,
    owner: Owner,
) -> Result<ApiTokenList, Problem> {
    let rows = store::list(scope, owner).await?;
    Ok(ApiTokenList { items: view::to_views(scope, rows).await? })
}

/// Creates a token. Its secret is not stored, so a repeated request creates another one.
pub(super) async fn create<V: AccountViewer>(
    scope: &mut Scope<V>,
    owner: Owner,
    new: NewApiToken,
) -> Result<ApiTokenWithSecret, Problem> {
    let new = new.validated()?;
    step_up::require_recent_auth(scope)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let secret = tokens::random_token::<TOKEN_BYTES>().map_err(Problem::internal)?;
    let token = format!("{}{secret}", tokens::API_TOKEN_PREFIX);
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    // Two requests of one person cannot both create the last token.
    profiles::lock(&tx, &[me]).await?;
    if store::count_active(&tx, owner).await? >= ACTIVE_MAX {
        return Err(ApiTokenError::TooMany.into());
    }
    let row = ActiveModel {
        id: Set(ApiTokenId::new()),
        affiliation_id: Set(owner.affiliation()),
        name: Set(new.name),
        scopes: Set(json!(new.scopes)),
        prefix: Set(token.chars().take(SHOWN_CHARS).collect()),
        token_hash: Set(tokens::hash(&token)),
        created_by: Set(Some(me)),
        created_at: Set(tx.now()),
        expires_at: Set(tx.now() + TimeDelta::days(new.expires_in_days)),
        last_used_at: Set(None),
        revoked_at: Set(None),
    };
    let row = tx.global_table::<Entity>().insert(row).await?;
    let change = OwnerChange {
        action: "api-token.create",
        kind: "api-token",
        id: row.id.to_string(),
        before: json!({}),
        after: json!({ "tokenId": row.id, "name": row.name, "scopes": row.scopes,
            "expires": row.expires_at }),
    };
    audit(&tx, owner, change).await?;
    let view = view::to_views(&tx, vec![row]).await?.remove(0);
    tx.commit().await?;
    Ok(ApiTokenWithSecret { view, token })
}

/// Revokes a token, from the next request on. Nothing happens if it was revoked before.
pub(super) async fn revoke<V: AccountViewer>(
    scope: &mut Scope<V>,
    owner: Owner,
    id: ApiTokenId,
) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    let row = store::find(&tx, owner, id).await?.ok_or(ApiTokenError::NotFound)?;
    if store::revoke(&tx, row.id).await? {
        let change = OwnerChange {
            action: "api-token.revoke",
            kind: "api-token",
            id: row.id.to_string(),
            before: json!({ "tokenId": row.id, "name": row.name }),
            after: json!({}),
        };
        audit(&tx, owner, change).await?;
    }
    Ok(tx.commit().await?)
}
