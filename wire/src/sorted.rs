//! Like [`crate::pieces`], but iterated in key order.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum piece length; a longer piece is split in half.
const PIECE_MAX: usize = 128;

/// A sorted map of shared pieces. Each piece is sorted and not empty.
#[derive(Debug, Clone)]
pub struct SortedMap<K, V>(Vec<Arc<Vec<(K, V)>>>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K, V> From<BTreeMap<K, V>> for SortedMap<K, V> {
    fn from(map: BTreeMap<K, V>) -> Self {
        let mut rest = map.into_iter();
        let piece = || Some(rest.by_ref().take(PIECE_MAX / 2).collect::<Vec<_>>());
        let pieces = std::iter::from_fn(piece).take_while(|piece| !piece.is_empty());
        Self(pieces.map(Arc::new).collect())
    }
}

impl<K, V> SortedMap<K, V> {
    /// All entries in key order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().flat_map(|piece| piece.iter()).map(|(key, value)| (key, value))
    }
}

impl<K: Ord + Clone, V: Clone> SortedMap<K, V> {
    /// Returns the value at `key`.
    pub fn get(&self, key: &K) -> Option<&V> {
        let (number, Ok(at)) = self.find(key) else { return None };
        Some(&self.0[number][at].1)
    }

    /// Inserts `value` at `key`, replacing any previous value.
    pub fn insert(&mut self, key: K, value: V) {
        let (number, at) = self.find(&key);
        let Some(piece) = self.0.get_mut(number) else {
            self.0.push(Arc::new(vec![(key, value)]));
            return;
        };
        let piece = Arc::make_mut(piece);
        match at {
            Ok(at) => piece[at].1 = value,
            Err(at) => piece.insert(at, (key, value)),
        }
        if piece.len() > PIECE_MAX {
            let later = piece.split_off(PIECE_MAX / 2);
            self.0.insert(number + 1, Arc::new(later));
        }
    }

    /// Removes the value at `key`, if present.
    pub fn remove(&mut self, key: &K) {
        let (number, Ok(at)) = self.find(key) else { return };
        if self.0[number].len() == 1 {
            self.0.remove(number);
        } else {
            Arc::make_mut(&mut self.0[number]).remove(at);
        }
    }

    /// Returns the piece for `key`, and its position in the piece (found, or where to insert).
    fn find(&self, key: &K) -> (usize, Result<usize, usize>) {
        let later =
            self.0.partition_point(|piece| piece.first().is_some_and(|(first, _)| first <= key));
        let number = later.saturating_sub(1);
        let piece = self.0.get(number).map_or(&[][..], |piece| piece.as_slice());
        (number, piece.binary_search_by(|(known, _)| known.cmp(key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_like_a_sorted_map_with_independent_clones(
            begin in prop::collection::btree_map(0..2_000u16, 0..9u8, 0..900),
            acts in prop::collection::vec((any::<bool>(), 0..2_000u16), 0..600),
        ) {
            let (mut known, mut sorted) = (begin.clone(), SortedMap::from(begin.clone()));
            let before = sorted.clone();
            for (is_put, key) in acts {
                if is_put {
                    known.insert(key, 9);
                    sorted.insert(key, 9);
                } else {
                    known.remove(&key);
                    sorted.remove(&key);
                }
                prop_assert_eq!(sorted.get(&key), known.get(&key));
            }
            prop_assert!(sorted.iter().eq(&known));
            prop_assert!(before.iter().eq(&begin));
        }
    }
}
