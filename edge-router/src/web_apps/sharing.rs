//! Link previews: title, description and Open Graph tags of a page. A shared article has its own;
//! every other page has those of its site.

use super::page::escape_html;
use crate::resolve::SiteRef;
use serde::Deserialize;
use std::fmt::Write;

/// Path prefix of shared articles.
const SHARED_PATH: &str = "/shared/";

/// Subject of a page.
#[derive(Debug)]
pub enum Subject {
    Site,
    /// A public article.
    Article(Box<Preview>),
    /// An address without public content; the page does not reveal whether an article exists.
    Nothing,
}

/// Public preview of an article.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    title: String,
    description: String,
    author_name: String,
    community_name: Option<String>,
    canonical_url: String,
    created: String,
    last_updated: String,
}

/// Returns the article id in a path, if the path can be one.
pub fn article_at(path: &str) -> Option<&str> {
    path.strip_prefix(SHARED_PATH).filter(|id| wire::ids::parse_hex(id).is_ok())
}

/// Title of a page.
pub fn title(entrance: &SiteRef<'_>, subject: &Subject) -> String {
    let brand = &entrance.brand().name;
    match subject {
        Subject::Article(article) => format!("{} · {brand}", article.title),
        Subject::Site | Subject::Nothing => brand.clone(),
    }
}

/// Description, canonical address and Open Graph tags.
pub fn tags(entrance: &SiteRef<'_>, subject: &Subject) -> String {
    let mut tags = Tags::default();
    match subject {
        Subject::Site => tags.site(entrance),
        Subject::Article(article) => tags.article(article),
        Subject::Nothing => {
            tags.named("robots", "noindex");
            tags.site(entrance);
        }
    }
    tags.property("og:site_name", &entrance.brand().name);
    if let Some(stem) = &entrance.brand().icons_url {
        tags.property("og:image", &format!("{}{stem}-512.png", entrance.origin()));
    }
    tags.0
}

/// Builder of HTML tags; escapes all values.
#[derive(Default)]
struct Tags(String);

impl Tags {
    fn site(&mut self, entrance: &SiteRef<'_>) {
        let description = description(entrance);
        self.named("description", &description);
        self.property("og:type", "website");
        self.property("og:title", &entrance.brand().name);
        self.property("og:description", &description);
        self.property("og:url", &format!("{}/", entrance.origin()));
    }

    fn article(&mut self, article: &Preview) {
        self.named("description", &article.description);
        self.named("author", &article.author_name);
        self.line("link rel", "canonical", "href", &article.canonical_url);
        self.property("og:type", "article");
        self.property("og:title", &article.title);
        self.property("og:description", &article.description);
        self.property("og:url", &article.canonical_url);
        self.property("article:author", &article.author_name);
        if let Some(community) = &article.community_name {
            self.property("article:section", community);
        }
        self.property("article:published_time", &article.created);
        self.property("article:modified_time", &article.last_updated);
    }

    fn named(&mut self, name: &str, content: &str) {
        self.line("meta name", name, "content", content);
    }

    fn property(&mut self, name: &str, content: &str) {
        self.line("meta property", name, "content", content);
    }

    fn line(&mut self, element: &str, name: &str, attribute: &str, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "<{element}=\"{name}\" {attribute}=\"{}\">", escape_html(text));
    }
}

fn description(entrance: &SiteRef<'_>) -> String {
    let name = &entrance.brand().name;
    match entrance.portal_route() {
        Some(portal) => {
            format!("{name}: the communities and conversations of {}.", portal.affiliation_name)
        }
        None => format!("{name}: communities and conversations of the bodies you belong to."),
    }
}
