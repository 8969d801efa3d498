//! The table `oidc_requests`: pending sign-ins with an issuer.

use crate::accounts::invites::InviteCodeId;
use chrono::{DateTime, Utc};
use platform::SiteIndependent;
use sea_orm::entity::prelude::*;

/// A sign-in, with the issuer's response once received.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oidc_requests")]
pub struct Model {
    /// SHA-256 of the transmitted state.
    #[sea_orm(primary_key, auto_increment = false)]
    pub state_hash: String,
    /// SHA-256 of the cookie in the browser that started it.
    pub pre_session_hash: String,
    /// Invite code to create an account.
    pub invite_code_id: Option<InviteCodeId>,
    /// "Stay signed in" was ticked.
    pub stay_signed_in: bool,
    /// `popup` or `page`: where the issuer is shown.
    pub view: String,
    /// Portal to go to afterwards.
    pub portal: Option<String>,
    /// Path to go to on the portal.
    pub redirect_path: Option<String>,
    /// When it was started.
    pub created_at: DateTime<Utc>,
    /// Expiry for the issuer's response.
    pub expires_at: DateTime<Utc>,
    /// When the issuer responded.
    pub answered_at: Option<DateTime<Utc>>,
    /// When the response was evaluated.
    pub decided_at: Option<DateTime<Utc>>,
    /// `cancelled`, `failed` or `misconfigured`.
    pub refusal: Option<String>,
    /// Reason of a permanent refusal.
    pub refusal_reason: Option<String>,
    pub subject: Option<String>,
    /// Email address, in lower case.
    pub email: Option<String>,
    /// First name, valid for an account.
    pub first_name: Option<String>,
    /// Last name, valid for an account.
    pub last_name: Option<String>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OidcRequest({})", self.created_at)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
