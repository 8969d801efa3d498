//! Links in typed texts.

use super::markup::{self, TextSegment};

/// The addresses of the links in a text that go to web pages, in their order, each once. Addresses
/// in code and in quotes are left out: code is no link, and a quote repeats another post.
#[must_use]
pub fn web_links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    collect(&markup::parse(text), &mut links);
    links
}

fn collect(segments: &[TextSegment], links: &mut Vec<String>) {
    for segment in segments {
        match segment {
            TextSegment::Link { address, .. } | TextSegment::Address(address) => {
                let scheme = address.split("://").next().unwrap_or_default().to_ascii_lowercase();
                let is_web = matches!(scheme.as_str(), "http" | "https");
                if is_web && !links.contains(address) {
                    links.push(address.clone());
                }
            }
            TextSegment::Bold(inner) | TextSegment::Italic(inner) => collect(inner, links),
            TextSegment::List(items) | TextSegment::OrderedList(items) => {
                items.iter().for_each(|item| collect(&item.pieces, links));
            }
            TextSegment::Text(_)
            | TextSegment::Code { .. }
            | TextSegment::CodeBlock(_)
            | TextSegment::Quote { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::web_links;

    #[test]
    fn leaves_out_code_and_quotes() {
        let text = "`https://a.example`\n```\nhttps://b.example\n```\n> https://c.example\n\
            1. https://d.example";
        assert_eq!(web_links(text), ["https://d.example"]);
    }

    #[test]
    fn finds_each_web_link_once_in_order() {
        let text = "See **https://a.example/1** and [here](https://b.example), \n\
            - http://c.example/x\n- https://a.example/1\n_no link_ mailto:ada@d.example";
        let expected = ["https://a.example/1", "https://b.example", "http://c.example/x"];
        assert_eq!(web_links(text), expected);
    }
}
