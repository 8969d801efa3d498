//! Changes of an account's status by staff. The callers write the audit log.

use super::rows::account::{ActiveModel, Column, Entity, Model};
use chrono::{DateTime, Utc};
use platform::staff::StaffRole;
use platform::{Tx, UserId};
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr};

/// Status of an account, for staff.
pub struct AccountStatus {
    pub id: UserId,
    /// `active` or `paused`.
    pub account_status: String,
    /// When the pause expires.
    pub paused_until: Option<DateTime<Utc>>,
    /// Reason of the pause.
    pub pause_reason: Option<String>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    /// Staff have revoked the verification of the email address.
    pub marked_unverified: bool,
    /// The next sign-in requires a new password.
    pub password_reset_required: bool,
    /// Has staff status.
    pub is_staff: bool,
    /// Role, if staff.
    pub staff_role: Option<StaffRole>,
}

impl From<Model> for AccountStatus {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            account_status: row.account_status,
            paused_until: row.paused_until,
            pause_reason: row.pause_reason,
            status: row.status,
            marked_unverified: row.marked_unverified,
            password_reset_required: row.password_reset_required,
            is_staff: row.is_staff,
            staff_role: Some(row.staff_role).filter(|_| row.is_staff),
        }
    }
}

/// Status of an account.
///
/// # Errors
/// Database errors.
pub async fn find<V>(tx: &Tx<'_, V>, user: UserId) -> Result<Option<AccountStatus>, DbErr> {
    Ok(tx.global::<Entity>().by_id(user).one().await?.map(AccountStatus::from))
}

/// Status of the account with this email address.
///
/// # Errors
/// Database errors.
pub async fn find_by_email<V>(tx: &Tx<'_, V>, email: &str) -> Result<Option<AccountStatus>, DbErr> {
    let email = super::addresses::normalise_email(email);
    let found = tx.global::<Entity>().filter(Column::Email.eq(email)).one().await?;
    Ok(found.map(AccountStatus::from))
}

/// Pauses an account, until a time or until it is lifted.
///
/// # Errors
/// Database errors.
pub async fn pause<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    until: Option<DateTime<Utc>>,
    reason: &str,
) -> Result<AccountStatus, DbErr> {
    let change = ActiveModel {
        account_status: Set("paused".to_owned()),
        paused_until: Set(until),
        pause_reason: Set(Some(reason.to_owned())),
        ..Default::default()
    };
    change_one(tx, user, change).await
}

/// Lifts a pause.
///
/// # Errors
/// Database errors.
pub async fn unpause<V>(tx: &Tx<'_, V>, user: UserId) -> Result<AccountStatus, DbErr> {
    let change = ActiveModel {
        account_status: Set("active".to_owned()),
        paused_until: Set(None),
        pause_reason: Set(None),
        ..Default::default()
    };
    change_one(tx, user, change).await
}

/// Grants staff status with a role, or revokes it.
///
/// # Errors
/// Database errors.
pub async fn set_staff_role<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    role: Option<StaffRole>,
) -> Result<AccountStatus, DbErr> {
    let change = ActiveModel {
        is_staff: Set(role.is_some()),
        staff_role: Set(role.unwrap_or(StaffRole::Administrator)),
        ..Default::default()
    };
    change_one(tx, user, change).await
}

/// Bans or suspends an account, or lifts it.
///
/// # Errors
/// Database errors.
pub async fn set_status<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    status: Option<&str>,
) -> Result<(), DbErr> {
    let change = ActiveModel { status: Set(status.map(str::to_owned)), ..Default::default() };
    change_one(tx, user, change).await.map(drop)
}

/// Requires the email address to be verified again.
///
/// # Errors
/// Database errors.
pub async fn mark_unverified<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    let change = ActiveModel { marked_unverified: Set(true), ..Default::default() };
    change_one(tx, user, change).await.map(drop)
}

async fn change_one<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    change: ActiveModel,
) -> Result<AccountStatus, DbErr> {
    let change = ActiveModel { updated_at: Set(tx.now()), ..change };
    let this = Condition::all().add(Column::Id.eq(user.uuid()));
    let changed =
        tx.global_table::<Entity>().update_returning(this, |update| update.set(change)).await?;
    changed.into_iter().next().map(AccountStatus::from).ok_or(DbErr::RecordNotUpdated)
}
