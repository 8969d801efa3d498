//! Key ring: several keys for one purpose, so that a key can be replaced while processes run. The
//! first key signs and encrypts; every key verifies and decrypts.

use arc_swap::{ArcSwap, Guard};
use std::fmt;
use std::sync::Arc;

/// Keys of one purpose. Clones share them, also after a replacement.
pub struct KeyRing<K>(Arc<ArcSwap<RingKeys<K>>>);

/// The keys of a ring at one moment.
pub struct RingKeys<K> {
    first: K,
    others: Vec<K>,
}

impl<K> Clone for KeyRing<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K> fmt::Debug for KeyRing<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyRing(hidden)")
    }
}

impl<K> fmt::Debug for RingKeys<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RingKeys(hidden)")
    }
}

impl<K> RingKeys<K> {
    /// Creates the keys of a ring.
    pub fn new(first: K, others: impl IntoIterator<Item = K>) -> Self {
        Self { first, others: others.into_iter().collect() }
    }

    /// Key that signs and encrypts.
    pub const fn first(&self) -> &K {
        &self.first
    }

    /// All keys; the first one first.
    pub fn iter(&self) -> impl Iterator<Item = &K> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Derives another key from each key, in the same order.
    pub fn map<T>(&self, derive: impl Fn(&K) -> T) -> RingKeys<T> {
        RingKeys { first: derive(&self.first), others: self.others.iter().map(derive).collect() }
    }
}

impl<K> From<K> for RingKeys<K> {
    fn from(key: K) -> Self {
        Self::new(key, [])
    }
}

impl<K> KeyRing<K> {
    /// Creates a ring.
    #[must_use]
    pub fn new(keys: RingKeys<K>) -> Self {
        Self(Arc::new(ArcSwap::from_pointee(keys)))
    }

    /// Creates a ring with one key.
    #[must_use]
    pub fn single(key: K) -> Self {
        Self::new(RingKeys::new(key, []))
    }

    /// Current keys.
    #[must_use]
    pub fn load(&self) -> Guard<Arc<RingKeys<K>>> {
        self.0.load()
    }

    /// Replaces the keys for every clone of this ring.
    pub fn replace(&self, keys: RingKeys<K>) {
        self.0.store(Arc::new(keys));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_use_the_replaced_keys() {
        let ring = KeyRing::single(1);
        let clone = ring.clone();
        ring.replace(RingKeys::new(2, [1]));
        assert_eq!(*clone.load().first(), 2);
        assert_eq!(clone.load().iter().copied().collect::<Vec<_>>(), [2, 1]);
        assert_eq!(clone.load().map(|key| key * 10).iter().copied().sum::<i32>(), 30);
        assert!(!format!("{ring:?}{:?}", clone.load()).contains('2'));
    }
}
