//! Every object is valid in the oldest and the newest supported version of Kubernetes.

use crate::helm::{NEWEST, OLDEST, chart, example, examples, render, render_from, root};
use crate::manifests::{Manifests, list};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Validates files strictly and offline; `Err` carries the faults.
fn validate(kubernetes: &str, files: &[PathBuf]) -> Result<String, String> {
    let python = root().join("var/tools/kubernetes-validate/bin/python");
    assert!(python.is_file(), "kubernetes-validate is missing; run scripts/install.sh");
    let script = root().join("scripts/validate-manifests.py");
    let output = Command::new(python).arg(script).arg(kubernetes).args(files).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!printed.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(printed) } else { Err(printed) }
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Objects that operators apply themselves.
fn objects() -> Vec<PathBuf> {
    let entries = fs::read_dir(chart().join("examples/objects")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_example_is_valid_in_the_oldest_and_newest_kubernetes() {
    let folder = tempfile::tempdir().unwrap();
    for kubernetes in [OLDEST, NEWEST] {
        let mut files = objects();
        for file in examples() {
            let text = render_from(&chart(), kubernetes, Some(&file), &[]).unwrap();
            let name = file.file_name().unwrap().to_str().unwrap();
            files.push(write(folder.path(), name, &text));
        }
        let printed = validate(kubernetes, &files).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(printed.contains(&format!("Kubernetes {kubernetes}: ")), "{printed}");
    }
}

#[test]
fn the_supported_versions_are_those_of_the_validator() {
    let files = objects();
    let oldest = validate("oldest", &files).unwrap();
    let newest = validate("newest", &files).unwrap();
    assert!(oldest.starts_with(&format!("Kubernetes {OLDEST}: ")), "{oldest}");
    assert!(newest.starts_with(&format!("Kubernetes {NEWEST}: ")), "{newest}");
}

#[test]
fn an_unknown_field_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let text = render(&example("small"), &[]).unwrap().replace("minReadySeconds:", "minReadySecs:");
    let faults = validate(NEWEST, &[write(folder.path(), "broken.yaml", &text)]).unwrap_err();
    assert!(faults.contains("'minReadySecs' was unexpected"), "{faults}");
    let unknown = "apiVersion: v1\nkind: Pods\nmetadata: {name: a}\n";
    let faults = validate(NEWEST, &[write(folder.path(), "unknown.yaml", unknown)]).unwrap_err();
    assert!(faults.contains("Couldn't find schema"), "{faults}");
}

/// The validator has no schema for these, so the fields that matter are compared here.
#[test]
fn custom_resources_refer_to_the_objects_of_the_chart() {
    let manifests = Manifests::parse(&render(&example("large"), &[]).unwrap());
    let monitor = manifests.find("ServiceMonitor", "guildhall").unwrap();
    let selector = monitor["spec"]["selector"]["matchLabels"].as_object().unwrap();
    let scraped = manifests.of_kind("Service").filter(|service| {
        selector.iter().all(|(key, value)| service["metadata"]["labels"][key] == *value)
    });
    let ports: Vec<_> = scraped
        .map(|service| list(&service["spec"]["ports"]).any(|port| port["name"] == "admin"))
        .collect();
    assert_eq!(ports, [true; 4]);
    assert_eq!(monitor["spec"]["endpoints"][0]["port"], "admin");
    assert_eq!(monitor["spec"]["endpoints"][0]["path"], "/metrics");
    assert_eq!(monitor["metadata"]["labels"]["release"], "prometheus");

    let manifests = Manifests::parse(&render(&example("gateway"), &[]).unwrap());
    let service = manifests.find("Service", "guildhall-edge").unwrap();
    for (name, port) in [("https", 443), ("http", 80)] {
        let route = manifests.find("TCPRoute", &format!("guildhall-{name}")).unwrap();
        let backend = json!({ "name": "guildhall-edge", "port": port });
        assert_eq!(route["spec"]["rules"][0]["backendRefs"], json!([backend]));
        assert_eq!(route["spec"]["parentRefs"][0]["sectionName"], name);
        let found = list(&service["spec"]["ports"]).find(|found| found["name"] == name).unwrap();
        assert_eq!(found["port"], port);
    }
    let tls = [("gateway.mode", r#""tls""#), ("gateway.hostnames", r#"["*.guildhall.example"]"#)];
    let manifests = Manifests::parse(&render(&example("gateway"), &tls).unwrap());
    let route = manifests.find("TLSRoute", "guildhall-https").unwrap();
    assert_eq!(route["spec"]["hostnames"], json!(["*.guildhall.example"]));
}

#[test]
fn rules_and_dashboards_are_included_if_they_exist() {
    let manifests = Manifests::parse(&render(&example("large"), &[]).unwrap());
    let rules = fs::read_to_string(chart().join("rules/guildhall.yaml"));
    let included = manifests.find("PrometheusRule", "guildhall");
    assert_eq!(included.is_some(), rules.is_ok());
    if let (Some(included), Ok(rules)) = (included, rules) {
        let rules: serde_json::Value = serde_saphyr::from_str(&rules).unwrap();
        assert_eq!(included["spec"], rules);
    }
    let entries = fs::read_dir(chart().join("dashboards"));
    let files = entries.map_or(0, |entries| {
        let paths = entries.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")).count()
    });
    let labelled = manifests
        .of_kind("ConfigMap")
        .filter(|map| map["metadata"]["labels"]["grafana_dashboard"] == "1");
    assert_eq!(labelled.count(), files);
}
