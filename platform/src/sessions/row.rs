//! The table `sessions`.

use crate::db::{Doorless, Owned};
use crate::ids::{SessionId, TenantId, UserId};
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// One signed-in browser.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    /// The session.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SessionId,
    /// SHA-256 of the token.
    pub token_hash: String,
    /// The token that replaces it once it has been seen.
    pub next_token_hash: Option<String>,
    /// Whose.
    pub user_id: UserId,
    /// `main`, `portal` or `native`.
    pub kind: String,
    /// The only host it is valid on.
    pub audience_host: String,
    /// The portal's tenant.
    pub tenant_id: Option<TenantId>,
    /// The session it was transferred from.
    pub parent_id: Option<SessionId>,
    /// Whether the person asked to stay signed in.
    pub stay_signed_in: bool,
    /// When they last proved who they are.
    pub auth_time: DateTime<Utc>,
    /// How.
    pub amr: String,
    /// With how much assurance: 1 or 2.
    pub aal: i64,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// Last use, to the minute.
    pub last_seen_at: DateTime<Utc>,
    /// When it ends without use.
    pub idle_expires_at: DateTime<Utc>,
    /// When it ends whatever happens.
    pub absolute_expires_at: DateTime<Utc>,
    /// When its token was last made anew; without a value, when it began.
    pub token_issued_at: Option<DateTime<Utc>>,
    /// The device cookie's id.
    pub device_id: Option<String>,
    /// The browser, in a few words.
    pub ua_summary: Option<String>,
    /// The network it came from, as /24 or /48.
    pub ip_prefix: Option<String>,
    /// When it was ended.
    pub revoked_at: Option<DateTime<Utc>>,
    /// Why.
    pub revoke_reason: Option<String>,
}

/// No relations: other features refer to sessions by id.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
impl Owned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
