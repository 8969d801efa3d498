//! Sources of the email templates: a text and an HTML part for each language. Translations also
//! have a subject; the English ones are in the code.

/// Name and source of each template.
macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        pub(super) const TEMPLATE_SOURCES: &[(&str, &str)] = &[
            ("frame.html", include_str!("templates/frame.html")),
            ("frame.txt", include_str!("templates/frame.txt")),
            $(
                (concat!($name, ".html"), include_str!(concat!("templates/", $name, ".html"))),
                (concat!($name, ".txt"), include_str!(concat!("templates/", $name, ".txt"))),
                (
                    concat!("de/", $name, ".html"),
                    include_str!(concat!("templates/de/", $name, ".html")),
                ),
                (
                    concat!("de/", $name, ".txt"),
                    include_str!(concat!("templates/de/", $name, ".txt")),
                ),
                (
                    concat!("de/", $name, ".subject"),
                    include_str!(concat!("templates/de/", $name, ".subject")),
                ),
            )*
        ];
    };
}

templates![
    "account-deleted",
    "addition-answered",
    "affiliation-invitation",
    "application-answered",
    "deletion-requested",
    "factor-notice",
    "new-device",
    "notification",
    "notification-digest",
    "password-changed",
    "reset-password",
    "sign-up-attempt",
    "support-chat",
    "support-ticket",
    "support-transcript",
    "test-email",
    "verify-email",
    "waitlist-invitation",
];
