//! Enhanced status codes of mail servers (RFC 3463).

use std::fmt;

/// A status code such as 5.1.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnhancedStatus {
    class: u16,
    subject: u16,
    detail: u16,
}

impl EnhancedStatus {
    /// Parses the code at the start of a text; further text may follow.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let code = text.split_whitespace().next()?;
        let mut parts = code.split('.').map(|part| part.parse::<u16>().ok());
        let (class, subject, detail) = (parts.next()??, parts.next()??, parts.next()??);
        let is_valid = matches!(class, 2 | 4 | 5) && subject < 1000 && detail < 1000;
        (is_valid && parts.next().is_none()).then_some(Self { class, subject, detail })
    }

    /// Returns whether the mailbox cannot receive email, permanently. Other permanent failures are
    /// about the sender (5.1.7, 5.1.8), the size (5.2.3, 5.3.4), the protocol (5.5), the content
    /// (5.6) or a policy (5.7): the address itself may be fine.
    #[must_use]
    pub const fn is_bad_address(self) -> bool {
        if self.class != 5 {
            return false;
        }
        match (self.subject, self.detail) {
            (1, 7 | 8) | (2 | 3, 3 | 4) => false,
            (subject, _) => subject < 5,
        }
    }

    /// Returns whether the reply to a recipient says that the mailbox does not exist. At sending,
    /// only codes about the address are trusted: many servers use 5.0.0 and 5.4 for any refusal.
    #[must_use]
    pub const fn is_unknown_mailbox(self) -> bool {
        self.is_bad_address() && matches!((self.subject, self.detail), (1, _) | (2, 1))
    }
}

impl fmt::Display for EnhancedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.class, self.subject, self.detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> EnhancedStatus {
        EnhancedStatus::parse(text).unwrap_or_else(|| panic!("{text} is a code"))
    }

    #[test]
    fn code_is_parsed_at_the_start_of_a_reply() {
        assert_eq!(parse("5.1.1 <gone@b.example> unknown").to_string(), "5.1.1");
        for text in ["", "550", "5.1", "5.1.1.1", "6.1.1", "5.1.x", "gone 5.1.1"] {
            assert_eq!(EnhancedStatus::parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_permanent_failures_of_the_mailbox_are_about_the_address() {
        for text in ["5.1.1", "5.1.10", "5.2.1", "5.2.2", "5.4.1", "5.0.0"] {
            assert!(parse(text).is_bad_address(), "{text}");
        }
        for text in
            ["4.1.1", "4.2.2", "5.1.8", "5.2.3", "5.3.4", "5.5.2", "5.6.1", "5.7.1", "2.1.5"]
        {
            assert!(!parse(text).is_bad_address(), "{text}");
        }
        assert!(parse("5.1.1").is_unknown_mailbox() && parse("5.2.1").is_unknown_mailbox());
        assert!(!parse("5.0.0").is_unknown_mailbox() && !parse("5.4.1").is_unknown_mailbox());
    }
}
