//! Feedback about sent emails: bounces, complaints and unsubscribing.
//!
//! A hard bounce or a complaint suppresses further emails to the address ([`suppression`] has the
//! rules). Reports arrive as refusals of the mail server at sending ([`send`]), and as emails to
//! the return path ([`listener`]), which [`report`] parses. [`unsubscribe_links`] returns the links
//! with which a recipient stops one kind of emails, without signing in.

mod error;
mod export;
mod inbound;
mod listener;
mod record;
mod report;
mod return_path;
mod routes;
mod rows;
mod rules;
mod send;
mod smtp_session;
mod suppression;
mod sweep;
mod tokens;
mod view;
mod work;

pub use export::export_of;
pub use listener::listen;
pub use routes::routes;
pub use rows::{SuppressionReason, sealed_columns};
pub use send::send_mail;
pub use suppression::{EmailStatus, email_status, is_suppressed};
pub use sweep::sweep;
pub use tokens::{UnsubscribeKind, UnsubscribeLinks, unsubscribe_links, unsubscribe_url};
pub use work::UNUSUAL_FEEDBACK;

platform::id!(
    /// Id of a report about a sent email.
    MailFeedbackId
);
