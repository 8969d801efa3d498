//! The table `oidc_requests`: sign-ins with an issuer that are under way.

use crate::accounts::invites::InviteCodeId;
use chrono::{DateTime, Utc};
use platform::Doorless;
use sea_orm::entity::prelude::*;

/// A sign-in that was begun, and what the issuer said in the end.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oidc_requests")]
pub struct Model {
    /// SHA-256 of the state that travels.
    #[sea_orm(primary_key, auto_increment = false)]
    pub state_hash: String,
    /// SHA-256 of the cookie in the browser that began.
    pub pre_session_hash: String,
    /// The code that lets a newcomer in.
    pub invite_code_id: Option<InviteCodeId>,
    /// "Stay signed in" was ticked.
    pub stay_signed_in: bool,
    /// `popup` or `page`: where the issuer is shown.
    pub view: String,
    /// The portal where the person wants to arrive.
    pub portal: Option<String>,
    /// And the path there.
    pub redirect_path: Option<String>,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
    /// Until when the issuer may answer.
    pub expires_at: DateTime<Utc>,
    /// When the issuer answered.
    pub answered_at: Option<DateTime<Utc>>,
    /// When it was decided what the answer is worth.
    pub decided_at: Option<DateTime<Utc>>,
    /// `cancelled`, `failed` or `misconfigured`.
    pub refusal: Option<String>,
    /// The reason of a refusal that another try cannot fix.
    pub refusal_reason: Option<String>,
    /// Whom the issuer vouches for.
    pub subject: Option<String>,
    /// Their address, in lower case.
    pub email: Option<String>,
    /// First name, fit for an account.
    pub first_name: Option<String>,
    /// Last name, fit for an account.
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
impl Doorless for Entity {}
