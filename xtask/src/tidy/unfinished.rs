//! No promise to finish later, and no test that is there but does not run.

use super::Source;

/// Written in two halves, so that this file does not break its own rule.
const ANYWHERE: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];
const RUST: &[&str] = &[
    concat!("to", "do!("),
    concat!("unimple", "mented!("),
    concat!("#[ig", "nore"),
    concat!("#[should_", "panic"),
];
const WEB: &[&str] = &[
    concat!(".sk", "ip("),
    concat!(".on", "ly("),
    concat!(".fix", "me("),
    concat!(".to", "do("),
    concat!("@ts-ig", "nore"),
    concat!("@ts-no", "check"),
];

pub fn check(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.is_rust() || source.is_web()) {
        let own = if source.is_rust() { RUST } else { WEB };
        for (index, line) in source.text.lines().enumerate() {
            for word in ANYWHERE.iter().chain(own).filter(|word| line.contains(**word)) {
                findings.push(source.at(index + 1, &format!("`{word}`")));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    #[test]
    fn reports_a_skipped_browser_test_but_no_iterator() {
        let skipped = concat!("test.sk", "ip('x', () => {});");
        assert_eq!(check(&[source("e2e/a.spec.ts", skipped)]).len(), 1);
        assert!(check(&[source("wire/src/a.rs", "items.iter().skip(1)")]).is_empty());
    }
}
