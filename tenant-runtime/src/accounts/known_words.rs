//! Words that a password must not be made of: the local part of the address and the person's names.

use super::form_rules::RULES;

/// The facts about an account that a guesser tries first.
#[derive(Clone, Copy)]
pub struct KnownFacts<'a> {
    /// Mail address.
    pub email: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// Name of the site's brand.
    pub brand: &'a str,
}

impl KnownFacts<'_> {
    /// The person's words in lower case, the longest first: each whole text, and its parts.
    pub fn words(&self) -> Vec<String> {
        let local = self.email.split('@').next().unwrap_or_default();
        let mut words: Vec<String> = [local, self.first_name, self.last_name]
            .iter()
            .flat_map(|text| {
                let lower = text.trim().to_lowercase();
                let parts = lower.split(|c: char| !c.is_alphanumeric()).map(str::to_owned);
                parts.chain([lower.clone()]).collect::<Vec<_>>()
            })
            .filter(|word| word.chars().count() >= RULES.password.known_word_chars_min)
            .collect();
        words.sort_by(|a, b| b.chars().count().cmp(&a.chars().count()).then_with(|| a.cmp(b)));
        words.dedup();
        words
    }

    /// Whether a password is little more than these words.
    pub fn make_up(&self, password: &str) -> bool {
        let lower = password.to_lowercase();
        let rest = self.words().iter().fold(lower.clone(), |rest, word| rest.replace(word, ""));
        rest != lower && rest.chars().count() < RULES.password.chars_beyond_known_min
    }
}
