//! Which module of a crate imports which, and which folder of web-kit.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use regex::Regex;

use super::code::{Code, line_of};
use super::cycles::Imports;
use super::ratchet::Violations;
use crate::tidy::{Source, import_rules};

/// Crates whose top-level modules are features or parts.
const CRATES: &[&str] = &["tenant-runtime", "control-plane", "edge-router", "platform"];
const WEB: &str = "web-kit/src/";

pub fn cycles(sources: &[Source]) -> Result<Violations> {
    let reader = Reader::new()?;
    let mut violations = Violations::new();
    for name in CRATES {
        violations.extend(reader.imports(name, sources).cycles(name));
    }
    violations.extend(web(sources).cycles("web-kit"));
    Ok(violations)
}

/// The top-level module of a file in a crate; none for the root of the crate.
pub fn module<'p>(krate: &str, path: &'p str) -> Option<&'p str> {
    let inside = path.strip_prefix(krate)?.strip_prefix("/src/")?;
    let module = inside.split('/').next()?;
    let module = module.strip_suffix(".rs").unwrap_or(module);
    (!matches!(module, "lib" | "main")).then_some(module)
}

struct Reader {
    /// A path from the root of the crate or from a parent, with the group in braces that may follow.
    path: Regex,
    re_export: Regex,
    name: Regex,
}

impl Reader {
    fn new() -> Result<Self> {
        Ok(Self {
            path: Regex::new(r"\b(crate|super(?:::super)*)::(\w+|\{)")?,
            re_export: Regex::new(
                r"pub(?:\(crate\))? use (?:crate::)?(\w+)::(?:\w+::)*(\{[^}]*\}|\w+)",
            )?,
            name: Regex::new(r"\w+")?,
        })
    }

    fn imports(&self, krate: &str, sources: &[Source]) -> Imports {
        let files: Vec<&Source> = sources
            .iter()
            .filter(|source| source.is_rust() && !source.is_test())
            .filter(|source| source.path.starts_with(&format!("{krate}/src/")))
            .collect();
        let modules: BTreeSet<&str> =
            files.iter().filter_map(|file| module(krate, &file.path)).collect();
        let re_exported = files
            .iter()
            .find(|file| file.path == format!("{krate}/src/lib.rs"))
            .map(|root| self.re_exported(&Code::new(&root.text).code))
            .unwrap_or_default();
        let mut imports = Imports::default();
        for file in files {
            let Some(own) = module(krate, &file.path) else { continue };
            let code = Code::new(&file.text).code;
            for (offset, name) in self.names_from_root(&code, depth(krate, &file.path)) {
                let other = modules
                    .get(name)
                    .copied()
                    .or_else(|| re_exported.get(name).map(String::as_str));
                if let Some(other) = other.filter(|other| modules.contains(other)) {
                    imports.add(
                        own,
                        other,
                        file.at(line_of(&code, offset), &format!("uses {other}")),
                    );
                }
            }
        }
        imports
    }

    /// Names that the root of a crate re-exports, with the module of each.
    fn re_exported(&self, root: &str) -> BTreeMap<String, String> {
        let mut names = BTreeMap::new();
        for found in self.re_export.captures_iter(root) {
            let (Some(module), Some(list)) = (found.get(1), found.get(2)) else { continue };
            for name in self.name.find_iter(list.as_str()) {
                names.insert(name.as_str().to_owned(), module.as_str().to_owned());
            }
        }
        names
    }

    /// The first names of all paths that begin at the root of the crate.
    fn names_from_root<'c>(&self, code: &'c str, depth: usize) -> Vec<(usize, &'c str)> {
        let mut names = Vec::new();
        for found in self.path.captures_iter(code) {
            let (Some(start), Some(first)) = (found.get(1), found.get(2)) else { continue };
            let ascents = start.as_str().matches("super").count();
            if start.as_str() != "crate" && ascents != depth {
                continue;
            }
            if first.as_str() == "{" {
                names.extend(first_names(code, first.end()));
            } else {
                names.push((first.start(), first.as_str()));
            }
        }
        names
    }
}

/// How many times `super` leads from a file to the root of its crate.
fn depth(krate: &str, path: &str) -> usize {
    let inside = path.strip_prefix(krate).and_then(|path| path.strip_prefix("/src/"));
    let parts = inside.unwrap_or_default().split('/').count();
    if path.ends_with("/mod.rs") { parts - 1 } else { parts }
}

/// The first name of each path in a group that begins at `start`, after its brace.
fn first_names(code: &str, start: usize) -> Vec<(usize, &str)> {
    let (mut names, mut depth, mut is_first) = (Vec::new(), 1_usize, true);
    let mut at = start;
    while let Some(letter) = code.get(at..).and_then(|rest| rest.chars().next()) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => is_first = true,
            letter if is_first && (letter.is_alphanumeric() || letter == '_') => {
                let rest = code.get(at..).unwrap_or_default();
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let name = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
                names.push((at, name));
                is_first = false;
                at += name.len();
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
        at += letter.len_utf8();
    }
    names
}

fn web(sources: &[Source]) -> Imports {
    let mut imports = Imports::default();
    let files = sources.iter().filter(|source| source.is_web() && !source.is_test());
    for file in files {
        let Some(own) = folder(&file.path) else { continue };
        for (number, name) in import_rules::imports(file) {
            let target = import_rules::resolve(file, name);
            if let Some(other) = folder(&target) {
                imports.add(&own, &other, file.at(number, &format!("imports {name}")));
            }
        }
    }
    imports
}

/// The feature or top-level folder of a path in web-kit. Test helpers are no part of the product.
fn folder(path: &str) -> Option<String> {
    let inside = path.strip_prefix(WEB)?;
    let mut parts = inside.split('/');
    match (parts.next()?, parts.next()) {
        ("testing", _) => None,
        ("features", Some(feature)) => Some(format!("features/{feature}")),
        (first, _) => Some(first.split('.').next().unwrap_or(first).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::source;

    fn keys(sources: &[Source]) -> Result<Vec<String>> {
        Ok(cycles(sources)?.into_keys().collect())
    }

    #[test]
    fn reports_modules_that_import_each_other_by_any_path() -> Result<()> {
        let root = "mod a; mod b; mod c; mod d;\npub use d::{Deep, Other as Renamed};\n";
        let found = keys(&[
            source("platform/src/lib.rs", root),
            source("platform/src/a.rs", "use crate::{\n    b::{self, X},\n    c::Y,\n};\n"),
            source("platform/src/b/mod.rs", "fn f() { super::a::g(); }\n"),
            source("platform/src/b/deep.rs", "use super::super::c::Y;\nuse super::a;\n"),
            source(
                "platform/src/c.rs",
                "/// [`crate::a`]\nconst X: &str = \"crate::a\";\nuse crate::Deep;\n",
            ),
            source(
                "platform/src/d.rs",
                "use super::c;\n#[cfg(test)]\nmod tests { use crate::a; }\n",
            ),
        ])?;
        let expected = [
            "cycle platform a -> b",
            "cycle platform b -> a",
            "cycle platform c -> d",
            "cycle platform d -> c",
        ];
        assert_eq!(found, expected);
        Ok(())
    }

    #[test]
    fn reports_web_folders_that_import_each_other() -> Result<()> {
        let found = keys(&[
            source(
                "web-kit/src/features/posts/a.tsx",
                "import { x } from \"../feed/queries\";\nimport { y } from \"../../ui/y\";\n",
            ),
            source(
                "web-kit/src/features/feed/queries.ts",
                "const page = import(\"../posts/a\");\n",
            ),
            source("web-kit/src/ui/y.test.tsx", "import { a } from \"../features/posts/a\";\n"),
            source("web-kit/src/ui/y.tsx", "import { a } from \"../boot\";\n"),
            source("web-kit/src/boot.ts", "import \"./ui/y\";\n"),
        ])?;
        let expected = [
            "cycle web-kit boot -> ui",
            "cycle web-kit features/feed -> features/posts",
            "cycle web-kit features/posts -> features/feed",
            "cycle web-kit ui -> boot",
        ];
        assert_eq!(found, expected);
        Ok(())
    }
}
