//! Who may import whom in the web packages.

use super::Source;

/// Every feature's public face: its routes, its queries, and what is named here. The rest of a
/// feature is its own affair. An entry is made on purpose, like a `pub` in Rust.
const FACES: &[(&str, &[&str])] = &[
    (
        "accounts",
        &["guards", "login-screen", "plain-frame", "session", "session-monitor", "return-path"],
    ),
    ("affiliations", &["affiliation-badge", "code-dialog", "code-uses", "copy-code", "front-page"]),
    ("articles", &["article-row", "insights-pane", "may-write"]),
    ("calendar-feed", &["calendar-feed"]),
    (
        "communities",
        &[
            "announcement-address",
            "character-counter",
            "community-head",
            "community-menu",
            "community-icon",
            "confirm-dialog",
            "create-community-dialog",
            "copy-link",
            "event-times",
            "events-link",
            "query-content",
            "member-list",
            "pane-failure",
            "parts",
            "reject-dialog",
            "rules",
            "community-status",
            "use-action",
            "use-media",
            "labels",
            "unread",
        ],
    ),
    (
        "cords",
        &[
            "contract",
            "cord-card",
            "cord-line",
            "cord-summary",
            "introductions-link",
            "own-cords",
            "strongest-cords",
            "vouch-list",
        ],
    ),
    ("integrations", &["integrations", "owner"]),
    ("legal", &["legal-popup", "legal-text"]),
    ("messages", &["labels"]),
    ("network", &["recent-searches"]),
    (
        "notifications",
        &[
            "channels",
            "community-levels",
            "contract",
            "digest-time",
            "email-status",
            "labels",
            "push-device-panel",
            "push-devices",
            "push-prompt",
            "push-session",
            "quiet-hours",
            "use-notification-settings",
        ],
    ),
    ("person-card", &["card-part", "participant-stack", "person-trigger", "use-card-opener"]),
    ("profile", &["crop-dialog", "picture-messages", "profile-lists", "use-relationship"]),
    (
        "posts",
        &[
            "counter-ring",
            "cut-notice",
            "days",
            "draft-parts",
            "draft-pictures",
            "draft-strip",
            "drafts",
            "feed-item-row",
            "format-toolbar",
            "like-count",
            "markup",
            "next-unread",
            "page-unload",
            "picture-parts",
            "post-error",
            "post-list",
            "post-path",
            "post-pictures",
            "posts-area",
            "posts-skeleton",
            "quote",
            "rich-text",
            "rules",
            "safe-href",
            "selection-quote",
            "stored-drafts",
            "timeline",
            "timeline-lines",
            "typed-text",
            "unsent-actions",
            "use-draft-sync",
            "use-now",
            "use-text-editing",
            "use-withdrawal",
            "who-reacted",
        ],
    ),
    (
        "reports",
        &[
            "reason-form",
            "removal-dialog",
            "report-dialog",
            "report-filter",
            "report-list",
            "use-status",
            "labels",
        ],
    ),
    (
        "second-factor",
        &[
            "mfa-policy-section",
            "offer-step",
            "passkeys-section",
            "proof-dialog",
            "second-step",
            "sign-in-passkey",
            "two-factor-section",
            "use-proof",
            "pending-sign-in",
        ],
    ),
    ("settings", &["section", "section-list"]),
    (
        "staff",
        &[
            "audit-table",
            "bulk-action",
            "bulk-bar",
            "content-filter-labels",
            "parts",
            "permissions",
            "reason-dialog",
            "search-field",
            "select-box",
            "staff-page",
            "use-selection",
            "use-target-row",
        ],
    ),
    ("support-desk", &["compact-select"]),
    (
        "support",
        &[
            "affiliation-support",
            "chat-list",
            "chat-thread",
            "failure-text",
            "labels",
            "reply-box",
            "reply-drafts",
            "ticket-thread",
            "use-attachments",
            "use-send",
        ],
    ),
    ("tenants", &["new-portal-dialog", "own-tenant", "portal-usage"]),
    ("transfer", &["switching", "switching-notice", "use-sites"]),
];
const ALWAYS: &[&str] = &["routes", "main-routes", "queries"];

/// Each package and what it must never import.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("web-kit/", &["web-main", "web-brand"]),
    ("web-main/", &["web-brand"]),
    ("web-brand/", &["web-main"]),
];

pub fn imports(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    source.code().filter_map(|(number, line)| Some((number, imported(line)?)))
}

/// What `import … from "x"`, `export … from "x"`, `import "x"` or `import("x")` names.
fn imported(line: &str) -> Option<&str> {
    let after = [" from ", "import(", "import "].iter().find_map(|word| {
        let (_, after) = line.split_once(word)?;
        after.starts_with(['"', '\'']).then_some(after)
    })?;
    let quote = after.chars().next()?;
    after.get(1..)?.split(quote).next()
}

pub fn packages(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.is_web()) {
        let Some((_, forbidden)) = FORBIDDEN.iter().find(|(own, _)| source.path.starts_with(own))
        else {
            continue;
        };
        for (number, name) in imports(source) {
            if forbidden.iter().any(|package| name.contains(package)) {
                findings.push(source.at(number, &format!("imports {name}")));
            }
        }
    }
    findings
}

pub fn features(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.is_web() && !source.is_test()) {
        let Some(own) = feature(&source.path) else { continue };
        for (number, name) in imports(source) {
            let target = resolve(source, name);
            let Some(other) = feature(&target).filter(|other| *other != own) else { continue };
            let file = target.rsplit('/').next().unwrap_or_default();
            let file = file.split('.').next().unwrap_or_default();
            let face = FACES.iter().find(|(name, _)| *name == other).map(|(_, files)| *files);
            if !ALWAYS.contains(&file) && !face.unwrap_or_default().contains(&file) {
                findings.push(source.at(number, &format!("{own} reaches into {other}: {name}")));
            }
        }
    }
    findings
}

/// The feature that a path under `features/` belongs to.
fn feature(path: &str) -> Option<&str> {
    let (_, inside) = path.split_once("/features/")?;
    inside.split('/').next()
}

/// The path that an import leads to, seen from the root; a package's own begins with a slash.
pub fn resolve(source: &Source, import: &str) -> String {
    if import.starts_with('.') { source.beside(import) } else { format!("/{import}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    #[test]
    fn web_kit_must_not_import_from_a_build() {
        let text = "import { x } from \"../../web-main/src/x\";\nimport \"react\";\n";
        assert_eq!(packages(&[source("web-kit/src/a.ts", text)]).len(), 1);
        assert!(packages(&[source("web-main/src/a.ts", text)]).is_empty());
    }

    #[test]
    fn a_feature_reaches_another_only_by_its_public_files() {
        let path = "web-kit/src/features/posts/composer.tsx";
        let text = "import { useMe } from \"../accounts/queries\";\n\
                    import { Card } from \"../communities/card\";\n\
                    import { lazy } from \"./lazy\";\n\
                    const page = import(\"../accounts/login-page\");\n";
        let findings = features(&[source(path, text)]);
        assert_eq!(findings.len(), 2);
        assert!(findings.iter().all(|finding| finding.contains("posts reaches into")));
    }
}
