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
pub fn page_title(site: &SiteRef<'_>, subject: &Subject) -> String {
    let brand = &site.brand().name;
    match subject {
        Subject::Article(article) => format!("{} · {brand}", article.title),
        Subject::Site | Subject::Nothing => brand.clone(),
    }
}

/// Description, canonical address and Open Graph tags.
pub fn meta_tags(site: &SiteRef<'_>, subject: &Subject) -> String {
    let mut tags = TagBuilder::default();
    match subject {
        Subject::Site => tags.add_site(site),
        Subject::Article(article) => tags.add_article(article),
        Subject::Nothing => {
            tags.add_named("robots", "noindex");
            tags.add_site(site);
        }
    }
    tags.add_property("og:site_name", &site.brand().name);
    if let Some(stem) = &site.brand().icons_url {
        tags.add_property("og:image", &format!("{}{stem}-512.png", site.origin()));
    }
    tags.0
}

/// Builder of HTML tags; escapes all values.
#[derive(Default)]
struct TagBuilder(String);

impl TagBuilder {
    fn add_site(&mut self, site: &SiteRef<'_>) {
        let description = site_description(site);
        self.add_named("description", &description);
        self.add_property("og:type", "website");
        self.add_property("og:title", &site.brand().name);
        self.add_property("og:description", &description);
        self.add_property("og:url", &format!("{}/", site.origin()));
    }

    fn add_article(&mut self, article: &Preview) {
        self.add_named("description", &article.description);
        self.add_named("author", &article.author_name);
        self.add_line("link rel", "canonical", "href", &article.canonical_url);
        self.add_property("og:type", "article");
        self.add_property("og:title", &article.title);
        self.add_property("og:description", &article.description);
        self.add_property("og:url", &article.canonical_url);
        self.add_property("article:author", &article.author_name);
        if let Some(community) = &article.community_name {
            self.add_property("article:section", community);
        }
        self.add_property("article:published_time", &article.created);
        self.add_property("article:modified_time", &article.last_updated);
    }

    fn add_named(&mut self, name: &str, content: &str) {
        self.add_line("meta name", name, "content", content);
    }

    fn add_property(&mut self, name: &str, content: &str) {
        self.add_line("meta property", name, "content", content);
    }

    fn add_line(&mut self, element: &str, name: &str, attribute: &str, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "<{element}=\"{name}\" {attribute}=\"{}\">", escape_html(text));
    }
}

fn site_description(site: &SiteRef<'_>) -> String {
    let name = &site.brand().name;
    match site.portal_route() {
        Some(portal) => {
            format!("{name}: the communities and conversations of {}.", portal.affiliation_name)
        }
        None => format!("{name}: communities and conversations of the bodies you belong to."),
    }
}
