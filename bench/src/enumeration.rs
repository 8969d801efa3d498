//! Whether an answer tells that somebody has an account: by its words, or by how long it takes.
//!
//! Addresses that have an account and addresses that have none are asked about in turn, one at a
//! time, each over a connection of its own that is open already, so that whatever else the machine
//! does falls on both alike. Every try is about an address and from a network of its own: no limit is
//! met. No worker runs meanwhile.

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
/// Asked before, and not counted.
const WARM: usize = 20;
/// The most by which two medians may differ and still tell nothing.
const ALIKE_PERCENT: f64 = 5.0;

/// What came of asking about those who are there and those who are not.
#[derive(Debug)]
pub struct Told {
    pub name: &'static str,
    /// Status and words were the same every time.
    pub same_answer: bool,
    pub known: Duration,
    pub unknown: Duration,
}

impl Told {
    /// By how much the medians differ, in hundredths of the smaller.
    pub fn apart_percent(&self) -> f64 {
        let (known, unknown) = (self.known.as_secs_f64(), self.unknown.as_secs_f64());
        (known - unknown).abs() / known.min(unknown).max(f64::EPSILON) * 100.0
    }

    /// Neither words nor time tell.
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

/// Asks every question about both. The known are members without a proven address by then, because
/// others have no link to ask for again.
pub async fn ask(postgres: &Postgres, target: &Target) -> Result<Vec<Told>> {
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

async fn compare(target: &Target, place: usize, question: &Question) -> Result<Told> {
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    let mut first: Option<(StatusCode, Bytes)> = None;
    let mut same_answer = true;
    for number in 0..WARM + TRIES {
        // Who goes first changes each time, so that going second costs both the same.
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
    Ok(Told { name: question.name, same_answer, known, unknown })
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
    fn medians_within_five_hundredths_tell_nothing() {
        let told = |known, unknown, same_answer| Told {
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
