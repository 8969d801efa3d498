//! What a crate says that it uses.

use super::Source;

/// Dependencies that no file of their crate names. Each would be waited for when the crate is compiled, and be
/// looked after for nothing.
pub fn unused(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for manifest in sources {
        let Some(folder) = manifest.path.strip_suffix("Cargo.toml") else { continue };
        let files = files_of(folder, sources);
        for (number, name) in named(&manifest.text) {
            let word = name.replace('-', "_");
            if !files.iter().any(|file| says(&file.text, &word)) {
                findings.push(manifest.at(number, &format!("nothing here uses {name}")));
            }
        }
    }
    findings
}

/// The dependencies of a manifest, with their lines. Those of a build script are left out: some are named only
/// for the features that they have compiled.
fn named(manifest: &str) -> Vec<(usize, &str)> {
    let mut is_within = false;
    let mut names = Vec::new();
    for (index, line) in manifest.lines().enumerate() {
        if line.starts_with('[') {
            is_within = matches!(line, "[dependencies]" | "[dev-dependencies]");
        } else if let Some((name, _)) = line.split_once(['.', ' ']).filter(|_| is_within)
            && !name.starts_with('#')
        {
            names.push((index + 1, name));
        }
    }
    names
}

/// The Rust of a crate, and that of others which it takes in.
fn files_of<'a>(folder: &str, sources: &'a [Source]) -> Vec<&'a Source> {
    let own = || sources.iter().filter(|file| file.is_rust() && file.path.starts_with(folder));
    let taken: Vec<String> = own().flat_map(taken_in).collect();
    let others = sources.iter().filter(|file| {
        file.is_rust() && taken.iter().any(|folder| file.path.starts_with(folder.as_str()))
    });
    own().chain(others).collect()
}

/// The folders of what a file takes in by its path.
fn taken_in(file: &Source) -> impl Iterator<Item = String> {
    file.text.lines().filter_map(|line| {
        let (path, _) = line.trim_start().strip_prefix("#[path = \"")?.split_once('"')?;
        let taken = file.beside(path);
        let (folder, _) = taken.rsplit_once('/')?;
        Some(format!("{folder}/"))
    })
}

/// Whether a text has a word, and not only as a part of another.
fn says(text: &str, word: &str) -> bool {
    let goes_on = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(goes_on) && !after.is_some_and(goes_on)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    const MANIFEST: &str = "[package]\nname = \"a\"\n\n[dependencies]\nsea-orm.workspace = true\n\
                            sea.workspace = true\n\n[build-dependencies]\nmemchr = \"2\"\n";

    #[test]
    fn reports_a_dependency_that_no_file_uses() {
        let uses = source("a/src/lib.rs", "use sea_orm::Value;\n");
        assert_eq!(
            unused(&[source("a/Cargo.toml", MANIFEST), uses]),
            ["a/Cargo.toml:6: nothing here uses sea"]
        );
    }

    #[test]
    fn counts_included_files_as_uses() {
        let takes = source("a/src/lib.rs", "#[path = \"../../b/tests/kit/mod.rs\"]\nmod kit;\n");
        let kit = source("b/tests/kit/deep.rs", "sea_orm::f(sea::g());\n");
        assert!(unused(&[source("a/Cargo.toml", MANIFEST), takes, kit]).is_empty());
    }
}
