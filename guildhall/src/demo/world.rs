//! The computed demo network: ids of all entities, times and likes of all posts. Independent of the
//! database.

use super::DemoError;
use super::cast::{Affiliation, Cast, Community, Person};
use super::random::{Dice, id_at};
use super::script::{self, Script};
use super::timeline;
use chrono::{DateTime, Duration, Utc};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The demo network at one time.
#[derive(Debug)]
pub struct World {
    pub cast: Cast,
    pub now: DateTime<Utc>,
    people: BTreeMap<String, Uuid>,
    affiliations: BTreeMap<String, Uuid>,
    pub places: Vec<Place>,
}

/// A community with its members and threads.
#[derive(Debug)]
pub struct Place {
    pub id: Uuid,
    pub community: Community,
    pub created: DateTime<Utc>,
    pub last_updated: DateTime<Utc>,
    pub members: Vec<Membership>,
    pub threads: Vec<Thread>,
}

/// A person's membership of a community.
#[derive(Debug, Clone)]
pub struct Membership {
    pub person: Uuid,
    pub is_admin: bool,
    /// Joined automatically, as a member of the affiliation.
    pub by_default: bool,
    pub joined: DateTime<Utc>,
    pub last_read: DateTime<Utc>,
}

/// A thread. It has at least one post.
#[derive(Debug)]
pub struct Thread {
    pub id: Uuid,
    pub caption: &'static str,
    pub opened_by: Uuid,
    pub posts: Vec<Post>,
}

/// A post or a reply.
#[derive(Debug)]
pub struct Post {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub by: Uuid,
    pub parent: Option<Uuid>,
    pub text: &'static str,
    pub likes: Vec<(Uuid, DateTime<Utc>)>,
    pub replies: i64,
}

impl World {
    /// Computes the demo network as of `now`.
    pub fn as_of(now: DateTime<Utc>) -> Result<Self, DemoError> {
        let cast = Cast::read()?;
        let people = cast
            .people
            .iter()
            .map(|person| (person.key.clone(), id_at(&person.key, days_before(now, person.joined))))
            .collect();
        let affiliations = cast
            .affiliations
            .iter()
            .map(|one| (one.key.clone(), id_at(&one.name, days_before(now, one.created))))
            .collect();
        let mut world = Self { cast, now, people, affiliations, places: Vec::new() };
        world.places = world
            .cast
            .communities
            .iter()
            .map(|one| world.build_place(one))
            .collect::<Result<_, _>>()?;
        Ok(world)
    }

    /// Id of a person.
    pub fn person_id(&self, key: &str) -> Result<Uuid, DemoError> {
        self.people.get(key).copied().ok_or_else(|| DemoError::Data(format!("person {key}")))
    }
    /// Id of an affiliation.
    pub fn affiliation_id(&self, key: &str) -> Result<Uuid, DemoError> {
        let id = self.affiliations.get(key).copied();
        id.ok_or_else(|| DemoError::Data(format!("affiliation {key}")))
    }
    /// The community with this key.
    pub fn place_of(&self, community: &str) -> Result<&Place, DemoError> {
        let found = self.places.iter().find(|place| place.community.key == community);
        found.ok_or_else(|| DemoError::Data(format!("community {community}")))
    }
    /// Creation time of an account.
    pub fn joined_at(&self, person: &Person) -> DateTime<Utc> {
        days_before(self.now, person.joined)
    }
    /// Creation time of an affiliation.
    pub fn created_at(&self, affiliation: &Affiliation) -> DateTime<Utc> {
        days_before(self.now, affiliation.created)
    }
    /// Time at which a person joined an affiliation: soon after both existed, in the order of the
    /// person's affiliations.
    pub fn affiliated_at(&self, person: &Person, to: &Affiliation) -> DateTime<Utc> {
        let both = self.joined_at(person).max(self.created_at(to));
        if to.creator == person.key {
            return both;
        }
        let place = person.affiliations.iter().position(|key| *key == to.key).unwrap_or(0);
        let days = place * 9 + Dice::from_name(&format!("{}/{}", person.key, to.key)).next_below(9);
        (both + Duration::days(i64::try_from(days).unwrap_or(0))).min(self.now)
    }

    fn build_place(&self, community: &Community) -> Result<Place, DemoError> {
        let created = days_before(self.now, community.created);
        let mut threads = Vec::new();
        for script in self.cast.conversations.get(community.key.as_str()).into_iter().flatten() {
            threads.push(self.build_thread(community, script)?);
        }
        let posts = || threads.iter().flat_map(|thread: &Thread| &thread.posts);
        let last_updated = posts().map(|post| post.at).max().unwrap_or(created);
        let members = community
            .all_members()
            .map(|key| {
                let person = self.person_id(key)?;
                let first_post = posts().filter(|post| post.by == person).map(|post| post.at).min();
                self.build_membership(community, key, person, first_post)
            })
            .collect::<Result<_, _>>()?;
        let id = id_at(&community.name, created);
        Ok(Place { id, community: community.clone(), created, last_updated, members, threads })
    }

    fn build_membership(
        &self,
        community: &Community,
        key: &str,
        id: Uuid,
        first_post: Option<DateTime<Utc>>,
    ) -> Result<Membership, DemoError> {
        let person = self.cast.people.iter().find(|person| person.key == key);
        let account = person.map_or(self.now, |person| self.joined_at(person));
        let earliest = account.max(days_before(self.now, community.created));
        let is_admin = community.is_admin(key);
        let mut dice = Dice::from_name(&format!("{}/{key}", community.key));
        let weeks = i64::try_from(dice.next_below(10)).unwrap_or(0);
        let latest = first_post.unwrap_or(self.now) - Duration::hours(2);
        let by_default = community.follows_affiliation() && !is_admin;
        let joined = match person.filter(|_| by_default) {
            Some(person) => self.affiliated_since(person, community),
            None if is_admin => earliest,
            None => earliest + Duration::weeks(weeks),
        };
        let joined = joined.min(latest).max(earliest);
        let last_read = match community.read.get(key) {
            None => self.now,
            Some(text) => {
                let age = script::parse_age(text).ok_or_else(|| DemoError::Data(text.clone()))?;
                self.now - age
            }
        };
        Ok(Membership { person: id, is_admin, by_default, joined, last_read })
    }

    /// Time at which a person joined the first affiliation of a community.
    fn affiliated_since(&self, person: &Person, community: &Community) -> DateTime<Utc> {
        let all = self.cast.affiliations.iter();
        let held = all.filter(|one| {
            community.affiliations.contains(&one.key) && person.affiliations.contains(&one.key)
        });
        held.map(|one| self.affiliated_at(person, one)).min().unwrap_or(self.now)
    }

    fn build_thread(&self, community: &Community, script: &Script) -> Result<Thread, DemoError> {
        let name = format!("{}/{}", community.key, script.caption);
        let times = timeline::line_times(script, &name, self.now);
        let Some((first, began)) = script.lines.first().zip(times.first()) else {
            return Err(DemoError::Data(format!("thread without a post: {name}")));
        };
        let opened_by = if community.is_admin(first.by) {
            first.by
        } else {
            community.admins.first().map_or(first.by, String::as_str)
        };
        let opened_by = self.person_id(opened_by)?;
        let mut posts: Vec<Post> = Vec::new();
        let mut asked: Option<usize> = None;
        for (number, (line, at)) in script.lines.iter().zip(&times).enumerate() {
            let parent = asked.filter(|_| line.is_reply).and_then(|place| posts.get_mut(place));
            let parent = parent.map(|post| {
                post.replies += 1;
                post.id
            });
            let by = self.person_id(line.by)?;
            let name = format!("{name}/{number}");
            let likes = self.build_likes(community, &name, line.likes, (by, *at))?;
            let id = id_at(&name, *at);
            posts.push(Post { id, at: *at, by, parent, text: line.text, likes, replies: 0 });
            if !line.is_reply {
                asked = Some(number);
            }
        }
        Ok(Thread { id: id_at(&name, *began), caption: script.caption, opened_by, posts })
    }

    /// Likes of a post, with their times. Counts above the number of members are scaled down.
    fn build_likes(
        &self,
        community: &Community,
        name: &str,
        written: usize,
        (author, at): (Uuid, DateTime<Utc>),
    ) -> Result<Vec<(Uuid, DateTime<Utc>)>, DemoError> {
        let everybody = community.all_members().map(|key| self.person_id(key));
        let mut others: Vec<Uuid> = everybody.collect::<Result<_, _>>()?;
        others.retain(|person| *person != author);
        let scripts = self.cast.conversations.get(community.key.as_str()).into_iter().flatten();
        let lines = scripts.flat_map(|script| &script.lines);
        let most = lines.map(|line| line.likes).max().unwrap_or(0).max(others.len());
        let count = (written * others.len()).div_ceil(most.max(1));
        let mut dice = Dice::from_name(name);
        let window = (self.now - at).num_minutes().clamp(0, 2_000);
        let window = usize::try_from(window).unwrap_or(0);
        let likers = dice.pick_random(others, count);
        let after = |dice: &mut Dice| {
            Duration::minutes(i64::try_from(dice.next_below(window)).unwrap_or(0))
        };
        Ok(likers.into_iter().map(|liker| (liker, at + after(&mut dice))).collect())
    }
}

fn days_before(now: DateTime<Utc>, days: i64) -> DateTime<Utc> {
    let at = now - Duration::days(days);
    // No one signs up at night when the demo is loaded at night.
    at.date_naive().and_hms_opt(9, 30, 0).map_or(at, |morning| morning.and_utc().min(now))
}

#[cfg(test)]
mod tests;
