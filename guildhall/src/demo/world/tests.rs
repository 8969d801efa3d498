use super::{Place, Post, World};
use crate::demo::DemoError;
use crate::demo::cast::{Community, Person};
use chrono::{DateTime, Duration, Utc};
use platform::config::ContentFilter;
use std::collections::BTreeSet;
use tenant_runtime::content::{self, LengthLimit};

fn world() -> Result<World, DemoError> {
    world_loaded_at(757)
}

/// The demo network, loaded at this minute of a day.
fn world_loaded_at(minute: i64) -> Result<World, DemoError> {
    World::as_of(DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_778) + Duration::minutes(minute))
}

fn person<'w>(world: &'w World, key: &str) -> Option<&'w Person> {
    world.cast.people.iter().find(|person| person.key == key)
}

fn may_belong(person: &Person, community: &Community) -> bool {
    let has = |affiliation: &String| person.affiliations.contains(affiliation);
    let asked = &community.affiliations;
    if community.require_all {
        asked.iter().all(has)
    } else {
        asked.is_empty() || asked.iter().any(has)
    }
}

#[test]
fn members_meet_the_requirements_of_their_communities() -> Result<(), DemoError> {
    let world = world()?;
    for place in &world.places {
        let community = &place.community;
        let everybody: BTreeSet<&str> = community.all_members().collect();
        assert_eq!(
            everybody.len(),
            place.members.len(),
            "{} contains a member twice",
            community.key
        );
        for key in everybody {
            let found = person(&world, key);
            assert!(
                found.is_some_and(|it| may_belong(it, community)),
                "{key} in {}",
                community.key
            );
        }
        assert!(place.members.iter().any(|member| member.is_admin), "{}", community.key);
        for member in &place.members {
            assert!(member.joined >= place.created && member.joined <= world.now);
        }
    }
    Ok(())
}

#[test]
fn founders_joined_before_their_communities() -> Result<(), DemoError> {
    let world = world()?;
    for affiliation in &world.cast.affiliations {
        let founder = person(&world, &affiliation.creator);
        let in_time = founder.is_some_and(|it| it.joined >= affiliation.created);
        assert!(in_time, "{}", affiliation.key);
    }
    for community in &world.cast.communities {
        let founder = community.admins.first().and_then(|key| person(&world, key));
        assert!(founder.is_some_and(|it| it.joined >= community.created), "{}", community.key);
    }
    Ok(())
}

fn check_post(world: &World, place: &Place, post: &Post) {
    let author = place.members.iter().find(|member| member.person == post.by);
    let in_time = author.is_some_and(|author| author.joined < post.at);
    assert!(in_time, "{}: {}", place.community.key, post.text);
    assert!(post.at < world.now);
    assert!(post.likes.len() < place.members.len());
    assert!(post.likes.iter().all(|(_, at)| *at >= post.at && *at <= world.now));
}

#[test]
fn posts_are_by_members_after_they_joined() -> Result<(), DemoError> {
    for world in [world_loaded_at(1)?, world_loaded_at(430)?, world_loaded_at(1_438)?] {
        for place in &world.places {
            for post in place.threads.iter().flat_map(|thread| &thread.posts) {
                check_post(&world, place, post);
            }
        }
    }
    Ok(())
}

#[test]
fn all_posts_pass_validation() -> Result<(), DemoError> {
    let world = world()?;
    for thread in world.places.iter().flat_map(|place| &place.threads) {
        assert_eq!(content::check_title(thread.caption).as_deref(), Ok(thread.caption));
        for post in &thread.posts {
            let length =
                if post.parent.is_some() { LengthLimit::Message } else { LengthLimit::Post };
            let kept = content::check_post(post.text, length, ContentFilter::Strict);
            assert_eq!(kept.as_deref(), Ok(post.text));
        }
    }
    Ok(())
}

#[test]
fn demo_network_is_reproducible_with_unique_ids() -> Result<(), DemoError> {
    let (one, two) = (world()?, world()?);
    assert_eq!(format!("{:?}", one.places), format!("{:?}", two.places));
    let threads = || one.places.iter().flat_map(|place| &place.threads);
    let mut ids: Vec<_> = threads().map(|thread| thread.id).collect();
    ids.extend(threads().flat_map(|thread| &thread.posts).map(|post| post.id));
    ids.extend(one.places.iter().map(|place| place.id));
    let different: BTreeSet<_> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
    assert!(ids.len() > 1_400, "{}", ids.len());
    Ok(())
}

#[test]
fn fixed_accounts_match_the_guides() -> Result<(), DemoError> {
    let world = world()?;
    let fixed = |name: &str| world.cast.people.iter().find(|person| person.is_fixed(name));
    for name in ["member", "second", "affadmin", "communityadmin", "staff", "paused", "mfa"] {
        assert!(fixed(name).is_some(), "{name}");
    }
    assert!(fixed("outsider").is_some_and(|it| it.affiliations.is_empty()));
    assert!(fixed("unverified").is_some_and(|it| it.affiliations.is_empty()));
    let member = fixed("member").map(|it| it.key.clone()).unwrap_or_default();
    let of = |affiliation: &str| {
        let linked = |one: &&Community| one.affiliations.iter().any(|it| it == affiliation);
        let mine =
            world.cast.communities.iter().filter(|one| one.all_members().any(|it| it == member));
        mine.filter(linked).count()
    };
    let all = world.cast.communities.iter().filter(|one| one.all_members().any(|it| it == member));
    let all = all.count();
    assert!((3..all).contains(&of("ashcombe")) && (2..all).contains(&of("htwu")));
    Ok(())
}
