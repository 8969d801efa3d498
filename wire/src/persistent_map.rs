//! A map whose copies share memory. The entries are split into pieces: a clone copies the list of
//! pieces, and an update copies only the piece it changes. A successor of a table with 10,000 hosts
//! therefore costs only what changed, and both remain readable.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Arc;

/// Number of pieces. With 10,000 entries an update copies about 40 entries and this list.
const SHARDS: u64 = 256;

/// An unordered map of shared pieces.
#[derive(Debug, Clone)]
pub struct ShardedMap<K, V> {
    pieces: Box<[Arc<HashMap<K, V>>]>,
    hasher: RandomState,
    len: usize,
}

impl<K, V> Default for ShardedMap<K, V> {
    fn default() -> Self {
        let empty = Arc::new(HashMap::new());
        let pieces = (0..SHARDS).map(|_| Arc::clone(&empty)).collect();
        Self { pieces, hasher: RandomState::new(), len: 0 }
    }
}

impl<K, V> ShardedMap<K, V> {
    /// Number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the map is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.pieces.iter().flat_map(|piece| piece.keys())
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.pieces.iter().flat_map(|piece| piece.values())
    }
}

impl<K: Hash + Eq + Clone, V: Clone> ShardedMap<K, V> {
    /// Returns the value at `key`.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.pieces[self.piece_index(key)].get(key)
    }

    /// Inserts `value` at `key` and returns the previous value.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let place = self.piece_index(&key);
        let old = Arc::make_mut(&mut self.pieces[place]).insert(key, value);
        self.len += usize::from(old.is_none());
        old
    }

    /// Removes and returns the value at `key`.
    pub fn remove<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        // Without this check a missing key would still copy its piece.
        self.get(key)?;
        self.len -= 1;
        let place = self.piece_index(key);
        Arc::make_mut(&mut self.pieces[place]).remove(key)
    }

    /// Keys that `other` does not have. Pieces that both share are skipped.
    pub fn missing_in<'p>(&'p self, other: &'p Self) -> impl Iterator<Item = &'p K> {
        let both = self.pieces.iter().zip(other.pieces.iter());
        let differ = both.filter(|(one, other)| !Arc::ptr_eq(one, other));
        differ.flat_map(|(piece, _)| piece.keys()).filter(|key| other.get(*key).is_none())
    }

    fn piece_index<Q: Hash + ?Sized>(&self, key: &Q) -> usize {
        (self.hasher.hash_one(key) % SHARDS) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn clone_is_independent(
            first in prop::collection::vec((any::<bool>(), 0..400u16), 0..600),
            later in prop::collection::vec((any::<bool>(), 0..400u16), 0..60),
        ) {
            let (mut one, mut known) = (ShardedMap::default(), HashMap::new());
            type KnownPieces = HashMap<u16, usize>;
            let act = |pieces: &mut ShardedMap<u16, usize>, known: &mut KnownPieces, acts: &[(bool, u16)]| {
                for (at, (is_put, key)) in acts.iter().enumerate() {
                    let (new, old) = if *is_put {
                        (pieces.insert(*key, at), known.insert(*key, at))
                    } else {
                        (pieces.remove(key), known.remove(key))
                    };
                    assert_eq!(new, old);
                }
            };
            act(&mut one, &mut known, &first);
            let (before, known_before) = (one.clone(), known.clone());
            act(&mut one, &mut known, &later);
            for (pieces, known) in [(&one, &known), (&before, &known_before)] {
                prop_assert_eq!(pieces.len(), known.len());
                prop_assert_eq!(pieces.keys().count(), known.len());
                prop_assert_eq!(pieces.values().sum::<usize>(), known.values().sum::<usize>());
                prop_assert!(known.iter().all(|(key, value)| pieces.get(key) == Some(value)));
            }
            let gone: BTreeSet<_> = before.missing_in(&one).collect();
            let known_gone: BTreeSet<_> =
                known_before.keys().filter(|key| !known.contains_key(*key)).collect();
            prop_assert_eq!(gone, known_gone);
        }
    }
}
