//! Contents of an export.

use crate::profiles::picture;
use crate::{
    accounts, activity, affiliations, alerts, analytics, articles, communities, cords, drafts,
    integration_records, introductions, legal, mail_feedback, messages, notification_settings,
    people, posts, profiles, push, staff, support, waitlist,
};
use bytes::Bytes;
use platform::UserId;
use platform::blob::BlobKey;
use platform::jobs::{JobError, JobScope};
use platform::sessions;
use sea_orm::{ColumnTrait, DbErr, QueryOrder};
use serde_json::{Value, json};
use std::io::{Cursor, Seek, Write};
use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

const README_TEXT: &str = "This archive holds what is kept about you. Each file is one part of it, as JSON;\n\
    your picture is a file of its own.\n\
    Passwords and other secrets are kept in a form that nobody can read, and are not in here.\n";

/// Pictures in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArchiveContent {
    /// Only the user's own picture, because the archive is built in memory.
    Plain,
    /// All pictures and files that the user uploaded to posts and messages as well.
    WithUploads,
}

/// The archive of a user, in memory.
pub(super) async fn build_archive(scope: &JobScope, user: UserId) -> Result<Vec<u8>, JobError> {
    let buffer = Cursor::new(Vec::new());
    Ok(write_archive(scope, user, ArchiveContent::Plain, buffer).await?.into_inner())
}

/// Writes the archive of a user to `out`, and returns it.
///
/// # Errors
/// Database, object store or I/O errors.
pub(super) async fn write_archive<W: Write + Seek + Send>(
    scope: &JobScope,
    user: UserId,
    content: ArchiveContent,
    out: W,
) -> Result<W, JobError> {
    let mut zip = ZipWriter::new(out);
    for (name, value) in documents(scope, user).await? {
        add(&mut zip, name, value.as_bytes()).map_err(JobError::permanent)?;
    }
    if let Some(portrait) = load_portrait(scope, user).await? {
        add(&mut zip, "picture.jpg", &portrait).map_err(JobError::permanent)?;
    }
    if content == ArchiveContent::WithUploads {
        let mut pictures = posts::images::addresses_of(scope, user).await?;
        pictures.extend(messages::images::addresses_of(scope, user).await?);
        let files = posts::files::addresses_of(scope, user).await?;
        let pictures = pictures.into_iter().map(|address| ("pictures", address));
        let files = files.into_iter().map(|address| ("files", address));
        for (folder, address) in pictures.chain(files) {
            let blob = scope.services().blob();
            let file = posts::images::file_at(blob, &address).await.map_err(JobError::retryable)?;
            // The object store may have lost it; its row is in `posts.json` or `messages.json`.
            if let Some((name, bytes)) = file {
                add(&mut zip, &format!("{folder}/{name}"), &bytes).map_err(JobError::permanent)?;
            }
        }
    }
    zip.finish().map_err(JobError::permanent)
}

/// Text files of the archive.
async fn documents(
    scope: &JobScope,
    user: UserId,
) -> Result<Vec<(&'static str, String)>, JobError> {
    let profile = profiles::export_of(scope, user).await?;
    let email = profile["email"].as_str().unwrap_or_default().to_owned();
    let files = [
        ("profile.json", profile),
        ("security.json", accounts::export_of(scope, user).await?),
        ("agreements.json", json!(legal::acknowledgements_of(scope, user).await?)),
        ("invitations.json", affiliations::export_of(scope, user).await?),
        ("affiliation-requests.json", json!(affiliations::requests_of(scope, user).await?)),
        ("community-history.json", communities::history_of(scope, user).await?),
        ("analytics.json", json!(analytics::export_of(scope, user).await?)),
        ("waitlist.json", waitlist::export_of(scope, &email).await?),
        ("security-alerts.json", alerts::export_of(scope, user).await?),
        ("moderation.json", staff::export_of(scope, user).await?),
        ("staff-notes.json", staff::notes_about(scope, user).await?),
        ("affiliations.json", json!(affiliations::of_person(scope, user).await?)),
        ("communities.json", communities::export_of(scope, user).await?),
        ("events.json", communities::events::event_export_of(scope, user).await?),
        ("posts.json", posts::export_of(scope, user).await?),
        ("articles.json", articles::export_of(scope, user).await?),
        ("cords.json", cords::export_of(scope, user).await?),
        ("introductions.json", json!(introductions::export_of(scope, user).await?)),
        ("messages.json", messages::export_of(scope, user).await?),
        ("drafts.json", drafts::export_of(scope, user).await?),
        ("support-tickets.json", support::export_of(scope, user).await?),
        ("activity.json", activity::export_of(scope, user).await?),
        ("notification-settings.json", notification_settings::export_of(scope, user).await?),
        ("people.json", people::export_of(scope, user).await?),
        ("devices.json", session_list(scope, user).await?),
        ("push-subscriptions.json", push::export_of(scope, user).await?),
        ("integrations.json", integration_records::export_of(scope, user).await?),
        ("mail-reports.json", mail_feedback::export_of(scope, user).await?),
    ];
    let mut texts = vec![("README.txt", README_TEXT.to_owned())];
    for (name, value) in files {
        texts.push((name, serde_json::to_string_pretty(&value).map_err(JobError::permanent)?));
    }
    Ok(texts)
}

/// The user's picture in its larger size, if any.
async fn load_portrait(scope: &JobScope, user: UserId) -> Result<Option<Bytes>, JobError> {
    let profile = profiles::export_of(scope, user).await?;
    let larger = profile["profilePicture"].as_str().map(picture::larger_address);
    let key = larger.as_deref().and_then(|address| address.strip_prefix("/media/"));
    let Some(Ok(key)) = key.map(str::parse::<BlobKey>) else { return Ok(None) };
    let found = scope.services().blob().get(&key).await.map_err(JobError::retryable)?;
    Ok(found.map(|object| object.bytes))
}

async fn session_list(scope: &JobScope, user: UserId) -> Result<Value, DbErr> {
    use sessions::row::{Column, Entity};
    let rows = scope
        .global::<Entity>()
        .filter(Column::UserId.eq(user.uuid()))
        .modify_select(|select| select.order_by_asc(Column::CreatedAt))
        .all()
        .await?;
    let devices = rows.into_iter().map(|row| {
        json!({
            "browser": row.ua_summary,
            "network": row.ip_prefix,
            "host": row.audience_host,
            "signedInAt": row.created_at,
            "lastSeenAt": row.last_seen_at,
            "endedAt": row.revoked_at,
        })
    });
    Ok(devices.collect())
}

fn add<W: Write + Seek>(zip: &mut ZipWriter<W>, name: &str, content: &[u8]) -> ZipResult<()> {
    zip.start_file(name, SimpleFileOptions::default())?;
    Ok(zip.write_all(content)?)
}
