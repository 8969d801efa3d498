//! `index.html` template. The build leaves two markers in it: an attribute on the root element and
//! a comment in the head. A third one, in the element of the app, is optional.

use super::boot::BootData;
use super::frames::FirstPaint;
use super::manifest;
use super::sharing::{self, Subject};
use crate::policy;
use crate::resolve::SiteRef;
use crate::system::random_bytes;
use axum::body::Body;
use data_encoding::BASE64;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Response};
use std::fmt::Write;
use wire::Brand;

const ROOT_MARK: &str = "data-guildhall-html";
/// Language of the template, replaced by the default language of the site.
const TEMPLATE_LANGUAGE: &str = "lang=\"en\"";
const HEAD_MARK: &str = "<!--guildhall:head-->";
const FRAME_MARK: &str = "<!--guildhall:frame-->";

/// `index.html`, split at its markers.
#[derive(Debug)]
pub struct Template {
    before_root: String,
    before_head: String,
    before_frame: String,
    rest: String,
}

impl Template {
    /// Splits `html`; the error is the missing marker.
    pub fn parse(html: &str) -> Result<Self, &'static str> {
        let (before_root, after_root) = html.split_once(ROOT_MARK).ok_or(ROOT_MARK)?;
        let after_root = after_root.strip_prefix("=\"\"").unwrap_or(after_root);
        let (before_head, after_head) = after_root.split_once(HEAD_MARK).ok_or(HEAD_MARK)?;
        // The development server's page has no frame.
        let (before_frame, rest) = after_head.split_once(FRAME_MARK).unwrap_or((after_head, ""));
        let before_root = before_root.trim_end();
        let before_root =
            before_root.strip_suffix(TEMPLATE_LANGUAGE).unwrap_or(before_root).trim_end();
        Ok(Self {
            before_root: before_root.to_owned(),
            before_head: before_head.to_owned(),
            before_frame: before_frame.to_owned(),
            rest: rest.to_owned(),
        })
    }
}

/// Renders the page of a site, with a new nonce.
pub fn render(
    template: &Template,
    site: &SiteRef<'_>,
    boot: &BootData<'_>,
    (subject, paint): (&Subject, &FirstPaint),
) -> Response<Body> {
    let nonce = fresh_nonce();
    // A template without the marker ends with the part before it.
    let frame = if template.rest.is_empty() { "" } else { paint.frame.as_str() };
    let html = [
        template.before_root.as_str(),
        &language_attribute(site),
        &root_attributes(site),
        &template.before_head,
        &page_head(site, boot, subject, &nonce),
        &paint.links,
        &template.before_frame,
        frame,
        &template.rest,
    ]
    .concat();
    html_response(html, &nonce)
}

/// An HTML response whose inline parts carry `nonce`. Not cacheable, because it is made for one
/// request.
pub fn html_response(html: String, nonce: &str) -> Response<Body> {
    let length = HeaderValue::from(html.len());
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_LENGTH, length);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    policy::set_page_policy(headers, nonce);
    response
}

pub fn fresh_nonce() -> String {
    BASE64.encode(&random_bytes::<16>())
}

/// The script changes it to the language of the person, if that is another one.
fn language_attribute(site: &SiteRef<'_>) -> String {
    let language = site.portal_route().and_then(|portal| portal.language).unwrap_or_default();
    format!(" lang=\"{}\" ", language.tag())
}

pub fn root_attributes(site: &SiteRef<'_>) -> String {
    let brand = site.brand();
    format!(
        r#"data-brand="{}" data-type="{}" data-corner="{}" data-chrome="{}" data-picture="{}" data-layout="{}""#,
        escape_html(site.label()),
        escape_html(&brand.headings),
        escape_html(&brand.corners),
        escape_html(&brand.top_bar),
        escape_html(&brand.picture),
        escape_html(&brand.sign_in_layout),
    )
}

/// Title, colours and custom properties for the head of every page of a site.
pub fn head_styles(title: &str, brand: &Brand, css: &str, nonce: &str) -> String {
    format!(
        "<title>{}</title>\n\
         <meta name=\"theme-color\" media=\"(prefers-color-scheme: light)\" content=\"{}\">\n\
         <meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"{}\">\n\
         <style nonce=\"{nonce}\">{}{}</style>\n",
        escape_html(title),
        escape_html(&brand.theme_color.light),
        escape_html(&brand.theme_color.dark),
        escape_css(css),
        picture_css(brand),
    )
}

/// CSS of the uploaded sign-in picture, and its dark overlay under text.
fn picture_css(brand: &Brand) -> String {
    let Some(url) = &brand.picture_url else { return String::new() };
    let scrim = brand.picture_scrim.as_deref().and_then(|scrim| scrim.parse().ok()).unwrap_or(1.0);
    format!(
        ":root{{--picture:url(\"{}\");--picture-scrim:{scrim:.2}}}",
        escape_css_text(url),
        scrim = f32::min(scrim, 1.0)
    )
}

/// Links to the site's icons, if there are any.
fn icon_links(brand: &Brand) -> String {
    let Some(stem) = brand.icons_url.as_deref().map(escape_html) else { return String::new() };
    format!(
        "<link rel=\"icon\" type=\"image/png\" sizes=\"32x32\" href=\"{stem}-32.png\">\n\
         <link rel=\"icon\" type=\"image/png\" sizes=\"192x192\" href=\"{stem}-192.png\">\n\
         <link rel=\"apple-touch-icon\" sizes=\"180x180\" href=\"{stem}-180.png\">\n"
    )
}

fn page_head(site: &SiteRef<'_>, boot: &BootData<'_>, subject: &Subject, nonce: &str) -> String {
    let title = sharing::page_title(site, subject);
    let mut head = head_styles(&title, site.brand(), site.css(), nonce);
    let facts = serde_json::to_string(boot).unwrap_or_default();
    head.push_str(&icon_links(site.brand()));
    head.push_str(&sharing::meta_tags(site, subject));
    // Writing to a string cannot fail.
    let _ = write!(
        head,
        "<link rel=\"manifest\" href=\"{}\">\n\
         <meta name=\"csp-nonce\" content=\"{nonce}\">\n\
         <script type=\"application/json\" id=\"boot\">{}</script>",
        manifest::PATH,
        escape_json(&facts),
    );
    head
}

pub fn escape_html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// Escapes JSON so that it can neither end its script element nor break a line of the script.
fn escape_json(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            other => safe.push(other),
        }
    }
    safe
}

/// Escapes CSS: declarations never need `<`, and one must not end the style element.
fn escape_css(css: &str) -> String {
    css.replace('<', "\\3c ")
}

/// Escapes text for a quoted CSS string, so that it can end neither the string nor the element (CSS
/// Syntax 4.3.5).
fn escape_css_text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' | '<' | '\'' | ')' => {
                // Writing to a string cannot fail.
                let _ = write!(safe, "\\{:x} ", u32::from(c));
            }
            c if c.is_control() => {}
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn template_requires_its_markers() {
        assert_eq!(Template::parse("<html></html>").err(), Some(ROOT_MARK));
        assert_eq!(Template::parse("<html data-guildhall-html></html>").err(), Some(HEAD_MARK));
        let whole = "<html data-guildhall-html=\"\"><!--guildhall:head--></html>";
        assert_eq!(Template::parse(whole).map(|t| t.before_head), Ok(">".to_owned()));
    }

    proptest! {
        #[test]
        fn inlined_data_is_escaped(text in "\\PC{0,40}|[<>&/\u{2028}\u{2029}\"']{0,20}") {
            let json = serde_json::to_string(&text).unwrap_or_default();
            let inlined = escape_json(&json);
            let is_risky = inlined.contains(['<', '>', '&', '\u{2028}', '\u{2029}']);
            prop_assert!(!is_risky);
            prop_assert_eq!(serde_json::from_str::<String>(&inlined).ok(), Some(text.clone()));
            prop_assert!(!escape_css(&text).contains('<'));
            prop_assert!(!escape_css_text(&text).contains(['<', '"', ')', '\'', '\n']));
            prop_assert!(!escape_html(&text).contains(['<', '>', '"', '\'']));
        }
    }
}
