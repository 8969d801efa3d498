//! Announcements of administrators, from `demo/announcements.toml`.

use super::DemoError;
use super::random::id_at;
use super::store::{Rows, row};
use super::timeline::{morning_of, time_of_age};
use super::world::World;
use chrono::Duration;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementFile {
    pub announcement: Vec<Announcement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    pub community: String,
    pub by: String,
    pub age: String,
    pub starts: Option<i64>,
    #[serde(default)]
    pinned: bool,
    pub text: String,
}

pub fn read() -> Result<AnnouncementFile, DemoError> {
    Ok(toml::from_str(include_str!("../../demo/announcements.toml"))?)
}

/// Builds the rows.
pub fn announcement_rows(world: &World) -> Result<Rows, DemoError> {
    let announced = read()?;
    let mut rows = Rows::new("announcements", ANNOUNCEMENT_COLUMNS);
    for one in &announced.announcement {
        let place = world.place_of(&one.community)?;
        let at = time_of_age(&one.text, &one.age, world.now)?;
        let starts = one.starts.map(|days| morning_of(world.now + Duration::days(days)));
        rows.add(row![
            id_at(&one.text, at),
            place.id,
            world.person_id(&one.by)?,
            one.text.clone(),
            "text",
            one.pinned,
            starts,
            at,
        ]);
    }
    Ok(rows)
}

const ANNOUNCEMENT_COLUMNS: &[&str] = &[
    "id",
    "community_id",
    "author_id",
    "content",
    "content_format",
    "is_pinned",
    "starts_at",
    "created_at",
];
#[cfg(test)]
mod tests {
    use crate::demo::DemoError;
    use crate::demo::world::World;
    use chrono::{DateTime, Duration, Utc};
    use std::collections::BTreeSet;
    use tenant_runtime::content;

    #[test]
    fn each_community_has_one_pinned_announcement() -> Result<(), DemoError> {
        let world = World::as_of(DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_778))?;
        let announced = super::read()?;
        let mut pinned = BTreeSet::new();
        for one in announced.announcement {
            let place = world.place_of(&one.community)?;
            assert!(place.community.is_admin(&one.by), "{} in {}", one.by, one.community);
            let kept = content::check_remark(&one.text);
            assert_eq!(kept.as_deref(), Ok(one.text.as_str()));
            assert!(!one.pinned || pinned.insert(one.community));
        }
        Ok(())
    }
}
