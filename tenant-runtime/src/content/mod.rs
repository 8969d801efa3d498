//! Texts of members: validation of input ([`check_post`], [`check_remark`], [`check_title`],
//! [`check_description`], [`check_note`], or any [`TextRule`]) and output ([`plain_text`], [`post_excerpt`],
//! and [`render_article`] for markdown).
//!
//! The web client applies the same checks before sending, and renders markup by the same rules.
//! `vectors.json` and `markup-vectors.json` have test cases for both, so that neither can change
//! alone.
//!
//! Checks return the specified messages (A-219 to A-222, narrowed by G-029) and the text as it is
//! stored: trimmed, without control characters. Security does not depend on them: typed text is
//! never HTML ([`TextFormat`] converts rows from the time when it was), and the HTML of articles
//! and documents always passes an allowlist on output.

mod address;
mod check;
mod error;
mod html;
mod inline_markup;
mod links;
mod markup;
mod markup_source;
#[cfg(test)]
mod markup_vectors;
mod patterns;
mod stored;
mod text;
mod validation;
#[cfg(test)]
mod vectors;
mod word_count;

pub use check::{
    DESCRIPTION_CHARS_MAX, LengthLimit, TITLE_CHARS_MAX, check_description, check_note, check_post,
    check_remark, check_title,
};
pub use error::{ContentError, post_problem, to_problem};
pub use html::{render_article, render_document};
pub use links::web_links;
pub use markup_source::without_code;
pub use stored::{TextFormat, TypedContent};
pub use text::{SanitisedText, TextRule, is_direction_control, strip_direction_controls};
pub use validation::{article_excerpt, article_words, plain_text, post_excerpt, truncate};
pub use word_count::count_words;
