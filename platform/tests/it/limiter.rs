use crate::settings::limits;
use crate::world::{World, database};
use chrono::TimeDelta;
use platform::Clock;
use platform::limiter::{LimitKey, LimitedAction, Limiter, LimiterSettings};
use std::net::IpAddr;
use wire::{KeyRing, RingKeys};

async fn fail_five_times(limiter: &Limiter, clock: &Clock, key: &LimitKey) {
    for _ in 0..5 {
        assert!(limiter.count_attempt(LimitedAction::Login, key).await.allowed);
        clock.advance_by(TimeDelta::seconds(30));
    }
}

#[tokio::test]
async fn block_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path()).await;
    let clock = Clock::system_clock();
    let key = LimitKey::account("Ada@Example.org");
    fail_five_times(&Limiter::in_database(limits(&clock), database.clone()), &clock, &key).await;

    let restarted = Limiter::in_database(limits(&clock), database);
    let same = LimitKey::account(" ada@example.org");
    let refused = restarted.check(LimitedAction::Login, &same).await;
    assert!(!refused.allowed);
    assert_eq!((refused.remaining, refused.retry_after_minutes()), (0, 30));
    clock.advance_by(TimeDelta::minutes(30));
    assert!(restarted.count_attempt(LimitedAction::Login, &key).await.allowed);
}

#[tokio::test]
async fn key_rotation_resets_no_counter() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path()).await;
    let clock = Clock::system_clock();
    let (old, new) = ([7; 32], [8; 32]);
    let with = |keys: RingKeys<[u8; 32]>| {
        let settings = LimiterSettings { secrets: KeyRing::new(keys), ..limits(&clock) };
        Limiter::in_database(settings, database.clone())
    };
    let key = LimitKey::account("ada@example.org");
    // Each attempt waits for the delay after the one before.
    let hit = async |limiter: Limiter| {
        clock.advance_by(TimeDelta::seconds(31));
        limiter.count_attempt(LimitedAction::Login, &key).await
    };
    let (before, added) = (with(old.into()), with(RingKeys::new(old, [new])));
    let (first, after) = (with(RingKeys::new(new, [old])), with(new.into()));
    assert_eq!(hit(before.clone()).await.remaining, 4);
    assert_eq!(hit(added).await.remaining, 3);
    // Processes with the earlier and the next configuration run at the same time.
    assert_eq!(hit(before.clone()).await.remaining, 2);
    assert_eq!(hit(first.clone()).await.remaining, 1);
    assert_eq!(hit(first.clone()).await.remaining, 0);
    assert!(!hit(before).await.allowed);
    assert!(!hit(first.clone()).await.allowed);
    // The new key has counted the attempts since it was added.
    assert_eq!(after.check(LimitedAction::Login, &key).await.remaining, 2);
    first.clear(LimitedAction::Login, &key).await;
    assert_eq!(first.check(LimitedAction::Login, &key).await.remaining, 5);
}

#[tokio::test]
async fn success_clears_only_the_accounts_counter() {
    let clock = Clock::system_clock();
    let limiter = Limiter::in_memory(limits(&clock));
    let (ada, bob) = (LimitKey::account("ada@example.org"), LimitKey::account("bob@example.org"));
    fail_five_times(&limiter, &clock, &ada).await;
    fail_five_times(&limiter, &clock, &bob).await;
    limiter.clear(LimitedAction::Login, &ada).await;
    assert_eq!(limiter.check(LimitedAction::Login, &ada).await.remaining, 5);
    assert!(!limiter.check(LimitedAction::Login, &bob).await.allowed);
}

#[tokio::test]
async fn strictest_of_several_limits_applies() {
    let clock = Clock::system_clock();
    let limiter = Limiter::in_memory(limits(&clock));
    let address: IpAddr = "203.0.113.7".parse().unwrap();
    let asked = |email: &str| {
        [
            (LimitedAction::LoginNetwork, LimitKey::network(address)),
            (LimitedAction::Login, LimitKey::account(email)),
        ]
    };
    for person in 0..50 {
        assert!(limiter.count_attempts(&asked(&format!("{person}@example.org"))).await.allowed);
    }
    let refused = limiter.count_attempts(&asked("another@example.org")).await;
    assert!(!refused.allowed && refused.retry_after_s > 0);
    let another = LimitKey::account("another@example.org");
    assert_eq!(limiter.check(LimitedAction::Login, &another).await.remaining, 5);
}

#[tokio::test]
async fn ipv6_household_counts_as_one_network() {
    let limiter = Limiter::in_memory(limits(&Clock::system_clock()));
    let network = |text: &str| LimitKey::network(text.parse().unwrap());
    let action = LimitedAction::LoginNetwork;
    limiter.count_attempt(action, &network("2001:db8:1:2::1")).await;
    limiter.count_attempt(action, &network("203.0.113.7")).await;
    let left = async |text: &str| limiter.check(action, &network(text)).await.remaining;
    assert_eq!(left("2001:db8:1:2:ffff::9").await, 49);
    assert_eq!(left("2001:db8:1:3::1").await, 50);
    assert_eq!(left("::ffff:203.0.113.7").await, 49);
    assert_eq!(left("203.0.113.8").await, 50);
}

#[tokio::test]
async fn unknown_devices_share_a_counter_separate_from_known_ones() {
    let clock = Clock::system_clock();
    let limiter = Limiter::in_memory(limits(&clock));
    let ada = LimitKey::account("ada@example.org");
    fail_five_times(&limiter, &clock, &ada.clone().combined_with(&LimitKey::device(None))).await;
    let strange = ada.clone().combined_with(&LimitKey::device(None));
    let known = ada.combined_with(&LimitKey::device(Some("a-device-of-hers")));
    assert!(!limiter.check(LimitedAction::Login, &strange).await.allowed);
    assert!(limiter.check(LimitedAction::Login, &known).await.allowed);
}

#[tokio::test]
async fn concurrent_attempts_do_not_exceed_the_limit() {
    let world = World::open().await;
    let limiter = world.services.limiter();
    let key = LimitKey::client(None, None);
    let attempts = (0..50).map(|_| limiter.count_attempt(LimitedAction::InviteCode, &key));
    let verdicts = futures::future::join_all(attempts).await;
    assert_eq!(verdicts.iter().filter(|verdict| verdict.allowed).count(), 10);
}

#[test]
fn limit_key_is_not_printed() {
    assert_eq!(format!("{:?}", LimitKey::account("ada@example.org")), "LimitKey(hidden)");
}
