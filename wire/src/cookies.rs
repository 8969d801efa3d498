//! Names of the session cookie, which the runtime sets and the edge looks for.

/// Session cookie on plain http.
pub const SESSION_COOKIE: &str = "csst";
/// Prefix of a security cookie on https.
pub const HOST_PREFIX: &str = "__Host-";
/// Session cookie, on https and on plain http.
pub const SESSION_COOKIE_NAMES: [&str; 2] = ["__Host-csst", SESSION_COOKIE];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secure_name_has_the_host_prefix() {
        assert_eq!(SESSION_COOKIE_NAMES[0], format!("{HOST_PREFIX}{SESSION_COOKIE}"));
    }
}
