//! Insights with what readers left on them, and announcements, read from `demo/insights.toml` and
//! `demo/announcements.toml`.

use super::DemoError;
use super::dice::{Dice, id_at};
use super::script;
use super::store::{Rows, row};
use super::world::{Place, World};
use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Up to what age a time is meant to the minute; what is older was written in the daytime.
const RECENT: Duration = Duration::hours(36);
/// The part of the day in which people write, as minutes since midnight.
const MORNING: i64 = 8 * 60;
const WAKING_MINUTES: usize = 13 * 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    insight: Vec<Insight>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Insight {
    community: String,
    by: String,
    age: String,
    title: String,
    text: String,
    views: usize,
    likes: usize,
    #[serde(default)]
    reactions: BTreeMap<String, usize>,
    #[serde(default)]
    shared: bool,
    #[serde(default)]
    comment: Vec<Comment>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Comment {
    by: String,
    age: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Announced {
    announcement: Vec<Announcement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Announcement {
    community: String,
    by: String,
    age: String,
    starts: Option<i64>,
    #[serde(default)]
    pinned: bool,
    text: String,
}

/// Rows of the Insights, in the order in which they refer to one another.
pub fn rows(world: &World) -> Result<Vec<Rows>, DemoError> {
    let written: Written = toml::from_str(include_str!("../../demo/insights.toml"))?;
    let mut kept = Kept::default();
    for insight in &written.insight {
        kept.add(world, place(world, &insight.community)?, insight)?;
    }
    let Kept { articles, comments, likes, reactions, views } = kept;
    Ok(vec![articles, comments, likes, reactions, views])
}

/// Rows of what is announced.
pub fn announcements(world: &World) -> Result<Rows, DemoError> {
    let announced: Announced = toml::from_str(include_str!("../../demo/announcements.toml"))?;
    let mut rows = Rows::of("announcements", ANNOUNCEMENT);
    for one in &announced.announcement {
        let place = place(world, &one.community)?;
        let at = moment(world, &one.text, &one.age)?;
        let starts = one.starts.map(|days| morning(world.now + Duration::days(days)));
        rows.add(row![
            id_at(&one.text, at),
            place.id,
            world.person(&one.by)?,
            one.text.clone(),
            one.pinned,
            starts,
            at,
        ]);
    }
    Ok(rows)
}

const ANNOUNCEMENT: &[&str] =
    &["id", "community_id", "author_id", "content", "is_pinned", "starts_at", "created_at"];
const ARTICLE: &[&str] = &[
    "id",
    "community_id",
    "author_id",
    "title",
    "content",
    "shared",
    "views",
    "likes",
    "comment_count",
    "created",
    "last_updated",
];
const COMMENT: &[&str] = &["id", "community_id", "article_id", "author_id", "content", "created"];

struct Kept {
    articles: Rows,
    comments: Rows,
    likes: Rows,
    reactions: Rows,
    views: Rows,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            articles: Rows::of("articles", ARTICLE),
            comments: Rows::of("article_comments", COMMENT),
            likes: Rows::of("article_likes", &["article_id", "user_id", "created_at"]),
            reactions: Rows::of(
                "article_reactions",
                &["article_id", "user_id", "emoji", "created_at"],
            ),
            views: Rows::of("article_views", &["article_id", "user_id", "day"]),
        }
    }
}

impl Kept {
    fn add(&mut self, world: &World, place: &Place, one: &Insight) -> Result<(), DemoError> {
        let at = moment(world, &one.title, &one.age)?;
        let id = id_at(&one.title, at);
        let author = world.person(&one.by)?;
        let mut readers: Vec<Uuid> = place.members.iter().map(|member| member.person).collect();
        readers.retain(|reader| *reader != author);
        let mut dice = Dice::of(&one.title);

        let looks = looks(&readers, one.views, (at, world.now), &mut dice);
        let likers = dice.pick(readers.clone(), one.likes);
        self.articles.add(row![
            id,
            place.id,
            author,
            one.title.clone(),
            one.text.trim().to_owned(),
            one.shared,
            count(looks.len()),
            count(likers.len()),
            count(one.comment.len()),
            at,
            at,
        ]);
        for (reader, day) in looks {
            self.views.add(row![id, reader, day]);
        }
        for liker in likers {
            self.likes.add(row![id, liker, later(at, world.now, &mut dice)]);
        }
        for (emoji, times) in &one.reactions {
            for reader in dice.pick(readers.clone(), *times) {
                let when = later(at, world.now, &mut dice);
                self.reactions.add(row![id, reader, emoji.clone(), when]);
            }
        }
        let mut before = at;
        for comment in &one.comment {
            let when = moment(world, &comment.text, &comment.age)?;
            before = when.max(before + Duration::minutes(7));
            let by = world.person(&comment.by)?;
            let text = comment.text.clone();
            self.comments.add(row![id_at(&comment.text, before), place.id, id, by, text, before]);
        }
        Ok(())
    }
}

/// Who looked on which days: at most once a day each.
fn looks(
    readers: &[Uuid],
    wanted: usize,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    dice: &mut Dice,
) -> BTreeSet<(Uuid, String)> {
    let days = usize::try_from((until - from).num_days()).unwrap_or(0).max(1);
    // Most read what is new; few come back.
    let day = |dice: &mut Dice| (dice.part() * dice.part() * days as f64) as i64;
    let mut looks = BTreeSet::new();
    for _ in 0..wanted * 4 {
        if looks.len() == wanted || readers.is_empty() {
            break;
        }
        let reader = readers[dice.below(readers.len())];
        let at = from + Duration::days(day(dice));
        looks.insert((reader, at.format("%Y-%m-%d").to_string()));
    }
    looks
}

fn place<'w>(world: &'w World, community: &str) -> Result<&'w Place, DemoError> {
    let found = world.places.iter().find(|place| place.community.key == community);
    found.ok_or_else(|| DemoError::Data(format!("community {community}")))
}

/// When something of this age was written: what is days old has an hour of its own, in the daytime.
fn moment(world: &World, name: &str, age: &str) -> Result<DateTime<Utc>, DemoError> {
    let age = script::age(age).ok_or_else(|| DemoError::Data(age.to_owned()))?;
    let at = world.now - age;
    if age <= RECENT {
        return Ok(at);
    }
    let minute = i64::try_from(Dice::of(name).below(WAKING_MINUTES)).unwrap_or(0);
    Ok(midnight(at) + Duration::minutes(MORNING + minute))
}

fn midnight(at: DateTime<Utc>) -> DateTime<Utc> {
    at.date_naive().and_time(chrono::NaiveTime::MIN).and_utc()
}

fn morning(at: DateTime<Utc>) -> DateTime<Utc> {
    midnight(at) + Duration::hours(10)
}

fn later(from: DateTime<Utc>, now: DateTime<Utc>, dice: &mut Dice) -> DateTime<Utc> {
    let window = usize::try_from((now - from).num_minutes().clamp(0, 9_000)).unwrap_or(0);
    from + Duration::minutes(i64::try_from(dice.below(window)).unwrap_or(0))
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Announced, Insight, Written, moment, place};
    use crate::demo::DemoError;
    use crate::demo::world::{Place, World};
    use chrono::{DateTime, Duration, Utc};
    use std::collections::BTreeSet;
    use tenant_runtime::content::{self, TextRule};

    /// The demo network, loaded at this minute of a day.
    fn world(minute: i64) -> Result<World, DemoError> {
        World::at(DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_778) + Duration::minutes(minute))
    }

    fn written() -> Result<Vec<Insight>, DemoError> {
        Ok(toml::from_str::<Written>(include_str!("../../demo/insights.toml"))?.insight)
    }

    fn is_inside(world: &World, place: &Place, by: &str, at: DateTime<Utc>) -> bool {
        let person = world.person(by).ok();
        let found = place.members.iter().find(|member| Some(member.person) == person);
        found.is_some_and(|member| member.joined < at) && at < world.now
    }

    #[test]
    fn members_write_them_after_they_joined() -> Result<(), DemoError> {
        for world in [world(1)?, world(430)?, world(1_438)?] {
            for one in written()? {
                let place = place(&world, &one.community)?;
                let at = moment(&world, &one.title, &one.age)?;
                assert!(is_inside(&world, place, &one.by, at), "{} by {}", one.title, one.by);
                assert!(one.likes < place.members.len(), "{}: likes", one.title);
                for comment in one.comment {
                    let when = moment(&world, &comment.text, &comment.age)?;
                    assert!(is_inside(&world, place, &comment.by, when), "{}", comment.text);
                    assert!(when.date_naive() >= at.date_naive(), "{}", comment.text);
                }
            }
        }
        Ok(())
    }

    #[test]
    fn everything_could_have_been_published() -> Result<(), DemoError> {
        let mut titles = BTreeSet::new();
        for one in written()? {
            assert_eq!(content::check_title(&one.title).as_deref(), Ok(one.title.as_str()));
            let text = one.text.trim();
            assert_eq!(TextRule::lines(50_000).check(text).as_deref(), Ok(text));
            for comment in &one.comment {
                let kept = content::check_remark(&comment.text);
                assert_eq!(kept.as_deref(), Ok(comment.text.as_str()));
            }
            assert!(titles.insert(one.title));
        }
        Ok(())
    }

    #[test]
    fn administrators_announce_and_pin_one_a_community() -> Result<(), DemoError> {
        let world = world(757)?;
        let announced: Announced = toml::from_str(include_str!("../../demo/announcements.toml"))?;
        let mut pinned = BTreeSet::new();
        for one in announced.announcement {
            let place = place(&world, &one.community)?;
            assert!(place.community.is_admin(&one.by), "{} in {}", one.by, one.community);
            let kept = content::check_remark(&one.text);
            assert_eq!(kept.as_deref(), Ok(one.text.as_str()));
            assert!(!one.pinned || pinned.insert(one.community));
        }
        Ok(())
    }
}
