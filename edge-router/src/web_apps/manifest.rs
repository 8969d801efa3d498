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
/// Screens that the menu of the installed app leads to.
const SHORTCUTS: [(&str, &str); 3] =
    [("Communities", "/communities"), ("Messages", "/messages"), ("Activity", "/activity")];
/// Screenshots of the main build, for the install dialog. Those of a portal would show the wrong
/// brand, so its build has none.
const SCREENSHOTS: [Screenshot; 2] = [
    Screenshot {
        src: "/screenshots/narrow.jpg",
        sizes: "390x844",
        r#type: "image/jpeg",
        form_factor: "narrow",
        label: "A community",
    },
    Screenshot {
        src: "/screenshots/wide.jpg",
        sizes: "1440x900",
        r#type: "image/jpeg",
        form_factor: "wide",
        label: "A thread of a community",
    },
];
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
    display_override: [&'static str; 2],
    launch_handler: LaunchHandler,
    categories: [&'static str; 1],
    lang: &'static str,
    theme_color: &'f str,
    background_color: &'f str,
    icons: Vec<Icon>,
    shortcuts: Vec<Shortcut>,
    screenshots: Vec<Screenshot>,
}

/// Opening the app or one of its links uses the window that is open already.
#[derive(Serialize)]
struct LaunchHandler {
    client_mode: [&'static str; 2],
}

#[derive(Clone, Serialize)]
struct Icon {
    src: String,
    sizes: &'static str,
    r#type: &'static str,
    purpose: &'static str,
}

#[derive(Serialize)]
struct Shortcut {
    name: &'static str,
    url: &'static str,
    icons: Vec<Icon>,
}

#[derive(Clone, Copy, Serialize)]
struct Screenshot {
    src: &'static str,
    sizes: &'static str,
    r#type: &'static str,
    form_factor: &'static str,
    label: &'static str,
}

/// Response with the manifest of a site. `has_file` tells whether its build has a file.
pub fn manifest_response(site: &SiteRef<'_>, has_file: impl Fn(&str) -> bool) -> Response<Body> {
    let brand = site.brand();
    let icons: Vec<Icon> = brand.icons_url.iter().flat_map(|stem| icons_at(stem)).collect();
    let shortcuts = SHORTCUTS.map(|(name, url)| Shortcut {
        name,
        url,
        icons: icons.iter().take(1).cloned().collect(),
    });
    let screenshots = SCREENSHOTS.into_iter().filter(|picture| has_file(picture.src));
    let manifest = Manifest {
        id: format!("{}/", site.origin()),
        name: &brand.name,
        short_name: short_name(&brand.name),
        start_url: "/",
        scope: "/",
        display: "standalone",
        display_override: ["standalone", "minimal-ui"],
        launch_handler: LaunchHandler { client_mode: ["navigate-existing", "auto"] },
        categories: ["social"],
        lang: "en",
        theme_color: &brand.theme_color.light,
        background_color: canvas_colour(site.css()),
        icons,
        shortcuts: shortcuts.into(),
        screenshots: screenshots.collect(),
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

/// Icons whose addresses begin with `stem`.
fn icons_at(stem: &str) -> impl Iterator<Item = Icon> {
    ICONS.iter().map(move |(ending, sizes, purpose)| Icon {
        src: format!("{stem}{ending}"),
        sizes,
        r#type: "image/png",
        purpose,
    })
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
