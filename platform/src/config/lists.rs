//! List settings. An environment variable holds a list as text with commas.

use ipnet::IpNet;
use serde::Deserializer;
use serde::de::{SeqAccess, Visitor};
use std::fmt;
use std::net::IpAddr;

/// Parses values as networks; a single address is a network of one. `None` for an invalid value.
pub(super) fn parse_networks(words: &[String]) -> impl Iterator<Item = Option<IpNet>> {
    let network =
        |word: &String| word.parse().ok().or_else(|| word.parse::<IpAddr>().ok().map(IpNet::from));
    words.iter().map(network)
}

/// Deserialises a list, or text with commas.
pub(super) fn deserialize_list<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<String>, D::Error> {
    struct Words;

    impl<'de> Visitor<'de> for Words {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list, or words with commas between them")
        }
        fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
            let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
            Ok(words.map(str::to_owned).collect())
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut words = Vec::new();
            while let Some(word) = list.next_element()? {
                words.push(word);
            }
            Ok(words)
        }
    }

    deserializer.deserialize_any(Words)
}

/// The same for an optional list; an empty list differs from a missing one.
pub(super) fn deserialize_optional_list<'de, D>(
    deserializer: D,
) -> Result<Option<Vec<String>>, D::Error>
where
    D: Deserializer<'de>,
{
    deserialize_list(deserializer).map(Some)
}
