use super::*;
use proptest::prelude::*;

fn start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + Duration::days(20_000)
}

fn event(kind: ActivityKind, actor: usize, at: DateTime<Utc>) -> CordEvent {
    CordEvent { kind, actor, at }
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// A cord with one strand.
fn cord_of(kind: ActivityKind, times: usize) -> CordState {
    let config = CordsConfig::default();
    let mut cord = CordState::default();
    cord.add_all(CordRules(&config), &vec![event(kind, 0, start()); times]);
    cord
}

#[test]
fn all_caps_full_is_exactly_one_hundred() {
    let config = CordsConfig::default();
    let rules = CordRules(&config);
    let mut cord = CordState::default();
    for kind in ActivityKind::ALL {
        cord.add_all(rules, &vec![event(kind, 0, start()); 40]);
    }
    for thread in ThreadType::ALL {
        let strength = cord.strands.0.get(&thread).map(|strand| strand.strength);
        assert_eq!(strength, Some(rules.cap(thread)), "{thread:?}");
    }
    assert!(is_close(cord.total(rules, start()), 100.0));
}

#[test]
fn strength_halves_in_the_half_life_and_association_never_decays() {
    let config = CordsConfig::default();
    let rules = CordRules(&config);
    let after = |kind, days| {
        let cord = cord_of(kind, 2);
        let (_, _, strength) = cord
            .visible_strands(rules, start() + Duration::days(days))
            .next()
            .unwrap_or_else(|| unreachable!("the strand of {kind:?} is visible"));
        strength
    };
    assert!(is_close(after(ActivityKind::DirectMessage, 0), 10.0));
    assert!(is_close(after(ActivityKind::DirectMessage, 30), 5.0));
    assert!(is_close(after(ActivityKind::Introduction, 7), 12.5), "capped at 25");
    assert!(is_close(after(ActivityKind::Vouch, 180), 6.0));
    assert!(is_close(after(ActivityKind::CommunityJoin, 36_500), 6.0));
}

#[test]
fn strand_fades_when_it_falls_below_one() {
    let config = CordsConfig::default();
    let rules = CordRules(&config);
    let cord = cord_of(ActivityKind::Like, 2);
    let strand = cord.strands.0.get(&ThreadType::Social);
    let fades = strand.and_then(|strand| strand.fades_at(rules, ThreadType::Social));
    assert_eq!(fades, Some(start() + Duration::days(90)), "4 is two half-lives above 1");
    let total = |at: DateTime<Utc>| cord.total(rules, at);
    assert!(total(start() + Duration::days(90) - Duration::seconds(1)) > 0.0);
    assert!(is_close(total(start() + Duration::days(90) + Duration::seconds(1)), 0.0));
    let joined = cord_of(ActivityKind::CommunityJoin, 1);
    let strand = joined.strands.0.get(&ThreadType::Association);
    assert_eq!(strand.and_then(|one| one.fades_at(rules, ThreadType::Association)), None);
}

#[test]
fn weekly_decay_drops_strands_below_one() {
    let config = CordsConfig::default();
    let rules = CordRules(&config);
    let mut cord = cord_of(ActivityKind::Like, 1);
    cord.decay_weekly(rules, 0, start() + Duration::days(44));
    assert!(cord.strands.0.contains_key(&ThreadType::Social));
    cord.decay_weekly(rules, 0, start() + Duration::days(46));
    assert!(cord.strands.0.is_empty());
}

#[test]
fn consecutive_common_weeks_add_up() {
    let config = CordsConfig::default();
    let rules = CordRules(&config);
    let mut cord = CordState::default();
    for week in 1..=30 {
        let end = start() + Duration::days(week * 7);
        cord.decay_weekly(rules, 1, end + Duration::hours(3));
    }
    let strength = cord.strands.0.get(&ThreadType::Temporal).map(|strand| strand.strength);
    assert!(strength.is_some_and(|strength| strength > 9.0), "{strength:?}");
}

#[test]
fn replies_to_each_other_within_a_day_count_once_for_each_exchange() {
    let config = CordsConfig::default();
    let rules = CordRules(&config);
    let exchanges = |hours: &[(i64, usize)]| {
        let mut cord = CordState::default();
        let reply = |(hour, actor): &(i64, usize)| {
            event(ActivityKind::Reply, *actor, start() + Duration::hours(*hour))
        };
        cord.add_all(rules, &hours.iter().map(reply).collect::<Vec<_>>());
        cord.strands.0.get(&ThreadType::Behavioral).map_or(0, |strand| strand.activity_count)
    };
    assert_eq!(exchanges(&[(0, 0), (1, 0), (2, 0)]), 0);
    assert_eq!(exchanges(&[(0, 0), (24, 1)]), 1);
    assert_eq!(exchanges(&[(0, 0), (25, 1)]), 0);
    assert_eq!(exchanges(&[(0, 0), (1, 1), (2, 0)]), 1);
    assert_eq!(exchanges(&[(0, 0), (1, 1), (2, 0), (3, 1)]), 2);
}

#[test]
fn activity_until_the_erasure_does_not_count() {
    let config = CordsConfig::default();
    let rules = CordRules(&config);
    let mut cord = CordState { erased_at: Some(start()), ..CordState::default() };
    cord.add_all(rules, &[event(ActivityKind::Vouch, 0, start())]);
    assert!(cord.strands.0.is_empty());
    cord.add_all(rules, &[event(ActivityKind::Vouch, 0, start() + Duration::seconds(1))]);
    assert_eq!(cord.strands.0.len(), 1);
}

#[test]
fn state_is_the_same_after_it_was_stored() {
    let cord = cord_of(ActivityKind::DirectMessage, 3);
    let stored = serde_json::to_value(&cord.strands).unwrap_or_default();
    assert_eq!(stored["interaction"]["metadata"]["directMessage"], 3);
    assert_eq!(serde_json::from_value::<Strands>(stored).ok(), Some(cord.strands));
}

/// One step of a random history.
#[derive(Debug, Clone)]
enum Step {
    /// A flush of activities, each this many minutes after the last one of the history.
    Flush(Vec<(usize, usize, i64)>),
    /// Time without activity, in minutes.
    Wait(i64),
    /// The weekly decay, with or without a common week.
    Decay(bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let activity = (0..ActivityKind::ALL.len(), 0..2_usize, 0..3_000_i64);
    let step = prop_oneof![
        4 => prop::collection::vec(activity, 1..12).prop_map(Step::Flush),
        2 => (0..60_i64 * 24 * 400).prop_map(Step::Wait),
        1 => any::<bool>().prop_map(Step::Decay),
    ];
    prop::collection::vec(step, 200)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    /// 50 histories of 200 steps.
    #[test]
    fn total_keeps_its_laws_over_random_activity_and_time(steps in steps()) {
        let config = CordsConfig::default();
        let rules = CordRules(&config);
        let (mut cord, mut mirrored) = (CordState::default(), CordState::default());
        let mut now = start();
        for step in steps {
            let before = cord.total(rules, now);
            match step {
                Step::Flush(activities) => {
                    let base = now;
                    let events: Vec<CordEvent> = activities
                        .iter()
                        .map(|(kind, actor, minutes)| {
                            let at = base + Duration::minutes(*minutes);
                            event(ActivityKind::ALL[*kind], *actor, at)
                        })
                        .collect();
                    now = events.iter().map(|event| event.at).max().unwrap_or(now);
                    let without = cord.total(rules, now);
                    let mut other_order = cord.clone();
                    let backwards: Vec<CordEvent> = events.iter().rev().copied().collect();
                    other_order.add_all(rules, &backwards);
                    cord.add_all(rules, &events);
                    prop_assert_eq!(&cord, &other_order, "independent of the order");
                    prop_assert!(cord.total(rules, now) >= without - 1e-9, "monotone in activity");
                    let swapped: Vec<CordEvent> = events
                        .iter()
                        .map(|event| CordEvent { actor: 1 - event.actor, ..*event })
                        .collect();
                    mirrored.add_all(rules, &swapped);
                }
                Step::Wait(minutes) => {
                    now += Duration::minutes(minutes);
                    prop_assert!(cord.total(rules, now) <= before + 1e-9, "monotone in decay");
                }
                Step::Decay(is_common) => {
                    let weeks = usize::from(is_common);
                    cord.decay_weekly(rules, weeks, now);
                    mirrored.decay_weekly(rules, weeks, now);
                    let after = cord.total(rules, now);
                    prop_assert!(is_common || is_close(after, before), "persisting changes nothing");
                    prop_assert!(after >= before - 1e-9);
                    let again = { let mut cord = cord.clone(); cord.decay_weekly(rules, 0, now); cord };
                    prop_assert_eq!(&again, &cord, "idempotent");
                }
            }
            let total = cord.total(rules, now);
            prop_assert!((0.0..=100.0).contains(&total));
            prop_assert_eq!(&cord.strands, &mirrored.strands, "symmetric");
        }
    }
}
