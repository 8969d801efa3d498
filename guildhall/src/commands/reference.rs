//! Reference of all commands, as Markdown: generated from their definitions.

use crate::cli::Cli;
use clap::{Arg, ArgAction, Command, CommandFactory};
use std::fmt::Write;

const HEAD: &str = "\
# Commands

This page is generated: `guildhall commands` prints it, and `make gen` writes it.

Results go to standard output, refusals and logs to standard error. Exit codes: 0 done, 1 refused or not found,
2 wrong arguments. Commands that change rows follow the same rules as the screens, and write the audit log with
the command line as the actor. They run next to a server that serves the same data.
";

/// The reference of all commands.
#[must_use]
pub fn markdown() -> String {
    let mut root = Cli::command();
    root.build();
    let mut out = HEAD.to_owned();
    out.push_str("\n## Options of every command\n\n");
    options(root.get_arguments().filter(|arg| arg.is_global_set()), &mut out);
    for command in root.get_subcommands_mut() {
        describe(command, &mut out);
    }
    out
}

/// Writes a command, then its subcommands.
fn describe(command: &mut Command, out: &mut String) {
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").trim().to_owned();
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let about = command.get_long_about().or_else(|| command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    let has_subcommands = command.get_subcommands().any(|sub| sub.get_name() != "help");
    // Writing to a string cannot fail.
    let _ = write!(out, "\n## {name}\n\n{}.\n", about.trim_end_matches('.'));
    if !has_subcommands {
        let _ = write!(out, "\n```text\n{usage}\n```\n");
    }
    let own: Vec<&Arg> = command
        .get_arguments()
        .filter(|arg| !arg.is_global_set() && !arg.is_hide_set())
        .filter(|arg| !matches!(arg.get_id().as_str(), "help" | "version"))
        .collect();
    if !own.is_empty() {
        out.push('\n');
        options(own.into_iter(), out);
    }
    for sub in command.get_subcommands_mut() {
        describe(sub, out);
    }
}

fn options<'a>(arguments: impl Iterator<Item = &'a Arg>, out: &mut String) {
    out.push_str("| argument | meaning |\n|---|---|\n");
    for argument in arguments {
        let values = argument.get_value_names().unwrap_or_default();
        let value = values.iter().map(|name| format!("<{name}>")).collect::<Vec<_>>().join(" ");
        let takes_value = !matches!(argument.get_action(), ArgAction::SetTrue);
        let name = match argument.get_long() {
            Some(long) if takes_value => format!("--{long} {value}"),
            Some(long) => format!("--{long}"),
            None => value,
        };
        let _ = writeln!(out, "| `{name}` | {} |", meaning(argument));
    }
}

/// Help, values, default and environment variable of an argument.
fn meaning(argument: &Arg) -> String {
    let help = argument.get_long_help().or_else(|| argument.get_help());
    let mut text = help.map(ToString::to_string).unwrap_or_default().replace('\n', " ");
    let quoted = |values: Vec<String>| {
        values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")
    };
    if !text.is_empty() && !text.ends_with('.') {
        text.push('.');
    }
    let is_flag = matches!(argument.get_action(), ArgAction::SetTrue);
    let possible: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if !possible.is_empty() && !is_flag {
        let _ = write!(text, " Values: {}.", quoted(possible));
    }
    let defaults: Vec<String> = argument
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy().into_owned())
        .filter(|value| !value.is_empty())
        .collect();
    if !defaults.is_empty() && !is_flag {
        let _ = write!(text, " Default: {}.", quoted(defaults));
    }
    if let Some(variable) = argument.get_env() {
        let _ = write!(text, " Environment: `{}`.", variable.to_string_lossy());
    }
    text.replace('|', "\\|")
}
