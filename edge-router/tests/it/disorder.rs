//! Disturbed updates (edge design, test H): out of order, duplicated, truncated, or with a flipped
//! bit. The active table is always one of the published tables, and the first answer that continues
//! from it is applied.

use crate::changes::{acts, carry_out, in_force, published};
use crate::kit::table;
use edge_router::Table;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::HashMap;
use std::sync::Arc;
use wire::{Changes, FeedAnswer, FeedKey, PublishedTable};

/// Disturbance of an answer in transit.
#[derive(Debug, Clone)]
enum Mishap {
    None,
    Cut(Index),
    Turn(Index, u8),
}

/// From one version to another, with a disturbance.
type Delivery = (Index, Index, Mishap);

fn deliveries() -> impl Strategy<Value = Vec<Delivery>> {
    let mishap = prop_oneof![
        3 => Just(Mishap::None),
        1 => any::<Index>().prop_map(Mishap::Cut),
        2 => (any::<Index>(), 0u8..8).prop_map(|(at, bit)| Mishap::Turn(at, bit)),
    ];
    prop::collection::vec((any::<Index>(), any::<Index>(), mishap), 1..40)
}

/// Active state of an edge without its version: the hash, and the resolution of each name.
fn content(held: &Table) -> (Option<String>, Vec<String>) {
    let (_, hash, names) = in_force(held);
    (hash, names)
}

fn damaged(mut bytes: Vec<u8>, mishap: &Mishap) -> Vec<u8> {
    match *mishap {
        Mishap::None => {}
        Mishap::Cut(at) => bytes.truncate(at.index(bytes.len())),
        Mishap::Turn(at, bit) => {
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
        }
    }
    bytes
}

/// Processes an answer, whether it is accepted or not.
fn take(held: &Table, bytes: &[u8]) {
    if let Ok(FeedAnswer::Changes(changes)) = serde_json::from_slice(bytes) {
        let _ = held.apply_changes(*changes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn disturbed_updates_never_activate_an_unpublished_table(
        rounds in prop::collection::vec(acts(), 2..6), deliveries in deliveries(),
    ) {
        let mut newest = table(1);
        newest.bulk = true;
        let mut all: Vec<PublishedTable> = vec![published(&newest)];
        for acts in &rounds {
            newest.version += 1;
            acts.iter().for_each(|act| carry_out(&mut newest, act));
            all.push(published(&newest));
        }
        let mut whole = HashMap::new();
        for one in &all {
            let held = Table::new();
            held.apply(Arc::clone(&one.table)).unwrap();
            whole.insert(one.hash.clone(), content(&held));
        }
        // One edge that verifies signatures, as in production, and one that accepts everything that
        // parses.
        let (key, sealed, bare) = (FeedKey::new([9; 32]), Table::new(), Table::new());
        for held in [&sealed, &bare] {
            held.apply(Arc::clone(&all[0].table)).unwrap();
        }
        for (from, to, mishap) in deliveries {
            let (from, to) = (from.index(all.len()), to.index(all.len()));
            let changes = Changes::from_tables(&all[from], &all[to]);
            let answer = serde_json::to_vec(&FeedAnswer::Changes(Box::new(changes))).unwrap();
            let seal = key.sign(&answer);
            let came = damaged(answer, &mishap);
            let is_whole = matches!(mishap, Mishap::None);
            prop_assert_eq!(key.is_signed_by(&came, &seal), is_whole);
            if is_whole {
                take(&sealed, &came);
            }
            take(&bare, &came);
            for held in [&sealed, &bare] {
                let now = content(held);
                let hash = now.0.clone().unwrap();
                prop_assert_eq!(Some(&now), whole.get(&hash), "{:?}", mishap);
            }
        }
        let known = sealed.active_routes().unwrap();
        let (last, at) = (all.len() - 1, usize::try_from(known.version).unwrap() - 1);
        prop_assert_eq!(known.hash(), Some(all[at].hash.as_str()));
        if at < last {
            sealed.apply_changes(Changes::from_tables(&all[at], &all[last])).unwrap();
        }
        prop_assert_eq!(content(&sealed).0, Some(all[last].hash.clone()));
    }
}
