//! The generic sanitiser: what is left of a text under a rule, and everything that was wrong with
//! it (A-218, A-219).
//!
//! Text is kept as it was written. Escaping belongs to showing it: pages write text as text, mails
//! escape in their templates, and articles go through the allowlist in [`super::html`].

use super::error::ContentError;
use super::patterns::is_harmful;
use regex::Regex;
use std::sync::LazyLock;

/// What a text has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextRule {
    chars_max: usize,
    multiline: bool,
    required: bool,
    letters_only: bool,
}

/// What is left of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sanitised {
    /// Trimmed, without control characters, cut off where it was too long.
    pub text: String,
    /// Everything that was wrong with it, the first to be named first.
    pub faults: Vec<ContentError>,
}

impl TextRule {
    /// One line of at most so many characters: blanks become single ones.
    #[must_use]
    pub const fn line(chars_max: usize) -> Self {
        Self { chars_max, multiline: false, required: true, letters_only: false }
    }

    /// A text of at most so many characters, which may have several lines.
    #[must_use]
    pub const fn lines(chars_max: usize) -> Self {
        Self { multiline: true, ..Self::line(chars_max) }
    }

    /// May be left out.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { required: false, ..self }
    }

    /// Only letters, digits, blanks, hyphens, apostrophes and full stops stay.
    #[must_use]
    pub const fn letters_only(self) -> Self {
        Self { letters_only: true, ..self }
    }

    /// What is left of `input`, and what was wrong with it.
    #[must_use]
    pub fn sanitise(self, input: &str) -> Sanitised {
        let mut faults = Vec::new();
        if input.is_empty() {
            faults.extend(self.required.then_some(ContentError::Required));
            return Sanitised { text: String::new(), faults };
        }
        let bare = if self.multiline { stripped(input) } else { one_line(input) };
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
        Sanitised { text, faults }
    }

    /// The text as it is stored.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(self, input: &str) -> Result<String, ContentError> {
        let Sanitised { text, faults } = self.sanitise(input);
        faults.into_iter().next().map_or(Ok(text), Err)
    }
}

/// Without control characters and without blanks at the ends; lines stay lines.
pub(super) fn stripped(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let kept: String =
        text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    kept.trim().to_owned()
}

/// Whether a reader sees anything of a text. Blanks and control characters are invisible, and so are joiners, marks
/// of direction, variation selectors, fillers, and signs that are drawn empty.
pub(super) fn is_visible(text: &str) -> bool {
    static VISIBLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let visible =
            r"[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFB}\u{1D159}]";
        Regex::new(visible).ok()
    });
    VISIBLE.as_ref().is_some_and(|visible| visible.is_match(text))
}

/// On one line, with single blanks.
fn one_line(text: &str) -> String {
    stripped(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn letters_of(text: &str) -> String {
    let stays =
        |c: &char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '-' | '\'' | '’' | '.');
    text.chars().filter(stays).collect::<String>().trim().to_owned()
}
