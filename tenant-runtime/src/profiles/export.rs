//! A user's profile, for their export.

use super::handles;
use super::rows::profile::Entity;
use chrono::{DateTime, Utc};
use platform::{Scope, System, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

/// The account of a profile.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct Account {
    account_status: String,
    paused_until: Option<DateTime<Utc>>,
    pause_reason: Option<String>,
    status: Option<String>,
    email_verified: bool,
    marked_unverified: bool,
    is_verified: bool,
    is_staff: bool,
    password_reset_required: bool,
    subscription_start_date: Option<DateTime<Utc>>,
    subscription_end_date: Option<DateTime<Utc>>,
    has_completed_onboarding: bool,
    last_login: Option<DateTime<Utc>>,
    sign_ins: i64,
    deletion_requested_at: Option<DateTime<Utc>>,
    deletion_due_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

const ACCOUNT: &str = "SELECT account_status, paused_until, pause_reason, status, email_verified, \
     marked_unverified, is_verified, is_staff, password_reset_required, subscription_start_date, \
     subscription_end_date, has_completed_onboarding, last_login, sign_ins, deletion_requested_at, \
     deletion_due_at, created_at, updated_at FROM users WHERE id = $1";

/// Exports the complete profile of a user.
///
/// # Errors
/// Database errors.
pub async fn export_of(scope: &Scope<System>, user: UserId) -> Result<Value, DbErr> {
    let Some(row) = scope.across_sites::<Entity>().by_id(user).one().await? else {
        return Ok(Value::Null);
    };
    let interests = row.interests();
    let account = scope.raw(ACCOUNT, vec![user.into()]).one::<Account>().await?;
    Ok(json!({
        "id": row.id,
        "email": row.email,
        "firstName": row.first_name,
        "lastName": row.last_name,
        "handle": handles::handle_of(scope, user).await?,
        "bio": row.bio,
        "location": row.location,
        "jobTitle": row.job_title,
        "quote": row.quote,
        "interests": interests,
        "profilePicture": row.profile_picture,
        "dateOfBirth": row.date_of_birth,
        "phoneNumber": row.phone_number,
        "secondaryEmail": row.secondary_email,
        "language": row.language,
        "theme": row.theme,
        "notificationsEnabled": row.notifications_enabled,
        "singleKeyShortcuts": row.single_key_shortcuts,
        "isProfilePrivate": row.is_profile_private,
        "profileVisibility": row.profile_visibility,
        "directoryVisibility": row.directory_visibility,
        "subscription": row.subscription,
        "joinedDate": row.joined_date,
        "agreedToTermsAt": row.agreed_to_terms_at,
        "agreedToGuidelinesAt": row.agreed_to_guidelines_at,
        "agreedToPrivacyAt": row.agreed_to_privacy_at,
        "followersCount": row.followers_count,
        "followingCount": row.following_count,
        "account": account,
    }))
}
