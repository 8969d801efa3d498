//! Queries of the settings.

use super::kinds::{EmailTiming, NotificationKind};
use super::rows::{channel, setting};
use super::settings::{KindChannels, NotificationSettings};
use crate::sql::{SqlReader, placeholders};
use platform::{Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::{HashMap, HashSet};

/// The settings of these users (at most a thousand), with the defaults of those who have none. Two
/// queries.
///
/// # Errors
/// Database errors.
pub async fn load_settings(
    reads: &impl SqlReader,
    users: &[UserId],
) -> Result<HashMap<UserId, NotificationSettings>, DbErr> {
    let mut found: HashMap<UserId, NotificationSettings> =
        users.iter().map(|user| (*user, NotificationSettings::default())).collect();
    if users.is_empty() {
        return Ok(found);
    }
    let these = placeholders(1, users.len());
    let values = || -> Vec<Value> { users.iter().map(|user| (*user).into()).collect() };
    let sql = format!(
        "SELECT user_id, quiet_enabled, quiet_from, quiet_to, time_zone, digest_hour, \
         digest_weekday, push_shows_content, updated_at \
         FROM notification_settings WHERE user_id IN ({these})"
    );
    for row in reads.sql(&sql, values()).all::<setting::Model>().await? {
        found.entry(row.user_id).or_default().apply(&row);
    }
    let sql = format!(
        "SELECT user_id, kind, in_app, email, push \
         FROM notification_kind_settings WHERE user_id IN ({these})"
    );
    for row in reads.sql(&sql, values()).all::<channel::Model>().await? {
        found.entry(row.user_id).or_default().apply_channel(&row);
    }
    Ok(found)
}

/// The settings of one user. Two queries.
///
/// # Errors
/// Database errors.
pub async fn load_settings_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<NotificationSettings, DbErr> {
    Ok(load_settings(reads, &[user]).await?.remove(&user).unwrap_or_default())
}

/// Which of these users (at most a thousand) have turned this kind off in the app. One query.
///
/// # Errors
/// Database errors.
pub async fn without_in_app<V>(
    tx: &Tx<'_, V>,
    users: &[UserId],
    kind: NotificationKind,
) -> Result<HashSet<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct UserRow {
        user_id: UserId,
    }
    if users.is_empty() {
        return Ok(HashSet::new());
    }
    let sql = format!(
        "SELECT user_id FROM notification_kind_settings \
         WHERE kind = $1 AND in_app = FALSE AND user_id IN ({})",
        placeholders(2, users.len())
    );
    let users = users.iter().map(|user| (*user).into());
    let values = std::iter::once(kind.into()).chain(users).collect();
    let rows = tx.raw(&sql, values).all::<UserRow>().await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// Stores the settings of a user.
///
/// # Errors
/// Database errors.
pub async fn save_settings<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    settings: &NotificationSettings,
) -> Result<(), DbErr> {
    use setting::Column;
    let row = setting::ActiveModel {
        user_id: Set(user),
        quiet_enabled: Set(settings.quiet_hours.is_enabled),
        quiet_from: Set(settings.quiet_hours.from.into()),
        quiet_to: Set(settings.quiet_hours.to.into()),
        time_zone: Set(settings.time_zone.map(|zone| zone.name().to_owned())),
        digest_hour: Set(settings.digest_hour.into()),
        digest_weekday: Set(settings.digest_weekday),
        push_shows_content: Set(settings.push_shows_content),
        updated_at: Set(tx.now()),
    };
    let replaced = OnConflict::column(Column::UserId)
        .update_columns([
            Column::QuietEnabled,
            Column::QuietFrom,
            Column::QuietTo,
            Column::TimeZone,
            Column::DigestHour,
            Column::DigestWeekday,
            Column::PushShowsContent,
            Column::UpdatedAt,
        ])
        .to_owned();
    tx.global_table::<setting::Entity>().upsert(row, replaced).await?;
    let rows = NotificationKind::ALL
        .map(|kind| channel_row(user, kind, settings.channels_of(kind)))
        .into_iter()
        .collect();
    upsert_channels(tx, rows).await
}

async fn upsert_channels<V>(tx: &Tx<'_, V>, rows: Vec<channel::ActiveModel>) -> Result<(), DbErr> {
    use channel::Column;
    let replaced = OnConflict::columns([Column::UserId, Column::Kind])
        .update_columns([Column::InApp, Column::Email, Column::Push])
        .to_owned();
    tx.global_table::<channel::Entity>().upsert_many(rows, replaced).await
}

const fn channel_row(
    user: UserId,
    kind: NotificationKind,
    channels: KindChannels,
) -> channel::ActiveModel {
    let KindChannels { in_app, email, push } = channels;
    channel::ActiveModel {
        user_id: Set(user),
        kind: Set(kind),
        in_app: Set(in_app),
        email: Set(email),
        push: Set(push),
    }
}

/// Emails that a person no longer wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailStop {
    /// All about one kind of notification.
    Kind(NotificationKind),
    /// The daily and the weekly digest.
    Digest,
}

/// Turns emails off. The other settings stay.
///
/// # Errors
/// Database errors.
pub async fn stop_email<V: Send + Sync>(
    tx: &Tx<'_, V>,
    user: UserId,
    stop: EmailStop,
) -> Result<(), DbErr> {
    let settings = load_settings_of(tx, user).await?;
    let is_stopped = |kind: &NotificationKind| match stop {
        EmailStop::Kind(stopped) => *kind == stopped,
        EmailStop::Digest => {
            let email = settings.channels_of(*kind).email;
            matches!(email, EmailTiming::Daily | EmailTiming::Weekly)
        }
    };
    let rows: Vec<channel::ActiveModel> = NotificationKind::ALL
        .into_iter()
        .filter(is_stopped)
        .map(|kind| {
            let channels = KindChannels { email: EmailTiming::Off, ..settings.channels_of(kind) };
            channel_row(user, kind, channels)
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    upsert_channels(tx, rows).await
}
