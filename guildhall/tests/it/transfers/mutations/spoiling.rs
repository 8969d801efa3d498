//! Mutations of a secret: small changes, and replacements.

use super::material::{Offer, Offers};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Secret of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Code,
    State,
    Bound(usize),
}

impl Part {
    pub const ALL: [Self; 5] =
        [Self::Code, Self::State, Self::Bound(0), Self::Bound(1), Self::Bound(2)];

    fn of(self, offer: &Offer) -> &str {
        match self {
            Self::Code => &offer.code,
            Self::State => &offer.state,
            Self::Bound(n) => &offer.binding[n],
        }
    }

    pub fn of_mut(self, offer: &mut Offer) -> &mut String {
        match self {
            Self::Code => &mut offer.code,
            Self::State => &mut offer.state,
            Self::Bound(n) => &mut offer.binding[n],
        }
    }
}

fn letter(dice: &mut StdRng) -> char {
    char::from(*ALPHABET.choose(dice).unwrap())
}

/// Mutates one secret of an offer; the result may equal the original.
pub fn spoil(dice: &mut StdRng, part: Part, offer: &mut Offer, offers: &Offers) {
    let changed = match dice.random_range(0..3) {
        0 => other(dice, part, offer, offers),
        1 => misspelt(dice, part.of(offer)),
        _ => rewritten(dice, part.of(offer)),
    };
    *part.of_mut(offer) = changed;
}

/// A value that is valid elsewhere.
fn other(dice: &mut StdRng, part: Part, offer: &Offer, offers: &Offers) -> String {
    let stranger = offers.all.choose(dice).unwrap();
    match dice.random_range(0..5) {
        0 | 1 => part.of(stranger).to_owned(),
        2 => Part::ALL.choose(dice).unwrap().of(offer).to_owned(),
        3 => Part::ALL.choose(dice).unwrap().of(stranger).to_owned(),
        _ => offer.session.clone(),
    }
}

/// The value with one or a few characters changed.
fn misspelt(dice: &mut StdRng, secret: &str) -> String {
    let mut letters: Vec<char> = secret.chars().collect();
    if letters.is_empty() {
        return letter(dice).to_string();
    }
    let at = dice.random_range(0..letters.len());
    match dice.random_range(0..8) {
        0 => letters[at] = letter(dice),
        1 => letters.insert(at, letter(dice)),
        2 => {
            letters.remove(at);
        }
        3 => letters.truncate(at),
        4 => letters = letters.split_off(at),
        5 => letters.swap(at, 0),
        6 => letters[at] = toggled(letters[at]),
        // The last base64 character has unused bits, so another one may decode to the same value.
        _ => {
            letters.pop();
            letters.push(letter(dice));
        }
    }
    letters.into_iter().collect()
}

fn toggled(letter: char) -> char {
    if letter.is_ascii_lowercase() {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}

/// The value in another encoding, or a similar one.
fn rewritten(dice: &mut StdRng, secret: &str) -> String {
    match dice.random_range(0..13) {
        0 => String::new(),
        1 => secret.repeat(2),
        2 => secret.chars().rev().collect(),
        3 => secret.to_lowercase(),
        4 => format!("{secret}="),
        5 => secret.bytes().map(|byte| format!("%{byte:02X}")).collect(),
        6 => platform::tokens::hash(secret),
        7 => format!(" {secret}"),
        8 => format!("{secret}\0"),
        9 => format!("\u{feff}{secret}"),
        10 => "A".repeat(dice.random_range(1..10_000)),
        11 => (*["null", "true", "0", "*", "%", "' OR '1'='1"].choose(dice).unwrap()).to_owned(),
        _ => {
            let mut letters: Vec<char> = secret.chars().collect();
            letters.shuffle(dice);
            letters.into_iter().collect()
        }
    }
}
