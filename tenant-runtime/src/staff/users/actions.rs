//! Actions of staff on accounts. Each one is a transaction with its audit entry and an event for
//! the affected user.

use super::super::error::StaffError;
use super::super::remaining;
use crate::accounts;
use crate::accounts::{account_status, second_factor};
use crate::content::{self, ContentError};
use crate::legal;
use chrono::{DateTime, Utc};
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::{AccountViewer, Member, Problem, Scope, Site, Staff, Tx, UserId, sessions, step_up};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

const REASON_CHARS_MAX: usize = 500;

/// An action on an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ModerationAction {
    /// Permanent: ends all sessions and refuses sign-ins (G-043).
    Ban,
    /// Until it is lifted.
    Suspend,
    /// Lifts a ban or a suspension.
    Lift,
    /// The email address must be verified again.
    MarkUnverified,
    /// Ends all sessions.
    SignOut,
    /// A new password must be chosen at the next sign-in (G-069).
    RequireReset,
    /// A second factor must be set up at the next sign-in, and cannot be turned off.
    RequireMfa,
    /// Removes that requirement from this account.
    WaiveMfa,
    /// The legal documents must be acknowledged again, on all sites.
    ResetLegal,
    /// Grants staff status.
    GrantStaff,
    /// Revokes staff status.
    RevokeStaff,
}

impl ModerationAction {
    const fn audit_action(self) -> &'static str {
        match self {
            Self::Ban => "account.ban",
            Self::Suspend => "account.suspend",
            Self::Lift => "account.lift",
            Self::MarkUnverified => "account.mark-unverified",
            Self::SignOut => "account.sign-out",
            Self::RequireReset => "account.require-reset",
            Self::RequireMfa => "account.require-mfa",
            Self::WaiveMfa => "account.waive-mfa",
            Self::ResetLegal => "account.reset-legal",
            Self::GrantStaff => "staff.grant",
            Self::RevokeStaff => "staff.revoke",
        }
    }

    /// Returns true if a reason is required: for actions that restrict an account or change staff
    /// status.
    const fn needs_reason(self) -> bool {
        matches!(
            self,
            Self::Ban
                | Self::Suspend
                | Self::MarkUnverified
                | Self::RequireReset
                | Self::RequireMfa
                | Self::WaiveMfa
                | Self::GrantStaff
                | Self::RevokeStaff
        )
    }

    /// Returns true if recent authentication is required: for staff status (security.md 4.3) and
    /// second factors.
    const fn needs_proof(self) -> bool {
        matches!(self, Self::GrantStaff | Self::RevokeStaff | Self::RequireMfa | Self::WaiveMfa)
    }

    /// The error for a viewer who may not act. Members on the main site get the specified message
    /// that only staff grant staff status; this reveals nothing to them (C-147).
    pub(super) fn access_problem(
        self,
        refusal: Problem,
        member: Option<&Scope<Member>>,
    ) -> Problem {
        let is_told =
            |scope: &Scope<Member>| scope.site() == Site::Main && !scope.viewer().is_staff();
        if self == Self::GrantStaff && member.is_some_and(is_told) {
            StaffError::GrantByStaff.into()
        } else {
            refusal
        }
    }

    /// Returns true if an affected member of staff can no longer act.
    const fn removes_staff(self) -> bool {
        matches!(self, Self::Ban | Self::Suspend | Self::MarkUnverified | Self::RevokeStaff)
    }
}

/// Applies the action.
pub(super) async fn apply_action(
    scope: &mut Scope<Staff>,
    user: UserId,
    action: ModerationAction,
    reason: &str,
) -> Result<(), StaffError> {
    let reason = content::check_note(reason, REASON_CHARS_MAX)?;
    if reason.is_empty() && action.needs_reason() {
        return Err(ContentError::Required.into());
    }
    if action.needs_proof() {
        step_up::require_recent_auth(scope)?;
    }
    let tx = scope.begin().await?;
    check_target(&tx, user, action.removes_staff()).await?;
    let before = status_value(&tx, user).await?;
    change(&tx, user, action).await?;
    let after = status_value(&tx, user).await?;
    let reason = Some(reason.as_str()).filter(|reason| !reason.is_empty());
    write_down(&tx, action.audit_action(), user, reason, (before, after)).await?;
    publish_event(&tx, user).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, action = action.audit_action(), "staff action applied to account");
    Ok(())
}

async fn change(tx: &Tx<'_, Staff>, user: UserId, action: ModerationAction) -> Result<(), DbErr> {
    match action {
        ModerationAction::Ban | ModerationAction::Suspend => {
            let status = if action == ModerationAction::Ban { "banned" } else { "suspended" };
            account_status::set_status(tx, user, Some(status)).await?;
            sessions::revoke_all(tx, user, status).await
        }
        ModerationAction::Lift => account_status::set_status(tx, user, None).await,
        ModerationAction::MarkUnverified => account_status::mark_unverified(tx, user).await,
        ModerationAction::SignOut => sessions::revoke_all(tx, user, "staff-sign-out").await,
        ModerationAction::RequireReset => accounts::require_reset(tx, user).await,
        ModerationAction::RequireMfa => second_factor::require_second_factor(tx, user, true).await,
        ModerationAction::WaiveMfa => second_factor::require_second_factor(tx, user, false).await,
        ModerationAction::ResetLegal => legal::delete_acknowledgements(tx, user).await,
        ModerationAction::GrantStaff => account_status::set_staff(tx, user, true).await.map(drop),
        ModerationAction::RevokeStaff => account_status::set_staff(tx, user, false).await.map(drop),
    }
}

/// Checks that the target is not the viewer, and that a member of staff in good standing remains.
///
/// # Errors
/// [`StaffError::Oneself`] or [`StaffError::LastStaff`]; database errors.
pub async fn check_target(
    tx: &Tx<'_, Staff>,
    user: UserId,
    removes_staff: bool,
) -> Result<(), StaffError> {
    if tx.viewer().id() == user {
        return Err(StaffError::Oneself);
    }
    if !removes_staff {
        return Ok(());
    }
    if remaining::is_last(tx, user).await? { Err(StaffError::LastStaff) } else { Ok(()) }
}

/// A subscription tier and its period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromQueryResult)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tier {
    pub subscription: String,
    pub subscription_start_date: Option<DateTime<Utc>>,
    pub subscription_end_date: Option<DateTime<Utc>>,
}

/// Sets a user's subscription tier (G-038).
pub(super) async fn set_tier(
    scope: &mut Scope<Staff>,
    user: UserId,
    tier: Tier,
    reason: &str,
) -> Result<(), StaffError> {
    let reason = content::check_note(reason, REASON_CHARS_MAX)?;
    let ends = tier.subscription_start_date.zip(tier.subscription_end_date);
    if ends.is_some_and(|(start, end)| end <= start) {
        return Err(StaffError::TierEndsEarly);
    }
    let tx = scope.begin().await?;
    check_target(&tx, user, false).await?;
    let read = "SELECT subscription, subscription_start_date, subscription_end_date \
         FROM users WHERE id = $1";
    let before = tx.raw(read, vec![user.into()]).one::<Tier>().await?;
    let before = before.ok_or(StaffError::NotFound)?;
    let write = "UPDATE users SET subscription = $2, subscription_start_date = $3, \
         subscription_end_date = $4, updated_at = $5 WHERE id = $1";
    let values = vec![
        user.into(),
        tier.subscription.clone().into(),
        tier.subscription_start_date.into(),
        tier.subscription_end_date.into(),
        tx.now().into(),
    ];
    tx.execute(write, values).await?;
    let reason = Some(reason.as_str()).filter(|reason| !reason.is_empty());
    write_down(&tx, "account.subscription", user, reason, (json!(before), json!(tier))).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    tx.commit().await?;
    Ok(())
}

async fn write_down(
    tx: &Tx<'_, Staff>,
    action: &'static str,
    user: UserId,
    reason: Option<&str>,
    (before, after): (Value, Value),
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "account",
        subject_id: user.to_string(),
        before,
        after,
        reason,
    };
    record_action(tx, act).await
}

/// Account status, for the audit log.
async fn status_value(tx: &Tx<'_, Staff>, user: UserId) -> Result<Value, StaffError> {
    let standing = account_status::find(tx, user).await?.ok_or(StaffError::NotFound)?;
    Ok(json!({
        "secondFactorRequired": second_factor::is_second_factor_required(tx, user).await?,
        "accountStatus": standing.account_status,
        "pausedUntil": standing.paused_until,
        "status": standing.status,
        "markedUnverified": standing.marked_unverified,
        "passwordResetRequired": standing.password_reset_required,
        "isStaff": standing.is_staff,
    }))
}

/// `account.changed` ends the account's streams, `me.changed` updates its pages.
async fn publish_event(tx: &Tx<'_, Staff>, user: UserId) -> Result<(), DbErr> {
    tx.publish(Topic::User(user), "account.changed", &json!({})).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await.map(drop)
}
