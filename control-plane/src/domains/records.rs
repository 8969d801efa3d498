//! DNS records that make a name point to its portal and prove its ownership, and the result of the
//! last check.

use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// DNS record types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) enum DnsRecordType {
    #[serde(rename = "CNAME")]
    Cname,
    #[serde(rename = "A")]
    A,
    #[serde(rename = "AAAA")]
    Aaaa,
    #[serde(rename = "TXT")]
    Txt,
    #[serde(rename = "CAA")]
    Caa,
}

impl DnsRecordType {
    /// DNS name of the type.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cname => "CNAME",
            Self::A => "A",
            Self::Aaaa => "AAAA",
            Self::Txt => "TXT",
            Self::Caa => "CAA",
        }
    }
}

/// Result for a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum DnsRecordState {
    Found,
    Missing,
    Wrong,
    /// Too few resolvers answered.
    Unknown,
    /// Not checked yet.
    Unseen,
}

/// Answer of one resolver about a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ResolverResult)]
pub(super) struct ResolverView {
    name: String,
    state: DnsRecordState,
}

/// A required record, and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DnsRecord {
    pub r#type: DnsRecordType,
    /// Full name.
    pub name: String,
    /// Required value.
    pub value: String,
    pub state: DnsRecordState,
    /// Existing values, from all resolvers.
    pub seen: Vec<String>,
    #[serde(serialize_with = "platform::language::localized")]
    pub words: String,
    pub resolvers: Vec<ResolverView>,
}

/// Required records of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
#[serde(transparent)]
pub struct Records(pub(super) Vec<DnsRecord>);

/// Reason not to certify a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IssuanceDoubt {
    pub name: String,
    /// Stable code.
    pub code: &'static str,
    pub words: String,
}

impl IssuanceDoubt {
    /// Code for resolvers that do not answer.
    const SILENCE: &'static str = "resolvers-silent";

    /// Returns whether the only problem is that no resolver answers.
    pub(crate) fn is_silence(&self) -> bool {
        self.code == Self::SILENCE
    }
}

/// Answer of one resolver about a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ResolverAnswer {
    /// Address of the resolver.
    pub resolver: String,
    pub state: DnsRecordState,
    pub seen: Vec<String>,
}

impl DnsRecord {
    /// Creates a record that was not checked yet.
    pub(super) fn unchecked(r#type: DnsRecordType, name: String, value: String) -> Self {
        let (seen, resolvers) = (Vec::new(), Vec::new());
        let (state, words) = (DnsRecordState::Unseen, String::new());
        Self { r#type, name, value, state, seen, words, resolvers }
    }

    /// Adds the resolvers' answers. A record counts as found when every answering resolver sees it
    /// and at least half of them answer. A single lagging or spoofed resolver is therefore enough
    /// to wait.
    pub(super) fn seen_by(mut self, sights: Vec<ResolverAnswer>) -> Self {
        let all = sights.len();
        let count = |state| sights.iter().filter(|sight| sight.state == state).count();
        let (found, wrong) = (count(DnsRecordState::Found), count(DnsRecordState::Wrong));
        let answered = all - count(DnsRecordState::Unknown);
        let mut seen: Vec<String> = sights.iter().flat_map(|sight| sight.seen.clone()).collect();
        seen.sort_unstable();
        seen.dedup();
        (self.state, self.words) = if answered * 2 < all || answered == 0 {
            (DnsRecordState::Unknown, format!("Only {answered} of {all} resolvers answer"))
        } else if found == answered {
            (DnsRecordState::Found, format!("Seen by {found} of {all}"))
        } else if found > 0 {
            (DnsRecordState::Missing, format!("Seen by {found} of {all} so far"))
        } else if wrong > 0 {
            (DnsRecordState::Wrong, self.wrong_words(&seen))
        } else {
            (DnsRecordState::Missing, "Nothing at this name".to_owned())
        };
        self.seen = seen;
        self.resolvers = sights
            .into_iter()
            .map(|sight| ResolverView { name: sight.resolver, state: sight.state })
            .collect();
        self
    }

    fn wrong_words(&self, seen: &[String]) -> String {
        let there = seen.join(", ");
        match self.r#type {
            DnsRecordType::Caa if seen.is_empty() => "No authority may issue".to_owned(),
            DnsRecordType::Caa => format!("Only “{there}” may issue"),
            DnsRecordType::Txt => "Another text is there".to_owned(),
            _ => format!("Leads to {there}"),
        }
    }

    /// The problem: a stable code, and a sentence for people.
    fn record_problem(&self) -> Option<(&'static str, String)> {
        if self.state == DnsRecordState::Found {
            return None;
        }
        let (kind, name, value) = (self.r#type.name(), &self.name, &self.value);
        Some(match (self.r#type, self.state) {
            (_, DnsRecordState::Unknown | DnsRecordState::Unseen) => {
                (IssuanceDoubt::SILENCE, format!("Our resolvers have no answer about {name}."))
            }
            (DnsRecordType::Caa, _) => (
                "caa-forbids",
                format!(
                    "A CAA record on {name} keeps our issuer from issuing. {}. Add the line \
                     {value} next to it.",
                    self.words
                ),
            ),
            (DnsRecordType::Txt, _) => {
                ("proof-missing", format!("The TXT record {name} with {value} is not there."))
            }
            (_, DnsRecordState::Missing) => {
                ("record-missing", format!("The {kind} record of {name} is not there yet."))
            }
            _ => ("dns-elsewhere", format!("{name} should lead to {value}. {}.", self.words)),
        })
    }

    /// The problem that a resolver sees the name point elsewhere, even if another resolver does
    /// not.
    fn conflicting_problem(&self) -> Option<(&'static str, String)> {
        if self.state == DnsRecordState::Unknown {
            return self.record_problem();
        }
        let astray = self.resolvers.iter().any(|view| view.state == DnsRecordState::Wrong);
        let (name, value, seen) = (&self.name, &self.value, self.seen.join(", "));
        let words = || format!("{name} should lead to {value}. It leads to {seen}.");
        astray.then(|| ("dns-elsewhere", words()))
    }
}

impl Records {
    /// Number of correct records.
    pub(super) fn found_count(&self) -> usize {
        self.0.iter().filter(|record| record.state == DnsRecordState::Found).count()
    }

    /// Returns whether all records are correct.
    pub(super) fn are_complete(&self) -> bool {
        self.found_count() == self.0.len()
    }

    /// Returns whether too few resolvers answered for any conclusion.
    pub(super) fn are_unknown(&self) -> bool {
        self.0.iter().any(|record| record.state == DnsRecordState::Unknown)
    }

    /// Returns whether the proof is missing and the name points elsewhere.
    pub(super) fn lead_elsewhere(&self) -> bool {
        let gone = |record: &&DnsRecord| {
            matches!(record.state, DnsRecordState::Missing | DnsRecordState::Wrong)
        };
        let (proof, pointing): (Vec<_>, Vec<_>) = self
            .0
            .iter()
            .filter(|record| record.r#type != DnsRecordType::Caa)
            .partition(|record| record.r#type == DnsRecordType::Txt);
        proof.iter().any(gone) && pointing.iter().any(gone)
    }

    /// The first problem: a stable code, and a sentence for people.
    pub(super) fn first_problem(&self) -> Option<(&'static str, String)> {
        self.0.iter().find_map(DnsRecord::record_problem)
    }

    /// Reason not to certify these names now, and the affected name: the host's proof must exist,
    /// and no resolver may see a name point elsewhere. CAA records are checked separately for each
    /// authority.
    pub(super) fn issuance_doubt(&self, host: &str, names: &[String]) -> Option<IssuanceDoubt> {
        let against = |record: &DnsRecord| match record.r#type {
            DnsRecordType::Txt => record.record_problem().map(|fault| (host.to_owned(), fault)),
            DnsRecordType::Caa => None,
            _ if !names.contains(&record.name) => None,
            _ => record.conflicting_problem().map(|fault| (record.name.clone(), fault)),
        };
        let (name, (code, words)) = self.0.iter().find_map(against)?;
        Some(IssuanceDoubt { name, code, words })
    }

    /// The first problem, in a few words.
    pub(super) fn short_cause(&self) -> Option<String> {
        let record = self.0.iter().find(|record| record.state != DnsRecordState::Found)?;
        let kind = record.r#type.name();
        Some(match (record.r#type, record.state) {
            (DnsRecordType::Caa, _) => "CAA record refuses our issuer".to_owned(),
            (_, DnsRecordState::Wrong) => format!("{kind} has another value"),
            (_, DnsRecordState::Unseen) => "not looked for yet".to_owned(),
            (_, DnsRecordState::Unknown) => "our resolvers have no answer".to_owned(),
            _ => format!("{kind} not found yet"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DnsRecordState::{Found, Missing, Unknown, Wrong};

    fn with_results(states: &[DnsRecordState]) -> (DnsRecordState, String) {
        let sights = states.iter().map(|state| ResolverAnswer {
            resolver: "192.0.2.53".to_owned(),
            state: *state,
            seen: if *state == Wrong { vec!["elsewhere.example".to_owned()] } else { Vec::new() },
        });
        let (name, value) = ("club.example".to_owned(), "edge.example".to_owned());
        let record =
            DnsRecord::unchecked(DnsRecordType::Cname, name, value).seen_by(sights.collect());
        (record.state, record.words)
    }

    #[test]
    fn record_is_found_when_every_answering_resolver_sees_it() {
        for (states, state, words) in [
            (vec![Found, Found], Found, "Seen by 2 of 2"),
            (vec![Found, Unknown], Found, "Seen by 1 of 2"),
            (vec![Found, Missing], Missing, "Seen by 1 of 2 so far"),
            (vec![Found, Wrong, Found], Missing, "Seen by 2 of 3 so far"),
            (vec![Wrong, Missing], Wrong, "Leads to elsewhere.example"),
            (vec![Missing, Missing], Missing, "Nothing at this name"),
            (vec![Found, Unknown, Unknown], Unknown, "Only 1 of 3 resolvers answer"),
            (vec![Unknown, Unknown], Unknown, "Only 0 of 2 resolvers answer"),
        ] {
            assert_eq!(with_results(&states), (state, words.to_owned()), "{states:?}");
        }
    }

    fn record(kind: DnsRecordType, name: &str, states: &[DnsRecordState]) -> DnsRecord {
        let sights = states.iter().map(|state| ResolverAnswer {
            resolver: "192.0.2.53".to_owned(),
            state: *state,
            seen: if *state == Wrong { vec!["192.0.2.7".to_owned()] } else { Vec::new() },
        });
        let value = "edge.example".to_owned();
        DnsRecord::unchecked(kind, name.to_owned(), value).seen_by(sights.collect())
    }

    #[test]
    fn doubts_names_without_proof_or_seen_elsewhere() {
        const HOST: &str = "club.example";
        let names = [HOST.to_owned()];
        for (proof, host, doubt) in [
            (&[Found, Found], &[Found, Found], None),
            (&[Missing, Missing], &[Found, Found], Some("proof-missing")),
            (&[Wrong, Wrong], &[Found, Found], Some("proof-missing")),
            (&[Found, Missing], &[Found, Found], Some("proof-missing")),
            (&[Unknown, Unknown], &[Found, Found], Some("resolvers-silent")),
            (&[Found, Found], &[Found, Wrong], Some("dns-elsewhere")),
            (&[Found, Found], &[Unknown, Unknown], Some("resolvers-silent")),
            // One of several required addresses is enough for the authority to reach us.
            (&[Found, Found], &[Missing, Missing], None),
        ] {
            let records = Records(vec![
                record(DnsRecordType::Cname, HOST, host),
                // A name that the order leaves out is not checked.
                record(DnsRecordType::Cname, "www.club.example", &[Wrong]),
                record(DnsRecordType::Txt, "_guildhall.club.example", proof),
                record(DnsRecordType::Caa, HOST, &[Wrong]),
            ]);
            let found = records.issuance_doubt(HOST, &names);
            assert_eq!(found.as_ref().map(|doubt| doubt.code), doubt, "{proof:?} {host:?}");
            assert!(found.is_none_or(|doubt| doubt.name == HOST));
        }
    }
}
