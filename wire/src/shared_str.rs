//! serde support for `Arc` values in messages: serialised as their content, deserialised as new
//! `Arc`s. (serde's own `rc` feature would recompile every crate of the workspace.)

/// A list of `Arc` values.
pub mod list {
    use serde::de::{SeqAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::fmt;
    use std::marker::PhantomData;
    use std::sync::Arc;

    pub fn serialize<T: Serialize, S: Serializer>(
        shared: &[Arc<T>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(shared.iter().map(|one| &**one))
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Arc<T>>, D::Error> {
        deserializer.deserialize_seq(List(PhantomData))
    }

    /// Wraps each element in an `Arc` as it is read, so that a long list is never held twice.
    struct List<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
        type Value = Vec<Arc<T>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(one) = list.next_element()? {
                all.push(Arc::new(one));
            }
            Ok(all)
        }
    }
}

/// A single `Arc` value.
pub mod one {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    pub fn serialize<T: Serialize, S: Serializer>(
        shared: &Arc<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        shared.as_ref().serialize(serializer)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<T>, D::Error> {
        T::deserialize(deserializer).map(Arc::new)
    }
}
