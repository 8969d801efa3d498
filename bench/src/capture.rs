//! Converts PostgreSQL's log to a pgbench script: the SQL of one request, with new values for
//! everything that differs between requests.

use std::collections::{BTreeMap, HashMap, HashSet};

/// An executed statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// PostgreSQL process that executed it; one for each connection.
    pub process: String,
    pub sql: String,
    /// Values of `$1`, `$2`, …; `None` is NULL.
    pub values: Vec<Option<String>>,
}

/// Parses a log written with `log_statement = all`.
pub fn statements(log: &str) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    for entry in entries(log) {
        if let Some((head, rest)) = entry.split_once("LOG:  ") {
            let sql = rest.strip_prefix("statement: ").or_else(|| {
                rest.strip_prefix("execute ").and_then(|rest| Some(rest.split_once(": ")?.1))
            });
            if let Some(sql) = sql {
                let sql = sql.split_whitespace().collect::<Vec<_>>().join(" ");
                let process = head.split(['[', ']']).nth(1).unwrap_or_default().to_owned();
                found.push(Statement { process, sql, values: Vec::new() });
            }
        } else if let Some((_, rest)) = entry.split_once("DETAIL:  ")
            && let Some(list) =
                rest.strip_prefix("parameters: ").or(rest.strip_prefix("Parameters: "))
            && let Some(last) = found.last_mut()
        {
            last.values = parameters(list);
        }
    }
    found
}

/// Log entries with their continuation lines, which begin with a tab.
fn entries(log: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in log.lines() {
        match (line.strip_prefix('\t'), found.last_mut()) {
            (Some(more), Some(last)) => {
                last.push('\n');
                last.push_str(more);
            }
            _ => found.push(line.to_owned()),
        }
    }
    found
}

/// Parses `$1 = 'it''s', $2 = NULL`.
fn parameters(list: &str) -> Vec<Option<String>> {
    let mut found = Vec::new();
    let mut rest = list;
    while let Some((_, after)) = rest.split_once(" = ") {
        let Some(quoted) = after.strip_prefix('\'') else {
            found.push(None);
            rest = after;
            continue;
        };
        let mut value = String::new();
        let mut characters = quoted.char_indices().peekable();
        let mut end = quoted.len();
        while let Some((at, character)) = characters.next() {
            if character != '\'' {
                value.push(character);
            } else if characters.next_if(|(_, next)| *next == '\'').is_some() {
                value.push('\'');
            } else {
                end = at + 1;
                break;
            }
        }
        found.push(Some(value));
        rest = quoted.get(end..).unwrap_or_default();
    }
    found
}

/// A script, and the values for pgbench's command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Script {
    pub text: String,
    pub variables: BTreeMap<String, String>,
}

/// Builds a script from two requests of the same kind. Values that differ between them become
/// random, the same one wherever the same value occurred. A value that only changed its position is
/// kept, and a statement that only one of them sent is removed.
pub fn script(first: &[Statement], second: &[Statement]) -> Script {
    let again: HashSet<&str> = second.iter().map(|one| one.sql.as_str()).collect();
    let first = without_empty_transactions(
        first.iter().filter(|one| again.contains(one.sql.as_str())).collect(),
    );
    let kept: HashSet<&str> =
        second.iter().flat_map(|one| one.values.iter().flatten()).map(String::as_str).collect();
    let mut fresh: HashMap<&str, usize> = HashMap::new();
    for value in first.iter().flat_map(|one| one.values.iter().flatten()) {
        if is_name(value) && !kept.contains(value.as_str()) {
            let number = fresh.len();
            fresh.entry(value).or_insert(number);
        }
    }
    let mut script = Script::default();
    for number in 0..fresh.len() {
        script.text.push_str(&format!("\\set fresh{number} random(1, 9000000000000000000)\n"));
    }
    for (number, statement) in first.iter().enumerate() {
        let text = bind(statement, number, &fresh, &mut script.variables);
        script.text.push_str(&format!("{text};\n"));
    }
    script
}

/// Removes empty transactions, which another connection started meanwhile.
fn without_empty_transactions(statements: Vec<&Statement>) -> Vec<&Statement> {
    let is_end = |one: &Statement| matches!(one.sql.as_str(), "COMMIT" | "ROLLBACK");
    let mut kept = Vec::new();
    // Open transaction of each process, with its statements.
    let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, one) in statements.iter().enumerate() {
        let process = one.process.as_str();
        if one.sql.starts_with("BEGIN") {
            open.insert(process, vec![at]);
        } else if is_end(one) {
            kept.extend(open.remove(process).filter(|done| done.len() > 1).map(|mut done| {
                done.push(at);
                done
            }));
        } else if let Some(done) = open.get_mut(process) {
            done.push(at);
        } else {
            kept.push(vec![at]);
        }
    }
    let mut kept = kept.concat();
    kept.sort_unstable();
    kept.into_iter().filter_map(|at| statements.get(at).copied()).collect()
}

/// Returns whether a value is an identifier or digest, and not a time, count or document.
fn is_name(value: &str) -> bool {
    let long = value.len() >= 16;
    let time = value.contains(':') || value.contains(' ');
    long && !time && !value.starts_with(['{', '['])
}

fn is_uuid(value: &str) -> bool {
    value.len() == 36 && value.bytes().filter(|byte| *byte == b'-').count() == 4
}

fn bind(
    statement: &Statement,
    number: usize,
    fresh: &HashMap<&str, usize>,
    variables: &mut BTreeMap<String, String>,
) -> String {
    let mut text = statement.sql.clone();
    // From the last to the first, so that `$1` does not match inside of `$12`.
    for (index, value) in statement.values.iter().enumerate().rev() {
        let bound = match value {
            None => "NULL".to_owned(),
            Some(value) => match fresh.get(value.as_str()) {
                Some(of) if is_uuid(value) => {
                    format!("lpad(to_hex(:fresh{of}::bigint), 32, '0')::uuid")
                }
                Some(of) => format!("md5(:fresh{of}::text)"),
                None => {
                    let name = format!("v{number}_{index}");
                    variables.insert(name.clone(), value.clone());
                    // The type is stated explicitly, because an existence check does not imply it.
                    if is_uuid(value) { format!(":{name}::uuid") } else { format!(":{name}") }
                }
            },
        };
        text = text.replace(&format!("${}", index + 1), &bound);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "2026-01-01 10:00:00.000 UTC [7] LOG:  statement: BEGIN\n\
        2026-01-01 10:00:00.000 UTC [7] LOG:  execute sqlx_s_3: INSERT INTO posts\n\
        \tVALUES ($1, $2, $3)\n\
        2026-01-01 10:00:00.000 UTC [7] DETAIL:  parameters: $1 = '01990000-0000-7000-8000-000000000001', $2 = 'it''s, here', $3 = NULL\n\
        2026-01-01 10:00:00.000 UTC [7] LOG:  statement: COMMIT\n\
        2026-01-01 10:00:00.000 UTC [8] LOG:  statement: BEGIN\n";

    #[test]
    fn parses_statements_from_a_log() {
        let found = statements(LOG);
        assert_eq!(found.len(), 4);
        let nothing = Statement { process: String::new(), sql: String::new(), values: vec![] };
        let insert = found.get(1).cloned().unwrap_or(nothing);
        assert_eq!(insert.process, "7");
        assert_eq!(insert.sql, "INSERT INTO posts VALUES ($1, $2, $3)");
        assert_eq!(insert.values.get(1), Some(&Some("it's, here".to_owned())));
        assert_eq!(insert.values.get(2), Some(&None));
    }

    #[test]
    fn unchanged_values_keep_their_type() {
        let asked = statements(LOG);
        let made = script(&asked, &asked);
        assert!(made.text.contains("VALUES (:v1_0::uuid, :v1_1, NULL);"), "{}", made.text);
    }

    #[test]
    fn skips_statements_of_one_request_only_and_ignores_reordering() {
        let read = |sql: &str, values: [&str; 2]| Statement {
            process: "7".to_owned(),
            sql: sql.to_owned(),
            values: values
                .map(|value| Some(format!("01990000-0000-7000-8000-00000000000{value}")))
                .to_vec(),
        };
        let list = "SELECT 1 FROM posts WHERE id IN ($1, $2)";
        let noise = read("UPDATE edges SET seen_at = $1 WHERE id = $2", ["8", "9"]);
        let made = script(&[noise, read(list, ["1", "2"])], &[read(list, ["2", "1"])]);
        assert_eq!(made.text, "SELECT 1 FROM posts WHERE id IN (:v0_0::uuid, :v0_1::uuid);\n");
    }

    #[test]
    fn skips_empty_transactions_of_other_connections() {
        let asked = statements(LOG);
        let made = script(&asked, &asked);
        let verbs = made.text.lines().map(|line| line.split([' ', ';']).next().unwrap_or_default());
        assert_eq!(verbs.collect::<Vec<_>>(), ["BEGIN", "INSERT", "COMMIT"]);
    }

    #[test]
    fn randomises_values_that_differ_between_requests() {
        let first = statements(LOG);
        let second = statements(&LOG.replace("000000000001", "000000000002"));
        let made = script(&first, &second);
        assert!(made.text.starts_with("\\set fresh0 random"));
        assert!(
            made.text
                .contains("VALUES (lpad(to_hex(:fresh0::bigint), 32, '0')::uuid, :v1_1, NULL);")
        );
        assert_eq!(made.variables.get("v1_1").map(String::as_str), Some("it's, here"));
    }
}
