//! Words that addresses need: nobody's url path, and nobody's subdomain.

/// The reserved words of the specification (F-035), in small letters.
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
