//! What an archive holds.

use crate::{affiliations, communities, people, posts, profiles};
use platform::UserId;
use platform::jobs::{JobError, JobScope};
use platform::sessions;
use sea_orm::{ColumnTrait, DbErr, QueryOrder};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const ABOUT: &str = "This archive holds what is kept about you. Each file is one part of it, as JSON.\n\
    Passwords and other secrets are kept in a form that nobody can read, and are not in here.\n";

/// Somebody's archive.
pub(super) async fn of(scope: &JobScope, user: UserId) -> Result<Vec<u8>, JobError> {
    let files = [
        ("profile.json", profiles::export_of(scope, user).await?),
        ("affiliations.json", json!(affiliations::of_person(scope, user).await?)),
        ("communities.json", communities::export_of(scope, user).await?),
        ("posts.json", posts::export_of(scope, user).await?),
        ("people.json", people::export_of(scope, user).await?),
        ("devices.json", devices(scope, user).await?),
    ];
    pack(&files).map_err(JobError::never)
}

async fn devices(scope: &JobScope, user: UserId) -> Result<Value, DbErr> {
    use sessions::row::{Column, Entity};
    let rows = scope
        .doorless::<Entity>()
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

fn pack(files: &[(&str, Value)]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.start_file("README.txt", options)?;
    zip.write_all(ABOUT.as_bytes())?;
    for (name, content) in files {
        zip.start_file(*name, options)?;
        zip.write_all(serde_json::to_string_pretty(content)?.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}
