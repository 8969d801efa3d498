//! DNS records of a domain, with the result of its last check, as the check stores them.

use crate::demo::DemoError;
use serde::Serialize;

/// Resolvers that were asked.
const RESOLVERS: [&str; 3] = ["9.9.9.9:53", "149.112.112.112:53", "193.110.81.0:53"];
/// Authority that issues our certificates, and the only one that a wrong CAA record allows.
const ISSUER: &str = "letsencrypt.org";
const OTHER_ISSUER: &str = "digicert.com";

/// Values that the records of a domain must have.
pub struct ExpectedValues {
    pub target: String,
    pub proof: String,
}

/// Answer of a resolver.
#[derive(Debug, Serialize)]
struct ResolverAnswer {
    name: &'static str,
    state: String,
}

/// A record, and its result.
#[derive(Debug, Serialize)]
pub struct CheckedRecord {
    r#type: &'static str,
    name: String,
    value: String,
    state: String,
    seen: Vec<String>,
    words: String,
    resolvers: Vec<ResolverAnswer>,
}

/// The CNAME, the TXT and, if it is written, the CAA record of a host, in these states.
pub fn records(
    host: &str,
    states: &[String],
    expected: &ExpectedValues,
) -> Result<Vec<CheckedRecord>, DemoError> {
    let zone = host.split_once('.').map_or(host, |(_, zone)| zone);
    let asked = [
        ("CNAME", host.to_owned(), expected.target.clone()),
        ("TXT", format!("_guildhall.{host}"), expected.proof.clone()),
        ("CAA", zone.to_owned(), format!("0 issue \"{ISSUER}\"")),
    ];
    let build = |((kind, name, value), state): ((&'static str, String, String), &String)| {
        let (seen, words) = match (kind, state.as_str()) {
            (_, "found") => (vec![value.clone()], "Seen by 3 of 3".to_owned()),
            (_, "missing") => (Vec::new(), "Nothing at this name".to_owned()),
            ("CAA", "wrong") => {
                (vec![OTHER_ISSUER.to_owned()], format!("Only “{OTHER_ISSUER}” may issue"))
            }
            _ => return Err(DemoError::Data(format!("{kind} record of {host}: {state}"))),
        };
        let resolvers = RESOLVERS.map(|name| ResolverAnswer { name, state: state.clone() });
        let (state, resolvers) = (state.clone(), resolvers.into());
        Ok(CheckedRecord { r#type: kind, name, value, state, seen, words, resolvers })
    };
    asked.into_iter().zip(states).map(build).collect()
}

/// The first problem: its code, and a sentence.
pub fn cause(records: &[CheckedRecord]) -> Option<(&'static str, String)> {
    let record = records.iter().find(|record| record.state != "found")?;
    let CheckedRecord { r#type: kind, name, value, words, .. } = record;
    Some(match *kind {
        "CAA" => (
            "caa-forbids",
            format!(
                "A CAA record on {name} keeps our issuer from issuing. {words}. Add the line \
                 {value} next to it."
            ),
        ),
        "TXT" => ("proof-missing", format!("The TXT record {name} with {value} is not there.")),
        _ => ("record-missing", format!("The {kind} record of {name} is not there yet.")),
    })
}
