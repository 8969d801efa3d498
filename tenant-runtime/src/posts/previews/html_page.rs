//! Reads title, description and site name of an HTML page: those for previews (Open Graph), or
//! else those for search engines.

use crate::content::{TextRule, strip_direction_controls};
use encoding_rs::{Encoding, UTF_8};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

const TITLE_CHARS_MAX: usize = 200;
const DESCRIPTION_CHARS_MAX: usize = 400;
const SITE_NAME_CHARS_MAX: usize = 100;
/// A page states its encoding in these first bytes (HTML standard, section 4.2.5.4).
const ENCODING_BYTES: usize = 1024;
/// Tags whose content is not markup.
const RAW_TAGS: [(&str, RawKind); 7] = [
    ("title", RawKind::Rcdata),
    ("textarea", RawKind::Rcdata),
    ("script", RawKind::ScriptData),
    ("style", RawKind::Rawtext),
    ("noscript", RawKind::Rawtext),
    ("iframe", RawKind::Rawtext),
    ("xmp", RawKind::Rawtext),
];

/// Texts of a page: plain, each on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PageTexts {
    pub title: String,
    pub description: Option<String>,
    pub site_name: Option<String>,
}

/// The texts of a page, or `None` if it is no HTML or has no title.
pub(super) fn read(content_type: &str, body: &[u8]) -> Option<PageTexts> {
    let (media_type, parameters) = content_type.split_once(';').unwrap_or((content_type, ""));
    if !media_type.trim().eq_ignore_ascii_case("text/html") {
        return None;
    }
    let (text, ..) = encoding_of(parameters, body).decode(body);
    let head = read_head(&text);
    let first = |names: &[&str], chars_max| {
        let found = names.iter().filter_map(|name| head.get(*name));
        found.map(|text| tidy(text, chars_max)).find(|text| !text.is_empty())
    };
    Some(PageTexts {
        title: first(&["og:title", "title"], TITLE_CHARS_MAX)?,
        description: first(&["og:description", "description"], DESCRIPTION_CHARS_MAX),
        site_name: first(&["og:site_name"], SITE_NAME_CHARS_MAX),
    })
}

/// One line of plain text, cut to this many characters.
fn tidy(text: &str, chars_max: usize) -> String {
    let text = strip_direction_controls(text);
    TextRule::single_line(chars_max).allow_empty().sanitise(&text).text
}

/// The encoding that the server or the page states; UTF-8 by default.
fn encoding_of(parameters: &str, body: &[u8]) -> &'static Encoding {
    let beginning = String::from_utf8_lossy(&body[..body.len().min(ENCODING_BYTES)]).into_owned();
    let stated = [parameters, beginning.as_str()].into_iter().find_map(charset_in);
    stated.unwrap_or(UTF_8)
}

/// The encoding after the first `charset=`.
fn charset_in(text: &str) -> Option<&'static Encoding> {
    let text = text.to_ascii_lowercase();
    let (_, rest) = text.split_once("charset=")?;
    let rest = rest.trim_start_matches(['"', '\'', ' ']);
    let label = rest.split(['"', '\'', ' ', ';', '>', '/']).next()?;
    Encoding::for_label(label.as_bytes())
}

/// Contents of the `meta` tags by their name, and of the `title` tag, the first of each, until the
/// body begins.
fn read_head(text: &str) -> HashMap<String, String> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(text));
    let tokenizer = Tokenizer::new(HeadSink::default(), TokenizerOpts::default());
    // A sink without scripts never interrupts the tokenizer.
    drop(tokenizer.feed(&input));
    tokenizer.end();
    tokenizer.sink.texts.into_inner()
}

#[derive(Default)]
struct HeadSink {
    texts: RefCell<HashMap<String, String>>,
    /// True within the first `title`.
    in_title: Cell<bool>,
    /// True after the head.
    is_done: Cell<bool>,
}

impl HeadSink {
    fn open(&self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        match name {
            "meta" => self.record(tag),
            "body" => self.is_done.set(true),
            "title" => self.in_title.set(!self.texts.borrow().contains_key("title")),
            _ => {}
        }
        let raw = RAW_TAGS.into_iter().find(|(raw, _)| *raw == name);
        raw.map_or(TokenSinkResult::Continue, |(_, kind)| TokenSinkResult::RawData(kind))
    }

    fn record(&self, tag: &Tag) {
        let attribute = |name: &str| {
            let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name);
            found.map(|attribute| attribute.value.to_string())
        };
        let name = attribute("property").or_else(|| attribute("name"));
        if let (Some(name), Some(content)) = (name, attribute("content"))
            && name != "title"
        {
            self.texts.borrow_mut().entry(name.to_ascii_lowercase()).or_insert(content);
        }
    }
}

impl TokenSink for HeadSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if self.is_done.get() {
            return TokenSinkResult::Continue;
        }
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return self.open(&tag),
            Token::TagToken(tag) if &*tag.name == "title" => self.in_title.set(false),
            Token::CharacterTokens(text) if self.in_title.get() => {
                let mut texts = self.texts.borrow_mut();
                texts.entry("title".to_owned()).or_default().push_str(&text);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Option<PageTexts> {
        read("text/html; charset=utf-8", html.as_bytes())
    }

    #[test]
    fn prefers_open_graph_and_decodes_references() {
        let found = page(
            "<!doctype html><title>Old</title><meta name=description content=Plain>\
             <meta property='og:title' content='Tom &amp; &#74;erry'>\
             <meta property=og:description content=\"Two\n lines\">\
             <meta property=og:site_name content='The \u{202e}Site'><body><title>x</title>",
        );
        let expected = PageTexts {
            title: "Tom & Jerry".to_owned(),
            description: Some("Two lines".to_owned()),
            site_name: Some("The Site".to_owned()),
        };
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn falls_back_to_title_and_description() {
        let found = page(
            "<script>var a = '<title>Fake</title>'</script><!-- <title>No</title> -->\
             <title> A &lt;b&gt; </title><title>Second</title>\
             <meta name=Description content=D><meta property=og:title content=' '>",
        );
        let found = found.map(|texts| (texts.title, texts.description, texts.site_name));
        assert_eq!(found, Some(("A <b>".to_owned(), Some("D".to_owned()), None)));
    }

    #[test]
    fn pages_without_a_title_or_of_another_type_have_no_preview() {
        for html in ["", "Text", "<title></title>", "<body><title>In the body</title>"] {
            assert_eq!(page(html), None, "{html}");
        }
        assert_eq!(read("text/plain", b"<title>T</title>"), None);
        assert_eq!(read("", b"<title>T</title>"), None);
    }

    #[test]
    fn bounds_texts_and_reads_other_encodings() {
        let long = page(&format!("<title>{}</title>", "ä".repeat(999)));
        assert_eq!(long.map(|texts| texts.title.chars().count()), Some(TITLE_CHARS_MAX));
        let latin = b"<meta charset=\"iso-8859-1\"><title>Gr\xf6\xdfe</title>";
        let found = read("text/html", latin).map(|texts| texts.title);
        assert_eq!(found.as_deref(), Some("Größe"));
    }
}
