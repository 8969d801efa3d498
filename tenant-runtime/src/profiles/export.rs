//! What a profile holds, for its owner's archive.

use super::handles;
use super::rows::profile::Entity;
use platform::{Scope, System, UserId};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// Somebody's profile, whole.
///
/// # Errors
/// The database's.
pub async fn export_of(scope: &Scope<System>, user: UserId) -> Result<Value, DbErr> {
    let Some(row) = scope.through_every_door::<Entity>().by_id(user).one().await? else {
        return Ok(Value::Null);
    };
    let interests = row.interests();
    Ok(json!({
        "id": row.id,
        "email": row.email,
        "firstName": row.first_name,
        "lastName": row.last_name,
        "handle": handles::of(scope, user).await?,
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
    }))
}
