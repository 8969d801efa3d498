//! A file holds one idea; past these lengths it holds several.

use super::Source;

const RUST: usize = 500;
const WEB: usize = 300;

pub fn check(sources: &[Source]) -> Vec<String> {
    let written = sources.iter().filter(|source| !source.is_test() && !source.is_generated());
    written.filter_map(too_long).collect()
}

fn too_long(source: &Source) -> Option<String> {
    let limit = match source {
        _ if source.is_rust() => RUST,
        _ if source.is_web() => WEB,
        _ => return None,
    };
    let lines = source.code().count();
    (lines > limit).then(|| format!("{}: {lines} lines, at most {limit}", source.path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    #[test]
    fn ignores_inline_tests_in_file_length() {
        let long = "x\n".repeat(RUST + 1);
        assert_eq!(check(&[source("wire/src/a.rs", &long)]).len(), 1);
        let tested = format!("{}#[cfg(test)]\n{long}", "x\n".repeat(RUST));
        assert!(check(&[source("wire/src/a.rs", &tested)]).is_empty());
        assert!(check(&[source("guildhall/tests/it/a.rs", &long)]).is_empty());
        assert_eq!(check(&[source("web-kit/src/a.tsx", &long)]).len(), 1);
    }
}
