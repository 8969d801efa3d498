//! Origins of the links in an email.

use super::{MailContent, OutgoingMail};

impl OutgoingMail {
    /// Changes all links to another site, for an email whose own site has closed since it was
    /// written.
    pub fn lead_to(&mut self, origin: &str) {
        let Self { mail, headers, .. } = self;
        for link in mail.content.links_mut().into_iter().chain(&mut headers.unsubscribe) {
            if let Some(path) = link.strip_prefix(mail.brand.origin.as_str())
                && path.starts_with('/')
            {
                *link = format!("{origin}{path}");
            }
        }
        origin.clone_into(&mut mail.brand.origin);
    }
}

impl MailContent {
    fn links_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::ApplicationAnswered { link, .. }
            | Self::AdditionAnswered { link, .. }
            | Self::DeletionRequested { link, .. }
            | Self::VerifyEmail { link, .. }
            | Self::WaitlistInvitation { link, .. }
            | Self::SupportTicket { link, .. }
            | Self::SupportChat { link, .. }
            | Self::SupportTranscript { link, .. }
            | Self::AffiliationInvitation { link, .. }
            | Self::ResetPassword { link, .. } => vec![link],
            Self::SignUpAttempt { login, recovery, .. } => vec![login, recovery],
            Self::PasswordChanged { recovery, .. } => vec![recovery],
            Self::NewDevice { devices, .. } => vec![devices],
            Self::Notification(mail) => {
                vec![&mut mail.link, &mut mail.unsubscribe, &mut mail.settings]
            }
            Self::NotificationDigest(digest) => digest.links_mut(),
            Self::FactorNotice { .. } | Self::AccountDeleted { .. } | Self::TestEmail { .. } => {
                Vec::new()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::{MailBrand, MailJob};

    fn led(link: &str) -> String {
        let (name, origin) = ("Oak".to_owned(), "https://oak.example".to_owned());
        let link = link.to_owned();
        let job = MailJob {
            to: "ada@people.example".to_owned(),
            brand: MailBrand { name, origin, ..MailBrand::default() },
            content: MailContent::VerifyEmail {
                first_name: "Ada".to_owned(),
                link,
                valid_hours: 1,
            },
        };
        let mut letter = job.to_outgoing();
        letter.headers.unsubscribe = Some("https://oak.example/api/unsubscribe/t".to_owned());
        letter.lead_to("https://main.example");
        assert_eq!(letter.mail.brand.origin, "https://main.example");
        let unsubscribe = letter.headers.unsubscribe.as_deref();
        assert_eq!(unsubscribe, Some("https://main.example/api/unsubscribe/t"));
        letter.mail.content.links_mut().first().map(|link| (*link).clone()).unwrap_or_default()
    }

    #[test]
    fn only_links_of_the_site_are_replaced() {
        assert_eq!(led("https://oak.example/verify?t=1"), "https://main.example/verify?t=1");
        for other in ["https://oak.example.evil.test/", "https://elm.example/verify"] {
            assert_eq!(led(other), other);
        }
    }
}
