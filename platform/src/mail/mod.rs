//! Mail: written by a job, rendered when it is sent, handed to SMTP or kept in memory.
//!
//! A rule enqueues [`MailJob`] in its transaction ([`MailJob::to_job`]); the worker renders and
//! sends it. Every try carries the same `Message-ID`, so that a server that took a mail and could not
//! say so, and a reader's mailbox, know the second one for what it is. Neither an address nor a link
//! ever reaches a log line, and a job that was done keeps no payload. [`catcher`] is what an embedded
//! instance has instead of a mail server, and [`dev_mail_router`] shows it.

mod catcher;
mod dev;
mod leading;
mod template;

pub use catcher::{Catcher, CaughtMail};
pub use dev::dev_mail_router;
pub use template::{MailBrand, MailContent, RenderError};

use crate::clock::Clock;
use crate::jobs::NewJob;
use lettre::address::AddressError;
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
use uuid::Uuid;

/// The kind of the job that sends one mail.
pub const JOB_KIND: &str = "mail";
/// Enough to outlive a mail server that is away for a day.
const TRIES: i64 = 2000;
/// Longest that a mail server may take for one step.
const PATIENCE: Duration = Duration::from_secs(15);
const CONNECTIONS_MAX: u32 = 4;
/// Headers of every mail that tell mail programs to answer none of them automatically, such as with an
/// out-of-office note (RFC 3834 section 5; the second is Exchange's).
const NO_AUTOMATIC_REPLY: [(&str, &str); 2] =
    [("Auto-Submitted", "auto-generated"), ("X-Auto-Response-Suppress", "All")];

/// A mail to be sent: what it says, to whom, in whose looks.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailJob {
    /// The reader's address.
    pub to: String,
    /// Whose mail it is: the door's brand.
    pub brand: MailBrand,
    /// What it says.
    pub content: MailContent,
}

impl fmt::Debug for MailJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MailJob({})", self.content.name())
    }
}

impl MailJob {
    /// As a job, for [`crate::Tx::enqueue`].
    ///
    /// # Errors
    /// Only if it cannot be written as JSON, which its fields do not allow to happen.
    pub fn to_job(&self) -> Result<NewJob, DbErr> {
        Ok(NewJob::new(JOB_KIND, &self.to_letter())?.tries(TRIES))
    }

    /// With a name of its own, for [`Mailer::send`].
    #[must_use]
    pub fn to_letter(&self) -> Letter {
        Letter { id: Uuid::now_v7(), mail: self.clone() }
    }
}

/// A mail with its name: the payload of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Letter {
    /// The same at every try.
    id: Uuid,
    /// What is sent.
    #[serde(flatten)]
    pub mail: MailJob,
}

/// Why a mail did not leave.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The SMTP server's address cannot be used.
    #[error("the mail server's address cannot be used")]
    Server(#[source] smtp::Error),
    /// The sender's or the reader's address is none.
    #[error("an address of the mail cannot be used")]
    Address(#[from] AddressError),
    /// The mail could not be put together.
    #[error("the mail could not be put together")]
    Message(#[from] lettre::error::Error),
    /// Its template failed.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The mail server refused it for good.
    #[error("the mail server refused the mail: {0}")]
    Refused(Cause),
    /// The mail server is away, or asked to try again later.
    #[error("the mail server could not take the mail now: {0}")]
    Away(Cause),
}

impl MailError {
    /// Whether trying again later may help.
    #[must_use]
    pub const fn is_passing(&self) -> bool {
        matches!(self, Self::Away(_) | Self::Server(_))
    }
}

/// What went wrong between us and a mail server. Its words may repeat the reader's address, so its
/// reply code is all of them that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// It answered with this code (RFC 5321 section 4.2).
    Answer(Code),
    /// It took too long.
    Slow,
    /// What it says is no answer, or it lacks what this instance insists on, such as TLS.
    Speech,
    /// It is not there, or is not whom it must be.
    Unreached,
}

impl Cause {
    fn of(error: &smtp::Error) -> Self {
        match error.status() {
            Some(code) => Self::Answer(code),
            None if error.is_timeout() => Self::Slow,
            None if error.is_client() || error.is_response() => Self::Speech,
            None => Self::Unreached,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(code) => write!(f, "it answered {code}"),
            Self::Slow => f.write_str("it took too long"),
            Self::Speech => f.write_str("it does not speak as it must"),
            Self::Unreached => f.write_str("it could not be reached"),
        }
    }
}

/// Sends mails. Cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    from: Address,
    way: Way,
}

#[derive(Clone)]
enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Catcher(Catcher),
}

impl fmt::Debug for Mailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.way {
            Way::Smtp(_) => "Mailer(smtp)",
            Way::Catcher(_) => "Mailer(catcher)",
        })
    }
}

impl Mailer {
    /// Sends through a mail server: `smtp://…`, `smtp://…?tls=required` or `smtps://…`. With `ca`, a
    /// certificate in PEM, a server is also believed whom that authority vouches for.
    ///
    /// # Errors
    /// [`MailError`] if an address or the certificate cannot be used. The server is not asked yet.
    pub fn smtp(url: &str, from: &str, ca: Option<&[u8]>) -> Result<Self, MailError> {
        let mut builder =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(MailError::Server)?;
        if let Some(pem) = ca {
            builder = builder.tls(trusting(url, pem)?);
        }
        let transport = builder
            .timeout(Some(PATIENCE))
            .pool_config(PoolConfig::new().max_size(CONNECTIONS_MAX))
            .build();
        Ok(Self { from: from.parse()?, way: Way::Smtp(transport) })
    }

    /// Keeps mails in memory, and sends none.
    ///
    /// # Errors
    /// [`MailError::Address`] if the sender's address is none.
    pub fn catcher(from: &str, clock: Clock) -> Result<Self, MailError> {
        Ok(Self { from: from.parse()?, way: Way::Catcher(Catcher::new(clock)) })
    }

    /// What keeps the mails, if they are kept.
    #[must_use]
    pub const fn kept(&self) -> Option<&Catcher> {
        match &self.way {
            Way::Catcher(catcher) => Some(catcher),
            Way::Smtp(_) => None,
        }
    }

    /// The mails that were kept, oldest first; none where they are really sent.
    #[must_use]
    pub fn caught(&self) -> Vec<CaughtMail> {
        self.kept().map(Catcher::caught).unwrap_or_default()
    }

    /// Renders a mail and sends it.
    ///
    /// # Errors
    /// [`MailError`]; [`MailError::is_passing`] tells whether to try again.
    pub async fn send(&self, Letter { id, mail }: &Letter) -> Result<(), MailError> {
        let rendered = template::render(&mail.content, &mail.brand)?;
        let from = Mailbox::new(Some(mail.brand.sender().to_owned()), self.from.clone());
        let to: Address = mail.to.parse()?;
        match &self.way {
            Way::Catcher(catcher) => {
                catcher.keep(to.to_string(), from.to_string(), rendered);
            }
            Way::Smtp(transport) => {
                let message_id = format!("<{}@{}>", id.simple(), self.from.domain());
                let mut message = Message::builder()
                    .message_id(Some(message_id))
                    .from(from)
                    .to(Mailbox::new(None, to))
                    .subject(rendered.subject)
                    .multipart(MultiPart::alternative_plain_html(rendered.text, rendered.html))?;
                for (name, value) in NO_AUTOMATIC_REPLY {
                    let name = HeaderName::new_from_ascii_str(name);
                    message.headers_mut().insert_raw(HeaderValue::new(name, value.to_owned()));
                }
                deliver(transport.clone(), message).await?;
            }
        }
        counter!(crate::telemetry::MAILS_SENT, "mail" => mail.content.name()).increment(1);
        Ok(())
    }
}

/// Hands a mail over. The conversation runs to its end whatever becomes of whoever asked for it: one
/// that is broken off leaves an answer unread on its connection, and the next mail there would take
/// it for its own, as good as a lost mail.
async fn deliver(
    transport: AsyncSmtpTransport<Tokio1Executor>,
    message: Message,
) -> Result<(), MailError> {
    let talk = tokio::spawn(async move { transport.send(message).await });
    let ended = talk.await.map_err(|_| MailError::Away(Cause::Speech))?;
    ended.map(drop).map_err(|error| {
        let cause = Cause::of(&error);
        if error.is_permanent() { MailError::Refused(cause) } else { MailError::Away(cause) }
    })
}

/// Whether a mail can be addressed to somebody at all, which a pattern alone does not tell.
#[must_use]
pub fn can_be_sent_to(address: &str) -> bool {
    address.parse::<Address>().is_ok()
}

/// The address's own choice of TLS, with one more authority to believe.
fn trusting(url: &str, pem: &[u8]) -> Result<Tls, MailError> {
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
