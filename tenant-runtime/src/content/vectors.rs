//! Test cases shared with the web client.

use super::{
    LengthLimit, TextRule, check_description, check_post, check_remark, check_title, render_article,
};
use platform::config::ContentFilter;
use serde::Deserialize;

#[derive(Deserialize)]
struct ContentVectors {
    texts: Vec<Text>,
    posts: Vec<Post>,
    remarks: Vec<Remark>,
    lengths: Vec<LengthExample>,
    links: Vec<Link>,
}

#[derive(Deserialize)]
struct Text {
    input: String,
    rule: Rule,
    text: String,
    faults: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    max: usize,
    multiline: bool,
    required: bool,
    #[serde(default)]
    letters_only: bool,
}

impl From<Rule> for TextRule {
    fn from(rule: Rule) -> Self {
        let shape =
            if rule.multiline { Self::multi_line(rule.max) } else { Self::single_line(rule.max) };
        let shape = if rule.required { shape } else { shape.allow_empty() };
        if rule.letters_only { shape.letters_only() } else { shape }
    }
}

#[derive(Deserialize)]
struct Post {
    input: String,
    strict: Option<String>,
    relaxed: Option<String>,
}

/// A test case for announcements and comments.
#[derive(Deserialize)]
struct Remark {
    input: String,
    times: usize,
    says: Option<String>,
}

#[derive(Deserialize)]
struct LengthExample {
    sign: String,
    times: usize,
    kind: String,
    says: Option<String>,
}

#[derive(Deserialize)]
struct Link {
    href: String,
    kept: bool,
}

fn content_vectors() -> Result<ContentVectors, serde_json::Error> {
    serde_json::from_str(include_str!("vectors.json"))
}

fn error_message<T, E: ToString>(checked: Result<T, E>) -> Option<String> {
    checked.err().map(|error| error.to_string())
}

#[test]
fn sanitises_texts_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for Text { input, rule, text, faults } in content_vectors()?.texts {
        let left = TextRule::from(rule).sanitise(&input);
        let message: Vec<String> = left.faults.iter().map(ToString::to_string).collect();
        assert_eq!((left.text, message), (text, faults), "{input:?}");
    }
    Ok(())
}

#[test]
fn rejects_posts_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for Post { input, strict, relaxed } in content_vectors()?.posts {
        let check = |filter| error_message(check_post(&input, LengthLimit::Message, filter));
        assert_eq!(check(ContentFilter::Strict), strict, "{input:?}");
        assert_eq!(check(ContentFilter::Relaxed), relaxed, "{input:?}");
    }
    Ok(())
}

#[test]
fn rejects_announcements_and_comments_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for Remark { input, times, says } in content_vectors()?.remarks {
        let answer = error_message(check_remark(&input.repeat(times)));
        assert_eq!(answer, says, "{times} times {input:?}");
    }
    Ok(())
}

#[test]
fn limits_lengths_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for LengthExample { sign, times, kind, says } in content_vectors()?.lengths {
        let text = sign.repeat(times);
        let answer = match kind.as_str() {
            "post" => error_message(check_post(&text, LengthLimit::Post, ContentFilter::Strict)),
            "reply" => {
                error_message(check_post(&text, LengthLimit::Message, ContentFilter::Strict))
            }
            "title" => error_message(check_title(&text)),
            _ => error_message(check_description(&text)),
        };
        assert_eq!(answer, says, "{times} in a {kind}");
    }
    Ok(())
}

#[test]
fn keeps_article_links_like_the_shared_examples() -> Result<(), serde_json::Error> {
    for Link { href, kept } in content_vectors()?.links {
        let shown = render_article(&format!("[x](<{href}>)"));
        assert_eq!(shown.contains("href"), kept, "{href:?}");
    }
    Ok(())
}
