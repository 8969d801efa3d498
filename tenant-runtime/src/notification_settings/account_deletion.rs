//! A user's settings, exported. The rows are deleted with the account's row.

use super::kinds::NotificationKind;
use super::settings::NotificationSettings;
use super::store::load_settings_of;
use crate::sql::SqlReader;
use platform::UserId;
use sea_orm::DbErr;
use serde_json::{Value, json};

/// A user's settings, for the export. Two queries.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    let settings: NotificationSettings = load_settings_of(reads, user).await?;
    let kinds: Vec<Value> = NotificationKind::ALL
        .into_iter()
        .map(|kind| {
            let channels = settings.channels_of(kind);
            json!({ "kind": kind, "inApp": channels.in_app, "email": channels.email,
                "push": channels.push })
        })
        .collect();
    Ok(json!({
        "kinds": kinds,
        "quietHours": {
            "enabled": settings.quiet_hours.is_enabled,
            "fromMinute": settings.quiet_hours.from,
            "toMinute": settings.quiet_hours.to,
        },
        "timeZone": settings.time_zone.map(|zone| zone.name()),
        "digestHour": settings.digest_hour,
        "digestWeekday": settings.digest_weekday,
        "pushShowsContent": settings.push_shows_content,
    }))
}
