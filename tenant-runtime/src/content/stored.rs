//! Storage format of typed texts. They used to be stored as HTML: the web client converted markup
//! to tags and left other text unescaped, and readers treated everything as HTML. Now the source
//! text is stored. Old rows keep their format, recorded in the column `content_format`, and are
//! converted to source text when read.

use sea_orm::{DbErr, DeriveActiveEnum, EnumIter, FromQueryResult, QueryResult};
use serde::Serialize;

/// Storage format of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum TextFormat {
    /// Legacy: tags for markup, other text as typed. No longer written.
    #[sea_orm(string_value = "html")]
    Html,
    /// Source text.
    #[sea_orm(string_value = "text")]
    Text,
}

impl TextFormat {
    /// Converts a stored text to source text.
    #[must_use]
    pub fn to_source(self, stored: String) -> String {
        match self {
            // Most texts contain no markup.
            Self::Html if stored.contains(['<', '&']) => typed_of(&stored),
            _ => stored,
        }
    }
}

/// Text of a row, from its columns `content` and `content_format`.
#[derive(Debug, Clone, Serialize)]
pub struct TypedContent {
    /// Source text.
    pub content: String,
}

impl FromQueryResult for TypedContent {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        let format: TextFormat = row.try_get(prefix, "content_format")?;
        let stored: String = row.try_get(prefix, "content")?;
        Ok(Self { content: format.to_source(stored) })
    }
}

/// Converts the tags of a stored text to markup. Entities are decoded only where the web client
/// wrote them: `&region` in an address was typed literally.
fn typed_of(html: &str) -> String {
    let mut open: Vec<OpenTag> = Vec::new();
    let mut typed = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        typed.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((letter, length)) = decode_entity(rest) {
            typed.push(letter);
            rest = &rest[length..];
        } else if let Some((tag, length)) = Tag::tag_at(rest) {
            rest = &rest[length..];
            tag.write(&mut typed, &mut open, rest);
        } else {
            typed.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    typed.push_str(rest);
    typed.trim().to_owned()
}

fn decode_entity(text: &str) -> Option<(char, usize)> {
    const ENTITIES: [(&str, char); 6] = [
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&quot;", '"'),
        ("&#39;", '\''),
        ("&nbsp;", '\u{a0}'),
    ];
    let found = ENTITIES.into_iter().find(|(name, _)| text.starts_with(name));
    found.map(|(name, letter)| (letter, name.len()))
}

/// A tag that stored texts can contain.
struct Tag<'t> {
    name: &'static str,
    closes: bool,
    attributes: &'t str,
}

/// An open tag, with the position of its content.
struct OpenTag {
    name: &'static str,
    from: usize,
    href: Option<String>,
    /// Number of items of an ordered list so far.
    items: usize,
}

impl<'t> Tag<'t> {
    fn tag_at(text: &'t str) -> Option<(Self, usize)> {
        const NAMES: [&str; 10] = ["b", "i", "em", "strong", "a", "p", "br", "ul", "ol", "li"];
        let inner = text.strip_prefix('<')?;
        let end = inner.find('>')?;
        let inner = &inner[..end];
        let (closes, inner) = inner.strip_prefix('/').map_or((false, inner), |rest| (true, rest));
        let length = inner.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(inner.len());
        let (name, attributes) = inner.split_at(length);
        let begins_well = attributes.is_empty() || attributes.starts_with([' ', '\n', '\t', '/']);
        let known = NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name));
        let name = known.filter(|_| begins_well)?;
        Some((Self { name, closes, attributes }, end + 2))
    }

    fn write(&self, typed: &mut String, open: &mut Vec<OpenTag>, rest: &str) {
        match (self.name, self.closes) {
            ("br", _) => typed.push('\n'),
            ("p", _) => on_new_line(typed, "\n\n"),
            ("li", false) => {
                on_new_line(typed, "\n");
                let list = open.iter_mut().rev().find(|tag| matches!(tag.name, "ul" | "ol"));
                match list {
                    Some(list) if list.name == "ol" => {
                        list.items += 1;
                        typed.push_str(&format!("{}. ", list.items));
                    }
                    _ => typed.push_str("- "),
                }
            }
            ("li", true) => {}
            ("ul" | "ol", true) => {
                open.retain(|tag| tag.name != self.name);
                on_new_line(typed, "\n");
            }
            (name, false) => {
                let href = link_target(self.attributes);
                open.push(OpenTag { name, from: typed.len(), href, items: 0 });
            }
            (name, true) => {
                let Some(at) = open.iter().rposition(|tag| tag.name == name) else { return };
                // A tag that is still open inside it gets no markup.
                let inner = open.split_off(at);
                if let Some(tag) = inner.first() {
                    close(tag, typed, rest);
                }
            }
        }
    }
}

/// Adds markup around the content of a tag, if it would be parsed as markup; the content is kept in
/// any case.
fn close(tag: &OpenTag, typed: &mut String, rest: &str) {
    let words = typed.get(tag.from..).unwrap_or_default().to_owned();
    let is_markable = !words.is_empty() && words.trim() == words && !words.contains('\n');
    let before = typed.get(..tag.from).unwrap_or_default().chars().next_back();
    let after = rest.chars().next();
    let marked = match tag.name {
        "b" | "strong" if is_markable && !words.contains('*') => format!("**{words}**"),
        "i" | "em"
            if is_markable
                && !words.contains('_')
                && before.is_none_or(|letter| letter.is_whitespace() || "(*".contains(letter))
                && after.is_none_or(|letter| {
                    letter.is_whitespace() || ").,:;!?<*".contains(letter)
                }) =>
        {
            format!("_{words}_")
        }
        "a" => match &tag.href {
            Some(href) if *href == words => words.clone(),
            Some(href) if is_markable && !words.contains(']') && is_target(href) => {
                format!("[{words}]({href})")
            }
            Some(href) => format!("{words} ({href})"),
            None => words.clone(),
        },
        _ => words.clone(),
    };
    typed.truncate(tag.from);
    typed.push_str(&marked);
}

fn is_target(href: &str) -> bool {
    let whole = format!("{href})");
    super::address::target_end(&whole, 0) == Some(href.len())
}

fn link_target(attributes: &str) -> Option<String> {
    let (_, value) = attributes.split_once("href=\"")?;
    let (value, _) = value.split_once('"')?;
    Some(value.replace("&quot;", "\"").replace("&amp;", "&"))
}

fn on_new_line(typed: &mut String, breaks: &str) {
    if typed.is_empty() {
        return;
    }
    let has = typed.len() - typed.trim_end_matches('\n').len();
    typed.extend(std::iter::repeat_n('\n', breaks.len().saturating_sub(has)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn to_source(stored: &str) -> String {
        TextFormat::Html.to_source(stored.to_owned())
    }

    #[test]
    fn converts_html_of_the_old_web_client_to_source_text() {
        for (stored, text) in [
            (
                "Use <b>two</b> gauges, <i>always</i>, see <a href=\"https://example.org/a?b=1&c=2\">the note</a>",
                "Use **two** gauges, _always_, see [the note](https://example.org/a?b=1&c=2)",
            ),
            (
                "Bring:<ul><li>gloves</li><li>a <b>big</b> lamp</li></ul>Thank you",
                "Bring:\n- gloves\n- a **big** lamp\nThank you",
            ),
            ("<ul><li>one</li></ul>", "- one"),
            ("if x< y then 1 < 2", "if x< y then 1 < 2"),
            ("<b><i>both</i></b>", "**_both_**"),
            (
                "https://maps.example/?a=1&region=eu&section=2&copy=3",
                "https://maps.example/?a=1&region=eu&section=2&copy=3",
            ),
        ] {
            assert_eq!(to_source(stored), text);
        }
    }

    #[test]
    fn keeps_the_words_of_other_stored_html() {
        for (stored, text) in [
            ("<p>One</p><p>Two</p>", "One\n\nTwo"),
            ("One<br>Two<br/>Three", "One\nTwo\nThree"),
            ("<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
            ("an<i>chor</i>age and <b>2 * 3</b>", "anchorage and 2 * 3"),
            ("the tag &lt;b&gt; and R&amp;D", "the tag <b> and R&D"),
            ("<a href=\"xmpp:a@b\">it</a> <a>there</a>", "it (xmpp:a@b) there"),
            ("a <div>b</div> <bold>c <b>d", "a <div>b</div> <bold>c d"),
            ("<b>éa<i>b</b>c</i>", "**éab**c"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("1 < 2 & 3 > 2 <", "1 < 2 & 3 > 2 <"),
        ] {
            assert_eq!(to_source(stored), text);
        }
    }

    #[test]
    fn keeps_stored_source_text_unchanged() {
        let text = "<b>a</b> &amp; &lt;".to_owned();
        assert_eq!(TextFormat::Text.to_source(text.clone()), text);
    }

    proptest! {
        #[test]
        fn converts_any_stored_html_without_panicking(stored in "(</?(b|i|em|strong|a|p|br|ul|ol|li|x)( href=\"[a-z:/&]*\")?/?>|&(amp|lt|#39);?|[a-zé<>&\"/ \n*_-]){0,24}") {
            to_source(&stored);
        }

        #[test]
        fn keeps_stored_text_without_tags_and_entities(stored in "([a-zé&<>= *_\n-]|& |&region=){0,40}") {
            let is_bare = Tag::tag_at(&stored[stored.find('<').unwrap_or(stored.len())..]).is_none();
            if is_bare && !stored.contains('>') {
                prop_assert_eq!(to_source(&stored), if stored.contains(['<', '&']) { stored.trim() } else { &stored });
            }
        }
    }
}
