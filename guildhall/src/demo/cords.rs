//! Cords of the demo network: its replies, likes, memberships and vouches count as those of members
//! do.

use super::DemoError;
use super::follows::Follows;
use super::random::Dice;
use super::world::{Place, World};
use chrono::{DateTime, Duration, SubsecRound, Utc};
use platform::{AffiliationId, CommunityId, System, Tx, UserId};
use std::collections::HashMap;
use tenant_runtime::cord_activity::{ActivityKind, ActivityPayload, JoinedGroup, PairActivity};
use tenant_runtime::cords::{self, ImportedActivity};
use uuid::Uuid;

/// Probability that a person vouches for someone they follow.
const VOUCH_LIKELY: f64 = 0.2;

/// Imports the vouches and all activity, after everything else was inserted.
pub async fn import(
    tx: &Tx<'_, System>,
    world: &World,
    follows: &Follows,
) -> Result<(), DemoError> {
    let mut activity: Vec<ImportedActivity> = Vec::new();
    for place in &world.places {
        add_posts(place, &mut activity);
        add_members(place, &mut activity);
    }
    add_affiliations(world, &mut activity)?;
    let vouches = vouches(world, follows)?;
    cords::import_vouches(tx, &vouches).await?;
    for (from, to, at) in vouches {
        add_pair(ActivityKind::Vouch, (from, to), at, &mut activity);
    }
    cords::import_activity(tx, activity).await?;
    Ok(())
}

fn add_pair(
    kind: ActivityKind,
    (from, to): (UserId, UserId),
    at: DateTime<Utc>,
    activity: &mut Vec<ImportedActivity>,
) {
    if from != to {
        let payload = ActivityPayload::Pair(PairActivity::new(kind, from, to));
        activity.push(ImportedActivity { payload, at });
    }
}

fn add_posts(place: &Place, activity: &mut Vec<ImportedActivity>) {
    let posts = || place.threads.iter().flat_map(|thread| &thread.posts);
    let authors: HashMap<Uuid, Uuid> = posts().map(|post| (post.id, post.by)).collect();
    for post in posts() {
        let answered = post.parent.and_then(|parent| authors.get(&parent));
        if let Some(answered) = answered {
            let pair = (UserId(post.by), UserId(*answered));
            add_pair(ActivityKind::Reply, pair, post.at, activity);
        }
        for (liker, at) in &post.likes {
            add_pair(ActivityKind::Like, (UserId(*liker), UserId(post.by)), *at, activity);
        }
    }
}

fn add_members(place: &Place, activity: &mut Vec<ImportedActivity>) {
    let group = JoinedGroup::Community(CommunityId(place.id));
    for member in &place.members {
        let payload = ActivityPayload::Join { group, user: UserId(member.person) };
        activity.push(ImportedActivity { payload, at: member.joined });
    }
}

fn add_affiliations(world: &World, activity: &mut Vec<ImportedActivity>) -> Result<(), DemoError> {
    for affiliation in &world.cast.affiliations {
        let id = AffiliationId(world.affiliation_id(&affiliation.key)?);
        let group = JoinedGroup::Affiliation(id);
        let members =
            world.cast.people.iter().filter(|one| one.affiliations.contains(&affiliation.key));
        for person in members {
            let user = UserId(world.person_id(&person.key)?);
            let at = world.affiliated_at(person, affiliation);
            let payload = ActivityPayload::Join { group, user };
            activity.push(ImportedActivity { payload, at });
        }
    }
    Ok(())
}

type Vouch = (UserId, UserId, DateTime<Utc>);

/// Vouches for some of the followed people.
fn vouches(world: &World, follows: &Follows) -> Result<Vec<Vouch>, DemoError> {
    let mut vouches = Vec::new();
    for ((follower, followed), since) in follows.pairs() {
        let mut dice = Dice::from_name(&format!("vouch/{follower}>{followed}"));
        if dice.next_fraction() < VOUCH_LIKELY {
            let (voucher, user) = (world.person_id(follower)?, world.person_id(followed)?);
            let at = (*since + Duration::hours(20)).min(world.now).trunc_subsecs(0);
            vouches.push((UserId(voucher), UserId(user), at));
        }
    }
    Ok(vouches)
}
