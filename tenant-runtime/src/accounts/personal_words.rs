//! Words that a password must not consist of: the local part of the email address and the names.

use super::form_rules::RULES;

/// Facts about an account that attackers try first.
#[derive(Clone, Copy)]
pub struct KnownFacts<'a> {
    /// Email address.
    pub email: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    /// Name of the site's brand.
    pub brand: &'a str,
}

impl KnownFacts<'_> {
    /// The words in lower case, longest first: each whole text and its parts.
    pub fn lower_case_words(&self) -> Vec<String> {
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

    /// Returns true if a password consists mostly of these words.
    pub fn make_up(&self, password: &str) -> bool {
        let lower = password.to_lowercase();
        let rest =
            self.lower_case_words().iter().fold(lower.clone(), |rest, word| rest.replace(word, ""));
        rest != lower && rest.chars().count() < RULES.password.chars_beyond_known_min
    }
}
