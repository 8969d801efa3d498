//! Texts of emails that code writes in English, in the language and time zone of the recipient.
//! Text that people wrote stays as it is.

use super::content::{MailContent, TranscriptLine};
use super::notification::{DigestGroup, DigestItem, NotificationDigest, NotificationMail};
use crate::language::{Locale, TextGroup, localize_time, translate_with};

/// Headings of groups in digests that are no names of communities.
const OWN_HEADINGS: [&str; 2] = ["Messages", "Your account"];

/// Translates texts of emails.
#[derive(Clone, Copy)]
struct Localizer(Locale);

impl Localizer {
    fn text(self, group: TextGroup, text: &mut String) {
        *text = translate_with(group, text, self.0).into_owned();
    }

    fn notice(self, text: &mut String) {
        self.text(TextGroup::Notices, text);
    }

    fn notice_text(self, text: &mut String) {
        self.text(TextGroup::NoticeTexts, text);
    }

    /// Other headings are names of communities.
    fn heading(self, text: &mut String) {
        if OWN_HEADINGS.contains(&text.as_str()) {
            self.label(text);
        }
    }

    fn label(self, text: &mut String) {
        self.text(TextGroup::Labels, text);
    }

    fn time(self, text: &mut String) {
        *text = localize_time(text, self.0);
    }
}

impl MailContent {
    /// The content for a reader.
    pub(super) fn localized(&self, locale: Locale) -> Self {
        let (mut content, localizer) = (self.clone(), Localizer(locale));
        match &mut content {
            Self::FactorNotice { change, at, .. } => {
                localizer.label(change);
                localizer.time(at);
            }
            Self::DeletionRequested { due, .. } => localizer.time(due),
            Self::PasswordChanged { when, .. } => localizer.time(when),
            Self::NewDevice { device, network, when, .. } => {
                localizer.label(device);
                localizer.label(network);
                localizer.time(when);
            }
            Self::SupportTicket { heading, message, .. } => {
                localizer.notice(heading);
                localizer.notice_text(message);
            }
            Self::SupportTranscript { lines, .. } => {
                for TranscriptLine { at, .. } in lines {
                    localizer.time(at);
                }
            }
            Self::Notification(mail) => mail.localize(localizer),
            Self::NotificationDigest(digest) => digest.localize(localizer),
            Self::AccountDeleted { .. }
            | Self::ApplicationAnswered { .. }
            | Self::AdditionAnswered { .. }
            | Self::SupportChat { .. }
            | Self::TestEmail { .. }
            | Self::VerifyEmail { .. }
            | Self::WaitlistInvitation { .. }
            | Self::AffiliationInvitation { .. }
            | Self::ResetPassword { .. }
            | Self::SignUpAttempt { .. } => {}
        }
        content
    }
}

impl NotificationMail {
    fn localize(&mut self, localizer: Localizer) {
        // A subject in this form contains the title of a thread.
        if !self.subject.starts_with('[') {
            localizer.notice(&mut self.subject);
        }
        localizer.notice(&mut self.title);
        localizer.notice_text(&mut self.message);
    }
}

impl NotificationDigest {
    fn localize(&mut self, localizer: Localizer) {
        for DigestGroup { heading, items, .. } in &mut self.groups {
            localizer.heading(heading);
            for DigestItem { title, message, .. } in items {
                localizer.notice(title);
                localizer.notice_text(message);
            }
        }
    }
}
