//! The audit log as CSV.

use super::entry::AuditEntry;
use serde_json::Value;

/// Columns of the export.
pub(super) const CSV_COLUMNS: [&str; 11] = [
    "time",
    "actorId",
    "actor",
    "action",
    "subjectKind",
    "subjectId",
    "subject",
    "reason",
    "before",
    "after",
    "requestId",
];

/// Cells of an entry, in the order of [`CSV_COLUMNS`].
pub(super) fn csv_cells(entry: AuditEntry) -> [String; 11] {
    let json = |value: Option<Value>| value.map(|value| value.to_string()).unwrap_or_default();
    [
        entry.created_at.to_rfc3339(),
        entry.actor_id.map(|id| id.to_string()).unwrap_or_default(),
        entry.actor_name.unwrap_or_default(),
        entry.action,
        entry.subject_kind,
        entry.subject_id,
        entry.subject_name.unwrap_or_default(),
        entry.reason.unwrap_or_default(),
        json(entry.before),
        json(entry.after),
        entry.request_id.unwrap_or_default(),
    ]
}

/// One line of RFC 4180. A cell that a spreadsheet would evaluate as a formula is prefixed with an
/// apostrophe.
pub(super) fn csv_line<const N: usize>(cells: [String; N]) -> String {
    let quoted = cells.map(|cell| {
        let runs =
            cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']);
        let guard = if runs { "'" } else { "" };
        format!("\"{guard}{}\"", cell.replace('"', "\"\""))
    });
    format!("{}\r\n", quoted.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_cells_that_a_spreadsheet_would_evaluate() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\0=1", "＝1"] {
            assert_eq!(csv_line([cell.to_owned()]), format!("\"'{cell}\"\r\n"));
        }
        assert_eq!(
            csv_line(["a \"b\", c".to_owned(), "1-2".to_owned()]),
            "\"a \"\"b\"\", c\",\"1-2\"\r\n"
        );
    }

    /// Parses the cells of a line by RFC 4180.
    fn read(line: &str) -> Vec<String> {
        let (mut cells, mut quoted) = (vec![String::new()], false);
        let mut chars = line.trim_end_matches("\r\n").chars().peekable();
        while let Some(c) = chars.next() {
            let cell = cells.last_mut().unwrap_or_else(|| panic!("there is a cell"));
            match (c, quoted) {
                ('"', true) if chars.peek() == Some(&'"') => {
                    chars.next();
                    cell.push('"');
                }
                ('"', _) => quoted = !quoted,
                (',', false) => cells.push(String::new()),
                _ => cell.push(c),
            }
        }
        cells
    }

    proptest! {
        /// Cells survive the round trip, and none begins like a formula.
        #[test]
        fn csv_lines_survive_the_round_trip(
            one in "[=+@\"\n\t,a-]{0,12}", other in "\\PC{0,40}",
        ) {
            let cells = read(&csv_line([one.clone(), other.clone()]));
            prop_assert_eq!(cells.len(), 2);
            for (cell, was) in cells.iter().zip([one, other]) {
                prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\n']));
                prop_assert_eq!(cell.strip_prefix('\'').unwrap_or(cell), was.strip_prefix('\'').unwrap_or(&was));
            }
        }
    }
}
