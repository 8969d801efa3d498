//! Web App Manifest of a site (W3C). Each host is an app of its own, with its own name, colours and
//! icons (P-02, P-19, P-20).

use crate::resolve::SiteRef;
use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Response};
use serde::Serialize;

/// Path of the manifest.
pub const PATH: &str = "/manifest.webmanifest";
/// Maximum length in characters of a name below an icon.
const SHORT_NAME_CHARS: usize = 12;
/// Background colour of the splash screen when the brand's colours define none.
const DEFAULT_BACKGROUND: &str = "#ffffff";
/// Custom property with the canvas colour of the light theme.
const CANVAS_PROPERTY: &str = "--canvas:light-dark(";
const ICONS: [(&str, &str, &str); 4] = [
    ("-192.png", "192x192", "any"),
    ("-512.png", "512x512", "any"),
    ("-maskable-192.png", "192x192", "maskable"),
    ("-maskable-512.png", "512x512", "maskable"),
];

#[derive(Serialize)]
struct Manifest<'f> {
    id: String,
    name: &'f str,
    short_name: String,
    start_url: &'static str,
    scope: &'static str,
    display: &'static str,
    lang: &'static str,
    theme_color: &'f str,
    background_color: &'f str,
    icons: Vec<Icon>,
}

#[derive(Serialize)]
struct Icon {
    src: String,
    sizes: &'static str,
    r#type: &'static str,
    purpose: &'static str,
}

/// Response with the manifest of a site.
pub fn manifest_response(site: &SiteRef<'_>) -> Response<Body> {
    let brand = site.brand();
    let icons = brand.icons_url.iter().flat_map(|stem| {
        ICONS.iter().map(move |(ending, sizes, purpose)| Icon {
            src: format!("{stem}{ending}"),
            sizes,
            r#type: "image/png",
            purpose,
        })
    });
    let manifest = Manifest {
        id: format!("{}/", site.origin()),
        name: &brand.name,
        short_name: short_name(&brand.name),
        start_url: "/",
        scope: "/",
        display: "standalone",
        lang: "en",
        theme_color: &brand.theme_color.light,
        background_color: canvas_colour(site.css()),
        icons: icons.collect(),
    };
    let json = serde_json::to_vec(&manifest).unwrap_or_default();
    let length = HeaderValue::from(json.len());
    let mut response = Response::new(Body::from(json));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/manifest+json"));
    headers.insert(CONTENT_LENGTH, length);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// Returns as many whole words as fit below an icon, or the beginning of the first.
fn short_name(name: &str) -> String {
    let mut short = String::new();
    for word in name.split_whitespace() {
        let length = short.chars().count() + usize::from(!short.is_empty()) + word.chars().count();
        if length > SHORT_NAME_CHARS {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    if short.is_empty() { name.chars().take(SHORT_NAME_CHARS).collect() } else { short }
}

fn canvas_colour(css: &str) -> &str {
    let light = css.split_once(CANVAS_PROPERTY).and_then(|(_, rest)| rest.split_once(','));
    light.map_or(DEFAULT_BACKGROUND, |(light, _)| light)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_name_consists_of_whole_words_if_possible() {
        for (name, expected) in [
            ("HTWU", "HTWU"),
            ("Harbour Union", "Harbour"),
            ("The Old Boys", "The Old Boys"),
            ("Donaudampfschiffahrt", "Donaudampfsc"),
            ("", ""),
        ] {
            assert_eq!(short_name(name), expected);
        }
    }

    #[test]
    fn background_is_the_light_canvas_colour() {
        assert_eq!(canvas_colour(":root{--canvas:light-dark(#f3f6f5,#0d100f);--x:1}"), "#f3f6f5");
        assert_eq!(canvas_colour(":root{}"), "#ffffff");
    }
}
