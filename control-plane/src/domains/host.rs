//! Rules for names of custom domains.

use super::error::DomainError;
use platform::config::ServerConfig;
use unicode_security::MixedScript;
use url::Host;
use wire::host::normalise_host;
use wire::routes::origin_host;

/// Returns the normalised name: lower case, international labels as A-labels.
///
/// # Errors
/// [`DomainError`].
pub(super) fn validated(typed: &str, server: &ServerConfig) -> Result<String, DomainError> {
    let Ok(Host::Domain(name)) = Host::parse(typed.trim().trim_end_matches('.')) else {
        return Err(DomainError::Name);
    };
    let name = normalise_host(&name).map_err(|_| DomainError::Name)?;
    if !name.contains('.') || name.split('.').any(|label| label.starts_with("xn---")) {
        return Err(DomainError::Name);
    }
    if is_ours(&name, server) {
        return Err(DomainError::Ours);
    }
    // A name below an unknown top-level domain is a public suffix itself.
    if psl::domain_str(&name).is_none() {
        return Err(DomainError::PublicSuffix);
    }
    let shown = url::quirks::domain_to_unicode(&name);
    if !shown.split('.').all(|label| label.is_single_script()) {
        return Err(DomainError::MixedScripts);
    }
    Ok(name)
}

/// Returns whether a name belongs to the platform, or lies below or above such a name.
fn is_ours(name: &str, server: &ServerConfig) -> bool {
    let main = origin_host(&server.main_origin);
    let registered = psl::domain_str(main).unwrap_or(main);
    let aliases = server.aliases_of_main();
    [main, registered, server.portal_domain.as_str()]
        .into_iter()
        .chain(aliases.iter().map(String::as_str))
        .any(|ours| is_within(name, ours) || is_within(ours, name))
}

/// Returns whether `name` is `zone` or below it.
pub(super) fn is_within(name: &str, zone: &str) -> bool {
    name == zone || name.strip_suffix(zone).is_some_and(|rest| rest.ends_with('.'))
}

/// Returns whether a name is a registered domain, where no CNAME is allowed (RFC 1912 section 2.4).
pub(super) fn is_apex(name: &str) -> bool {
    psl::domain_str(name) == Some(name)
}

/// Returns the partner of a name: a registered domain and its `www.` name belong together.
///
/// # Errors
/// [`DomainError::NoPartner`].
pub(super) fn www_partner(name: &str) -> Result<String, DomainError> {
    match name.strip_prefix("www.") {
        Some(rest) if is_apex(rest) => Ok(rest.to_owned()),
        _ if is_apex(name) => Ok(format!("www.{name}")),
        _ => Err(DomainError::NoPartner),
    }
}

/// All parent names, the nearest first.
pub(super) fn parent_names(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(name.split_once('.').map(|(_, rest)| rest), |name| {
        name.split_once('.').map(|(_, rest)| rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> ServerConfig {
        ServerConfig {
            main_origin: "https://app.guildhall.example.org".to_owned(),
            portal_domain: "portals.example.net".to_owned(),
            main_aliases: Some(vec!["guild.example.info".to_owned()]),
            ..ServerConfig::default()
        }
    }

    #[test]
    fn domain_names_are_normalised() {
        for (typed, kept) in [
            ("Members.Club.Example", "members.club.example"),
            (" club.co.uk. ", "club.co.uk"),
            ("bücher.de", "xn--bcher-kva.de"),
            ("xn--bcher-kva.de", "xn--bcher-kva.de"),
            ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
            ("例え.jp", "xn--r8jz45g.jp"),
        ] {
            assert_eq!(validated(typed, &server()).as_deref(), Ok(kept), "{typed}");
        }
    }

    #[test]
    fn rejects_public_suffixes_and_mixed_scripts() {
        for (typed, error) in [
            ("", DomainError::Name),
            ("localhost", DomainError::Name),
            ("192.0.2.1", DomainError::Name),
            ("[2001:db8::1]", DomainError::Name),
            ("0x7f.1", DomainError::Name),
            ("a b.example", DomainError::Name),
            ("club.example/path", DomainError::Name),
            ("club.example:8080", DomainError::Name),
            ("user@club.example", DomainError::Name),
            ("_dmarc.club.example", DomainError::Name),
            ("*.club.example", DomainError::Name),
            ("app.guildhall.example.org", DomainError::Ours),
            ("other.example.org", DomainError::Ours),
            ("oak.portals.example.net", DomainError::Ours),
            ("example.net", DomainError::Ours),
            ("guild.example.info", DomainError::Ours),
            ("co.uk", DomainError::PublicSuffix),
            ("github.io", DomainError::PublicSuffix),
            // The second letter is Cyrillic.
            ("p\u{430}ypal.com", DomainError::MixedScripts),
            ("xn--pypal-4ve.com", DomainError::MixedScripts),
        ] {
            assert_eq!(validated(typed, &server()), Err(error), "{typed}");
        }
    }

    #[test]
    fn only_a_registered_domain_has_a_www_partner() {
        assert_eq!(www_partner("club.co.uk").as_deref(), Ok("www.club.co.uk"));
        assert_eq!(www_partner("www.club.co.uk").as_deref(), Ok("club.co.uk"));
        for none in ["members.club.co.uk", "www.members.club.co.uk"] {
            assert_eq!(www_partner(none), Err(DomainError::NoPartner), "{none}");
        }
        assert!(is_within("a.b.example", "b.example") && !is_within("ab.example", "b.example"));
        assert_eq!(parent_names("a.b.example").collect::<Vec<_>>(), ["b.example", "example"]);
    }
}
