//! Headers of single emails, besides those of every email.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Additional headers of an email.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailHeaders {
    /// URL that unsubscribes with one POST request (RFC 8058).
    pub unsubscribe: Option<String>,
    /// Key of the conversation that the email belongs to.
    pub thread: Option<String>,
}

impl fmt::Debug for MailHeaders {
    /// Omits the values: the URL contains a token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailHeaders(hidden)")
    }
}

impl MailHeaders {
    /// Names and values for an email that is sent from this domain.
    pub(super) fn lines(&self, domain: &str) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        if let Some(thread) = &self.thread {
            // Mail programs group emails that refer to the same message. It need not exist.
            let root = format!("<thread.{thread}@{domain}>");
            lines.push(("In-Reply-To", root.clone()));
            lines.push(("References", root));
        }
        if let Some(url) = &self.unsubscribe {
            lines.push(("List-Unsubscribe", format!("<{url}>")));
            lines.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_without_additional_headers_has_none() {
        assert!(MailHeaders::default().lines("mail.example").is_empty());
    }

    #[test]
    fn thread_and_unsubscribe_url_are_in_angle_brackets() {
        let headers = MailHeaders {
            unsubscribe: Some("https://oak.example/api/unsubscribe/t".to_owned()),
            thread: Some("7".to_owned()),
        };
        let expected = [
            ("In-Reply-To", "<thread.7@mail.example>"),
            ("References", "<thread.7@mail.example>"),
            ("List-Unsubscribe", "<https://oak.example/api/unsubscribe/t>"),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ];
        assert_eq!(headers.lines("mail.example"), expected.map(|(n, v)| (n, v.to_owned())));
    }
}
