//! Insights with their readers' reactions, from `demo/insights.toml`.

use super::DemoError;
use super::random::{Dice, id_at};
use super::store::{Rows, count, row};
use super::timeline::time_of_age;
use super::world::{Place, World};
use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InsightFile {
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

/// Builds the rows of the Insights, in the order of their references.
pub fn insight_rows(world: &World) -> Result<Vec<Rows>, DemoError> {
    let written: InsightFile = toml::from_str(include_str!("../../demo/insights.toml"))?;
    let mut kept = InsightRows::default();
    for insight in &written.insight {
        kept.add(world, world.place_of(&insight.community)?, insight)?;
    }
    let InsightRows { articles, comments, likes, reactions, views } = kept;
    Ok(vec![articles, comments, likes, reactions, views])
}

const ARTICLE_COLUMNS: &[&str] = &[
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
const COMMENT_COLUMNS: &[&str] =
    &["id", "community_id", "article_id", "author_id", "content", "content_format", "created"];

struct InsightRows {
    articles: Rows,
    comments: Rows,
    likes: Rows,
    reactions: Rows,
    views: Rows,
}

impl Default for InsightRows {
    fn default() -> Self {
        Self {
            articles: Rows::new("articles", ARTICLE_COLUMNS),
            comments: Rows::new("article_comments", COMMENT_COLUMNS),
            likes: Rows::new("article_likes", &["article_id", "user_id", "created_at"]),
            reactions: Rows::new(
                "article_reactions",
                &["article_id", "user_id", "emoji", "created_at"],
            ),
            views: Rows::new("article_views", &["article_id", "user_id", "day"]),
        }
    }
}

impl InsightRows {
    fn add(&mut self, world: &World, place: &Place, one: &Insight) -> Result<(), DemoError> {
        let at = time_of_age(&one.title, &one.age, world.now)?;
        let id = id_at(&one.title, at);
        let author = world.person_id(&one.by)?;
        let mut readers: Vec<Uuid> = place.members.iter().map(|member| member.person).collect();
        readers.retain(|reader| *reader != author);
        let mut dice = Dice::from_name(&one.title);

        let looks = random_views(&readers, one.views, (at, world.now), &mut dice);
        let likers = dice.pick_random(readers.clone(), one.likes);
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
            self.likes.add(row![id, liker, random_later_time(at, world.now, &mut dice)]);
        }
        for (emoji, times) in &one.reactions {
            for reader in dice.pick_random(readers.clone(), *times) {
                let when = random_later_time(at, world.now, &mut dice);
                self.reactions.add(row![id, reader, emoji.clone(), when]);
            }
        }
        let mut before = at;
        for comment in &one.comment {
            let when = time_of_age(&comment.text, &comment.age, world.now)?;
            before = when.max(before + Duration::minutes(7));
            let by = world.person_id(&comment.by)?;
            let text = comment.text.clone();
            self.comments.add(row![
                id_at(&comment.text, before),
                place.id,
                id,
                by,
                text,
                "text",
                before
            ]);
        }
        Ok(())
    }
}

/// Views: at most one per person and day.
fn random_views(
    readers: &[Uuid],
    wanted: usize,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    dice: &mut Dice,
) -> BTreeSet<(Uuid, String)> {
    let days = usize::try_from((until - from).num_days()).unwrap_or(0).max(1);
    // Most views are early; few readers return.
    let day = |dice: &mut Dice| (dice.next_fraction() * dice.next_fraction() * days as f64) as i64;
    let mut looks = BTreeSet::new();
    for _ in 0..wanted * 4 {
        if looks.len() == wanted || readers.is_empty() {
            break;
        }
        let reader = readers[dice.next_below(readers.len())];
        let at = from + Duration::days(day(dice));
        looks.insert((reader, at.format("%Y-%m-%d").to_string()));
    }
    looks
}

fn random_later_time(from: DateTime<Utc>, now: DateTime<Utc>, dice: &mut Dice) -> DateTime<Utc> {
    let window = usize::try_from((now - from).num_minutes().clamp(0, 9_000)).unwrap_or(0);
    from + Duration::minutes(i64::try_from(dice.next_below(window)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{Insight, InsightFile, time_of_age};
    use crate::demo::DemoError;
    use crate::demo::world::{Place, World};
    use chrono::{DateTime, Duration, Utc};
    use std::collections::BTreeSet;
    use tenant_runtime::content::{self, TextRule};

    /// The demo network, loaded at this minute of a day.
    fn world(minute: i64) -> Result<World, DemoError> {
        World::as_of(
            DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_778) + Duration::minutes(minute),
        )
    }

    fn written() -> Result<Vec<Insight>, DemoError> {
        Ok(toml::from_str::<InsightFile>(include_str!("../../demo/insights.toml"))?.insight)
    }

    fn is_inside(world: &World, place: &Place, by: &str, at: DateTime<Utc>) -> bool {
        let person = world.person_id(by).ok();
        let found = place.members.iter().find(|member| Some(member.person) == person);
        found.is_some_and(|member| member.joined < at) && at < world.now
    }

    #[test]
    fn insights_are_written_after_their_author_joined() -> Result<(), DemoError> {
        for world in [world(1)?, world(430)?, world(1_438)?] {
            for one in written()? {
                let place = world.place_of(&one.community)?;
                let at = time_of_age(&one.title, &one.age, world.now)?;
                assert!(is_inside(&world, place, &one.by, at), "{} by {}", one.title, one.by);
                assert!(one.likes < place.members.len(), "{}: likes", one.title);
                for comment in one.comment {
                    let when = time_of_age(&comment.text, &comment.age, world.now)?;
                    assert!(is_inside(&world, place, &comment.by, when), "{}", comment.text);
                    assert!(when.date_naive() >= at.date_naive(), "{}", comment.text);
                }
            }
        }
        Ok(())
    }

    #[test]
    fn all_insights_pass_validation() -> Result<(), DemoError> {
        let mut titles = BTreeSet::new();
        for one in written()? {
            assert_eq!(content::check_title(&one.title).as_deref(), Ok(one.title.as_str()));
            let text = one.text.trim();
            assert_eq!(TextRule::multi_line(50_000).check(text).as_deref(), Ok(text));
            for comment in &one.comment {
                let kept = content::check_remark(&comment.text);
                assert_eq!(kept.as_deref(), Ok(comment.text.as_str()));
            }
            assert!(titles.insert(one.title));
        }
        Ok(())
    }
}
