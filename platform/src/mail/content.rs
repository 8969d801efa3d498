//! Kinds of emails, each with the values of its template.

use super::notification::{NotificationDigest, NotificationMail};
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};

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
    pub(super) fn to_value(&self) -> Value {
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
    /// A notification.
    Notification(NotificationMail),
    /// Several notifications.
    NotificationDigest(NotificationDigest),
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
            Self::Notification(_) => "notification",
            Self::NotificationDigest(_) => "notification-digest",
        }
    }
}
