//! The table of values in the chart's README, generated from the comments in values.yaml.

use std::fs;

use anyhow::{Context, Result, bail};

pub const README: &str = "helm/guildhall/README.md";
const VALUES: &str = "helm/guildhall/values.yaml";
const START: &str = "<!-- values: written by `make gen` -->\n";
const END: &str = "<!-- end of values -->\n";

/// The README with an up-to-date table.
pub fn readme() -> Result<String> {
    let values = fs::read_to_string(VALUES).with_context(|| format!("read {VALUES}"))?;
    let readme = fs::read_to_string(README).with_context(|| format!("read {README}"))?;
    let (before, rest) = readme.split_once(START).context("the README has no place for values")?;
    let (_, after) = rest.split_once(END).context("the README's values have no end")?;
    Ok(format!("{before}{START}{}{END}{after}", table(&values)?))
}

/// One line of values.yaml: a key with its depth and default.
struct Key<'a> {
    depth: usize,
    name: &'a str,
    default: &'a str,
    comment: String,
}

fn table(values: &str) -> Result<String> {
    let keys = keys(values);
    let mut table = String::from("| value | meaning | default |\n|---|---|---|\n");
    // Names of the sections that the current key is in, and the depth of a value with a comment.
    let (mut path, mut covered) = (Vec::<&str>::new(), None::<usize>);
    for (at, key) in keys.iter().enumerate() {
        path.truncate(key.depth);
        path.push(key.name);
        covered = covered.filter(|depth| *depth < key.depth);
        let is_section = keys.get(at + 1).is_some_and(|next| next.depth > key.depth);
        if key.comment.is_empty() {
            if !is_section && covered.is_none() {
                bail!("{VALUES}: {} has no comment", path.join("."));
            }
            continue;
        }
        covered = Some(covered.unwrap_or(key.depth));
        let default = match key.default {
            "" => "see values.yaml".to_owned(),
            default => format!("`{default}`"),
        };
        let (name, comment) = (path.join("."), key.comment.replace('|', "\\|"));
        table.push_str(&format!("| `{name}` | {comment} | {default} |\n"));
    }
    Ok(table)
}

/// Keys of maps; items of lists belong to the default of the key above them.
fn keys(values: &str) -> Vec<Key<'_>> {
    let (mut keys, mut comment) = (Vec::new(), Vec::new());
    for line in values.lines() {
        let text = line.trim_start();
        if let Some(said) = text.strip_prefix('#') {
            comment.push(said.trim());
            continue;
        }
        let said = std::mem::take(&mut comment).join(" ");
        let Some((name, default)) = text.split_once(':') else { continue };
        if name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            let depth = (line.len() - text.len()) / 2;
            keys.push(Key { depth, name, default: default.trim(), comment: said });
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_for_keys_with_a_comment() -> Result<()> {
        let values = "# About the file.\n\n# Prefix | names.\nname: \"\"\n\nedge:\n  # Pods;\n  # two lines.\n  \
                      replicas: 2\n  # Peers.\n  from:\n    - a:\n        b.c/d: x\n";
        let rows = "| `name` | Prefix \\| names. | `\"\"` |\n\
                    | `edge.replicas` | Pods; two lines. | `2` |\n\
                    | `edge.from` | Peers. | see values.yaml |\n";
        assert_eq!(table(values)?, format!("| value | meaning | default |\n|---|---|---|\n{rows}"));
        Ok(())
    }

    #[test]
    fn rejects_a_value_without_a_comment() {
        assert!(table("edge:\n  replicas: 2\n").is_err());
        assert!(table("# Resources.\nresources:\n  limits: {}\n").is_ok());
        assert!(table("# A.\na: 1\nb: 2\n").is_err());
    }
}
