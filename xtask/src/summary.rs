//! Reading how many tests a runner ran, from what it leaves for machines or prints last.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::outcome::Count;

/// nextest: `Summary [  12.3s] 45 tests run: 44 passed (2 slow), 1 failed, 0 skipped`.
///
/// What a filter left out is counted as skipped there, so suites choose whole test targets.
pub fn nextest(printed: &str) -> Count {
    let Some(line) = printed.lines().rev().find(|line| is_nextest_summary(line)) else {
        return Count::default();
    };
    let tail = line.split_once("run:").map_or("", |(_, tail)| tail);
    let failed = ["failed", "timed out", "exec failed"].iter().map(|word| before(tail, word)).sum();
    let (passed, skipped) = (before(tail, "passed"), before(tail, "skipped"));
    // What follows the sum lists them once more.
    let after = printed.split_once(line).map_or("", |(_, after)| after);
    Count { passed, failed, skipped, names: after.lines().filter_map(nextest_failure).collect() }
}

/// `        FAIL [   1.002s] (3/9) guildhall::it posts::life`: the test behind what became of it.
fn nextest_failure(line: &str) -> Option<String> {
    let (fate, rest) = line.trim().split_once('[')?;
    let is_failure = ["FAIL", "TIMEOUT", "SIG", "ABORT", "LEAK-FAIL"]
        .iter()
        .any(|word| fate.trim().starts_with(word));
    let name = rest.split_once(']')?.1.trim();
    // Where it stood in the order is no part of its name.
    let name = name
        .strip_prefix('(')
        .and_then(|name| name.split_once(") "))
        .map_or(name, |(_, name)| name);
    is_failure.then(|| name.trim().to_owned())
}

fn is_nextest_summary(line: &str) -> bool {
    line.contains("Summary [") && line.contains(" run:")
}

/// rustdoc and `cargo test`: `test result: ok. 6 passed; 0 failed; 0 ignored; …`, once a crate.
pub fn libtest(printed: &str) -> Count {
    let mut sum = Count::default();
    for line in printed.lines().filter(|line| line.starts_with("test result:")) {
        sum += Count {
            passed: before(line, "passed"),
            failed: before(line, "failed"),
            skipped: before(line, "ignored"),
            names: Vec::new(),
        };
    }
    sum
}

/// The number that stands right before `word`, in a list separated by `,`, `;` or `.`.
fn before(text: &str, word: &str) -> u64 {
    text.split([',', ';', '.'])
        .filter_map(|part| {
            let (number, rest) = part.trim().split_once(' ')?;
            let rest = rest.split(" (").next().unwrap_or(rest).trim();
            (rest == word).then(|| number.parse::<u64>().ok()).flatten()
        })
        .sum()
}

/// Vitest's JSON report.
pub fn vitest(report: &str) -> Result<Count> {
    let report: Value = serde_json::from_str(report).context("read Vitest's report")?;
    let number = |name: &str| report[name].as_u64().unwrap_or(0);
    Ok(Count {
        passed: number("numPassedTests"),
        failed: number("numFailedTests"),
        skipped: number("numPendingTests") + number("numTodoTests"),
        names: list(&report["testResults"]).flat_map(failures_in).collect(),
    })
}

/// Errors that no test was asked about, of which Vitest's report says nothing: the file that was running.
pub fn vitest_strays(printed: &str) -> Vec<String> {
    let files = printed.lines().filter_map(|line| {
        let (_, rest) = line.split_once("This error originated in \"")?;
        let (file, _) = rest.split_once('"')?;
        let words = format!("{} › an error outside of its tests", without_colours(file));
        Some(words)
    });
    files.collect()
}

/// A line without what sets its colours (ECMA-48 section 8.3.117).
fn without_colours(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.filter_map(|part| part.split_once('m')).fold(first, |text, (_, rest)| text + rest)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The failed tests of a file of Vitest's; a file that could not be run at all is one itself.
fn failures_in(file: &Value) -> Vec<String> {
    let of_file = file["name"].as_str().unwrap_or_default();
    let mut failed = list(&file["assertionResults"])
        .filter(|test| test["status"] == "failed")
        .map(|test| format!("{of_file} › {}", test["fullName"].as_str().unwrap_or_default()))
        .collect::<Vec<_>>();
    if failed.is_empty() && file["status"] == "failed" {
        failed.push(of_file.to_owned());
    }
    failed
}

/// Playwright's JSON report. A test that passes only when tried again has not passed.
pub fn playwright(report: &str) -> Result<Count> {
    let report: Value = serde_json::from_str(report).context("read Playwright's report")?;
    let number = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
    let errors = list(&report["errors"]).map(|error| {
        let message = error["message"].as_str().unwrap_or_default();
        let first_line = message.lines().next().unwrap_or_default();
        format!("outside of the tests › {}", without_colours(first_line))
    });
    let names = unexpected(&report).into_iter().chain(errors).collect();
    Ok(Count {
        passed: number("expected"),
        failed: number("unexpected") + number("flaky") + list(&report["errors"]).count() as u64,
        skipped: number("skipped"),
        names,
    })
}

/// The tests of Playwright's that failed or were not run, in a suite and in those within it.
fn unexpected(suite: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for spec in list(&suite["specs"]) {
        let title = spec["title"].as_str().unwrap_or_default();
        let file = spec["file"].as_str().unwrap_or_default();
        for test in list(&spec["tests"]) {
            let note = match test["status"].as_str() {
                Some("unexpected" | "flaky") => "",
                // Its project depends on one in which a test failed.
                Some("skipped") => " (not run)",
                _ => continue,
            };
            let project = test["projectName"].as_str().unwrap_or_default();
            found.push(format!("[{project}] {file}:{} › {title}{note}", spec["line"]));
        }
    }
    found.extend(list(&suite["suites"]).flat_map(unexpected));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(passed: u64, failed: u64, skipped: u64) -> Count {
        Count { passed, failed, skipped, names: Vec::new() }
    }

    #[test]
    fn reads_stray_errors_from_coloured_vitest_output() {
        let printed =
            "This error originated in \"\u{1b}[1mweb-kit/a.test.ts\u{1b}[22m\" test file.";
        assert_eq!(vitest_strays(printed), ["web-kit/a.test.ts › an error outside of its tests"]);
    }

    #[test]
    fn reads_counts_from_the_last_nextest_line() {
        let all = "   Summary [   0.016s] 3 tests run: 3 passed, 0 skipped";
        assert_eq!(nextest(all), count(3, 0, 0));
        let some = "     Summary [  9.1s] 9 tests run: 5 passed (1 slow), 2 failed, 1 timed out, 1 exec failed, 4 skipped";
        assert_eq!(nextest(some), count(5, 4, 4));
        assert_eq!(nextest("     Summary [  1s] 1 test run: 1 passed"), count(1, 0, 0));
        assert_eq!(nextest("error: could not compile"), Count::default());
    }

    #[test]
    fn reports_failed_tests_by_name() -> Result<()> {
        let printed = "        FAIL [   0.1s] ( 1/3) guildhall::it posts::likes\n\
                            Summary [   0.4s] 3 tests run: 1 passed, 1 failed, 1 timed out, 0 skipped\n\
                               FAIL [   0.1s] (1/3) guildhall::it posts::likes\n\
                            TIMEOUT [   9.0s] (2/3) wire routes::tests::order\n\
                       error: test run failed\n";
        let named = ["guildhall::it posts::likes", "wire routes::tests::order"];
        assert_eq!(nextest(printed).names, named);

        let report = r#"{"numFailedTests":1,"testResults":[
            {"name":"a.test.ts","status":"failed","assertionResults":[
                {"status":"passed","fullName":"adds"},{"status":"failed","fullName":"takes away"}]},
            {"name":"b.test.ts","status":"failed","assertionResults":[]}]}"#;
        assert_eq!(vitest(report)?.names, ["a.test.ts › takes away", "b.test.ts"]);

        let report = r#"{"stats":{"unexpected":1,"skipped":1},"suites":[{"suites":[{"specs":[
            {"title":"a session transfer","file":"transfers.spec.ts","line":7,"tests":[
                {"projectName":"desktop","status":"expected"},
                {"projectName":"phone","status":"unexpected"},
                {"projectName":"last","status":"skipped"}]}]}]}],
            "errors":[{"message":"\u001b[31mthe setup failed\u001b[39m\nat line 9"}]}"#;
        let named = [
            "[phone] transfers.spec.ts:7 › a session transfer",
            "[last] transfers.spec.ts:7 › a session transfer (not run)",
            "outside of the tests › the setup failed",
        ];
        assert_eq!(playwright(report)?.names, named);
        Ok(())
    }

    #[test]
    fn adds_libtest_results_of_all_crates() {
        let printed = "test result: ok. 6 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\
                       test result: FAILED. 1 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!(libtest(printed), count(7, 2, 1));
    }

    #[test]
    fn reads_counts_from_web_reports() -> Result<()> {
        let report =
            r#"{"numPassedTests":12,"numFailedTests":1,"numPendingTests":2,"numTodoTests":0}"#;
        assert_eq!(vitest(report)?, count(12, 1, 2));
        let report = r#"{"stats":{"expected":4,"unexpected":1,"flaky":1,"skipped":0},"errors":[]}"#;
        assert_eq!(playwright(report)?, count(4, 2, 0));
        Ok(())
    }
}
