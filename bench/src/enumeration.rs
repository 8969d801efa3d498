//! Account enumeration: does the text or duration of a response reveal that an account exists?
//!
//! Known and unknown addresses are requested alternately, one at a time, each over its own open
//! connection, so that other load on the machine affects both. Every request has a new address and
//! network, so that no rate limit applies. No worker runs meanwhile.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http::StatusCode;
use serde_json::{Value, json};

use crate::client::{Client, Target};
use crate::load::percentiles;
use crate::postgres::Postgres;
use crate::{say, world};

const TRIES: usize = 200;
/// Warm-up requests, not counted.
const WARM: usize = 20;
/// Maximum difference of the medians, in percent, that counts as equal.
const ALIKE_PERCENT: f64 = 5.0;

/// Results for known and unknown addresses.
#[derive(Debug)]
pub struct EnumerationResult {
    pub name: &'static str,
    /// Status and body were always equal.
    pub same_answer: bool,
    pub known: Duration,
    pub unknown: Duration,
}

impl EnumerationResult {
    /// Difference of the medians, in percent of the smaller one.
    pub fn apart_percent(&self) -> f64 {
        let (known, unknown) = (self.known.as_secs_f64(), self.unknown.as_secs_f64());
        (known - unknown).abs() / known.min(unknown).max(f64::EPSILON) * 100.0
    }

    /// Neither the body nor the duration reveals anything.
    pub fn is_alike(&self) -> bool {
        self.same_answer && self.apart_percent() <= ALIKE_PERCENT
    }
}

struct Question {
    name: &'static str,
    path: &'static str,
    body: fn(&str) -> Value,
}

const QUESTIONS: [Question; 3] = [
    Question {
        name: "sign in with a wrong password",
        path: "/api/identity/login",
        body: |email| json!({ "email": email, "password": "Not-the-one-2026!", "staySignedIn": false }),
    },
    Question {
        name: "ask for a link to a new password",
        path: "/api/identity/password/forgot",
        body: |email| json!({ "email": email }),
    },
    Question {
        name: "ask for another link to prove an address",
        path: "/api/identity/verification/resend",
        body: |email| json!({ "email": email }),
    },
];

/// Runs all requests with both kinds of addresses. Known addresses belong to unverified members,
/// because others cannot request a new link.
pub async fn ask(postgres: &Postgres, target: &Target) -> Result<Vec<EnumerationResult>> {
    let mut told = Vec::new();
    for (number, question) in QUESTIONS.into_iter().enumerate() {
        say(&format!("known and unknown: {}\n", question.name));
        if question.path.ends_with("/resend") {
            postgres
                .sql("UPDATE users SET email_verified = FALSE WHERE email LIKE 'bench%'")
                .await?;
        }
        told.push(compare(target, number, &question).await?);
    }
    Ok(told)
}

async fn compare(target: &Target, place: usize, question: &Question) -> Result<EnumerationResult> {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    let mut first: Option<(StatusCode, Bytes)> = None;
    let mut same_answer = true;
    for number in 0..WARM + TRIES {
        // The first one alternates, so that the position affects both equally.
        let turns = if number % 2 == 0 { [true, false] } else { [false, true] };
        for is_known in turns {
            let stranger = format!("nobody{number}@demo.test");
            let email = if is_known { world::address(number) } else { stranger };
            let network = (place * (WARM + TRIES) + number) * 2 + usize::from(is_known);
            let client = Client::new(target, u32::try_from((20_000 + network) << 8)?);
            let (took, answer) = once(&client, question, &email).await?;
            same_answer &= *first.get_or_insert_with(|| answer.clone()) == answer;
            if number >= WARM {
                let taken = if is_known { &mut known } else { &mut unknown };
                taken.push(took);
            }
        }
    }
    let (status, words) = first.context("something was asked")?;
    ensure!(
        status != StatusCode::TOO_MANY_REQUESTS && !status.is_server_error(),
        "{} answered {status}: {}",
        question.path,
        String::from_utf8_lossy(&words)
    );
    let (known, unknown) = (percentiles(&mut known).0, percentiles(&mut unknown).0);
    Ok(EnumerationResult { name: question.name, same_answer, known, unknown })
}

async fn once(
    client: &Client,
    question: &Question,
    email: &str,
) -> Result<(Duration, (StatusCode, Bytes))> {
    client.get("/healthz").await?;
    let begun = Instant::now();
    let answer = client.answer(question.path, &(question.body)(email)).await?;
    Ok((begun.elapsed(), answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_within_five_percent_count_as_equal() {
        let told = |known, unknown, same_answer| EnumerationResult {
            name: "",
            same_answer,
            known: Duration::from_micros(known),
            unknown: Duration::from_micros(unknown),
        };
        assert!(told(1040, 1000, true).is_alike() && told(1000, 1040, true).is_alike());
        assert!(!told(1060, 1000, true).is_alike() && !told(1000, 1060, true).is_alike());
        assert!(!told(1000, 1000, false).is_alike());
    }
}
