//! What members write: what is refused when it comes in ([`check_post`], [`check_remark`],
//! [`check_title`], [`check_description`], [`check_note`], or any [`TextRule`]) and what is left of
//! it when it goes out ([`plain`], [`excerpt`], and [`article`] for what is written in markdown).
//!
//! The web client asks the same questions before it sends, and reads the marks of a text by the same rules.
//! `vectors.json` and `markup-vectors.json` hold examples that both are tested with, so that neither can move alone.
//!
//! The checks answer in the catalogue's words (A-219 to A-222, narrowed by G-029) and hand back the
//! text as it is stored: trimmed, without control characters. Safety never rests on them: typed text is text and
//! never HTML ([`TextFormat`] reads rows of the time when it was), and what is shown as HTML, articles and documents,
//! goes through an allowlist, whatever was stored.

mod address;
mod check;
mod error;
mod html;
mod markup;
#[cfg(test)]
mod markup_vectors;
mod patterns;
mod stored;
mod text;
#[cfg(test)]
mod vectors;
mod word_count;
mod words;

pub use check::{
    DESCRIPTION_CHARS_MAX, Length, TITLE_CHARS_MAX, check_description, check_note, check_post,
    check_remark, check_title,
};
pub use error::{ContentError, refused};
pub use html::{article, markdown};
pub use stored::{TextFormat, TypedContent};
pub use text::{Sanitised, TextRule};
pub use word_count::count_words;
pub use words::{article_excerpt, article_words, excerpt, plain, shortened};
