//! What mails say, and how they look: a subject, a text and a page from one set of facts.

use minijinja::{
    AutoEscape, Environment, Output, State, UndefinedBehavior, Value, context, escape_formatter,
};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::sync::OnceLock;

const SOURCES: &[(&str, &str)] = &[
    ("frame.html", include_str!("templates/frame.html")),
    ("frame.txt", include_str!("templates/frame.txt")),
    ("verify-email.html", include_str!("templates/verify-email.html")),
    ("verify-email.txt", include_str!("templates/verify-email.txt")),
];
/// The platform's own colour, for a brand whose colour cannot be read.
const COLOUR: &str = "#1f4f46";

/// A template failed: a fault of ours, told without the mail's content.
#[derive(Debug, thiserror::Error)]
#[error("the mail `{mail}` cannot be rendered: {kind}")]
pub struct RenderError {
    mail: &'static str,
    kind: minijinja::ErrorKind,
}

/// Whose looks a mail has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailBrand {
    /// The brand's name: "Guildhall", or a portal's.
    pub name: String,
    /// Its colour, as `#rrggbb`.
    pub color: String,
    /// The origin of its door, for the address at the foot.
    pub origin: String,
}

/// Everything a mail can say.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase", tag = "mail")]
pub enum MailContent {
    /// The link that proves an address.
    VerifyEmail {
        /// The newcomer's first name.
        first_name: String,
        /// The whole link, with its token.
        link: String,
        /// How long the link is good for.
        valid_hours: u32,
    },
}

impl MailContent {
    /// Its name in templates, logs and figures.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::VerifyEmail { .. } => "verify-email",
        }
    }

    fn facts(&self) -> Value {
        match self {
            Self::VerifyEmail { first_name, link, valid_hours } => {
                context! { first_name, link, valid_hours }
            }
        }
    }

    fn subject(&self, brand: &MailBrand) -> String {
        match self {
            Self::VerifyEmail { .. } => format!("Verify your e-mail address for {}", brand.name),
        }
    }
}

/// A mail, ready to be sent.
pub(super) struct Rendered {
    pub subject: String,
    pub text: String,
    pub html: String,
}

pub(super) fn render(content: &MailContent, brand: &MailBrand) -> Result<Rendered, RenderError> {
    let color = readable_colour(&brand.color).unwrap_or(COLOUR);
    // A header ends at a line break; a brand's name must not start another one.
    let subject: String =
        content.subject(brand).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let looks = context! {
        brand => &brand.name,
        origin => &brand.origin,
        subject => &subject,
        color => color,
        on_color => ink_on(color),
    };
    let part = |ending: &str, is_html: bool| {
        let facts = context! { ..content.facts(), ..looks.clone() };
        let body = filled(&format!("{}.{ending}", content.name()), facts)?;
        // The body was escaped when its own template was filled.
        let body = if is_html { Value::from_safe_string(body) } else { Value::from(body) };
        filled(&format!("frame.{ending}"), context! { body, ..looks.clone() })
    };
    let parts = part("txt", false).and_then(|text| Ok((text, part("html", true)?)));
    let (text, html) =
        parts.map_err(|error| RenderError { mail: content.name(), kind: error.kind() })?;
    Ok(Rendered { subject, text, html })
}

fn filled(template: &str, facts: Value) -> Result<String, minijinja::Error> {
    environment().get_template(template)?.render(facts)
}

fn environment() -> &'static Environment<'static> {
    static ENVIRONMENT: OnceLock<Environment<'static>> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        let mut environment = page_environment();
        // A fact that a template names and nobody gave is a fault, not an empty place.
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        for (name, source) in SOURCES {
            if let Err(error) = environment.add_template(name, source) {
                tracing::error!(%error, "the mail template {name} cannot be read");
            }
        }
        environment
    })
}

/// An environment whose pages keep the slashes of links, which are harmless, so that the source of
/// a mail can be read.
pub(super) fn page_environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_formatter(write_escaped);
    environment
}

fn write_escaped(
    out: &mut Output,
    state: &mut State,
    value: &Value,
) -> Result<(), minijinja::Error> {
    let text = match value.as_str() {
        Some(text) if *state.auto_escape() == AutoEscape::Html && !value.is_safe() => text,
        _ => return escape_formatter(out, state, value),
    };
    for c in text.chars() {
        match c {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            '\'' => out.write_str("&#39;")?,
            c => out.write_char(c)?,
        }
    }
    Ok(())
}

/// The colour if it is `#rrggbb`: what a tenant wrote goes into a style.
fn readable_colour(color: &str) -> Option<&str> {
    let digits = color.strip_prefix('#')?;
    (digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit())).then_some(color)
}

/// Black or white, whichever is easier to read on a colour (WCAG 2.2 relative luminance).
fn ink_on(color: &str) -> &'static str {
    let channel = |at: usize| {
        let hex = color.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let share = f64::from(hex.unwrap_or(0)) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
    // Where contrast to black and to white are equal: sqrt(1.05 * 0.05) - 0.05.
    if luminance > 0.179 { "#000000" } else { "#ffffff" }
}

#[cfg(test)]
mod tests {
    use super::{MailBrand, MailContent, Rendered, ink_on, render};

    fn mail(name: &str, color: &str) -> Rendered {
        let brand = MailBrand {
            name: name.to_owned(),
            color: color.to_owned(),
            origin: String::from("http://ashcombe.localhost:8080"),
        };
        let content = MailContent::VerifyEmail {
            first_name: String::from("Grace <b>"),
            link: String::from("http://ashcombe.localhost:8080/verify-email?token=a&b"),
            valid_hours: 24,
        };
        match render(&content, &brand) {
            Ok(rendered) => rendered,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_mail_wears_the_brand_and_holds_the_link() {
        let mail = mail("Ashcombe", "#7a1f2b");
        assert_eq!(mail.subject, "Verify your e-mail address for Ashcombe");
        assert!(mail.text.contains("http://ashcombe.localhost:8080/verify-email?token=a&b"));
        assert!(mail.html.contains("#7a1f2b") && mail.html.contains("Ashcombe"));
        assert!(
            mail.html
                .contains("href=\"http://ashcombe.localhost:8080/verify-email?token=a&amp;b\"")
        );
    }

    #[test]
    fn what_a_person_wrote_is_no_markup_in_the_page() {
        let mail = mail("Ashcombe", "#7a1f2b");
        assert!(mail.html.contains("Grace &lt;b&gt;") && !mail.html.contains("Grace <b>"));
        assert!(mail.text.contains("Grace <b>"));
    }

    #[test]
    fn a_brand_cannot_write_a_header_or_a_style() {
        let mail = mail("Ashcombe\r\nBcc: all@example.org", "red;background:url(//x)");
        assert!(!mail.subject.contains(['\r', '\n']));
        assert!(!mail.html.contains("url("));
    }

    #[test]
    fn the_button_can_be_read_on_every_colour() {
        assert_eq!(ink_on("#f2c200"), "#000000");
        assert_eq!(ink_on("#7a1f2b"), "#ffffff");
    }
}
