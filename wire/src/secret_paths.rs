//! Paths that contain a token, which no log may contain.

/// Prefixes of the page and of the API with the token of an unsubscribe link.
const UNSUBSCRIBE_PATHS: [&str; 2] = ["/unsubscribe/", "/api/unsubscribe/"];

/// Path prefix of a private calendar feed; its token follows.
const CALENDAR_PATH: &str = "/api/calendar/";

/// Path for the log if `path` contains the token of an unsubscribe link or of a calendar feed.
#[must_use]
pub fn without_token(path: &str) -> Option<&'static str> {
    if path.starts_with(CALENDAR_PATH) {
        return Some("/api/calendar/{token}");
    }
    let prefix = UNSUBSCRIBE_PATHS.iter().find(|prefix| path.starts_with(**prefix))?;
    Some(if prefix.starts_with("/api") {
        "/api/unsubscribe/{token}"
    } else {
        "/unsubscribe/{token}"
    })
}

/// Returns whether a path is the API with the token of an unsubscribe link. The token is the
/// permission: mail programs post to it without our headers (RFC 8058).
#[must_use]
pub fn is_unsubscribe_api(path: &str) -> bool {
    path.starts_with(UNSUBSCRIBE_PATHS[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_of_a_calendar_feed_is_removed() {
        let feed = without_token("/api/calendar/abc.ics");
        assert_eq!(feed, Some("/api/calendar/{token}"));
        assert_eq!(without_token("/api/calendar/a/b"), feed);
        assert_eq!(without_token("/api/calendars/abc"), None);
    }

    #[test]
    fn token_of_an_unsubscribe_link_is_removed() {
        let api = without_token("/api/unsubscribe/abc");
        assert_eq!(api, Some("/api/unsubscribe/{token}"));
        assert_eq!(without_token("/unsubscribe/a/b"), Some("/unsubscribe/{token}"));
        for path in ["/unsubscribe", "/api/unsubscribe", "/api/me", "/unsubscribed/x"] {
            assert_eq!(without_token(path), None, "{path}");
        }
    }
}
