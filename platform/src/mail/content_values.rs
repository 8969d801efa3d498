//! Subjects of emails, and the values of their templates.

use super::brand::MailBrand;
use super::content::{MailContent, TranscriptLine};
use minijinja::{Value, context};

impl MailContent {
    pub(super) fn template_values(&self) -> Value {
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
            Self::Notification(mail) => mail.template_values(),
            Self::NotificationDigest(digest) => digest.template_values(),
        }
    }

    pub(super) fn subject_line(&self, brand: &MailBrand) -> String {
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
            Self::Notification(mail) => mail.subject.clone(),
            Self::NotificationDigest(digest) => digest.subject_line(brand),
        }
    }
}
