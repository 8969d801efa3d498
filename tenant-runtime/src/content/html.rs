//! HTML of documents and articles, rendered from markdown with an allowlist of tags, attributes and
//! URL schemes. Posts and other typed texts are never HTML.

use ammonia::{Builder, UrlRelative};
use comrak::Options;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The tags of A-223.
const TAGS: [&str; 10] = ["b", "i", "em", "strong", "a", "p", "br", "ul", "ol", "li"];
/// Further tags in documents.
const DOCUMENT_TAGS: [&str; 18] = [
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "code",
    "pre",
    "hr",
    "del",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "sup",
];
/// The schemes of A-224.
const SCHEMES: [&str; 6] = ["http", "https", "irc", "ircs", "mailto", "xmpp"];

static ARTICLES: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = sanitizer_builder(&[TAGS.as_slice(), &DOCUMENT_TAGS].concat());
    builder.url_relative(UrlRelative::Deny);
    builder
});

static DOCUMENTS: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = sanitizer_builder(&[TAGS.as_slice(), &DOCUMENT_TAGS].concat());
    builder.url_relative(UrlRelative::PassThrough);
    builder
});

fn sanitizer_builder(tags: &[&'static str]) -> Builder<'static> {
    let mut builder = Builder::new();
    builder
        .tags(tags.iter().copied().collect())
        .tag_attributes(HashMap::from([("a", HashSet::from(["href"]))]))
        .tag_attribute_values(HashMap::from([(
            "a",
            HashMap::from([("target", HashSet::from(["_blank", "_self"]))]),
        )]))
        .generic_attributes(HashSet::new())
        .url_schemes(HashSet::from(SCHEMES))
        .link_rel(Some("noopener noreferrer nofollow"));
    builder
}

/// Renders a legal document from markdown. Raw HTML is dropped.
#[must_use]
pub fn render_document(text: &str) -> String {
    DOCUMENTS.clean(&as_html(text)).to_string()
}

/// Renders an article from markdown, with the same allowlist as documents; its links show their
/// targets.
#[must_use]
pub fn render_article(text: &str) -> String {
    ARTICLES.clean(&as_html(text)).to_string()
}

fn as_html(markdown: &str) -> String {
    comrak::markdown_to_html(markdown, &markdown_options())
}

/// The supported markdown options.
pub(super) fn markdown_options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.autolink = true;
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clean(html: &str) -> String {
        ARTICLES.clean(html).to_string()
    }

    #[test]
    fn removes_tags_that_are_not_on_the_allowlist() {
        for (written, shown) in [
            (
                "<b>a</b><i>b</i><em>c</em><strong>d</strong>",
                "<b>a</b><i>b</i><em>c</em><strong>d</strong>",
            ),
            ("<p>a<br>b</p><ul><li>c</li></ul>", "<p>a<br>b</p><ul><li>c</li></ul>"),
            ("<h7>a</h7><img src=x onerror=y>", "a"),
            ("<script>alert(1)</script>x<style>y</style>", "x"),
            ("<p class=a data-x=1 style=b id=c>a</p>", "<p>a</p>"),
            ("<!-- note -->a", "a"),
            ("R&D < 5", "R&amp;D &lt; 5"),
        ] {
            assert_eq!(clean(written), shown);
        }
    }

    #[test]
    fn removes_links_with_unsafe_schemes() {
        let rel = "rel=\"noopener noreferrer nofollow\"";
        assert_eq!(
            clean("<a href=\"https://x.example\" target=\"_blank\" onclick=y>x</a>"),
            format!("<a href=\"https://x.example\" target=\"_blank\" {rel}>x</a>")
        );
        for href in [
            "javascript:alert(1)",
            "JaVaScRiPt:x",
            "data:text/html,x",
            "//evil.example",
            "/transfer/start",
            "java\tscript:x",
        ] {
            let shown = clean(&format!("<a href=\"{href}\" target=\"other\">x</a>"));
            assert_eq!(shown, format!("<a {rel}>x</a>"), "{href}");
        }
        for scheme in SCHEMES {
            assert!(clean(&format!("<a href=\"{scheme}:x\">x</a>")).contains("href"), "{scheme}");
        }
    }

    #[test]
    fn documents_render_markdown_and_drop_raw_html() {
        let shown = render_document(
            "## One\n\n- *two* <script>x</script>\n\n[three](javascript:x) [four](/terms)",
        );
        assert!(shown.contains("<h2>One</h2>") && shown.contains("<em>two</em>"));
        assert!(shown.contains("href=\"/terms\""));
        assert!(!shown.contains("script"));
    }

    #[test]
    fn removes_relative_links_from_articles() {
        let shown =
            render_article("# One\n\n[here](/transfer/start) [there](https://x.example) <b>x</b>");
        assert!(shown.contains("<h1>One</h1>") && shown.contains("https://x.example"));
        assert!(!shown.contains("transfer") && !shown.contains("<b>"));
    }

    proptest! {
        #[test]
        fn cleaning_is_idempotent(text in "[<>a-z/=\"'&; \\n!-]{0,80}") {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }

        #[test]
        fn output_contains_only_allowed_tags_and_attributes(
            text in "(<(a|p|b|img|svg|script|iframe|math|style)( (href|src|onclick|target)=\"?(javascript:x|x|_top)\"?)*>|[a-z<>\"]){0,12}"
        ) {
            let shown = clean(&text);
            // In the output, a bare `<` always begins a tag: one in the text is written `&lt;`.
            for tag in shown.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
                let mut words = tag.trim_start_matches('/').split(' ');
                let is_known = |name: &str| TAGS.contains(&name) || DOCUMENT_TAGS.contains(&name);
                prop_assert!(words.next().is_some_and(is_known), "{}", shown);
                let known = |word: &str| {
                    ["rel=", "noopener", "noreferrer", "nofollow"].iter().any(|k| word.starts_with(k))
                };
                prop_assert!(words.all(known), "{}", shown);
            }
        }
    }
}
