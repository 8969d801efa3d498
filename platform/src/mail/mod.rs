//! Email: enqueued as a job, rendered when it is sent, passed to SMTP or stored in memory.
//!
//! A rule enqueues a [`MailJob`] in its transaction ([`MailJob::to_job`]); the worker renders and
//! sends it. Every attempt has the same `Message-ID`, so that mail servers and mailboxes recognise
//! a repeated delivery. Addresses and links never reach a log line, and a completed job stores no
//! payload. [`to_catcher`] replaces the mail server of an embedded instance, and [`dev_mail_router`]
//! shows its emails.

mod brand;
mod catcher;
mod content;
mod content_values;
mod dev;
mod enhanced_status;
mod headers;
mod ink;
mod leading;
mod localize;
mod notification;
mod sources;
mod template;

pub use brand::MailBrand;
pub use catcher::{Catcher, CaughtMail};
pub use content::{MailContent, TranscriptLine};
pub use dev::dev_mail_router;
pub use enhanced_status::EnhancedStatus;
pub use headers::MailHeaders;
pub use notification::{DigestGroup, DigestItem, NotificationDigest, NotificationMail};
pub use template::RenderError;

use crate::clock::Clock;
use crate::jobs::NewJob;
use crate::telemetry::{MAILS_FAILED, MAILS_SENT, spans};
use lettre::address::AddressError;
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::response::Code;
use lettre::transport::smtp::{self, PoolConfig};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use metrics::counter;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use tracing::Instrument;
use uuid::Uuid;

/// Kind of the job that sends one email.
pub const JOB_KIND: &str = "mail";
/// Maximum attempts; enough for a mail server outage of a day.
const SEND_ATTEMPTS_MAX: i64 = 2000;
/// Timeout for one step of the SMTP conversation.
const SMTP_TIMEOUT: Duration = Duration::from_secs(15);
const CONNECTIONS_MAX: u32 = 4;
/// Headers that tell mail programs not to reply automatically, such as with an out-of-office note
/// (RFC 3834 section 5; the second is Exchange's).
const NO_AUTOMATIC_REPLY: [(&str, &str); 2] =
    [("Auto-Submitted", "auto-generated"), ("X-Auto-Response-Suppress", "All")];

/// An email to send: content, recipient and branding.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailJob {
    /// Recipient address.
    pub to: String,
    /// Brand of the site.
    pub brand: MailBrand,
    /// Template of the mail, with its values.
    pub content: MailContent,
}

impl fmt::Debug for MailJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MailJob({})", self.content.name())
    }
}

impl MailJob {
    /// Converts to a job, for [`crate::Tx::enqueue`].
    ///
    /// # Errors
    /// Only if serialisation fails, which its fields do not allow.
    pub fn to_job(&self) -> Result<NewJob, DbErr> {
        Ok(NewJob::new(JOB_KIND, &self.to_outgoing())?.max_attempts(SEND_ATTEMPTS_MAX))
    }

    /// Adds a message id, for [`Mailer::send`].
    #[must_use]
    pub fn to_outgoing(&self) -> OutgoingMail {
        OutgoingMail::new(Uuid::now_v7(), self.clone(), MailHeaders::default())
    }
}

/// An email with its message id: the payload of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutgoingMail {
    /// Identical at every attempt.
    id: Uuid,
    /// The email.
    #[serde(flatten)]
    pub mail: MailJob,
    /// Additional headers.
    #[serde(default)]
    pub headers: MailHeaders,
}

impl OutgoingMail {
    /// An email whose message id is derived from `id`.
    #[must_use]
    pub const fn new(id: Uuid, mail: MailJob, headers: MailHeaders) -> Self {
        Self { id, mail, headers }
    }
}

/// Reason why an email was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The SMTP server's address is invalid.
    #[error("the mail server's address is not valid")]
    Server(#[source] smtp::Error),
    /// The sender's or recipient's address is invalid.
    #[error("an address of the email is not valid")]
    Address(#[from] AddressError),
    /// The message could not be built.
    #[error("failed to build the email")]
    Message(#[from] lettre::error::Error),
    /// The template failed.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The mail server rejected it permanently.
    #[error("the mail server rejected the email: {0}")]
    Refused(Cause),
    /// The mailbox does not exist.
    #[error("the mail server rejected the recipient with status {0}")]
    Recipient(EnhancedStatus),
    /// The mail server is unavailable, or requested a retry.
    #[error("the mail server is unavailable: {0}")]
    Unavailable(Cause),
}

impl MailError {
    /// Returns whether the server refused the user name or the password (RFC 4954 section 6).
    #[must_use]
    pub fn is_sign_in_refused(&self) -> bool {
        const CODES: [&str; 4] = ["530", "534", "535", "538"];
        let code = match self.cause() {
            Some(Cause::Answer(code)) => code.to_string(),
            _ => return false,
        };
        CODES.contains(&code.as_str())
    }

    /// Returns the cause of a failed SMTP conversation.
    #[must_use]
    pub const fn cause(&self) -> Option<Cause> {
        match self {
            Self::Refused(cause) | Self::Unavailable(cause) => Some(*cause),
            _ => None,
        }
    }

    /// Returns whether a retry may succeed.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Server(_))
    }
}

/// Cause of an SMTP failure. The server's text may contain the recipient's address, so only the
/// reply code is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Reply code (RFC 5321 section 4.2).
    Answer(Code),
    /// Timeout.
    Slow,
    /// Protocol error, or a missing required feature such as TLS.
    Protocol,
    /// The connection failed, or the server's certificate is invalid.
    Unreached,
}

impl Cause {
    fn from_error(error: &smtp::Error) -> Self {
        match error.status() {
            Some(code) => Self::Answer(code),
            None if error.is_timeout() => Self::Slow,
            None if error.is_client() || error.is_response() => Self::Protocol,
            None => Self::Unreached,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(code) => write!(f, "it replied {code}"),
            Self::Slow => f.write_str("it timed out"),
            Self::Protocol => f.write_str("protocol error or missing TLS"),
            Self::Unreached => f.write_str("the connection failed"),
        }
    }
}

/// Sends emails. Clones share the connections.
#[derive(Clone)]
pub struct Mailer {
    from: Address,
    transport: MailTransport,
}

#[derive(Clone)]
enum MailTransport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Catcher(Catcher),
}

impl fmt::Debug for Mailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.transport {
            MailTransport::Smtp(_) => "Mailer(smtp)",
            MailTransport::Catcher(_) => "Mailer(catcher)",
        })
    }
}

impl Mailer {
    /// Sends through a mail server: `smtp://…`, `smtp://…?tls=required` or `smtps://…`. `ca` is an
    /// additional root certificate in PEM.
    ///
    /// # Errors
    /// [`MailError`] if an address or the certificate is invalid. Does not connect yet.
    pub fn to_smtp_server(url: &str, from: &str, ca: Option<&[u8]>) -> Result<Self, MailError> {
        let mut builder =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(MailError::Server)?;
        if let Some(pem) = ca {
            builder = builder.tls(tls_with_root(url, pem)?);
        }
        let transport = builder
            .timeout(Some(SMTP_TIMEOUT))
            .pool_config(PoolConfig::new().max_size(CONNECTIONS_MAX))
            .build();
        Ok(Self { from: from.parse()?, transport: MailTransport::Smtp(transport) })
    }

    /// Connects once: greeting, TLS and sign-in as configured. Sends no email.
    ///
    /// # Errors
    /// [`MailError::Refused`] or [`MailError::Unavailable`].
    pub async fn check_connection(&self) -> Result<(), MailError> {
        let MailTransport::Smtp(transport) = &self.transport else { return Ok(()) };
        match transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(MailError::Unavailable(Cause::Protocol)),
            Err(error) => {
                let cause = Cause::from_error(&error);
                let is_final = error.is_permanent();
                Err(if is_final {
                    MailError::Refused(cause)
                } else {
                    MailError::Unavailable(cause)
                })
            }
        }
    }

    /// Stores emails in memory instead of sending them.
    ///
    /// # Errors
    /// [`MailError::Address`] if the sender's address is invalid.
    pub fn to_catcher(from: &str, clock: Clock) -> Result<Self, MailError> {
        Ok(Self { from: from.parse()?, transport: MailTransport::Catcher(Catcher::new(clock)) })
    }

    /// Returns the store of caught emails, if this mailer has one.
    #[must_use]
    pub const fn as_catcher(&self) -> Option<&Catcher> {
        match &self.transport {
            MailTransport::Catcher(catcher) => Some(catcher),
            MailTransport::Smtp(_) => None,
        }
    }

    /// Returns the caught emails, oldest first; none if emails are really sent.
    #[must_use]
    pub fn caught_mails(&self) -> Vec<CaughtMail> {
        self.as_catcher().map(Catcher::all_mails).unwrap_or_default()
    }

    /// Renders and sends an email.
    ///
    /// # Errors
    /// [`MailError`]; [`MailError::is_temporary`] tells whether to retry.
    pub async fn send(&self, letter: &OutgoingMail) -> Result<(), MailError> {
        self.send_with_return_path(letter, None).await
    }

    /// As [`Self::send`]; mail servers send reports about the email to `return_path`.
    ///
    /// # Errors
    /// [`MailError`]; [`MailError::Recipient`] if the mailbox does not exist.
    pub async fn send_with_return_path(
        &self,
        letter: &OutgoingMail,
        return_path: Option<&str>,
    ) -> Result<(), MailError> {
        let span = spans::call("smtp", "send mail");
        let outcome = self.send_rendered(letter, return_path).instrument(span.clone()).await;
        let mail = letter.mail.content.name();
        match &outcome {
            Ok(()) => counter!(MAILS_SENT, "mail" => mail).increment(1),
            Err(error) => {
                spans::fail(&span);
                let cause = if error.is_temporary() { "temporary" } else { "permanent" };
                counter!(MAILS_FAILED, "mail" => mail, "cause" => cause).increment(1);
            }
        }
        outcome
    }

    async fn send_rendered(
        &self,
        OutgoingMail { id, mail, headers }: &OutgoingMail,
        return_path: Option<&str>,
    ) -> Result<(), MailError> {
        let headers = headers.lines(self.from.domain());
        let rendered = template::render(&mail.content, &mail.brand)?;
        let from = Mailbox::new(Some(mail.brand.sender().to_owned()), self.from.clone());
        let to: Address = mail.to.parse()?;
        match &self.transport {
            MailTransport::Catcher(catcher) => {
                let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value));
                catcher.store((to.to_string(), from.to_string()), rendered, headers.collect());
            }
            MailTransport::Smtp(transport) => {
                let message_id = format!("<{}@{}>", id.simple(), self.from.domain());
                let sender: Option<Address> = return_path.map(str::parse).transpose()?;
                let sender = sender.unwrap_or_else(|| self.from.clone());
                let mut message = Message::builder()
                    .envelope(Envelope::new(Some(sender), vec![to.clone()])?)
                    .message_id(Some(message_id))
                    .from(from)
                    .to(Mailbox::new(None, to))
                    .subject(rendered.subject)
                    .multipart(MultiPart::alternative_plain_html(rendered.text, rendered.html))?;
                let fixed = NO_AUTOMATIC_REPLY.map(|(name, value)| (name, value.to_owned()));
                for (name, value) in fixed.into_iter().chain(headers) {
                    let name = HeaderName::new_from_ascii_str(name);
                    message.headers_mut().insert_raw(raw_header(name, value));
                }
                deliver_mail(transport.clone(), message).await?;
            }
        }
        Ok(())
    }
}

/// A header without folding or encoding: mail programs take a folded URL for two.
fn raw_header(name: HeaderName, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value)
}

/// Delivers an email. The SMTP conversation always completes, even if the caller is cancelled: an
/// aborted one leaves an unread reply on the connection, which the next email would take for its
/// own and be lost.
async fn deliver_mail(
    transport: AsyncSmtpTransport<Tokio1Executor>,
    message: Message,
) -> Result<(), MailError> {
    let talk = tokio::spawn(async move { transport.send(message).await });
    let ended = talk.await.map_err(|_| MailError::Unavailable(Cause::Protocol))?;
    ended.map(drop).map_err(|error| {
        let cause = Cause::from_error(&error);
        if let Some(status) = unknown_mailbox(&error) {
            return MailError::Recipient(status);
        }
        if error.is_permanent() { MailError::Refused(cause) } else { MailError::Unavailable(cause) }
    })
}

/// Status of a permanent refusal that says that the mailbox does not exist. The text after it may
/// contain the address, and is not kept.
fn unknown_mailbox(error: &smtp::Error) -> Option<EnhancedStatus> {
    let reply = std::error::Error::source(error).filter(|_| error.is_permanent())?.to_string();
    EnhancedStatus::parse(&reply).filter(|status| status.is_unknown_mailbox())
}

/// Returns whether an email can be sent to an address, which a pattern alone cannot decide.
#[must_use]
pub fn can_be_sent_to(address: &str) -> bool {
    address.parse::<Address>().is_ok()
}

/// Returns the TLS mode of the address, with an additional root certificate.
fn tls_with_root(url: &str, pem: &[u8]) -> Result<Tls, MailError> {
    let url = url::Url::parse(url).map_err(|_| MailError::Address(AddressError::InvalidDomain))?;
    let host = url.host_str().unwrap_or_default().to_owned();
    let authority = Certificate::from_pem(pem).map_err(MailError::Server)?;
    let parameters = TlsParameters::builder(host)
        .add_root_certificate(authority)
        .build()
        .map_err(MailError::Server)?;
    let asked = |name: &str| url.query_pairs().any(|(key, value)| key == "tls" && value == name);
    Ok(match url.scheme() {
        "smtps" => Tls::Wrapper(parameters),
        _ if asked("required") => Tls::Required(parameters),
        _ if asked("opportunistic") => Tls::Opportunistic(parameters),
        _ => Tls::None,
    })
}
