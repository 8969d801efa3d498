//! The records that make a name lead to its portal and prove whose it is, and what was seen of each.

use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kinds of DNS records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) enum RecordType {
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

impl RecordType {
    /// As people write it.
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

/// How a record stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum RecordState {
    Found,
    Missing,
    Wrong,
    /// Too few resolvers answered.
    Unknown,
    /// Nobody has looked yet.
    Unseen,
}

/// What one resolver sees of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) struct ResolverView {
    name: String,
    state: RecordState,
}

/// A record to set, and what is seen of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record {
    pub r#type: RecordType,
    /// The whole name.
    pub name: String,
    /// The value to set.
    pub value: String,
    pub state: RecordState,
    /// The values that are there, as all resolvers see them.
    pub seen: Vec<String>,
    pub words: String,
    pub resolvers: Vec<ResolverView>,
}

/// The records of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
#[serde(transparent)]
pub struct Records(pub(super) Vec<Record>);

/// What speaks against certifying a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Doubt {
    pub name: String,
    /// A stable word.
    pub code: &'static str,
    pub words: String,
}

impl Doubt {
    /// The word for resolvers that do not answer.
    const SILENCE: &'static str = "resolvers-silent";

    /// Whether nothing is known to be wrong, except that nobody answers.
    pub(crate) fn is_silence(&self) -> bool {
        self.code == Self::SILENCE
    }
}

/// What one resolver said of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sight {
    /// The resolver's address.
    pub resolver: String,
    pub state: RecordState,
    pub seen: Vec<String>,
}

impl Record {
    /// A record nobody has looked for yet.
    pub(super) fn unseen(r#type: RecordType, name: String, value: String) -> Self {
        let (seen, resolvers) = (Vec::new(), Vec::new());
        let (state, words) = (RecordState::Unseen, String::new());
        Self { r#type, name, value, state, seen, words, resolvers }
    }

    /// The same, as the resolvers see it. It is there when every resolver that answers sees it, and at
    /// least half of them answer: one that lags, or was lied to, is enough to wait.
    pub(super) fn seen_by(mut self, sights: Vec<Sight>) -> Self {
        let all = sights.len();
        let count = |state| sights.iter().filter(|sight| sight.state == state).count();
        let (found, wrong) = (count(RecordState::Found), count(RecordState::Wrong));
        let answered = all - count(RecordState::Unknown);
        let mut seen: Vec<String> = sights.iter().flat_map(|sight| sight.seen.clone()).collect();
        seen.sort_unstable();
        seen.dedup();
        (self.state, self.words) = if answered * 2 < all || answered == 0 {
            (RecordState::Unknown, format!("Only {answered} of {all} resolvers answer"))
        } else if found == answered {
            (RecordState::Found, format!("Seen by {found} of {all}"))
        } else if found > 0 {
            (RecordState::Missing, format!("Seen by {found} of {all} so far"))
        } else if wrong > 0 {
            (RecordState::Wrong, self.wrong_words(&seen))
        } else {
            (RecordState::Missing, "Nothing at this name".to_owned())
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
            RecordType::Caa if seen.is_empty() => "No authority may issue".to_owned(),
            RecordType::Caa => format!("Only “{there}” may issue"),
            RecordType::Txt => "Another text is there".to_owned(),
            _ => format!("Leads to {there}"),
        }
    }

    /// What is wrong with it: a stable word, and a sentence for people.
    fn fault(&self) -> Option<(&'static str, String)> {
        if self.state == RecordState::Found {
            return None;
        }
        let (kind, name, value) = (self.r#type.name(), &self.name, &self.value);
        Some(match (self.r#type, self.state) {
            (_, RecordState::Unknown | RecordState::Unseen) => {
                (Doubt::SILENCE, format!("Our resolvers have no answer about {name}."))
            }
            (RecordType::Caa, _) => (
                "caa-forbids",
                format!(
                    "A CAA record on {name} keeps our issuer from issuing. {}. Add the line \
                     {value} next to it.",
                    self.words
                ),
            ),
            (RecordType::Txt, _) => {
                ("proof-missing", format!("The TXT record {name} with {value} is not there."))
            }
            (_, RecordState::Missing) => {
                ("record-missing", format!("The {kind} record of {name} is not there yet."))
            }
            _ => ("dns-elsewhere", format!("{name} should lead to {value}. {}.", self.words)),
        })
    }

    /// That a resolver sees the name lead elsewhere, even where another does not.
    fn elsewhere(&self) -> Option<(&'static str, String)> {
        if self.state == RecordState::Unknown {
            return self.fault();
        }
        let astray = self.resolvers.iter().any(|view| view.state == RecordState::Wrong);
        let (name, value, seen) = (&self.name, &self.value, self.seen.join(", "));
        let words = || format!("{name} should lead to {value}. It leads to {seen}.");
        astray.then(|| ("dns-elsewhere", words()))
    }
}

impl Records {
    /// How many are as they are wanted.
    pub(super) fn found(&self) -> usize {
        self.0.iter().filter(|record| record.state == RecordState::Found).count()
    }

    /// Whether all of them are.
    pub(super) fn are_complete(&self) -> bool {
        self.found() == self.0.len()
    }

    /// Whether too few resolvers answered to say anything.
    pub(super) fn are_unknown(&self) -> bool {
        self.0.iter().any(|record| record.state == RecordState::Unknown)
    }

    /// Whether the name is proven no more and leads elsewhere.
    pub(super) fn lead_elsewhere(&self) -> bool {
        let gone =
            |record: &&Record| matches!(record.state, RecordState::Missing | RecordState::Wrong);
        let (proof, pointing): (Vec<_>, Vec<_>) = self
            .0
            .iter()
            .filter(|record| record.r#type != RecordType::Caa)
            .partition(|record| record.r#type == RecordType::Txt);
        proof.iter().any(gone) && pointing.iter().any(gone)
    }

    /// The first thing that is wrong: a stable word, and a sentence for people.
    pub(super) fn cause(&self) -> Option<(&'static str, String)> {
        self.0.iter().find_map(Record::fault)
    }

    /// What speaks against certifying these names now, and about which of them: the host's proof has to
    /// stand, and no resolver may see a name elsewhere. CAA records are asked about for each authority.
    pub(super) fn doubt(&self, host: &str, names: &[String]) -> Option<Doubt> {
        let against = |record: &Record| match record.r#type {
            RecordType::Txt => record.fault().map(|fault| (host.to_owned(), fault)),
            RecordType::Caa => None,
            _ if !names.contains(&record.name) => None,
            _ => record.elsewhere().map(|fault| (record.name.clone(), fault)),
        };
        let (name, (code, words)) = self.0.iter().find_map(against)?;
        Some(Doubt { name, code, words })
    }

    /// The first thing that is wrong, in a few words.
    pub(super) fn short_cause(&self) -> Option<String> {
        let record = self.0.iter().find(|record| record.state != RecordState::Found)?;
        let kind = record.r#type.name();
        Some(match (record.r#type, record.state) {
            (RecordType::Caa, _) => "CAA record refuses our issuer".to_owned(),
            (_, RecordState::Wrong) => format!("{kind} has another value"),
            (_, RecordState::Unseen) => "not looked for yet".to_owned(),
            (_, RecordState::Unknown) => "our resolvers have no answer".to_owned(),
            _ => format!("{kind} not found yet"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use RecordState::{Found, Missing, Unknown, Wrong};

    fn seen(states: &[RecordState]) -> (RecordState, String) {
        let sights = states.iter().map(|state| Sight {
            resolver: "192.0.2.53".to_owned(),
            state: *state,
            seen: if *state == Wrong { vec!["elsewhere.example".to_owned()] } else { Vec::new() },
        });
        let (name, value) = ("club.example".to_owned(), "edge.example".to_owned());
        let record = Record::unseen(RecordType::Cname, name, value).seen_by(sights.collect());
        (record.state, record.words)
    }

    #[test]
    fn a_record_is_there_when_everybody_who_answers_sees_it() {
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
            assert_eq!(seen(&states), (state, words.to_owned()), "{states:?}");
        }
    }

    fn record(kind: RecordType, name: &str, states: &[RecordState]) -> Record {
        let sights = states.iter().map(|state| Sight {
            resolver: "192.0.2.53".to_owned(),
            state: *state,
            seen: if *state == Wrong { vec!["192.0.2.7".to_owned()] } else { Vec::new() },
        });
        let value = "edge.example".to_owned();
        Record::unseen(kind, name.to_owned(), value).seen_by(sights.collect())
    }

    #[test]
    fn a_name_is_certified_while_its_proof_stands_and_nobody_sees_it_elsewhere() {
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
            // One of several addresses that are to be set: the authority is led to us by the others.
            (&[Found, Found], &[Missing, Missing], None),
        ] {
            let records = Records(vec![
                record(RecordType::Cname, HOST, host),
                // A name that is left out of the order speaks against nothing.
                record(RecordType::Cname, "www.club.example", &[Wrong]),
                record(RecordType::Txt, "_guildhall.club.example", proof),
                record(RecordType::Caa, HOST, &[Wrong]),
            ]);
            let found = records.doubt(HOST, &names);
            assert_eq!(found.as_ref().map(|doubt| doubt.code), doubt, "{proof:?} {host:?}");
            assert!(found.is_none_or(|doubt| doubt.name == HOST));
        }
    }
}
