//! Reproducible randomness: every random value in the demo network is derived from the name of its
//! subject.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A small generator (SplitMix64) seeded with a name.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Creates the generator of this name.
    pub fn from_name(name: &str) -> Self {
        // FNV-1a.
        let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(seed)
    }

    /// 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in [0, 1).
    pub fn next_fraction(&mut self) -> f64 {
        f64::from(u32::try_from(self.next_bits() >> 32).unwrap_or(0)) / f64::from(u32::MAX)
            * 0.999_999
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn next_below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next_bits() % end).unwrap_or(0)
    }

    /// Picks `count` elements in random order.
    pub fn pick_random<T>(&mut self, mut from: Vec<T>, count: usize) -> Vec<T> {
        let count = count.min(from.len());
        for place in 0..count {
            let other = place + self.next_below(from.len() - place);
            from.swap(place, other);
        }
        from.truncate(count);
        from
    }
}

/// Id of the entity with this name, created at `at`: a UUIDv7 in format and order.
pub fn id_at(name: &str, at: DateTime<Utc>) -> Uuid {
    let mut dice = Dice::from_name(name);
    let mut random = [0; 10];
    let bits = dice.next_bits().to_be_bytes().into_iter().chain(dice.next_bits().to_be_bytes());
    for (place, byte) in random.iter_mut().zip(bits) {
        *place = byte;
    }
    let millis = u64::try_from(at.timestamp_millis()).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::{Dice, id_at};
    use chrono::{DateTime, Utc};

    #[test]
    fn demo_ids_are_stable_and_ordered_by_time() {
        let at = DateTime::<Utc>::UNIX_EPOCH + chrono::Duration::days(20_000);
        let id = id_at("post:1", at);
        assert_eq!(id, id_at("post:1", at));
        assert_ne!(id, id_at("post:2", at));
        assert_eq!(id.get_version_num(), 7);
        assert!(id < id_at("post:1", at + chrono::Duration::milliseconds(1)));
    }

    #[test]
    fn pick_returns_distinct_elements() {
        let mut picked = Dice::from_name("likes").pick_random((0..20).collect(), 7);
        picked.sort_unstable();
        picked.dedup();
        assert_eq!(picked.len(), 7);
        assert_eq!(Dice::from_name("likes").pick_random(vec![1, 2], 9).len(), 2);
    }
}
