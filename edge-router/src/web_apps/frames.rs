//! First-paint frames: the bars, panes or sign-in card of a route as HTML, which the page shows
//! until its script has rendered. The web build writes them to `frames.json`, with the script files
//! that each route needs; the edge inserts the brand's name and mark.

use super::page::escape_html;
use crate::resolve::SiteRef;
use http::HeaderMap;
use http::header::COOKIE;
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Write;
use wire::cookies::SESSION_COOKIE_NAMES;

/// File of a web build with its frames.
pub const FILE: &str = "/frames.json";

/// A frame could not be read.
#[derive(Debug, thiserror::Error)]
pub enum FramesError {
    #[error("the file is malformed: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("there is no frame {0:?}")]
    NoFrame(String),
    #[error("{0:?} is not a file of this build")]
    NoFile(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FramesFile {
    frames: HashMap<String, String>,
    #[serde(default)]
    routes: Vec<RouteEntry>,
    signed_out: String,
    signed_in: String,
    #[serde(default)]
    preload: DefaultPreloads,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RouteEntry {
    path: String,
    signed_in: Option<bool>,
    frame: String,
    #[serde(default)]
    preload: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct DefaultPreloads {
    signed_in: Vec<String>,
    signed_out: Vec<String>,
}

/// Frames of a web build, with the routes that they belong to.
#[derive(Debug, Default)]
pub struct Frames {
    routes: Vec<FrameRoute>,
}

#[derive(Debug)]
struct FrameRoute {
    pattern: RoutePattern,
    /// `true`: only with a session; `false`: only without; `None`: both.
    signed_in: Option<bool>,
    frame: FrameTemplate,
    /// `modulepreload` links.
    links: String,
}

/// Parts of a page that differ for each route.
#[derive(Debug, Default)]
pub struct FirstPaint {
    /// HTML of the root element.
    pub frame: String,
    /// Links for the head.
    pub links: String,
}

impl Frames {
    /// Parses `frames.json`. `has_file` tells whether the build has a file: a link to a missing one
    /// would delay each page.
    pub fn parse(json: &[u8], has_file: impl Fn(&str) -> bool) -> Result<Self, FramesError> {
        let file: FramesFile = serde_json::from_slice(json)?;
        let frame = |name: &str| {
            let html = file.frames.get(name);
            html.map(|html| FrameTemplate::parse(html))
                .ok_or_else(|| FramesError::NoFrame(name.to_owned()))
        };
        let links = |scripts: &[String]| preload_links(scripts, &has_file);
        let mut routes = Vec::with_capacity(file.routes.len() + 2);
        for route in &file.routes {
            routes.push(FrameRoute {
                pattern: RoutePattern::parse(&route.path),
                signed_in: route.signed_in,
                frame: frame(&route.frame)?,
                links: links(&route.preload)?,
            });
        }
        // Every path matches one of these two.
        for (signed_in, name, scripts) in [
            (true, &file.signed_in, &file.preload.signed_in),
            (false, &file.signed_out, &file.preload.signed_out),
        ] {
            routes.push(FrameRoute {
                pattern: RoutePattern::parse("/*"),
                signed_in: Some(signed_in),
                frame: frame(name)?,
                links: links(scripts)?,
            });
        }
        Ok(Self { routes })
    }

    /// Returns the first paint of a page: the first route that matches the path and the presence of
    /// a session cookie. Empty for a build without frames.
    pub fn first_paint(&self, site: &SiteRef<'_>, path: &str, headers: &HeaderMap) -> FirstPaint {
        let signed_in = has_session_cookie(headers);
        let found = self.routes.iter().find(|route| {
            route.signed_in.is_none_or(|wanted| wanted == signed_in) && route.pattern.matches(path)
        });
        found.map_or_else(FirstPaint::default, |route| FirstPaint {
            frame: route.frame.render(site),
            links: route.links.clone(),
        })
    }
}

fn preload_links(
    scripts: &[String],
    has_file: impl Fn(&str) -> bool,
) -> Result<String, FramesError> {
    let mut links = String::new();
    for script in scripts {
        if !script.starts_with("/assets/") || !has_file(script) {
            return Err(FramesError::NoFile(script.clone()));
        }
        // Writing to a string cannot fail.
        let _ = write!(links, "\n<link rel=\"modulepreload\" href=\"{}\">", escape_html(script));
    }
    Ok(links)
}

/// Returns whether the request carries a session cookie. It may be expired: the frame only has to
/// be the probable one, and nothing depends on it.
fn has_session_cookie(headers: &HeaderMap) -> bool {
    let pairs =
        headers.get_all(COOKIE).iter().flat_map(|line| line.as_bytes().split(|b| *b == b';'));
    pairs.map(<[u8]>::trim_ascii).any(|pair| {
        SESSION_COOKIE_NAMES.iter().any(|name| {
            let value = pair.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
            value.is_some_and(|value| !value.is_empty())
        })
    })
}

/// Pattern of a path as in React Router: `:name` matches one segment, a trailing `/*` any number.
#[derive(Debug)]
struct RoutePattern {
    /// `None` matches every text.
    segments: Vec<Option<String>>,
    is_open: bool,
}

impl RoutePattern {
    fn parse(pattern: &str) -> Self {
        let (path, is_open) = pattern.strip_suffix("/*").map_or((pattern, false), |p| (p, true));
        let segments = segments_of(path)
            .map(|segment| (!segment.starts_with(':')).then(|| segment.to_owned()))
            .collect();
        Self { segments, is_open }
    }

    fn matches(&self, path: &str) -> bool {
        let mut rest = segments_of(path);
        let all = self.segments.iter().all(|wanted| {
            rest.next().is_some_and(|s| wanted.as_ref().is_none_or(|wanted| wanted == s))
        });
        all && (self.is_open || rest.next().is_none())
    }
}

fn segments_of(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// HTML of a frame, split at its placeholders.
#[derive(Debug)]
struct FrameTemplate(Vec<FramePart>);

#[derive(Debug)]
enum FramePart {
    Html(String),
    /// Name of the site.
    Name,
    /// Name of the portal's affiliation.
    Affiliation,
    /// Logo, badge or initial of the brand.
    Mark,
}

impl FrameTemplate {
    fn parse(html: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = html;
        while let Some((before, placeholder, after)) = next_placeholder(rest) {
            parts.push(FramePart::Html(before.to_owned()));
            parts.push(placeholder);
            rest = after;
        }
        parts.push(FramePart::Html(rest.to_owned()));
        Self(parts)
    }

    fn render(&self, site: &SiteRef<'_>) -> String {
        let mut html = String::new();
        for part in &self.0 {
            match part {
                FramePart::Html(text) => html.push_str(text),
                FramePart::Name => html.push_str(&escape_html(&site.brand().name)),
                FramePart::Affiliation => {
                    let name = site.portal_route().map_or("", |portal| &portal.affiliation_name);
                    html.push_str(&escape_html(name));
                }
                FramePart::Mark => html.push_str(&mark_html(site)),
            }
        }
        html
    }
}

/// Splits a text at its first placeholder.
fn next_placeholder(html: &str) -> Option<(&str, FramePart, &str)> {
    let placeholders = [
        ("{{name}}", FramePart::Name),
        ("{{affiliation}}", FramePart::Affiliation),
        ("{{mark}}", FramePart::Mark),
    ];
    let found = placeholders
        .into_iter()
        .filter_map(|(text, part)| html.find(text).map(|at| (at, text.len(), part)));
    let (at, length, part) = found.min_by_key(|(at, ..)| *at)?;
    Some((&html[..at], part, &html[at + length..]))
}

/// The brand's logo, its badge, or its initial.
fn mark_html(site: &SiteRef<'_>) -> String {
    let brand = site.brand();
    match brand.logo_url.as_ref().or(brand.mark_url.as_ref()) {
        Some(url) => format!("<img src=\"{}\" alt=\"\">", escape_html(url)),
        None => escape_html(&brand.initial),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn patterns_match_like_the_router() {
        for (pattern, path, matches) in [
            ("/", "/", true),
            ("/", "/a", false),
            ("/communities/*", "/communities", true),
            ("/communities/*", "/communities/1/posts", true),
            ("/communities/*", "/communities2", false),
            ("/articles/:id", "/articles/1", true),
            ("/articles/:id", "/articles/1/", true),
            ("/articles/:id", "/articles", false),
            ("/articles/:id", "/articles/1/2", false),
            ("/u/:handle/*", "/u/ada/posts", true),
            ("/*", "/anything/else", true),
            ("/*", "/", true),
        ] {
            assert_eq!(RoutePattern::parse(pattern).matches(path), matches, "{pattern} {path}");
        }
    }

    #[test]
    fn only_a_session_cookie_counts_as_signed_in() {
        for (cookie, signed_in) in [
            ("csst=v1.abc", true),
            ("a=1; __Host-csst=v1.abc", true),
            ("csst=", false),
            ("csst_present=1", false),
            ("xcsst=1; gh-dev=2", false),
        ] {
            let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(cookie))]);
            assert_eq!(has_session_cookie(&headers), signed_in, "{cookie}");
        }
        assert!(!has_session_cookie(&HeaderMap::new()));
    }

    #[test]
    fn rejects_unknown_frames_and_files() {
        let file = |routes: &str| {
            format!(r#"{{"frames":{{"a":""}},"routes":[{routes}],"signedOut":"a","signedIn":"a"}}"#)
        };
        let parse = |routes: &str| {
            Frames::parse(file(routes).as_bytes(), |path| path == "/assets/a-12345678.js")
        };
        assert!(parse("").is_ok());
        assert!(parse(r#"{"path":"/x","frame":"a","preload":["/assets/a-12345678.js"]}"#).is_ok());
        let unknown = parse(r#"{"path":"/x","frame":"b"}"#);
        assert!(matches!(unknown, Err(FramesError::NoFrame(_))));
        for script in ["/assets/b-12345678.js", "https://evil.example/a.js", "/sw.js"] {
            let missing = parse(&format!(r#"{{"path":"/x","frame":"a","preload":["{script}"]}}"#));
            assert!(matches!(missing, Err(FramesError::NoFile(_))), "{script}");
        }
        assert!(matches!(Frames::parse(b"{", |_| true), Err(FramesError::Malformed(_))));
    }
}
