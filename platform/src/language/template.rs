//! Texts with values: recognises the values in an English text and puts them into a translation.

use super::catalogue::{TextGroup, translate_with};
use super::{Locale, time};
use std::collections::HashMap;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Fixed(String),
    /// A value, with the text after the colon.
    Value {
        name: String,
        form: String,
    },
}

fn pieces_of(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((fixed, after)) = rest.split_once('{') {
        let Some((value, after)) = after.split_once('}') else { break };
        if !fixed.is_empty() {
            pieces.push(Piece::Fixed(fixed.to_owned()));
        }
        let (name, form) = value.split_once(':').unwrap_or((value, ""));
        pieces.push(Piece::Value { name: name.to_owned(), form: form.to_owned() });
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Fixed(rest.to_owned()));
    }
    pieces
}

fn value_names(pieces: &[Piece]) -> Vec<&str> {
    let names = pieces.iter().filter_map(|piece| match piece {
        Piece::Value { name, .. } => Some(name.as_str()),
        Piece::Fixed(_) => None,
    });
    names.collect()
}

/// Values of a text, by name.
pub(super) type Values<'t> = HashMap<&'t str, &'t str>;

/// An English text with names in braces for its values.
#[derive(Debug)]
pub(super) struct Template(Vec<Piece>);

impl Template {
    pub(super) fn parse(text: &str) -> Self {
        Self(pieces_of(text))
    }

    pub(super) fn has_values(&self) -> bool {
        !value_names(&self.0).is_empty()
    }

    #[cfg(test)]
    pub(super) fn value_names(&self) -> Vec<&str> {
        value_names(&self.0)
    }

    /// The text without the names of its values.
    #[cfg(test)]
    pub(super) fn shape(&self) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Fixed(text) => text.as_str(),
            Piece::Value { .. } => "{}",
        });
        pieces.collect()
    }

    /// Number of characters outside of values.
    pub(super) fn fixed_chars(&self) -> usize {
        let fixed = self.0.iter().map(|piece| match piece {
            Piece::Fixed(text) => text.len(),
            Piece::Value { .. } => 0,
        });
        fixed.sum()
    }

    /// The values of a text that this template describes.
    pub(super) fn match_values<'t>(&'t self, text: &'t str) -> Option<Values<'t>> {
        let mut values = HashMap::new();
        match_pieces(&self.0, text, &mut values).then_some(values)
    }
}

fn match_pieces<'t>(pieces: &'t [Piece], text: &'t str, values: &mut Values<'t>) -> bool {
    match pieces {
        [] => text.is_empty(),
        [Piece::Fixed(fixed), rest @ ..] => {
            text.strip_prefix(fixed.as_str()).is_some_and(|text| match_pieces(rest, text, values))
        }
        [Piece::Value { name, .. }] => {
            values.insert(name, text);
            !text.is_empty()
        }
        [Piece::Value { name, .. }, rest @ ..] => {
            // Values of more than one character each: a value ends at the next fixed text.
            let ends = text.char_indices().map(|(at, _)| at).skip(1);
            for end in ends {
                let (value, after) = text.split_at(end);
                if match_pieces(rest, after, values) {
                    values.insert(name, value);
                    return true;
                }
            }
            false
        }
    }
}

/// A translation with the places of the values.
#[derive(Debug)]
pub(super) struct Translation(Vec<Piece>);

impl Translation {
    pub(super) fn parse(text: &str) -> Self {
        Self(pieces_of(text))
    }

    #[cfg(test)]
    pub(super) fn value_names(&self) -> Vec<&str> {
        value_names(&self.0)
    }

    pub(super) fn fill(&self, values: &Values<'_>, locale: Locale) -> String {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Fixed(fixed) => text.push_str(fixed),
                Piece::Value { name, form } => {
                    let value = values.get(name.as_str()).copied().unwrap_or_default();
                    text.push_str(&in_form(value, form, locale));
                }
            }
        }
        text
    }
}

fn in_form(value: &str, form: &str, locale: Locale) -> String {
    match form {
        "time" => time::localize(value, locale),
        "text" => translate_with(TextGroup::Labels, value, locale).into_owned(),
        _ => match form.split_once('|') {
            Some((one, many)) => (if value == "1" { one } else { many }).to_owned(),
            None => value.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn filled(text: &str, template: &str, translation: &str) -> Option<String> {
        let template = Template::parse(template);
        let values = template.match_values(text)?;
        Some(Translation::parse(translation).fill(&values, Locale::new(Language::De)))
    }

    #[test]
    fn values_change_their_order() {
        let translation = filled("Ada asks to join Oak", "{a} asks to join {b}", "{b}: {a}");
        assert_eq!(translation.as_deref(), Some("Oak: Ada"));
    }

    #[test]
    fn value_that_contains_the_following_text_is_found() {
        let translation = filled("a is now b is now c", "{x} is now {y}.", "{x}");
        assert_eq!(translation, None);
        let translation = filled("Now or now", "{x} now", "<{x}>");
        assert_eq!(translation.as_deref(), Some("<Now or>"));
    }

    #[test]
    fn braces_in_a_value_are_not_filled_again() {
        assert_eq!(filled("{b} left", "{a} left", "{a}").as_deref(), Some("{b}"));
    }

    #[test]
    fn singular_is_only_for_one() {
        let minutes = |text| filled(text, "In {n} min", "{n} {n:Minute|Minuten}");
        assert_eq!(minutes("In 1 min").as_deref(), Some("1 Minute"));
        assert_eq!(minutes("In 21 min").as_deref(), Some("21 Minuten"));
    }
}
