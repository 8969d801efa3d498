//! How plainly the code is written: measures of comments and type names, each with a ceiling in
//! `xtask/language.toml`.

use std::path::Path;

use anyhow::{Context, Result};
use regex::{Captures, Regex};
use toml::{Table, Value};

use super::Source;

pub const DATA: &str = "xtask/language.toml";

/// Places that tidy prints for a measure above its ceiling; `cargo xtask language` prints all.
const PLACES_SHOWN: usize = 20;

/// The rules as read from the data file.
#[derive(Debug)]
pub struct Language {
    comment: Regex,
    opener: Regex,
    riddle: Regex,
    replacements: Vec<(Regex, String)>,
    type_name: Regex,
    participle: Regex,
    nouns: Vec<String>,
    ceilings: Table,
}

/// One measure: how often its pattern occurs, and where.
#[derive(Debug)]
pub struct Measure {
    key: &'static str,
    value: f64,
    ceiling: f64,
    places: Vec<String>,
}

impl Measure {
    /// The figure and its ceiling.
    pub fn summary(&self) -> String {
        format!("{} {:.2}, at most {:.2} ({DATA})", self.key, self.value, self.ceiling)
    }

    pub fn places(&self) -> &[String] {
        &self.places
    }

    fn findings(&self) -> Vec<String> {
        if self.value <= self.ceiling {
            return Vec::new();
        }
        let mut findings = vec![self.summary()];
        findings.extend(self.places.iter().take(PLACES_SHOWN).cloned());
        if let Some(more) = self.places.len().checked_sub(PLACES_SHOWN).filter(|more| *more > 0) {
            findings.push(format!("and {more} more: `cargo xtask language` lists them"));
        }
        findings
    }
}

pub fn read_data() -> Result<Table> {
    let text = std::fs::read_to_string(Path::new(DATA)).with_context(|| format!("read {DATA}"))?;
    text.parse().with_context(|| format!("parse {DATA}"))
}

pub fn check(sources: &[Source], data: &Table) -> Result<Vec<String>> {
    let measures = Language::new(data)?.measure(sources);
    Ok(measures.iter().flat_map(Measure::findings).collect())
}

impl Language {
    pub fn new(data: &Table) -> Result<Self> {
        let openers = strings(data, "openers", "words")?;
        let replacements = riddles(data)?;
        let riddle: Vec<&str> = replacements.iter().map(|(pattern, _)| pattern.as_str()).collect();
        let names = strings(data, "participle_types", "names")?;
        let ceilings = data.get("ceilings").and_then(Value::as_table);
        Ok(Self {
            comment: Regex::new(r"^\s*(?:///|//!|//|/\*\*|\*)\s?(.*?)(?:\*/)?$")?,
            opener: Regex::new(&format!("^(?:{}) ", openers.join("|")))?,
            riddle: Regex::new(&format!(r"\b(?:{})\b", riddle.join("|")))?,
            replacements: replacements
                .iter()
                .map(|(pattern, instead)| {
                    Ok((Regex::new(&format!("^(?:{pattern})$"))?, instead.clone()))
                })
                .collect::<Result<_>>()?,
            type_name: Regex::new(
                r"(?m)^\s*(?:pub(?:\([a-z:]+\))? )?(?:struct|enum|type|trait) (\w+)",
            )?,
            participle: Regex::new(&format!("^(?:{}|[A-Z][a-z]+(?:ed|ing))$", names.join("|")))?,
            nouns: strings(data, "participle_types", "nouns")?,
            ceilings: ceilings.context("language.toml has no [ceilings]")?.clone(),
        })
    }

    /// Measures the written Rust and TypeScript, without `tests` folders and generated types.
    pub fn measure(&self, sources: &[Source]) -> Vec<Measure> {
        let measured = sources.iter().filter(|source| {
            let is_code = source.is_rust() || source.is_web();
            is_code && !source.path.contains("/tests/") && !source.path.contains("schema.d.ts")
        });
        let (mut blocks, mut words, mut types, mut hits) = (0, 0, 0, 0);
        let (mut openers, mut riddles, mut participles) = (Vec::new(), Vec::new(), Vec::new());
        for source in measured {
            for (line, text) in self.comment_blocks(source) {
                blocks += 1;
                words += text.split_whitespace().count();
                if let Some(opener) = self.opener.find(&text) {
                    let start = excerpt(&text);
                    let what = format!("begins with `{}`: {start}", opener.as_str().trim());
                    openers.push(source.at(line, &what));
                }
                for riddle in self.riddle.find_iter(&text.to_lowercase()) {
                    hits += 1;
                    riddles.push(source.at(line, &self.advice(riddle.as_str())));
                }
            }
            if source.is_rust() {
                for found in self.type_name.captures_iter(&source.text) {
                    types += 1;
                    participles.extend(self.participle_type(source, &found));
                }
            }
        }
        vec![
            self.figure("openers_percent", 100.0, openers.len(), blocks, openers),
            self.figure("riddles_per_10k_words", 10_000.0, hits, words, riddles),
            self.figure("participle_types_percent", 100.0, participles.len(), types, participles),
        ]
    }

    fn figure(
        &self,
        key: &'static str,
        unit: f64,
        hits: usize,
        of: usize,
        places: Vec<String>,
    ) -> Measure {
        let count = |number: usize| u32::try_from(number).map_or(f64::MAX, f64::from);
        let value = unit * count(hits) / count(of.max(1));
        let ceiling = self.ceilings.get(key);
        let ceiling = ceiling.and_then(|value| {
            value.as_float().or_else(|| value.as_integer()?.to_string().parse().ok())
        });
        // A measure without a ceiling accepts nothing.
        Measure { key, value, ceiling: ceiling.unwrap_or(0.0), places }
    }

    /// Consecutive comment lines as one text each, with the first line's number. A block has at least three words.
    fn comment_blocks(&self, source: &Source) -> Vec<(usize, String)> {
        let mut blocks = Vec::new();
        let mut block: Option<(usize, Vec<&str>)> = None;
        for (index, line) in source.text.split('\n').chain([""]).enumerate() {
            if let Some(text) = self.comment.captures(line).and_then(|found| found.get(1)) {
                block.get_or_insert_with(|| (index + 1, Vec::new())).1.push(text.as_str());
            } else if let Some((start, lines)) = block.take() {
                let text = lines.join(" ").trim().to_owned();
                if text.split_whitespace().count() >= 3 {
                    blocks.push((start, text));
                }
            }
        }
        blocks
    }

    fn advice(&self, riddle: &str) -> String {
        let instead = self.replacements.iter().find(|(pattern, _)| pattern.is_match(riddle));
        let instead = instead.map(|(_, instead)| instead.as_str()).unwrap_or_default();
        format!("`{riddle}`; write: {instead}")
    }

    fn participle_type(&self, source: &Source, found: &Captures<'_>) -> Option<String> {
        let name = found.get(1)?;
        let text = name.as_str();
        if !self.participle.is_match(text) || self.nouns.iter().any(|noun| noun == text) {
            return None;
        }
        let line = source.text.get(..name.start())?.matches('\n').count() + 1;
        Some(source.at(line, &format!("type `{text}`: name the thing it holds")))
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(80).collect()
}

/// The list of strings `key` in the table `section`.
pub fn strings(data: &Table, section: &str, key: &str) -> Result<Vec<String>> {
    let list = data.get(section).and_then(|section| section.get(key)).and_then(Value::as_array);
    let list = list.with_context(|| format!("{DATA} has no list {section}.{key}"))?;
    Ok(list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Each riddle's pattern with its replacement.
fn riddles(data: &Table) -> Result<Vec<(String, String)>> {
    let list = data.get("riddles").and_then(Value::as_array).context("no riddles")?;
    list.iter()
        .map(|riddle| {
            let text = |key: &str| riddle.get(key).and_then(Value::as_str).map(str::to_owned);
            text("pattern").zip(text("instead")).context("a riddle has a pattern and an instead")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    fn data(ceiling: &str) -> Result<Table> {
        let text = std::fs::read_to_string("language.toml")?;
        let mut data: Table = text.parse()?;
        data.insert("ceilings".to_owned(), Value::Table(ceiling.parse()?));
        Ok(data)
    }

    fn findings(path: &str, text: &str) -> Result<Vec<String>> {
        check(&[source(path, text)], &data("")?)
    }

    #[test]
    fn reports_a_comment_that_begins_with_a_pronoun() -> Result<()> {
        let text =
            "/// A plain comment block.\nfn a() {}\n\n/// Whose row it\n/// is now.\nfn b() {}\n";
        let findings = findings("wire/src/a.rs", text)?;
        assert_eq!(
            findings,
            [
                "openers_percent 50.00, at most 0.00 (xtask/language.toml)",
                "wire/src/a.rs:4: begins with `Whose`: Whose row it is now.",
            ]
        );
        Ok(())
    }

    #[test]
    fn reports_a_riddle_with_its_replacement_in_every_language() -> Result<()> {
        for path in ["wire/src/a.rs", "web-kit/src/a.tsx"] {
            let findings = findings(
                path,
                "// Rust does this, and the row is gone\n// then, Nobody sees it.\n",
            )?;
            assert_eq!(
                findings.get(1),
                Some(&format!("{path}:1: `is gone`; write: is deleted, no longer exists"))
            );
            assert_eq!(findings.len(), 3);
        }
        Ok(())
    }

    #[test]
    fn reports_a_type_named_with_a_participle_and_accepts_nouns() -> Result<()> {
        let text = "pub(crate) struct Asked;\nenum Ordering {}\npub struct RequestMeta;\n    type Waiting = u8;\n";
        let findings = findings("wire/src/a.rs", text)?;
        let places: Vec<&str> = findings.iter().skip(1).map(String::as_str).collect();
        assert_eq!(
            places,
            [
                "wire/src/a.rs:1: type `Asked`: name the thing it holds",
                "wire/src/a.rs:4: type `Waiting`: name the thing it holds",
            ]
        );
        Ok(())
    }

    #[test]
    fn accepts_a_measure_at_its_ceiling() -> Result<()> {
        let half = data(
            "openers_percent = 50.0\nriddles_per_10k_words = 0\nparticiple_types_percent = 0\n",
        )?;
        let text = "/// A plain comment block.\nfn a() {}\n\n/// That it is so.\nfn b() {}\n";
        assert!(check(&[source("wire/src/a.rs", text)], &half)?.is_empty());
        Ok(())
    }

    #[test]
    fn ignores_test_folders_generated_types_and_blocks_of_two_words() -> Result<()> {
        let riddle = "// Nobody knows it.\n";
        assert!(findings("guildhall/tests/it/a.rs", riddle)?.is_empty());
        assert!(findings("web-kit/src/api/schema.d.ts", riddle)?.is_empty());
        assert!(findings("wire/src/a.rs", "// Nobody knows.\n")?.is_empty());
        Ok(())
    }

    #[test]
    fn shortens_a_long_list_of_places() -> Result<()> {
        let text = "// Nobody knows it.\nfn a() {}\n".repeat(PLACES_SHOWN + 2);
        let findings = findings("wire/src/a.rs", &text)?;
        assert_eq!(findings.len(), PLACES_SHOWN + 2);
        assert_eq!(
            findings.last().map(String::as_str),
            Some("and 2 more: `cargo xtask language` lists them")
        );
        Ok(())
    }
}
