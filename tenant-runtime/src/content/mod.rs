//! What members write: what is refused when it comes in ([`check_post`], [`check_remark`],
//! [`check_title`], [`check_description`], [`check_note`], or any [`TextRule`]) and what is left of
//! it when it goes out ([`clean`], [`markdown`]).
//!
//! The web client asks the same questions before it sends. `vectors.json` holds examples that both
//! are tested with, so that neither can move alone.
//!
//! The checks answer in the catalogue's words (A-219 to A-222, narrowed by G-029) and hand back the
//! text as it is stored: trimmed, without control characters. Safety never rests on them: every
//! text that is shown as HTML goes through an allowlist, whatever was stored.

mod check;
mod error;
mod html;
mod patterns;
mod text;
#[cfg(test)]
mod vectors;
mod words;

pub use check::{
    DESCRIPTION_CHARS_MAX, Length, TITLE_CHARS_MAX, check_description, check_note, check_post,
    check_remark, check_title,
};
pub use error::{ContentError, refused};
pub use html::{article, clean, markdown};
pub use text::{Sanitised, TextRule};
pub use words::{article_excerpt, article_words, excerpt, plain, shortened};
