//! `--set NAME=VALUE`, before and after the command.

use std::ffi::{OsStr, OsString};

const FLAG: &str = "--set";

/// Moves all `--set` flags before the command, in their order. clap gives a global option the values
/// of one place only: flags before the command would be ignored if there are others after it.
pub(crate) fn move_before_command(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter();
    let program = arguments.next();
    let (mut flags, mut others) = (Vec::new(), Vec::new());
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            others.push(argument);
            others.extend(arguments);
            break;
        }
        if argument == FLAG {
            flags.push(argument);
            flags.extend(arguments.next());
        } else if has_value(&argument) {
            flags.push(argument);
        } else {
            others.push(argument);
        }
    }
    program.into_iter().chain(flags).chain(others).collect()
}

/// Returns whether this is a flag of the form `--set=NAME=VALUE`.
fn has_value(argument: &OsStr) -> bool {
    let rest = argument.to_str().and_then(|text| text.strip_prefix(FLAG));
    rest.is_some_and(|rest| rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use std::collections::HashMap;

    fn flags(words: &[&str]) -> Result<Vec<String>, clap::Error> {
        let cli = Cli::from_arguments(words.iter().map(OsString::from))?;
        let sources = cli.setting_sources(HashMap::new());
        Ok(sources.flags.into_iter().map(|(name, value)| format!("{name}={value}")).collect())
    }

    #[test]
    fn settings_before_and_after_a_command_count_and_the_last_one_wins() -> Result<(), clap::Error>
    {
        let words =
            ["guildhall", "--set", "a=1", "config", "--set=b=2", "reference", "--set", "a=3"];
        assert_eq!(flags(&words)?, ["a=1", "b=2", "a=3"]);
        let words = ["guildhall", "--set", "a=1", "--set", "b=2", "config", "reference"];
        assert_eq!(flags(&words)?, ["a=1", "b=2"]);
        Ok(())
    }

    #[test]
    fn flag_without_a_value_is_refused() {
        for words in
            [&["guildhall", "config", "reference", "--set"][..], &["guildhall", "--set", "a"]]
        {
            assert!(flags(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn arguments_after_two_hyphens_stay_there() {
        let words = ["guildhall", "x", "--set", "a=1", "--", "--set", "b=2"].map(OsString::from);
        let moved = ["guildhall", "--set", "a=1", "x", "--", "--set", "b=2"];
        assert_eq!(move_before_command(words), moved);
    }
}
