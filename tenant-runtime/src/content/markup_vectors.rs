//! Test cases for markup, addresses and word counts that the web client shares, and digests of the
//! results for generated texts.

use super::markup::{CodeBlock, ListItem, TextSegment, parse, visible_text};
use super::markup_source::{self, CodePart};
use super::{check_remark, count_words, plain_text};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MarkupVectors {
    texts: Vec<MarkupExample>,
    generated: GeneratedTexts,
    hosts: Vec<Host>,
    word_counts: Vec<WordCountExample>,
}

#[derive(Deserialize)]
struct MarkupExample {
    text: String,
    pieces: Value,
    words: String,
}

#[derive(Deserialize)]
struct GeneratedTexts {
    alphabet: Vec<String>,
    /// One digest per [`TEXTS_A_DIGEST`] texts.
    digests: Vec<String>,
}

#[derive(Deserialize)]
struct Host {
    address: String,
    shown: String,
}

#[derive(Deserialize)]
struct WordCountExample {
    text: String,
    times: usize,
    words: usize,
}

const DIGESTS: usize = 20;
const TEXTS_A_DIGEST: usize = 500;
const TOKENS_MAX: u32 = 20;

fn markup_vectors() -> Result<MarkupVectors, serde_json::Error> {
    serde_json::from_str(include_str!("markup-vectors.json"))
}

/// Pieces in the form of the test cases.
fn as_json(pieces: &[TextSegment]) -> Value {
    let nested = |kind: &str, inner: &[TextSegment]| json!([kind, as_json(inner)]);
    let list = |kind: &str, items: &[ListItem]| {
        let items = items.iter().map(|item| json!([item.marker, as_json(&item.pieces)]));
        json!([kind, items.collect::<Vec<_>>()])
    };
    let one = |piece: &TextSegment| match piece {
        TextSegment::Text(text) => json!(text),
        TextSegment::Bold(inner) => nested("bold", inner),
        TextSegment::Italic(inner) => nested("italic", inner),
        TextSegment::Link { label, address } => json!(["link", address, as_json(label)]),
        TextSegment::Address(address) => json!(["address", address]),
        TextSegment::Code { delimiter, text } => json!(["code", delimiter, text]),
        TextSegment::List(items) => list("list", items),
        TextSegment::OrderedList(items) => list("orderedList", items),
        TextSegment::CodeBlock(CodeBlock { opening, lines, closing }) => {
            json!(["codeBlock", opening, lines, closing])
        }
        TextSegment::Quote { prefixes, pieces } => json!(["quote", prefixes, as_json(pieces)]),
    };
    Value::Array(pieces.iter().map(one).collect())
}

/// The source text of these pieces: parsing keeps every character.
fn to_source(pieces: &[TextSegment]) -> String {
    markup_source::to_source(pieces, &|part| match part {
        CodePart::Delimiter(text) | CodePart::Content(text) => text.to_owned(),
    })
}

/// A pseudo-random generator that the JavaScript tests have too (xorshift).
struct Numbers(u32);

impl Numbers {
    fn next_below(&mut self, limit: u32) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        usize::try_from(self.0 % limit).unwrap_or_default()
    }

    fn random_text(&mut self, alphabet: &[String]) -> String {
        let tokens = u32::try_from(alphabet.len()).unwrap_or(1);
        (0..self.next_below(TOKENS_MAX))
            .map(|_| alphabet[self.next_below(tokens)].as_str())
            .collect()
    }
}

#[test]
fn parses_texts_like_the_shared_examples() -> Result<(), serde_json::Error> {
    let mut differing = Vec::new();
    for MarkupExample { text, pieces, words } in markup_vectors()?.texts {
        let read = parse(&text);
        assert_eq!(to_source(&read), text);
        let found = json!({ "text": text, "pieces": as_json(&read), "words": plain_text(&text) });
        if found != json!({ "text": text, "pieces": pieces, "words": words }) {
            differing.push(found.to_string());
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    Ok(())
}

#[test]
fn parses_generated_texts_like_the_web_client() -> Result<(), serde_json::Error> {
    let GeneratedTexts { alphabet, digests } = markup_vectors()?.generated;
    let mut numbers = Numbers(0x9E37_79B9);
    let mut found = Vec::new();
    for _ in 0..DIGESTS {
        // FNV-1a.
        let mut digest = 0x811C_9DC5_u32;
        for _ in 0..TEXTS_A_DIGEST {
            let text = numbers.random_text(&alphabet);
            let pieces = parse(&text);
            assert_eq!(to_source(&pieces), text);
            for byte in format!("{}\n", as_json(&pieces)).bytes() {
                digest = (digest ^ u32::from(byte)).wrapping_mul(0x0100_0193);
            }
        }
        found.push(format!("{digest:08x}"));
    }
    assert_eq!(found, digests);
    Ok(())
}

#[test]
fn counts_words_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for WordCountExample { text, times, words } in markup_vectors()?.word_counts {
        assert_eq!(count_words(&text.repeat(times)), words, "{times} times {text:?}");
    }
    Ok(())
}

/// The web client displays hosts; this compares its rule with Unicode data.
#[test]
fn shows_a_host_as_typed_only_if_no_label_mixes_scripts() -> Result<(), serde_json::Error> {
    for Host { address, shown } in markup_vectors()?.hosts {
        let host = |address: &str| {
            let (_, rest) = address.split_once("://")?;
            let authority = rest.split(['/', '?', '#']).next()?;
            let host = authority.rsplit('@').next()?.split(':').next()?;
            Some(host.to_owned())
        };
        let (typed, shown) = (host(&address).unwrap_or_default(), host(&shown).unwrap_or_default());
        let is_safe = |label: &str| {
            label.is_single_script() && label.chars().all(|c| c == '-' || c.identifier_allowed())
        };
        let expected = if typed.split('.').all(is_safe) {
            typed
        } else {
            idna::domain_to_ascii(&typed).unwrap_or_default()
        };
        assert_eq!(shown, expected, "{address}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn parsing_keeps_every_character(text in "([a-zé路。 \n*_`\\[\\]()<>&.,'•-]|https?://[a-z]|&[a-z]{2,6};?|</?b>|\\]\\(https://a|[*_]{2}|\n> |\n```[a-z]?\n|\n[0-9]{1,2}\\. |``){0,60}") {
        prop_assert_eq!(to_source(&parse(&text)), text);
    }

    #[test]
    fn text_without_markup_is_displayed_unchanged(text in "([a-zé路<>&;=\"' \n.,!?()-]|https://|&[a-z]{2,6};?=?|</?[a-z]{1,6}>){0,60}") {
        let is_marked = |line: &str| line.trim_start().starts_with('-') || line.starts_with('>');
        if !text.split('\n').any(is_marked) {
            prop_assert_eq!(visible_text(&text), &text[..]);
        }
    }

    #[test]
    fn editing_offers_the_source_text(text in "\\PC{0,80}") {
        if let Ok(stored) = check_remark(&text) {
            prop_assert_eq!(super::TextFormat::Text.to_source(stored), text.trim());
        }
    }
}

#[test]
fn parses_long_runs_of_markup_in_linear_time() {
    let marks = [
        "[",
        "*",
        "_",
        "[a](http://",
        "https://",
        "**a",
        "_a",
        "(",
        "h",
        "`",
        "``",
        "` ``",
        "`a",
        "`` `",
        "_`a",
        "**`a",
        "[`a",
        "[a`",
        "> ",
        ">",
        "\n>",
        "> > ",
        "\n> >",
        "```\n",
        "```a\n",
        "\n```\n",
        "> ```\n",
        "1. ",
        "1. *\n",
        "- ",
        "- a\n> ",
        "1. `\n",
        "```` ",
        "_`` ",
    ];
    for mark in marks {
        let long = mark.repeat(5_000);
        assert_eq!(to_source(&parse(&long)), long);
    }
}
