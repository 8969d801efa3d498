//! Validation of a brand's input. Every field is checked, so that every stored brand can be
//! displayed.

use super::error::BrandError;
use super::oklch::Rgb;
use platform::problem::FieldError;
use serde::Deserialize;
use url::Url;
use utoipa::ToSchema;
use wire::FooterLink;

/// Value of `picture` for an uploaded picture.
pub(super) const UPLOAD: &str = "upload";
const HEADINGS: [&str; 4] = ["plain", "serif", "poster", "typed"];
const CORNERS: [&str; 3] = ["square", "soft", "round"];
const TOP_BARS: [&str; 3] = ["paper", "deep", "brand"];
const LAYOUTS: [&str; 3] = ["panel", "split", "poster"];
const PICTURES: [&str; 5] = ["nave", "oculus", "stair", "square", UPLOAD];
/// Maximum characters of a brand name and of an email sender name.
const NAME_CHARS_MAX: usize = 60;
const TITLE_CHARS_MAX: usize = 80;
const TEXT_CHARS_MAX: usize = 240;
const FOOTER_CHARS_MAX: usize = 300;
const LINKS_MAX: usize = 5;
const LABEL_CHARS_MAX: usize = 40;
const URL_CHARS_MAX: usize = 300;

/// Draft as sent by the client.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandDraft {
    /// Revision that the change is based on; `None` if there was no draft.
    pub revision: Option<i64>,
    /// Display name.
    pub name: String,
    /// Brand colour, as `#rrggbb`.
    pub colour: String,
    /// `plain`, `serif`, `poster` or `typed`.
    pub headings: String,
    /// `square`, `soft` or `round`.
    pub corners: String,
    /// `paper`, `deep` or `brand`.
    pub top_bar: String,
    /// `panel`, `split` or `poster`.
    pub sign_in_layout: String,
    /// `nave`, `oculus`, `stair` or `square`; or `upload`.
    pub picture: String,
    /// Heading of the sign-in page, if not the default.
    #[serde(default)]
    pub sign_in_title: Option<String>,
    /// Sentence below the heading.
    #[serde(default)]
    pub sign_in_text: Option<String>,
    /// Sender name of emails, if not the brand name.
    #[serde(default)]
    pub mail_sender_name: Option<String>,
    /// Footer of every email.
    #[serde(default)]
    pub mail_footer: Option<String>,
    /// Links in the page footer.
    #[serde(default)]
    pub footer_links: Vec<FooterLink>,
}

/// Validated design and texts of a brand.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Design {
    pub name: String,
    pub colour: Rgb,
    pub headings: String,
    pub corners: String,
    pub top_bar: String,
    pub sign_in_layout: String,
    pub picture: String,
    pub sign_in_title: Option<String>,
    pub sign_in_text: Option<String>,
    pub mail_sender_name: Option<String>,
    pub mail_footer: Option<String>,
    pub footer_links: Vec<FooterLink>,
}

impl Design {
    /// Validates every field. `has_picture` tells whether a picture was uploaded.
    pub fn check(sent: BrandDraft, has_picture: bool) -> Result<Self, BrandError> {
        let mut faults = Vec::new();
        let name = faults.line("name", &sent.name, NAME_CHARS_MAX).unwrap_or_default();
        if name.is_empty() {
            faults.add("name", "required", "Please give the brand a name.");
        }
        let colour = Rgb::parse(sent.colour.trim());
        if colour.is_none() {
            faults.add("colour", "format", "A colour has the form #rrggbb.");
        }
        for (field, chosen, offered) in [
            ("headings", &sent.headings, &HEADINGS[..]),
            ("corners", &sent.corners, &CORNERS),
            ("topBar", &sent.top_bar, &TOP_BARS),
            ("signInLayout", &sent.sign_in_layout, &LAYOUTS),
            ("picture", &sent.picture, &PICTURES),
        ] {
            if !offered.contains(&chosen.as_str()) {
                faults.add(
                    field,
                    "choice",
                    format!("Please choose one of: {}.", offered.join(", ")),
                );
            }
        }
        if sent.picture == UPLOAD && !has_picture {
            faults.add("picture", "missing", "Please upload a picture first.");
        }
        let mut said = |field: &str, text: Option<String>, most: usize| {
            faults.line(field, text.as_deref().unwrap_or_default(), most)
        };
        let sign_in_title = said("signInTitle", sent.sign_in_title, TITLE_CHARS_MAX);
        let sign_in_text = said("signInText", sent.sign_in_text, TEXT_CHARS_MAX);
        let mail_sender_name = said("mailSenderName", sent.mail_sender_name, NAME_CHARS_MAX);
        let mail_footer = said("mailFooter", sent.mail_footer, FOOTER_CHARS_MAX);
        if mail_sender_name.as_deref().is_some_and(|sender| sender.contains(['@', '"', ':'])) {
            let words =
                "A sender's name holds no address. Please leave out @, : and quotation marks.";
            faults.add("mailSenderName", "characters", words);
        }
        let footer_links = faults.links(sent.footer_links);
        let checked = Self {
            name,
            colour: colour.unwrap_or(Rgb::BLACK),
            headings: sent.headings,
            corners: sent.corners,
            top_bar: sent.top_bar,
            sign_in_layout: sent.sign_in_layout,
            picture: sent.picture,
            sign_in_title,
            sign_in_text,
            mail_sender_name,
            mail_footer,
            footer_links,
        };
        if faults.is_empty() { Ok(checked) } else { Err(BrandError::Fields(faults)) }
    }
}

/// Parses a single colour.
pub(super) fn parse_colour(text: &str) -> Result<Rgb, BrandError> {
    Rgb::parse(text.trim()).ok_or_else(|| {
        let words = "A colour has the form #rrggbb.";
        BrandError::Fields(vec![FieldError::new("colour", "format", words)])
    })
}

/// Collects errors field by field.
trait FieldErrors {
    fn add(&mut self, field: &str, code: &str, message: impl Into<String>);
    /// Returns the text on one line; `None` if it is empty.
    fn line(&mut self, field: &str, text: &str, chars_max: usize) -> Option<String>;
    fn links(&mut self, sent: Vec<FooterLink>) -> Vec<FooterLink>;
}

impl FieldErrors for Vec<FieldError> {
    fn add(&mut self, field: &str, code: &str, message: impl Into<String>) {
        self.push(FieldError::new(field, code, message));
    }

    fn line(&mut self, field: &str, text: &str, chars_max: usize) -> Option<String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() > chars_max {
            self.add(field, "too-long", format!("Please use at most {chars_max} characters."));
        }
        if text.chars().any(is_treacherous) {
            let words = "Please leave out <, > and characters that cannot be seen.";
            self.add(field, "characters", words);
        }
        (!text.is_empty()).then_some(text)
    }

    fn links(&mut self, sent: Vec<FooterLink>) -> Vec<FooterLink> {
        if sent.len() > LINKS_MAX {
            self.add("footerLinks", "too-many", format!("There can be at most {LINKS_MAX} links."));
            return Vec::new();
        }
        let mut links = Vec::with_capacity(sent.len());
        for (at, link) in sent.into_iter().enumerate() {
            let field = |part: &str| format!("footerLinks.{at}.{part}");
            let label = self.line(&field("label"), &link.label, LABEL_CHARS_MAX);
            if label.is_none() {
                self.add(&field("label"), "required", "Please say what the link is called.");
            }
            match web_address(&link.url) {
                Some(url) => links.push(FooterLink { label: label.unwrap_or_default(), url }),
                None => {
                    let words = "A link begins with https:// and names a host, such as https://example.org.";
                    self.add(&field("url"), "format", words);
                }
            }
        }
        links
    }
}

/// Returns a normalised https URL without user information.
fn web_address(text: &str) -> Option<String> {
    let text = text.trim();
    let url = Url::parse(text).ok().filter(|_| text.len() <= URL_CHARS_MAX)?;
    let plain = url.scheme() == "https"
        && url.domain().is_some_and(|host| host.contains('.'))
        && url.username().is_empty()
        && url.password().is_none();
    let written = String::from(url);
    (plain && written.len() <= URL_CHARS_MAX).then_some(written)
}

/// Returns whether a character can make text look like something else: markup, control characters,
/// and characters that change the direction or are invisible (Unicode `Bidi_Control` and
/// `Default_Ignorable_Code_Point`). The two joiners are allowed, because Persian and Indic scripts
/// need them.
fn is_treacherous(c: char) -> bool {
    c.is_control()
        || matches!(c, '<' | '>' | '\u{ad}' | '\u{61c}' | '\u{feff}')
        || matches!(c, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

#[cfg(test)]
#[path = "input_tests.rs"]
mod tests;
