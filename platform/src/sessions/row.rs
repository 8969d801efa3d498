//! Table `sessions`.

use crate::db::{SiteIndependent, UserOwned};
use crate::ids::{SessionId, TenantId, UserId};
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// A signed-in browser.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    /// Primary key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SessionId,
    /// SHA-256 of the current token.
    pub token_hash: String,
    /// SHA-256 of the next token, which replaces the current one at its first use.
    pub next_token_hash: Option<String>,
    /// Account.
    pub user_id: UserId,
    /// `main`, `portal` or `native`.
    pub kind: String,
    /// The only host on which it is valid.
    pub audience_host: String,
    /// Tenant of a portal session.
    pub tenant_id: Option<TenantId>,
    /// Session from which it was transferred.
    pub parent_id: Option<SessionId>,
    /// True if the user chose to stay signed in.
    pub stay_signed_in: bool,
    /// Time of the last authentication.
    pub auth_time: DateTime<Utc>,
    /// Authentication methods.
    pub amr: String,
    /// Assurance level: 1 or 2.
    pub aal: i64,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last use, to the minute.
    pub last_seen_at: DateTime<Utc>,
    /// Idle expiry.
    pub idle_expires_at: DateTime<Utc>,
    /// Absolute expiry.
    pub absolute_expires_at: DateTime<Utc>,
    /// Time at which the current token was issued; `None` means at `created_at`.
    pub token_issued_at: Option<DateTime<Utc>>,
    /// Id in the device cookie.
    pub device_id: Option<String>,
    /// Short description of the browser.
    pub ua_summary: Option<String>,
    /// Network of the client, as /24 or /48.
    pub ip_prefix: Option<String>,
    /// Time of revocation.
    pub revoked_at: Option<DateTime<Utc>>,
    /// Reason of revocation.
    pub revoke_reason: Option<String>,
}

/// No relations: other features refer to sessions by id.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
impl UserOwned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
