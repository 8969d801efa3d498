//! Follows: people follow some of those they meet in communities, mostly the admins.

use super::DemoError;
use super::cast::Person;
use super::random::Dice;
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Probability of following another member of a community, and its admins.
const FOLLOW_PROBABILITY_RANGE: (f64, f64) = (0.12, 0.45);

/// Follower relations, with their times.
#[derive(Debug)]
pub struct Follows(BTreeMap<(String, String), DateTime<Utc>>);

impl Follows {
    /// Computes them.
    pub fn from_world(world: &World) -> Self {
        let mut follows = BTreeMap::new();
        // Those who were added automatically met elsewhere.
        for place in world.places.iter().filter(|place| !place.community.follows_affiliation()) {
            let here = || place.community.all_members().filter_map(|key| find_active(world, key));
            for one in here() {
                for other in here().filter(|other| other.key != one.key) {
                    let is_admin = place.community.is_admin(&other.key);
                    let likely = if is_admin {
                        FOLLOW_PROBABILITY_RANGE.1
                    } else {
                        FOLLOW_PROBABILITY_RANGE.0
                    };
                    let mut dice = Dice::from_name(&format!(
                        "{}/{}>{}",
                        place.community.key, one.key, other.key
                    ));
                    if dice.next_fraction() >= likely {
                        continue;
                    }
                    let met = world.joined_at(one).max(world.joined_at(other)).max(place.created);
                    let since = met + (world.now - met) / 1_000 * random_thousandths(&mut dice);
                    follows.entry((one.key.clone(), other.key.clone())).or_insert(since);
                }
            }
        }
        Self(follows)
    }

    /// Numbers of followers and followed people.
    pub fn follow_counts(&self, key: &str) -> (i64, i64) {
        let count = |of: fn(&(String, String)) -> &String| {
            let pairs = self.0.keys().filter(|pair| of(pair) == key).count();
            i64::try_from(pairs).unwrap_or(i64::MAX)
        };
        (count(|(_, followed)| followed), count(|(follower, _)| follower))
    }

    /// Follower, followed person and time.
    pub fn pairs(&self) -> impl Iterator<Item = (&(String, String), &DateTime<Utc>)> {
        self.0.iter()
    }

    /// Builds the rows.
    pub fn follow_rows(&self, world: &World) -> Result<Rows, DemoError> {
        let mut rows = Rows::new("follows", &["follower_id", "followed_id", "created_at"]);
        for ((follower, followed), since) in &self.0 {
            rows.add(row![world.person_id(follower)?, world.person_id(followed)?, *since]);
        }
        Ok(rows)
    }
}

fn random_thousandths(dice: &mut Dice) -> i32 {
    i32::try_from(dice.next_below(1_000)).unwrap_or(0)
}

/// Returns an active person: one who never completed sign-up or is suspended follows no one.
fn find_active<'w>(world: &'w World, key: &str) -> Option<&'w Person> {
    let person = world.cast.people.iter().find(|person| person.key == key)?;
    (!person.is_fixed("unverified") && !person.is_fixed("paused")).then_some(person)
}
