//! Plain text without markup, for excerpts and for checks whether a text has any words.

use super::html::markdown_options;
use super::markup;
use comrak::Arena;
use comrak::arena_tree::NodeEdge;
use comrak::nodes::NodeValue;

/// The plain text of a typed text, on one line.
#[must_use]
pub fn plain_text(text: &str) -> String {
    // Most posts contain no markup, and lists show many of them.
    if is_bare(text) { join_lines(text) } else { join_lines(&markup::visible_text(text)) }
}

/// Returns true if a text contains no markup.
fn is_bare(text: &str) -> bool {
    !text.contains(['*', '_', '[', '-', '•', '`', '>'])
}

fn join_lines(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !all.is_empty() {
            all.push(' ');
        }
        all.push_str(word);
    }
    all
}

/// The plain text of an article, equal to that of its HTML, without rendering it.
#[must_use]
pub fn article_words(markdown: &str) -> String {
    let arena = Arena::new();
    let document = comrak::parse_document(&arena, markdown, &markdown_options());
    let mut words = String::with_capacity(markdown.len());
    let mut edges = document.traverse();
    while let Some(edge) = edges.next() {
        let NodeEdge::Start(node) = edge else { continue };
        match &node.data().value {
            NodeValue::Text(text) => words.push_str(text),
            NodeValue::Code(code) => words.push_str(&code.literal),
            NodeValue::CodeBlock(code) => {
                words.push(' ');
                words.push_str(&code.literal);
            }
            // Pictures are not shown, and neither are their alternative texts.
            NodeValue::Image(_) => {
                edges
                    .by_ref()
                    .find(|edge| matches!(edge, NodeEdge::End(end) if end.same_node(node)));
            }
            NodeValue::SoftBreak | NodeValue::LineBreak => words.push(' '),
            // Words in separate blocks are separate.
            other if other.block() => words.push(' '),
            _ => {}
        }
    }
    join_lines(&words)
}

/// Beginning of a post's plain text, with an ellipsis if it was truncated.
#[must_use]
pub fn post_excerpt(text: &str, chars_max: usize) -> String {
    truncate(&plain_text(text), chars_max)
}

/// Beginning of an article's plain text, with an ellipsis if it was truncated.
#[must_use]
pub fn article_excerpt(markdown: &str, chars_max: usize) -> String {
    let words = plain_opening(markdown, chars_max).unwrap_or_else(|| article_words(markdown));
    truncate(&words, chars_max)
}

/// More than `chars_max` characters of an article's plain text, if that part contains no markup.
/// Most articles begin like this and have thousands of further characters, so lists do not parse
/// them whole.
fn plain_opening(markdown: &str, chars_max: usize) -> Option<String> {
    let mut words = String::with_capacity(2 * chars_max);
    let (mut length, mut begins_line, mut is_apart) = (0, true, false);
    for letter in markdown.chars() {
        // Block markup occurs at the beginning of a line only.
        let means_more = (begins_line && !letter.is_alphabetic() && letter != '\n')
            || matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|')
            || (letter.is_whitespace() && !matches!(letter, ' ' | '\n'))
            || (letter.is_control() && letter != '\n')
            || letter == '\u{feff}';
        if means_more {
            return None;
        }
        begins_line = letter == '\n';
        if letter.is_whitespace() {
            is_apart = length > 0;
            continue;
        }
        if is_apart {
            words.push(' ');
            length += 1;
        }
        words.push(letter);
        (length, is_apart) = (length + 1, false);
        if length > chars_max {
            return Some(words);
        }
    }
    None
}

/// Beginning of a plain text.
#[must_use]
pub fn truncate(words: &str, chars_max: usize) -> String {
    let mut cut: String = words.chars().take(chars_max).collect();
    if cut.len() < words.len() {
        cut.truncate(cut.trim_end().len());
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::super::html::render_article;
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// The words of HTML, to compare with those of an article.
    fn words_of_html(html: &str) -> String {
        // Words in separate blocks are separate.
        let apart = ["<br", "</p", "</li", "<p", "<ul", "<ol", "</h", "</td", "</th"]
            .iter()
            .fold(html.to_owned(), |html, tag| html.replace(tag, &format!(" {tag}")));
        let words = ammonia::Builder::new().tags(HashSet::new()).clean(&apart).to_string();
        let words = words
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&nbsp;", " ")
            .replace("&amp;", "&");
        join_lines(&words)
    }

    #[test]
    fn excerpts_are_plain_text_and_truncated() {
        assert_eq!(post_excerpt("**Bread** & butter", 120), "Bread & butter");
        assert_eq!(post_excerpt("<b>Bread</b> &amp; butter", 120), "<b>Bread</b> &amp; butter");
        let long = post_excerpt(&"é".repeat(200), 120);
        assert_eq!(long.chars().count(), 121);
        assert!(long.ends_with('…'));
        assert_eq!(post_excerpt(&"a".repeat(120), 120).len(), 120);
    }

    #[test]
    fn plain_text_contains_no_markup() {
        let text = "a & b\n\nc [one](https://x.example)\n- two\n- _three_";
        assert_eq!(plain_text(text), "a & b c one two three");
        let text = "> a `b`\n> > c\n```rust\nlet d\n```\n1. e\n2. f";
        assert_eq!(plain_text(text), "a b c let d 1. e 2. f");
    }

    #[test]
    fn article_words_equal_those_of_its_html() {
        for markdown in [
            "# One\n\n- *two*\n- **three** `four`\n\n> five\nsix\\\nseven",
            "[there](https://x.example) ![not shown](https://x.example/p.png) <b>bold</b> &amp; &copy; <x>",
            "| a | b |\n|---|---|\n| c | d |\n\n    code & <b>\n\n```\nmore\n```\n\n---\nend",
            "~~gone~~ www.x.example [one][1]\n\n[1]: https://x.example\n\n<div>raw</div>\n\nlast",
            "",
        ] {
            assert_eq!(
                article_words(markdown),
                words_of_html(&render_article(markdown)),
                "{markdown}"
            );
        }
    }

    proptest! {
        #[test]
        fn fast_path_returns_the_same_words_as_the_parser(text in "([^*_\\[•`>-]|https?://|<b|&copy=|\n1\\. ){0,60}") {
            prop_assert!(is_bare(&text));
            prop_assert_eq!(join_lines(&text), join_lines(&markup::visible_text(&text)));
        }

        #[test]
        fn article_excerpt_is_the_beginning_of_its_words(
            opening in "([a-zé.,:;!?'\"()#+=0-9@/-]{1,6}[ \n]{1,3}){0,12}",
            more in "([a-z ]{1,6}|[\\[\\]()*_~`#>|&;!<-]|\n|\n\n|https://x\\.example|    |[0-9]\\. ){0,20}",
            chars_max in 0..40_usize,
        ) {
            let text = format!("{opening}{more}");
            prop_assert_eq!(article_excerpt(&text, chars_max), truncate(&article_words(&text), chars_max));
        }

        #[test]
        fn words_of_generated_articles_equal_those_of_their_html(
            text in "([a-z ]{1,6}|[\\[\\]()*_~`#>|&;!<-]|\n|\n\n|https://x\\.example|    |[0-9]\\. ){0,30}"
        ) {
            prop_assert_eq!(article_words(&text), words_of_html(&render_article(&text)));
        }
    }
}
