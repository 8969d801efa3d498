//! Contents of an export.

use crate::profiles::picture;
use crate::{
    accounts, activity, affiliations, alerts, analytics, articles, communities, legal, people,
    posts, profiles, staff, waitlist,
};
use bytes::Bytes;
use platform::UserId;
use platform::blob::BlobKey;
use platform::jobs::{JobError, JobScope};
use platform::sessions;
use sea_orm::{ColumnTrait, DbErr, QueryOrder};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const ABOUT: &str = "This archive holds what is kept about you. Each file is one part of it, as JSON;\n\
    your picture is a file of its own.\n\
    Passwords and other secrets are kept in a form that nobody can read, and are not in here.\n";

/// The archive of a user.
pub(super) async fn build_archive(scope: &JobScope, user: UserId) -> Result<Vec<u8>, JobError> {
    let profile = profiles::export_of(scope, user).await?;
    let email = profile["email"].as_str().unwrap_or_default().to_owned();
    let portrait = portrait(scope, profile["profilePicture"].as_str()).await?;
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
        ("affiliations.json", json!(affiliations::of_person(scope, user).await?)),
        ("communities.json", communities::export_of(scope, user).await?),
        ("posts.json", posts::export_of(scope, user).await?),
        ("articles.json", articles::export_of(scope, user).await?),
        ("activity.json", activity::export_of(scope, user).await?),
        ("people.json", people::export_of(scope, user).await?),
        ("devices.json", devices(scope, user).await?),
    ];
    pack(&files, portrait.as_deref()).map_err(JobError::never)
}

/// The user's picture in its larger size, if any.
async fn portrait(scope: &JobScope, address: Option<&str>) -> Result<Option<Bytes>, JobError> {
    let larger = address.map(picture::larger);
    let key = larger.as_deref().and_then(|address| address.strip_prefix("/media/"));
    let Some(Ok(key)) = key.map(str::parse::<BlobKey>) else { return Ok(None) };
    let found = scope.services().blob().get(&key).await.map_err(JobError::later)?;
    Ok(found.map(|object| object.bytes))
}

async fn devices(scope: &JobScope, user: UserId) -> Result<Value, DbErr> {
    use sessions::row::{Column, Entity};
    let rows = scope
        .global::<Entity>()
        .filter(Column::UserId.eq(user.uuid()))
        .shape(|select| select.order_by_asc(Column::CreatedAt))
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

fn pack(
    files: &[(&str, Value)],
    portrait: Option<&[u8]>,
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.start_file("README.txt", options)?;
    zip.write_all(ABOUT.as_bytes())?;
    for (name, content) in files {
        zip.start_file(*name, options)?;
        zip.write_all(serde_json::to_string_pretty(content)?.as_bytes())?;
    }
    if let Some(portrait) = portrait {
        zip.start_file("picture.jpg", options)?;
        zip.write_all(portrait)?;
    }
    Ok(zip.finish()?.into_inner())
}
