//! Size limits for request bodies, by path. The runtime and the control plane enforce them when
//! they read a body; the edge refuses larger requests before it forwards anything.

/// Kind of request body that a path accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// JSON: the default for nearly all paths.
    Json,
    /// A report of a security alert or of a violation of the content security policy. Anyone may
    /// send one.
    Alert,
    /// A form with an image file, or a file of a ticket.
    Picture,
    /// A form with a file of a post.
    File,
}

/// Path to which browsers report violations of the content security policy.
pub const CSP_REPORTS_PATH: &str = "/api/csp-reports";
/// Maximum size of a JSON document.
pub const JSON_BYTES_MAX: usize = 1024 * 1024;
/// Maximum size of a report.
pub const ALERT_BYTES_MAX: usize = 16 * 1024;
/// Maximum size of an image file.
pub const PICTURE_FILE_BYTES_MAX: usize = 25 * 1024 * 1024;
/// Maximum size of a form with an image: the file plus the form's own overhead.
pub const PICTURE_BYTES_MAX: usize = PICTURE_FILE_BYTES_MAX + 64 * 1024;
/// Maximum size of a file of a post.
pub const FILE_BYTES_MAX: usize = 20 * 1024 * 1024;
/// Maximum size of a form with a file of a post.
pub const FILE_FORM_BYTES_MAX: usize = FILE_BYTES_MAX + 64 * 1024;

impl Content {
    /// Returns the kind of body that `path` accepts.
    #[must_use]
    pub fn for_path(path: &str) -> Self {
        let of_brand = |rest: &str| {
            ["/brand/logo", "/brand/mark", "/brand/picture"].iter().any(|end| rest.ends_with(end))
        };
        let has_images = |rest: &str| rest.split_once('/').is_some_and(|(_, end)| end == "images");
        let has_files = |rest: &str| rest.split_once('/').is_some_and(|(_, end)| end == "files");
        let of_affiliation =
            |rest: &str| rest.split_once('/').is_some_and(|(_, end)| end == "logo");
        let of_ticket =
            |rest: &str| rest.split_once('/').is_some_and(|(_, end)| end == "attachments");
        match path {
            "/api/me/picture" => Self::Picture,
            "/api/securityAlert" | CSP_REPORTS_PATH => Self::Alert,
            _ if path.strip_prefix("/api/communities/").is_some_and(has_images) => Self::Picture,
            _ if path.strip_prefix("/api/communities/").is_some_and(has_files) => Self::File,
            _ if path.strip_prefix("/api/conversations/").is_some_and(has_images) => Self::Picture,
            _ if path.strip_prefix("/api/affiliations/").is_some_and(of_affiliation) => {
                Self::Picture
            }
            _ if path.strip_prefix("/api/control/tenants/").is_some_and(of_brand) => Self::Picture,
            _ if path.strip_prefix("/api/support/tickets/").is_some_and(of_ticket) => Self::Picture,
            _ if path.strip_prefix("/api/staff/support/tickets/").is_some_and(of_ticket) => {
                Self::Picture
            }
            _ => Self::Json,
        }
    }

    /// Maximum size of the body in bytes.
    #[must_use]
    pub const fn bytes_max(self) -> usize {
        match self {
            Self::Json => JSON_BYTES_MAX,
            Self::Alert => ALERT_BYTES_MAX,
            Self::Picture => PICTURE_BYTES_MAX,
            Self::File => FILE_FORM_BYTES_MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Content;

    #[test]
    fn every_path_has_a_content_kind() {
        for (path, content) in [
            ("/api/me/picture", Content::Picture),
            ("/api/me/picture/", Content::Json),
            ("/api/control/tenants/x/brand/logo", Content::Picture),
            ("/api/control/tenants/x/brand/mark", Content::Picture),
            ("/api/control/tenants/x/brand/picture", Content::Picture),
            ("/api/control/tenants/x/brand", Content::Json),
            ("/api/communities/x/images", Content::Picture),
            ("/api/conversations/x/images", Content::Picture),
            ("/api/conversations/x/messages", Content::Json),
            ("/api/communities/x/files", Content::File),
            ("/api/communities/x/threads/files", Content::Json),
            ("/api/conversations/x/files", Content::Json),
            ("/api/communities/x/images/", Content::Json),
            ("/api/communities/x/threads/images", Content::Json),
            ("/api/affiliations/x/logo", Content::Picture),
            ("/api/affiliations/x/logo/", Content::Json),
            ("/api/affiliations/x/requests/logo", Content::Json),
            ("/api/support/tickets/x/attachments", Content::Picture),
            ("/api/staff/support/tickets/x/attachments", Content::Picture),
            ("/api/support/tickets/x/attachments/y", Content::Json),
            ("/api/support/tickets/x/messages", Content::Json),
            ("/api/securityAlert", Content::Alert),
            ("/api/csp-reports", Content::Alert),
            ("/api/posts", Content::Json),
            ("/media/x/brand/logo", Content::Json),
        ] {
            assert_eq!(Content::for_path(path), content, "{path}");
        }
        assert!(Content::Alert.bytes_max() < Content::Json.bytes_max());
    }
}
