//! Reserved words: not available as URL paths or subdomains.

/// Reserved words of the specification (F-035), in lower case.
pub const WORDS: [&str; 22] = [
    "admin",
    "api",
    "app",
    "auth",
    "dashboard",
    "login",
    "logout",
    "profile",
    "settings",
    "help",
    "about",
    "contact",
    "privacy",
    "terms",
    "support",
    "public",
    "private",
    "staff",
    "user",
    "users",
    "affiliation",
    "affiliations",
];
