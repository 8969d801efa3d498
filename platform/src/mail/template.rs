//! Email templates: subject, text and HTML from one set of values.

use super::brand::MailBrand;
use super::content::MailContent;
use super::ink::{ink_on, readable_colour};
use super::sources::TEMPLATE_SOURCES;
use crate::language::Language;
use minijinja::{
    AutoEscape, Environment, Output, State, UndefinedBehavior, Value, context, escape_formatter,
};
use std::fmt::Write;
use std::sync::OnceLock;

/// Colour for a brand whose own is not valid.
const DEFAULT_COLOUR: &str = "#0e6b5e";

/// A template failed; the error does not contain the email's content.
#[derive(Debug, thiserror::Error)]
#[error("failed to render the email `{mail}`: {kind}")]
pub struct RenderError {
    mail: &'static str,
    kind: minijinja::ErrorKind,
}

/// A rendered email.
pub(super) struct RenderedMail {
    pub subject: String,
    pub text: String,
    pub html: String,
}

pub(super) fn render(
    content: &MailContent,
    brand: &MailBrand,
) -> Result<RenderedMail, RenderError> {
    let locale = brand.locale();
    let content = &content.localized(locale);
    let color = readable_colour(&brand.color).unwrap_or(DEFAULT_COLOUR);
    let failed = |error: minijinja::Error| RenderError { mail: content.name(), kind: error.kind() };
    // A header ends at a line break; a brand name must not start another one.
    let subject = subject_line(content, brand, locale.language).map_err(failed)?;
    let subject: String = subject.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let looks = context! {
        language => locale.language.tag(),
        brand => &brand.name,
        origin => &brand.origin,
        subject => &subject,
        color => color,
        on_color => ink_on(color),
        footer => &brand.footer,
        mark => brand.mark.as_ref().map(|path| format!("{}{path}", brand.origin)),
    };
    let part = |ending: &str, is_html: bool| {
        let facts = context! { ..content.template_values(), ..looks.clone() };
        let body = render_template(&template_name(content, locale.language, ending), facts)?;
        // The body was escaped by its own template.
        let body = if is_html { Value::from_safe_string(body) } else { Value::from(body) };
        render_template(&format!("frame.{ending}"), context! { body, ..looks.clone() })
    };
    let parts = part("txt", false).and_then(|text| Ok((text, part("html", true)?)));
    let (text, html) = parts.map_err(failed)?;
    Ok(RenderedMail { subject, text, html })
}

/// Name of a part's template. The English ones are not in a folder of their own.
fn template_name(content: &MailContent, language: Language, ending: &str) -> String {
    let name = content.name();
    match language {
        Language::En => format!("{name}.{ending}"),
        Language::De => format!("de/{name}.{ending}"),
    }
}

fn subject_line(
    content: &MailContent,
    brand: &MailBrand,
    language: Language,
) -> Result<String, minijinja::Error> {
    if language == Language::En {
        return Ok(content.subject_line(brand));
    }
    let facts = context! { ..content.template_values(), ..context! { brand => &brand.name } };
    render_template(&template_name(content, language, "subject"), facts)
}

fn render_template(template: &str, facts: Value) -> Result<String, minijinja::Error> {
    template_environment().get_template(template)?.render(facts)
}

fn template_environment() -> &'static Environment<'static> {
    static ENVIRONMENT: OnceLock<Environment<'static>> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        let mut environment = page_environment();
        // An undefined variable is an error, not an empty string.
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        for (name, source) in TEMPLATE_SOURCES {
            if let Err(error) = environment.add_template(name, source) {
                tracing::error!(%error, "failed to parse the email template {name}");
            }
        }
        environment
    })
}

/// Environment for HTML templates that does not escape slashes, which are harmless, so that links
/// stay readable in the source.
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

#[cfg(test)]
#[path = "template_tests.rs"]
mod tests;
