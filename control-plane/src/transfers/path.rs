//! Redirect path after a transfer (security.md section 5.4): a known path of the application on the
//! target, never another origin.

use url::Url;

/// Maximum length of a path.
const PATH_MAX: usize = 2_048;
/// First segments of the application's routes (accounts.md; gaps G-048, G-049).
const KNOWN_PATHS: [&str; 32] = [
    "",
    "about",
    "access-paused",
    "activity",
    "affiliation",
    "affiliations",
    "articles",
    "communities",
    "community-guidelines",
    "dashboard",
    "forgot-password",
    "groups",
    "home",
    "live-support",
    "login",
    "messages",
    "network",
    "notification",
    "privacy",
    "privacy-policy",
    "profile",
    "settings",
    "shared",
    "signup",
    "staff",
    "support",
    "support-team",
    "terms",
    "terms-of-service",
    "verify-email",
    "waitlist",
    "welcome",
];

/// Returns the path if it is safe on `origin`, otherwise `/`.
#[must_use]
pub fn safe_path(path: &str, origin: &str) -> String {
    validated(path, origin).unwrap_or_else(|| "/".to_owned())
}

fn validated(path: &str, origin: &str) -> Option<String> {
    let plain = path.len() <= PATH_MAX
        && path.starts_with('/')
        && !path.starts_with("//")
        && path.bytes().all(|b| (0x21..=0x7e).contains(&b) && b != b'\\');
    if !plain {
        return None;
    }
    let base = Url::parse(origin).ok()?;
    let joined = base.join(path).ok()?;
    let first = joined.path_segments()?.next()?.to_owned();
    let stays = joined.origin() == base.origin()
        && !joined.path().starts_with("//")
        && joined.username().is_empty();
    if !stays || !KNOWN_PATHS.contains(&first.as_str()) {
        return None;
    }
    let query = joined.query().map(|query| format!("?{query}")).unwrap_or_default();
    let fragment = joined.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
    Some(format!("{}{query}{fragment}", joined.path()))
}

#[cfg(test)]
mod tests {
    use super::safe_path;
    use proptest::prelude::*;
    use url::Url;

    const ORIGIN: &str = "http://ashcombe.localhost:8080";

    #[test]
    fn accepts_paths_of_the_application() {
        for path in [
            "/",
            "/communities",
            "/communities/0192?tab=members#post-1",
            "/login?verified=true",
            "/staff/tenants",
        ] {
            assert_eq!(safe_path(path, ORIGIN), path);
        }
    }

    #[test]
    fn replaces_other_origins_and_unknown_paths_with_the_root() {
        let hostile = [
            "",
            "communities",
            "//evil.test",
            "/\\evil.test",
            "\\\\evil.test",
            "/\t/evil.test",
            " //evil.test",
            "https://evil.test/communities",
            "/..//evil.test",
            "/api/me",
            "/transfer",
            "/%2f/evil.test",
            "/communities/\u{202e}",
            "/unknown",
            "javascript:alert(1)",
            "/./..//evil.test/communities",
        ];
        for path in hostile {
            assert_eq!(safe_path(path, ORIGIN), "/", "{path:?}");
        }
        assert_eq!(safe_path(&format!("/communities/{}", "a".repeat(2_048)), ORIGIN), "/");
    }

    proptest! {
        #[test]
        fn redirect_path_never_leaves_the_origin(path in "\\PC{0,40}|/[/\\\\.a-z%0-9:@?#\t]{0,30}") {
            let safe = safe_path(&path, ORIGIN);
            let base = Url::parse(ORIGIN);
            let there = base.clone().and_then(|base| base.join(&safe));
            prop_assert!(safe.starts_with('/') && !safe.starts_with("//"));
            prop_assert_eq!(there.map(|url| url.origin()), base.map(|url| url.origin()));
        }
    }
}
