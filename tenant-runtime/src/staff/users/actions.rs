//! Actions of staff on accounts. Each one is a transaction with its audit entry and an event for
//! the affected user.

use super::super::error::StaffError;
use super::super::remaining;
use crate::accounts;
use crate::accounts::{account_status, second_factor};
use crate::content::{self, ContentError};
use crate::legal;
use platform::StaffWith;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::staff::{
    Accounts, Administration, Moderation, Permission, StaffPermission, StaffRole,
};
use platform::{AccountViewer, Member, Problem, Scope, Site, Tx, UserId, sessions, step_up};
use sea_orm::DbErr;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

pub(super) const REASON_CHARS_MAX: usize = 500;

/// An action on an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::staff) enum ModerationAction {
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
    /// Makes the account an administrator.
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

    /// The permission that it needs.
    const fn permission(self) -> StaffPermission {
        match self {
            Self::SignOut => StaffPermission::Accounts,
            Self::Ban
            | Self::Suspend
            | Self::Lift
            | Self::MarkUnverified
            | Self::RequireReset
            | Self::ResetLegal => StaffPermission::Moderation,
            Self::RequireMfa | Self::WaiveMfa | Self::GrantStaff | Self::RevokeStaff => {
                StaffPermission::Administration
            }
        }
    }

    /// Returns true if a reason is required: for actions that restrict an account or change staff
    /// status.
    pub(super) const fn needs_reason(self) -> bool {
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
    pub(super) const fn needs_proof(self) -> bool {
        matches!(self, Self::GrantStaff | Self::RevokeStaff | Self::RequireMfa | Self::WaiveMfa)
    }

    /// The error for a viewer who may not act. Members on the main site get the specified message
    /// that only staff grant staff status; this reveals nothing to them (C-147).
    pub(super) fn access_problem(
        self,
        refusal: Problem,
        member: Option<&Scope<Member>>,
    ) -> Problem {
        let is_told = |scope: &Scope<Member>| {
            scope.site() == Site::Main && scope.viewer().staff_role().is_none()
        };
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

/// Applies the action, if the role of the viewer includes it.
pub(in crate::staff) async fn apply_action(
    scope: &mut Scope<StaffWith<Accounts>>,
    user: UserId,
    action: ModerationAction,
    reason: &str,
) -> Result<(), StaffError> {
    match action.permission() {
        StaffPermission::Administration => {
            let mut scope = scope.admit_as::<StaffWith<Administration>>()?;
            apply_admitted(&mut scope, user, action, reason).await
        }
        StaffPermission::Accounts => apply_admitted(scope, user, action, reason).await,
        _ => {
            let mut scope = scope.admit_as::<StaffWith<Moderation>>()?;
            apply_admitted(&mut scope, user, action, reason).await
        }
    }
}

async fn apply_admitted<P: Permission>(
    scope: &mut Scope<StaffWith<P>>,
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

async fn change<V>(tx: &Tx<'_, V>, user: UserId, action: ModerationAction) -> Result<(), DbErr> {
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
        ModerationAction::GrantStaff => {
            let role = Some(StaffRole::Administrator);
            account_status::set_staff_role(tx, user, role).await.map(drop)
        }
        ModerationAction::RevokeStaff => {
            account_status::set_staff_role(tx, user, None).await.map(drop)
        }
    }
}

/// Checks that the target is not the viewer, that only administrators act on accounts of staff, and
/// that an administrator in good standing remains.
///
/// # Errors
/// [`StaffError::Oneself`], [`StaffError::StaffProtected`], [`StaffError::LastStaff`] or
/// [`StaffError::LastAdministrator`]; database errors.
pub async fn check_target<P: Permission>(
    tx: &Tx<'_, StaffWith<P>>,
    user: UserId,
    removes_staff: bool,
) -> Result<(), StaffError> {
    if tx.viewer().id() == user {
        return Err(StaffError::Oneself);
    }
    if tx.viewer().role() != StaffRole::Administrator {
        let target = account_status::find(tx, user).await?.ok_or(StaffError::NotFound)?;
        if target.is_staff {
            return Err(StaffError::StaffProtected);
        }
    }
    if removes_staff { remaining::check(tx, user).await } else { Ok(()) }
}

/// Records an action on an account in the audit log.
pub(super) async fn write_down<V: AccountViewer>(
    tx: &Tx<'_, V>,
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
pub(super) async fn status_value<V: AccountViewer>(
    tx: &Tx<'_, V>,
    user: UserId,
) -> Result<Value, StaffError> {
    let standing = account_status::find(tx, user).await?.ok_or(StaffError::NotFound)?;
    Ok(json!({
        "secondFactorRequired": second_factor::is_second_factor_required(tx, user).await?,
        "accountStatus": standing.account_status,
        "pausedUntil": standing.paused_until,
        "status": standing.status,
        "markedUnverified": standing.marked_unverified,
        "passwordResetRequired": standing.password_reset_required,
        "isStaff": standing.is_staff,
        "staffRole": standing.staff_role,
    }))
}

/// `account.changed` ends the account's streams, `me.changed` updates its pages. Views as a member
/// end: by the account, whose permissions may have changed, and of it.
pub(super) async fn publish_event<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    sessions::end_views_of(tx, user).await?;
    tx.publish(Topic::User(user), "account.changed", &json!({})).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await.map(drop)
}
