//! Documentation, dashboard, alert rules and runbooks name only declared metrics.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use wire::metrics::{ALL, Metric, MetricKind};

const RULES: &str = "../helm/guildhall/rules/guildhall.yaml";
const DASHBOARD: &str = "../helm/guildhall/dashboards/guildhall.json";
const RUNBOOKS: &str = "../docs/operations/runbooks.md";

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The row of a metric in the documentation.
fn row(Metric { name, kind, labels, roles, help }: &Metric) -> String {
    let labels: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
    let labels = if labels.is_empty() { "–".to_owned() } else { labels.join(" ") };
    format!("| `{name}` | {} | {labels} | {help} | {roles} |", kind.name())
}

#[test]
fn documentation_lists_exactly_the_declared_metrics() {
    let page = read("../docs/operations/metrics.md");
    let listed: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| `guildhall_") || line.starts_with("| `process_"))
        .collect();
    let declared: Vec<String> = ALL.iter().map(row).collect();
    assert_eq!(listed, declared, "docs/operations/metrics.md needs:\n{}", declared.join("\n"));
}

/// Words of a text that are names of metrics.
fn metric_names(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with("guildhall_") || word.starts_with("process_"))
        .collect()
}

fn is_declared(name: &str) -> bool {
    let is = |metric: &Metric| match name.strip_prefix(metric.name) {
        Some("") => metric.kind != MetricKind::Histogram,
        Some("_bucket" | "_count" | "_sum") => metric.kind == MetricKind::Histogram,
        _ => false,
    };
    ALL.iter().any(is)
}

#[test]
fn dashboard_and_rules_name_only_declared_metrics() {
    for path in [RULES, DASHBOARD] {
        let text = read(path);
        let names = metric_names(&text);
        assert!(names.len() > 20, "{path}: {names:?}");
        let unknown: Vec<_> = names.into_iter().filter(|name| !is_declared(name)).collect();
        assert!(unknown.is_empty(), "{path} names metrics that do not exist: {unknown:?}");
    }
}

#[test]
fn runbooks_name_only_declared_metrics() {
    let text = read(RUNBOOKS);
    let declares = |name: &str| {
        // A name may be written with an ellipsis for several metrics.
        is_declared(name) || ALL.iter().any(|metric| metric.name == name)
    };
    let unknown: Vec<_> = metric_names(&text).into_iter().filter(|name| !declares(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn every_alert_has_severity_summary_and_runbook() {
    let (rules, runbooks) = (read(RULES), read(RUNBOOKS));
    let mut alerts = 0;
    for rule in rules.split("- alert: ").skip(1) {
        let name = rule.lines().next().unwrap().trim();
        let anchor = format!("runbook_url: docs/operations/runbooks.md#{}", name.to_lowercase());
        for part in ["severity: ", "summary: ", anchor.as_str()] {
            assert!(rule.contains(part), "{name} has no {part}");
        }
        let section = runbooks.split("\n### ").find(|section| section.starts_with(name));
        let section = section.unwrap_or_else(|| panic!("{name} has no runbook"));
        for part in ["Look at:", "Do:"] {
            assert!(section.contains(part), "the runbook of {name} has no {part}");
        }
        alerts += 1;
    }
    assert_eq!(runbooks.matches("\n### ").count(), alerts, "a runbook without an alert");
}

#[test]
fn runbook_links_lead_to_existing_sections() {
    let runbooks = read(RUNBOOKS);
    let sections: BTreeSet<String> = runbooks
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .map(str::to_lowercase)
        .collect();
    for link in runbooks.split("](#").skip(1) {
        let anchor = link.split(')').next().unwrap();
        assert!(sections.contains(anchor), "{anchor}");
    }
}

fn promtool() -> Command {
    let own = Path::new("../var/tools/promtool/promtool");
    Command::new(if own.exists() { own.as_os_str() } else { "promtool".as_ref() })
}

#[test]
fn promtool_accepts_the_rules_and_each_alert_fires_only_when_it_should() {
    let tests = "tests/alerts/rules_test.yaml";
    for arguments in [["check", "rules", RULES], ["test", "rules", tests]] {
        let ran = promtool().args(arguments).output();
        let ran = ran.expect("promtool is installed by scripts/install.sh");
        let (out, errors) =
            (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert!(ran.status.success(), "promtool {arguments:?}:\n{out}\n{errors}");
    }
    let (rules, tests) = (read(RULES), read(tests));
    for rule in rules.split("- alert: ").skip(1) {
        let name = rule.lines().next().unwrap().trim();
        for test in [format!("name: {name} fires\n"), format!("name: {name} does not fire\n")] {
            assert!(tests.contains(&test), "no test: {test}");
        }
    }
}
