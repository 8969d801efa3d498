//! CAA records (RFC 8659): those of the name itself, or of the nearest parent that has any.

use super::resolver::{DnsAnswer, DnsResolver};
use hickory_resolver::proto::rr::rdata::CAA;

/// Result of the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CaaVerdict {
    Allowed,
    /// Another authority is required; contains the name that has the records.
    Forbidden {
        at: String,
        /// Authorities that the records allow.
        issuers: Vec<String>,
    },
    /// The resolver cannot answer. An authority could not either, and would refuse.
    Silence,
}

/// Checks whether an authority with one of the identifiers `ours` may issue for `name`.
pub(crate) async fn check(resolver: &DnsResolver, name: &str, ours: &[String]) -> CaaVerdict {
    let (wild, mut at) = match name.strip_prefix("*.") {
        Some(base) => (true, base),
        None => (false, name),
    };
    loop {
        match resolver.query_caa(at).await {
            DnsAnswer::Silence => return CaaVerdict::Silence,
            DnsAnswer::Records(records) if !allows_issuance(&records, wild, ours) => {
                let issuers = records.iter().filter_map(issuer_of).collect();
                return CaaVerdict::Forbidden { at: at.to_owned(), issuers };
            }
            DnsAnswer::Records(_) => return CaaVerdict::Allowed,
            DnsAnswer::Nothing => match at.split_once('.') {
                Some((_, above)) => at = above,
                None => return CaaVerdict::Allowed,
            },
        }
    }
}

/// Returns whether one set of records allows issuance (RFC 8659 sections 4.1 to 4.3).
fn allows_issuance(records: &[CAA], wild: bool, ours: &[String]) -> bool {
    let tagged = |tag: &str| -> Vec<&CAA> {
        records.iter().filter(|record| record.tag.eq_ignore_ascii_case(tag)).collect()
    };
    let known = ["issue", "issuewild", "iodef", "contactemail", "contactphone", "issuemail"];
    let strange = |record: &CAA| {
        record.issuer_critical && !known.iter().any(|tag| record.tag.eq_ignore_ascii_case(tag))
    };
    if records.iter().any(strange) {
        return false;
    }
    let mut relevant = if wild { tagged("issuewild") } else { Vec::new() };
    if relevant.is_empty() {
        relevant = tagged("issue");
    }
    relevant.is_empty() || relevant.iter().any(|record| names_us(record, ours))
}

fn names_us(record: &CAA, ours: &[String]) -> bool {
    issuer_of(record)
        .is_some_and(|issuer| ours.iter().any(|name| name.eq_ignore_ascii_case(&issuer)))
}

fn issuer_of(record: &CAA) -> Option<String> {
    let Ok((Some(issuer), _)) = record.value_as_issue() else { return None };
    Some(issuer.to_ascii().trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hickory_resolver::proto::rr::Name;

    fn issuer(name: &str) -> Option<Name> {
        (!name.is_empty()).then(|| Name::from_ascii(name).unwrap_or_default())
    }

    fn issue(name: &str) -> CAA {
        CAA::new_issue(false, issuer(name), Vec::new())
    }

    fn issue_wild(name: &str) -> CAA {
        CAA::new_issuewild(false, issuer(name), Vec::new())
    }

    #[test]
    fn caa_records_allow_only_the_named_issuers() {
        let ours = ["ours.example".to_owned()];
        assert!(allows_issuance(&[issue("ours.example")], false, &ours));
        assert!(allows_issuance(&[issue("theirs.example"), issue("Ours.Example")], false, &ours));
        assert!(!allows_issuance(&[issue("theirs.example")], false, &ours));
        assert!(!allows_issuance(&[issue("")], false, &ours), "an empty issuer allows no one");
        let mut report = issue("theirs.example");
        report.tag = "iodef".to_owned();
        assert!(allows_issuance(&[report], false, &ours), "without an issuer anyone may issue");
    }

    #[test]
    fn issuewild_takes_precedence_for_a_wildcard() {
        let ours = ["ours.example".to_owned()];
        let both = [issue("theirs.example"), issue_wild("ours.example")];
        assert!(allows_issuance(&both, true, &ours));
        assert!(!allows_issuance(&both, false, &ours));
        assert!(allows_issuance(&[issue("ours.example")], true, &ours));
        assert!(!allows_issuance(&[issue("ours.example"), issue_wild("")], true, &ours));
    }

    #[test]
    fn unknown_critical_caa_record_forbids_issuance() {
        let mut strange = issue("ours.example");
        strange.tag = "future".to_owned();
        strange.issuer_critical = true;
        let records = [issue("ours.example"), strange];
        assert!(!allows_issuance(&records, false, &["ours.example".to_owned()]));
    }
}
