//! Rules about the servers' code.

use super::Source;

fn servers(sources: &[Source]) -> impl Iterator<Item = &Source> {
    sources.iter().filter(|source| {
        source.is_rust() && !source.is_test() && !source.path.starts_with("xtask/")
    })
}

/// Two cookies of one name make a jar's answer depend on order; our reader refuses them.
pub fn no_cookie_jar(sources: &[Source]) -> Vec<String> {
    const JARS: &[&str] = &["axum_extra::extract::cookie", "tower_cookies", "CookieJar"];
    let mut findings = Vec::new();
    for source in servers(sources) {
        for (number, line) in source.code() {
            for jar in JARS.iter().filter(|jar| line.contains(**jar)) {
                findings.push(source.at(number, jar));
            }
        }
    }
    findings
}

/// A cookie with a `Domain` would be sent to every portal.
pub fn no_cookie_domain(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in servers(sources) {
        for (number, line) in source.code() {
            let code = line.split("//").next().unwrap_or_default().to_ascii_lowercase();
            if code.contains("; domain=") || code.contains("\"domain=") {
                findings.push(source.at(number, "a cookie with a Domain"));
            }
        }
    }
    findings
}

/// `store` and `rows` are a feature's own: another feature asks it, never its tables.
pub fn private_tables(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in servers(sources).filter(|source| is_feature(&source.path)) {
        for (number, line) in source.code() {
            let Some((visibility, module)) = line.trim().trim_end_matches(';').split_once(" mod ")
            else {
                continue;
            };
            if visibility.starts_with("pub") && matches!(module, "store" | "rows") {
                findings.push(source.at(number, &format!("`{module}` is public")));
            }
        }
    }
    findings
}

fn is_feature(path: &str) -> bool {
    path.starts_with("tenant-runtime/src/") || path.starts_with("control-plane/src/")
}

/// What is allowed is decided without knowing who asked over which wire.
pub fn pure_rules(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    let rules = |source: &&Source| is_feature(&source.path) && source.path.ends_with("rules.rs");
    for source in servers(sources).filter(rules) {
        for (number, line) in source.code() {
            if line.contains("axum::") {
                findings.push(source.at(number, "rules use axum"));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    #[test]
    fn reports_a_cookie_jar_outside_tests() {
        let line = "use axum_extra::extract::cookie::Key;";
        assert_eq!(no_cookie_jar(&[source("platform/src/a.rs", line)]).len(), 1);
        assert!(no_cookie_jar(&[source("platform/tests/it/a.rs", line)]).is_empty());
    }

    #[test]
    fn reports_a_cookie_domain_but_not_its_mention() {
        let set = r#"format!("{name}={value}; Domain={host}")"#;
        assert_eq!(no_cookie_domain(&[source("platform/src/a.rs", set)]).len(), 1);
        let said = "// never `; Domain=`: cookies are host-only";
        assert!(no_cookie_domain(&[source("platform/src/a.rs", said)]).is_empty());
    }

    #[test]
    fn reports_use_of_another_features_tables() {
        let open = "pub mod routes;\npub(crate) mod store;\nmod rows;\n";
        let findings = private_tables(&[source("tenant-runtime/src/posts/mod.rs", open)]);
        assert_eq!(findings, ["tenant-runtime/src/posts/mod.rs:2: `store` is public"]);
    }

    #[test]
    fn reports_http_types_in_rules() {
        let text = "use axum::Json;\nuse sea_orm::EntityTrait;\n";
        assert_eq!(pure_rules(&[source("tenant-runtime/src/posts/rules.rs", text)]).len(), 1);
        assert!(pure_rules(&[source("tenant-runtime/src/posts/store.rs", text)]).is_empty());
    }
}
