//! Email templates: subject, text and HTML from one set of values.

use super::ink::{ink_on, readable_colour};
use crate::ids::TenantId;
use crate::request::PLATFORM_NAME;
use minijinja::{
    AutoEscape, Environment, Output, State, UndefinedBehavior, Value, context, escape_formatter,
};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::sync::OnceLock;

const TEMPLATE_SOURCES: &[(&str, &str)] = &[
    ("factor-notice.html", include_str!("templates/factor-notice.html")),
    ("factor-notice.txt", include_str!("templates/factor-notice.txt")),
    ("account-deleted.html", include_str!("templates/account-deleted.html")),
    ("account-deleted.txt", include_str!("templates/account-deleted.txt")),
    ("addition-answered.html", include_str!("templates/addition-answered.html")),
    ("addition-answered.txt", include_str!("templates/addition-answered.txt")),
    ("application-answered.html", include_str!("templates/application-answered.html")),
    ("application-answered.txt", include_str!("templates/application-answered.txt")),
    ("deletion-requested.html", include_str!("templates/deletion-requested.html")),
    ("deletion-requested.txt", include_str!("templates/deletion-requested.txt")),
    ("frame.html", include_str!("templates/frame.html")),
    ("frame.txt", include_str!("templates/frame.txt")),
    ("new-device.html", include_str!("templates/new-device.html")),
    ("new-device.txt", include_str!("templates/new-device.txt")),
    ("password-changed.html", include_str!("templates/password-changed.html")),
    ("password-changed.txt", include_str!("templates/password-changed.txt")),
    ("reset-password.html", include_str!("templates/reset-password.html")),
    ("reset-password.txt", include_str!("templates/reset-password.txt")),
    ("sign-up-attempt.html", include_str!("templates/sign-up-attempt.html")),
    ("sign-up-attempt.txt", include_str!("templates/sign-up-attempt.txt")),
    ("support-chat.html", include_str!("templates/support-chat.html")),
    ("support-chat.txt", include_str!("templates/support-chat.txt")),
    ("support-ticket.html", include_str!("templates/support-ticket.html")),
    ("support-ticket.txt", include_str!("templates/support-ticket.txt")),
    ("support-transcript.html", include_str!("templates/support-transcript.html")),
    ("support-transcript.txt", include_str!("templates/support-transcript.txt")),
    ("test-email.html", include_str!("templates/test-email.html")),
    ("test-email.txt", include_str!("templates/test-email.txt")),
    ("verify-email.html", include_str!("templates/verify-email.html")),
    ("verify-email.txt", include_str!("templates/verify-email.txt")),
    ("affiliation-invitation.html", include_str!("templates/affiliation-invitation.html")),
    ("affiliation-invitation.txt", include_str!("templates/affiliation-invitation.txt")),
    ("waitlist-invitation.html", include_str!("templates/waitlist-invitation.html")),
    ("waitlist-invitation.txt", include_str!("templates/waitlist-invitation.txt")),
];
/// Colour for a brand whose own is not valid.
const DEFAULT_COLOUR: &str = "#0e6b5e";

/// A template failed; the error does not contain the email's content.
#[derive(Debug, thiserror::Error)]
#[error("failed to render the email `{mail}`: {kind}")]
pub struct RenderError {
    mail: &'static str,
    kind: minijinja::ErrorKind,
}

/// Branding of an email.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailBrand {
    /// Brand name: "Guildhall", or a portal's.
    pub name: String,
    /// Brand colour, as `#rrggbb`; if empty, it is looked up when the email is sent.
    pub color: String,
    /// Origin of the site, for the address in the footer.
    pub origin: String,
    /// Tenant of the portal; `None` on the main site.
    #[serde(default)]
    pub tenant: Option<TenantId>,
    /// Sender name, if not the brand name.
    #[serde(default)]
    pub sender: Option<String>,
    /// Footer line.
    #[serde(default)]
    pub footer: Option<String>,
    /// Path of the badge icon on that origin.
    #[serde(default)]
    pub mark: Option<String>,
}

impl MailBrand {
    /// Branding of the request's site, from the edge's context and not from the request.
    #[must_use]
    pub fn of_site(context: &wire::Context) -> Self {
        let (name, origin) = (context.brand_name.clone(), context.origin.clone());
        Self { name, origin, tenant: context.tenant, ..Self::default() }
    }

    /// Branding of the main site.
    #[must_use]
    pub fn of_main(main_origin: &str) -> Self {
        let (name, origin) = (PLATFORM_NAME.to_owned(), main_origin.to_owned());
        Self { name, origin, ..Self::default() }
    }

    /// Sender name.
    pub(super) fn sender(&self) -> &str {
        self.sender.as_deref().unwrap_or(&self.name)
    }
}

/// A message in the transcript of a support conversation.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptLine {
    /// Name of the sender.
    pub name: String,
    /// Time, as text.
    pub at: String,
    /// The message.
    pub text: String,
}

impl TranscriptLine {
    fn to_value(&self) -> Value {
        let Self { name, at, text } = self;
        context! { name, at, text }
    }
}

/// Content of an email.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "camelCase", tag = "mail")]
pub enum MailContent {
    /// A sign-in method was changed.
    FactorNotice {
        /// Recipient's first name.
        first_name: String,
        /// Description of the change, as a sentence.
        change: String,
        /// Time of the change.
        at: String,
    },
    /// The account was deleted at its owner's request.
    AccountDeleted {
        /// Recipient's first name.
        first_name: String,
    },
    /// An affiliation approved or rejected an application.
    ApplicationAnswered {
        /// Applicant's first name.
        first_name: String,
        /// Name of the affiliation.
        affiliation: String,
        /// True if approved.
        approved: bool,
        /// Reason of a rejection; empty if approved.
        reason: String,
        /// URL of the affiliation's page.
        link: String,
    },
    /// Staff approved or rejected a request for a missing affiliation.
    AdditionAnswered {
        /// First name of the requester.
        first_name: String,
        /// Name of the requested affiliation.
        affiliation: String,
        /// True if it is listed now.
        approved: bool,
        /// Reason of a rejection; empty if approved.
        reason: String,
        /// URL of the affiliation's page, or of the request form.
        link: String,
    },
    /// The account will be deleted unless its owner cancels.
    DeletionRequested {
        /// Recipient's first name.
        first_name: String,
        /// Time of the deletion, as text.
        due: String,
        /// URL of the sign-in page.
        link: String,
    },
    /// Support has replied to a ticket, or has resolved or closed it.
    SupportTicket {
        /// First name of the owner.
        first_name: String,
        /// Summary of the event.
        heading: String,
        /// The event, as a sentence.
        message: String,
        /// Title of the ticket.
        ticket: String,
        /// Short id of the ticket.
        short_id: String,
        /// Text of the reply; empty for a change of the status.
        reply: String,
        /// URL of the ticket.
        link: String,
    },
    /// Support has answered in a conversation while the person is offline.
    SupportChat {
        /// First name of the person.
        first_name: String,
        /// Topic of the conversation.
        topic: String,
        /// Text of the answer.
        answer: String,
        /// URL of support.
        link: String,
    },
    /// Transcript of a support conversation that has ended.
    SupportTranscript {
        /// First name of the person.
        first_name: String,
        /// Topic of the conversation.
        topic: String,
        /// The messages, oldest first.
        lines: Vec<TranscriptLine>,
        /// URL of support.
        link: String,
    },
    /// A test email that staff send to themselves.
    TestEmail {
        /// Recipient's first name.
        first_name: String,
    },
    /// Verification of an email address.
    VerifyEmail {
        /// First name of the new user.
        first_name: String,
        /// Complete link with its token.
        link: String,
        /// Validity of the link in hours.
        valid_hours: u32,
    },
    /// Invite code for a person on the waitlist.
    WaitlistInvitation {
        /// Name of that person.
        name: String,
        /// Single-use code.
        code: String,
        /// URL at which it is redeemed.
        link: String,
        /// Validity in days.
        valid_days: u32,
        /// Personal message of the inviter; may be empty.
        message: String,
    },
    /// Invite code for a person without an account whom an affiliation invites.
    AffiliationInvitation {
        /// Name of the person who invites.
        inviter: String,
        /// Name of the affiliation.
        affiliation: String,
        /// Single-use code.
        code: String,
        /// URL at which it is redeemed.
        link: String,
        /// Validity in days.
        valid_days: u32,
    },
    /// Password reset link.
    ResetPassword {
        /// First name of the account's owner.
        first_name: String,
        /// Complete link with its token.
        link: String,
        /// Validity of the link in minutes.
        valid_minutes: u32,
    },
    /// A sign-up was attempted with the address of an existing account.
    SignUpAttempt {
        /// First name of the account's owner.
        first_name: String,
        /// URL of the sign-in page.
        login: String,
        /// URL of the password recovery page.
        recovery: String,
    },
    /// The password was changed.
    PasswordChanged {
        /// First name of the account's owner.
        first_name: String,
        /// Time of the change, as text.
        when: String,
        /// URL of the password recovery page.
        recovery: String,
    },
    /// Sign-in from a new device.
    NewDevice {
        /// First name of the account's owner.
        first_name: String,
        /// Browser summary.
        device: String,
        /// Network of the client.
        network: String,
        /// Time of the sign-in, as text.
        when: String,
        /// URL of the list of devices.
        devices: String,
    },
}

impl MailContent {
    /// Name in templates, logs and metrics.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::FactorNotice { .. } => "factor-notice",
            Self::AccountDeleted { .. } => "account-deleted",
            Self::ApplicationAnswered { .. } => "application-answered",
            Self::AdditionAnswered { .. } => "addition-answered",
            Self::DeletionRequested { .. } => "deletion-requested",
            Self::SupportTicket { .. } => "support-ticket",
            Self::SupportChat { .. } => "support-chat",
            Self::SupportTranscript { .. } => "support-transcript",
            Self::TestEmail { .. } => "test-email",
            Self::VerifyEmail { .. } => "verify-email",
            Self::WaitlistInvitation { .. } => "waitlist-invitation",
            Self::AffiliationInvitation { .. } => "affiliation-invitation",
            Self::ResetPassword { .. } => "reset-password",
            Self::SignUpAttempt { .. } => "sign-up-attempt",
            Self::PasswordChanged { .. } => "password-changed",
            Self::NewDevice { .. } => "new-device",
        }
    }

    fn template_values(&self) -> Value {
        match self {
            Self::FactorNotice { first_name, change, at } => context! { first_name, change, at },
            Self::AccountDeleted { first_name } | Self::TestEmail { first_name } => {
                context! { first_name }
            }
            Self::ApplicationAnswered { first_name, affiliation, approved, reason, link }
            | Self::AdditionAnswered { first_name, affiliation, approved, reason, link } => {
                context! { first_name, affiliation, approved, reason, link }
            }
            Self::DeletionRequested { first_name, due, link } => {
                context! { first_name, due, link }
            }
            Self::SupportTicket { first_name, heading, message, ticket, short_id, reply, link } => {
                context! { first_name, heading, message, ticket, short_id, reply, link }
            }
            Self::SupportChat { first_name, topic, answer, link } => {
                context! { first_name, topic, answer, link }
            }
            Self::SupportTranscript { first_name, topic, lines, link } => {
                let lines: Vec<Value> = lines.iter().map(TranscriptLine::to_value).collect();
                context! { first_name, topic, lines, link }
            }
            Self::VerifyEmail { first_name, link, valid_hours } => {
                context! { first_name, link, valid_hours }
            }
            Self::WaitlistInvitation { name, code, link, valid_days, message } => {
                context! { name, code, link, valid_days, message }
            }
            Self::AffiliationInvitation { inviter, affiliation, code, link, valid_days } => {
                context! { inviter, affiliation, code, link, valid_days }
            }
            Self::ResetPassword { first_name, link, valid_minutes } => {
                context! { first_name, link, valid_minutes }
            }
            Self::SignUpAttempt { first_name, login, recovery } => {
                context! { first_name, login, recovery }
            }
            Self::PasswordChanged { first_name, when, recovery } => {
                context! { first_name, when, recovery }
            }
            Self::NewDevice { first_name, device, network, when, devices } => {
                context! { first_name, device, network, when, devices }
            }
        }
    }

    fn subject_line(&self, brand: &MailBrand) -> String {
        match self {
            Self::FactorNotice { .. } => {
                format!("How you sign in to {} was changed", brand.name)
            }
            Self::AccountDeleted { .. } => {
                format!("Your account at {} has been deleted", brand.name)
            }
            Self::ApplicationAnswered { affiliation, approved: true, .. } => {
                format!("You are now a member of {affiliation}")
            }
            Self::ApplicationAnswered { affiliation, .. } => {
                format!("Your application to {affiliation} was declined")
            }
            Self::AdditionAnswered { affiliation, approved: true, .. } => {
                format!("{affiliation} is now on {}", brand.name)
            }
            Self::AdditionAnswered { affiliation, .. } => {
                format!("Your request to add {affiliation} was declined")
            }
            Self::DeletionRequested { .. } => {
                format!("Your account at {} will be deleted", brand.name)
            }
            Self::SupportTicket { heading, short_id, .. } => format!("{heading} (#{short_id})"),
            Self::SupportChat { topic, .. } => format!("Support has answered: {topic}"),
            Self::SupportTranscript { topic, .. } => format!("Your support conversation: {topic}"),
            Self::TestEmail { .. } => format!("Test email from {}", brand.name),
            Self::VerifyEmail { .. } => format!("Verify your email address for {}", brand.name),
            Self::WaitlistInvitation { .. } => format!("Your invitation to {}", brand.name),
            Self::AffiliationInvitation { affiliation, .. } => {
                format!("Your invitation to {affiliation}")
            }
            Self::ResetPassword { .. } => format!("Choose a new password for {}", brand.name),
            Self::SignUpAttempt { .. } => {
                format!("You already have an account at {}", brand.name)
            }
            Self::PasswordChanged { .. } => format!("Your password for {} was changed", brand.name),
            Self::NewDevice { .. } => format!("New sign-in to {}", brand.name),
        }
    }
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
    let color = readable_colour(&brand.color).unwrap_or(DEFAULT_COLOUR);
    // A header ends at a line break; a brand name must not start another one.
    let subject: String =
        content.subject_line(brand).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let looks = context! {
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
        let body = render_template(&format!("{}.{ending}", content.name()), facts)?;
        // The body was escaped by its own template.
        let body = if is_html { Value::from_safe_string(body) } else { Value::from(body) };
        render_template(&format!("frame.{ending}"), context! { body, ..looks.clone() })
    };
    let parts = part("txt", false).and_then(|text| Ok((text, part("html", true)?)));
    let (text, html) =
        parts.map_err(|error| RenderError { mail: content.name(), kind: error.kind() })?;
    Ok(RenderedMail { subject, text, html })
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
