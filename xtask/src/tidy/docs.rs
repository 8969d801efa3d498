//! Documents that name what is there, and lead where they say.

use std::collections::BTreeSet;
use std::path::Path;

use super::Source;

/// A newcomer finds every top-level folder in the map of the house.
pub fn folders(sources: &[Source]) -> Vec<String> {
    let map = sources.iter().find(|source| source.path == "ARCHITECTURE.md");
    let map = map.map(|source| source.text.as_str()).unwrap_or_default();
    let folders: BTreeSet<&str> = sources
        .iter()
        .filter_map(|source| source.path.split_once('/'))
        .map(|(folder, _)| folder)
        .filter(|folder| !folder.starts_with('.'))
        .collect();
    let missing = folders.into_iter().filter(|folder| !map.contains(&format!("`{folder}/`")));
    missing.map(|folder| format!("`{folder}/` is not in ARCHITECTURE.md")).collect()
}

/// A relative link in a document leads to a file.
pub fn links(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".md")) {
        let folder = Path::new(&source.path).parent().unwrap_or_else(|| Path::new(""));
        for (index, line) in source.text.lines().enumerate() {
            for target in targets(line) {
                if !folder.join(target).exists() {
                    findings.push(source.at(index + 1, &format!("{target} is not there")));
                }
            }
        }
    }
    findings
}

fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let target = rest.split(')').next()?.split('#').next()?;
        let outside = target.is_empty() || target.contains("://") || target.starts_with("mailto:");
        (!outside).then_some(target)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    #[test]
    fn reports_a_folder_missing_from_the_map() {
        let sources = [
            source("ARCHITECTURE.md", "- `wire/`: ids"),
            source("wire/a.rs", ""),
            source("attic/a.rs", ""),
        ];
        assert_eq!(folders(&sources), ["`attic/` is not in ARCHITECTURE.md"]);
    }

    #[test]
    fn reports_a_link_without_a_target() {
        let line = "see [one](docs/a.md#part), [two](https://example.org) and ![three](b.png)";
        assert_eq!(targets(line).collect::<Vec<_>>(), ["docs/a.md", "b.png"]);
    }
}
