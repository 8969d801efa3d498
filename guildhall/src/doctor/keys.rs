//! Keys: present, strong, different and private.

use super::Finding;
use super::context::Context;
use platform::config::{Config, KeyName};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

const CHECK: &str = "keys";
/// Fewer different characters than random keys of 32 characters have.
const CHARACTERS_MIN: usize = 10;

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let config = &context.config;
    // Missing keys of an existing database are a problem of the data folder as well.
    let mut findings = weak(config);
    findings.extend(shared(config));
    findings.extend(exposed(config));
    if !findings.is_empty() {
        return findings;
    }
    let set = KeyName::ALL.iter().filter(|name| !config.security.text(**name).is_empty()).count();
    if set == KeyName::ALL.len() {
        vec![Finding::ok(CHECK, "present, strong and private")]
    } else if config.check_keys_present().is_err() {
        let missing = "the database exists, but its keys are missing";
        let advice = "Restore the folder `keys` from the backup of this database.";
        let folder = config.keys_dir().display().to_string();
        vec![Finding::failed(CHECK, missing).at("data_dir", folder).advise(advice)]
    } else {
        vec![Finding::skipped(CHECK, "the first start creates them")]
    }
}

/// Keys that a person wrote, or that a script left at a placeholder.
fn weak(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    for name in KeyName::ALL {
        let text = config.security.text(name);
        let mut characters: Vec<char> = text.chars().collect();
        characters.sort_unstable();
        characters.dedup();
        if !text.is_empty() && characters.len() < CHARACTERS_MIN {
            let weak = "this key has too few different characters to be random";
            let finding = Finding::failed(CHECK, weak);
            let finding = finding.setting(format!("security.{}", name.field_name()));
            findings
                .push(finding.advise("Create a new one, such as with `openssl rand -base64 32`."));
        }
    }
    findings
}

/// Keys with the same value: who has one, has the other.
fn shared(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (position, name) in KeyName::ALL.into_iter().enumerate() {
        let text = config.security.text(name);
        let twins = KeyName::ALL[position + 1..].iter();
        for twin in twins.filter(|twin| !text.is_empty() && config.security.text(**twin) == text) {
            let same = format!("this key is equal to security.{}", twin.field_name());
            let finding = Finding::failed(CHECK, same);
            let finding = finding.setting(format!("security.{}", name.field_name()));
            findings.push(finding.advise("Each key needs a value of its own."));
        }
    }
    findings
}

/// Files with secrets that other users can read. A group may read a file that another program
/// provides, such as a mounted secret.
fn exposed(config: &Config) -> Vec<Finding> {
    let own = KeyName::ALL.map(|name| ("data_dir".to_owned(), config.key_file(name), 0o077));
    let given = config.secret_files().into_iter().map(|(setting, path)| (setting, path, 0o007));
    let mut findings = Vec::new();
    for (setting, path, forbidden) in own.into_iter().chain(given) {
        if mode(&path).is_some_and(|mode| mode & forbidden != 0) {
            let text = format!("{} can be read by other users", path.display());
            let advice = format!("Run `chmod 600 {}`.", path.display());
            findings.push(Finding::failed(CHECK, text).setting(setting).advise(advice));
        }
    }
    findings
}

fn mode(path: &Path) -> Option<u32> {
    path.metadata().ok().map(|found| found.mode())
}
