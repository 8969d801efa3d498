//! Account details for staff.

use super::super::error::StaffError;
use super::allowed::{ActionTarget, UserAction, allowed_actions};
use crate::accounts;
use crate::affiliations::{self, UserAffiliation};
use crate::legal::{self, LegalAcknowledgement};
use crate::mail_feedback::{self, EmailStatus};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::staff::{Permission, StaffRole};
use platform::{AccountViewer, Scope, UserId};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

/// An account with all details for staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct StaffUser {
    #[serde(flatten)]
    row: StaffUserRow,
    affiliations: Vec<UserAffiliation>,
    /// Set if notifications are not emailed any more, after a bounce or a complaint.
    email_status: Option<EmailStatus>,
    /// Acknowledged legal documents by site.
    legal_acknowledgements: Vec<LegalAcknowledgement>,
    /// Role of a member of staff.
    staff_role: Option<StaffRole>,
    /// Actions that the viewer may take now, dangerous ones last.
    actions: Vec<UserAction>,
}

#[derive(Debug, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffUserRow {
    id: UserId,
    #[serde(serialize_with = "accounts::serialize_readable_email")]
    email: String,
    first_name: String,
    last_name: String,
    handle: Option<String>,
    profile_picture: Option<String>,
    is_staff: bool,
    #[serde(skip)]
    stored_role: String,
    is_verified: bool,
    email_verified: bool,
    /// Staff have revoked the verification of the email address.
    marked_unverified: bool,
    /// A new password must be chosen at the next sign-in.
    password_reset_required: bool,
    /// Staff require a second factor.
    second_factor_required: bool,
    /// An authenticator app is set up.
    has_totp: bool,
    passkeys: i64,
    /// `active` or `paused`.
    account_status: String,
    paused_until: Option<DateTime<Utc>>,
    pause_reason: Option<String>,
    /// `banned` or `suspended`.
    status: Option<String>,
    /// `Basic`, `Premium`, `Enterprise` or `Signature`.
    subscription: String,
    subscription_start_date: Option<DateTime<Utc>>,
    subscription_end_date: Option<DateTime<Utc>>,
    has_completed_onboarding: bool,
    joined_date: DateTime<Utc>,
    last_login: Option<DateTime<Utc>>,
    /// Number of active sessions.
    sessions: i64,
    /// Number of communities.
    communities: i64,
}

const SELECT: &str = "SELECT u.id, u.email, u.first_name, u.last_name, h.shown_as AS handle, \
     u.profile_picture, u.is_staff, u.staff_role AS stored_role, u.is_verified, u.email_verified, u.marked_unverified, \
     u.password_reset_required, u.account_status, u.paused_until, u.pause_reason, u.status, u.subscription, \
     u.subscription_start_date, u.subscription_end_date, u.has_completed_onboarding, \
     u.joined_date, u.last_login, COALESCE(f.is_required, FALSE) AS second_factor_required, \
     COALESCE(f.has_totp, FALSE) AS has_totp, \
     (SELECT COUNT(*) FROM passkeys k WHERE k.user_id = u.id) AS passkeys, \
     (SELECT COUNT(*) FROM sessions s WHERE s.user_id = u.id AND s.revoked_at IS NULL \
        AND s.idle_expires_at > $2 AND s.absolute_expires_at > $2) AS sessions, \
     (SELECT COUNT(*) FROM community_members m WHERE m.user_id = u.id) AS communities \
     FROM users u LEFT JOIN handles h ON h.user_id = u.id \
     LEFT JOIN user_mfa_settings f ON f.user_id = u.id WHERE u.id = $1";

/// Details of one account. 4 queries.
pub(in crate::staff) async fn load_staff_user<V: Send + Sync>(
    scope: &Scope<V>,
    user: UserId,
) -> Result<StaffUser, StaffError> {
    let values = vec![user.into(), scope.now().into()];
    let row = scope.raw(SELECT, values).one::<StaffUserRow>().await?.ok_or(StaffError::NotFound)?;
    let affiliations = affiliations::of_person(scope, user).await?;
    let legal_acknowledgements = legal::acknowledgements_of(scope, user).await?;
    let staff_role = StaffRole::from_name(&row.stored_role).filter(|_| row.is_staff);
    let email_status = mail_feedback::email_status(scope, &row.email).await?;
    let actions = Vec::new();
    Ok(StaffUser { row, affiliations, email_status, legal_acknowledgements, staff_role, actions })
}

/// The same, with the actions that the viewer may take. 4 queries.
pub(super) async fn load_for_viewer<P: Permission>(
    scope: &Scope<StaffWith<P>>,
    user: UserId,
) -> Result<StaffUser, StaffError> {
    let found = load_staff_user(scope, user).await?;
    let row = &found.row;
    let target = ActionTarget {
        is_viewer: scope.viewer().id() == user,
        is_staff: row.is_staff,
        is_paused: row.account_status == "paused"
            && row.paused_until.is_none_or(|until| until > scope.now()),
        is_disabled: row.status.is_some(),
        is_unverified: row.marked_unverified,
        second_factor_required: row.second_factor_required,
    };
    Ok(StaffUser { actions: allowed_actions(scope.viewer().role(), target), ..found })
}
