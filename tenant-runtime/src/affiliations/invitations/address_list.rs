//! Reads a list of email addresses, or a CSV file with a column of them.

use crate::accounts;
use std::collections::HashSet;

/// Names of a column with email addresses.
const COLUMN_NAMES: [&str; 5] = ["email", "e-mail", "email address", "address", "mail"];
/// Separators of a CSV file.
const SEPARATORS: [char; 3] = ['\t', ';', ','];

/// An entry of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AddressRow {
    /// Line in the list or file, from 1.
    pub line: usize,
    /// The address as typed, or as it is stored if it is valid.
    pub address: String,
    pub state: AddressState,
}

/// Validity of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressState {
    Valid,
    /// Not an email address.
    Invalid,
    /// The address stands on an earlier line.
    Duplicate,
}

/// Validates addresses; empty ones are skipped.
pub(super) fn read_addresses(lines: impl IntoIterator<Item = (usize, String)>) -> Vec<AddressRow> {
    let mut seen = HashSet::new();
    let typed = lines.into_iter().map(|(line, typed)| (line, typed.trim().to_owned()));
    let rows = typed.filter(|(_, typed)| !typed.is_empty()).map(|(line, typed)| {
        let Ok(address) = accounts::check_email(&typed) else {
            return AddressRow { line, address: typed, state: AddressState::Invalid };
        };
        let is_new = seen.insert(address.clone());
        let state = if is_new { AddressState::Valid } else { AddressState::Duplicate };
        AddressRow { line, address, state }
    });
    rows.collect()
}

/// The lines of a CSV file with their addresses: of the column that is named so, otherwise of the
/// first one.
pub(super) fn read_csv(text: &str) -> Vec<(usize, String)> {
    let text = text.trim_start_matches('\u{feff}');
    let separator = SEPARATORS
        .into_iter()
        .find(|one| text.lines().next().is_some_and(|line| line.contains(*one)));
    let cells = |line: &str| split_line(line, separator.unwrap_or(','));
    let named = text.lines().next().and_then(|line| {
        cells(line).iter().position(|name| COLUMN_NAMES.contains(&name.to_lowercase().as_str()))
    });
    let column = named.unwrap_or(0);
    let lines = text.lines().enumerate().skip(usize::from(named.is_some()));
    lines
        .map(|(index, line)| (index + 1, cells(line).into_iter().nth(column).unwrap_or_default()))
        .collect()
}

/// The cells of a line. A quoted cell may contain the separator; two quotes stand for one.
fn split_line(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(cell) = cells.last_mut() else { break };
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                cell.push('"');
                chars.next();
            }
            '"' => is_quoted = !is_quoted,
            c if c == separator && !is_quoted => cells.push(String::new()),
            c => cell.push(c),
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_named_column_and_counts_lines_from_one() {
        let csv = "Name;E-Mail\n\"Doe; Jane\";jane@oak.example\n;\nBo;bo@oak.example";
        let rows = read_csv(csv);
        let expected = [(2, "jane@oak.example"), (3, ""), (4, "bo@oak.example")];
        assert_eq!(rows, expected.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn reads_the_first_column_of_a_file_without_names() {
        let rows = read_csv("\u{feff}jane@oak.example,Jane\r\nbo@oak.example,Bo");
        assert_eq!(rows[0], (1, "jane@oak.example".to_owned()));
        assert_eq!(rows[1], (2, "bo@oak.example".to_owned()));
    }

    #[test]
    fn unescapes_quoted_cells() {
        assert_eq!(split_line("\"a \"\"b\"\", c\",d", ','), ["a \"b\", c", "d"]);
    }

    #[test]
    fn marks_invalid_and_repeated_addresses() {
        let typed = ["Jane@Oak.example", "jane@oak.example", "not an address", " "];
        let rows =
            read_addresses(typed.iter().enumerate().map(|(n, text)| (n + 1, (*text).to_owned())));
        let states: Vec<_> = rows.iter().map(|row| (row.line, row.state)).collect();
        let expected =
            [(1, AddressState::Valid), (2, AddressState::Duplicate), (3, AddressState::Invalid)];
        assert_eq!(states, expected);
        assert_eq!(rows[0].address, "jane@oak.example");
    }
}
