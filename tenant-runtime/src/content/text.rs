//! The generic sanitiser: normalises a text by a rule and reports all violations (A-218, A-219).
//!
//! Text is stored unescaped. Escaping happens on output: pages render text nodes, mails escape in
//! their templates, and articles pass the allowlist in [`super::html`].

use super::error::ContentError;
use super::patterns::is_harmful;
use regex::Regex;
use std::sync::LazyLock;

/// Rules for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextRule {
    chars_max: usize,
    multiline: bool,
    required: bool,
    letters_only: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanitisedText {
    /// Trimmed, without control characters, truncated to the maximum length.
    pub text: String,
    /// All violations, in order of precedence.
    pub faults: Vec<ContentError>,
}

impl TextRule {
    /// A single line of at most this many characters; whitespace is collapsed.
    #[must_use]
    pub const fn single_line(chars_max: usize) -> Self {
        Self { chars_max, multiline: false, required: true, letters_only: false }
    }

    /// A text of at most this many characters, which may contain line breaks.
    #[must_use]
    pub const fn multi_line(chars_max: usize) -> Self {
        Self { multiline: true, ..Self::single_line(chars_max) }
    }

    /// Allows an empty text.
    #[must_use]
    pub const fn allow_empty(self) -> Self {
        Self { required: false, ..self }
    }

    /// Removes all characters except letters, digits, spaces, hyphens, apostrophes and full stops.
    #[must_use]
    pub const fn letters_only(self) -> Self {
        Self { letters_only: true, ..self }
    }

    /// Sanitises `input` and reports violations.
    #[must_use]
    pub fn sanitise(self, input: &str) -> SanitisedText {
        let mut faults = Vec::new();
        if input.is_empty() {
            faults.extend(self.required.then_some(ContentError::Required));
            return SanitisedText { text: String::new(), faults };
        }
        let bare = if self.multiline { strip_controls(input) } else { one_line(input) };
        let harmful = is_harmful(&bare);
        let mut text = if self.letters_only { letters_of(&bare) } else { bare };
        if !is_visible(&text) {
            text.clear();
        }
        if text.chars().count() > self.chars_max {
            faults.push(ContentError::TooLong(self.chars_max));
            let cut: String = text.chars().take(self.chars_max).collect();
            cut.trim_end().clone_into(&mut text);
        }
        faults.extend((text.is_empty() && self.required).then_some(ContentError::Empty));
        faults.extend(harmful.then_some(ContentError::Harmful));
        SanitisedText { text, faults }
    }

    /// Sanitises `input` and returns it as it is stored.
    ///
    /// # Errors
    /// The first violation.
    pub fn check(self, input: &str) -> Result<String, ContentError> {
        let SanitisedText { text, faults } = self.sanitise(input);
        faults.into_iter().next().map_or(Ok(text), Err)
    }
}

/// Removes control characters and surrounding whitespace; keeps line breaks.
pub(super) fn strip_controls(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let kept: String =
        text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    kept.trim().to_owned()
}

/// True for a bidirectional control (UAX 9), which can make a text read differently than it is.
#[must_use]
pub const fn is_direction_control(letter: char) -> bool {
    matches!(letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text without bidirectional controls.
#[must_use]
pub fn strip_direction_controls(text: &str) -> String {
    text.chars().filter(|letter| !is_direction_control(*letter)).collect()
}

/// Returns true if a text has visible characters. Invisible are whitespace, control characters,
/// joiners, direction marks, variation selectors, fillers, and characters drawn blank.
pub(super) fn is_visible(text: &str) -> bool {
    static VISIBLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let visible =
            r"[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFB}\u{1D159}]";
        Regex::new(visible).ok()
    });
    VISIBLE.as_ref().is_some_and(|visible| visible.is_match(text))
}

/// Collapses whitespace to single spaces.
fn one_line(text: &str) -> String {
    strip_controls(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn letters_of(text: &str) -> String {
    let stays =
        |c: &char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '-' | '\'' | '’' | '.');
    text.chars().filter(stays).collect::<String>().trim().to_owned()
}
