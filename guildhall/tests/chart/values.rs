//! values.yaml and values.schema.json describe the same values, and no other name is accepted.

use crate::helm::{chart, example, read, render, render_from};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn schema() -> Value {
    serde_json::from_str(&read("values.schema.json")).unwrap()
}

fn resolve<'a>(schema: &'a Value, node: &'a Value) -> &'a Value {
    let Some(reference) = node["$ref"].as_str() else { return node };
    let pointer = reference.strip_prefix('#').unwrap();
    schema.pointer(pointer).unwrap_or_else(|| panic!("{reference} is not defined"))
}

/// Paths of all objects of the schema that have fixed fields, and of all other values.
fn walk(
    schema: &Value,
    node: &Value,
    path: &str,
    objects: &mut Vec<String>,
    leaves: &mut BTreeSet<String>,
) {
    let node = resolve(schema, node);
    let Some(properties) = node["properties"].as_object() else {
        leaves.insert(path.to_owned());
        return;
    };
    assert_eq!(node["additionalProperties"], false, "{path} accepts every name");
    objects.push(path.to_owned());
    for (name, child) in properties {
        let child_path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        walk(schema, child, &child_path, objects, leaves);
    }
}

fn paths() -> (Vec<String>, BTreeSet<String>) {
    let schema = schema();
    let (mut objects, mut leaves) = (Vec::new(), BTreeSet::new());
    walk(&schema, &schema, "", &mut objects, &mut leaves);
    (objects, leaves)
}

/// Objects that hold names of Kubernetes or of the program, or parts that replace nothing by default.
const OPEN: &[&str] = &["edge.pod", "controlPlane.pod", "runtime.pod", "worker.pod", "migrate.pod"];

#[test]
fn schema_and_values_have_the_same_names() {
    let (objects, leaves) = paths();
    let values: Value = serde_saphyr::from_str(&read("values.yaml")).unwrap();
    let is_open = |path: &str| OPEN.iter().any(|open| path.starts_with(&format!("{open}.")));
    for path in leaves.iter().filter(|path| *path != "global" && !is_open(path)) {
        let pointer = format!("/{}", path.replace('.', "/"));
        let optional = path.ends_with("resources.claims")
            || path.ends_with("resources.limits")
            || path.ends_with("resources.requests");
        assert!(optional || values.pointer(&pointer).is_some(), "values.yaml lacks {path}");
    }
    let mut queue = vec![(String::new(), &values)];
    while let Some((path, value)) = queue.pop() {
        if objects.contains(&path) {
            for (name, child) in value.as_object().unwrap_or_else(|| panic!("{path}")) {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                queue.push((path, child));
            }
        } else {
            assert!(leaves.contains(&path), "values.schema.json lacks {path}");
        }
    }
}

#[test]
fn unknown_names_are_refused_at_every_level() {
    let (objects, _) = paths();
    assert!(objects.len() > 40, "{objects:?}");
    for path in objects {
        let name = if path.is_empty() { "nonsense".to_owned() } else { format!("{path}.nonsense") };
        let refused = render(&example("small"), &[(&name, "1")]).expect_err(&name);
        assert!(
            refused.contains("additional properties 'nonsense' not allowed"),
            "{name}: {refused}"
        );
    }
}

#[test]
fn values_of_the_wrong_form_are_refused() {
    for (name, value) in [
        ("edge.replicas", r#""two""#),
        ("edge.replicas", "-1"),
        ("site.mainOrigin", r#""guildhall.example""#),
        ("site.mainOrigin", r#""https://guildhall.example/""#),
        ("site.portalDomain", r#""*.guildhall.example""#),
        ("image.digest", r#""sha256:abc""#),
        ("image.repository", r#""guildhall:1.0""#),
        ("blob.url", r#""/var/lib/images""#),
        ("certificates.issuers", r#"[{"name":"own"}]"#),
        ("certificates.issuers", r#"[{"name":"own","directory":"http://acme.example"}]"#),
        (
            "certificates.issuers",
            r#"[{"name":"own","directory":"https://acme.example","key":"x"}]"#,
        ),
        ("edge.service.type", r#""ExternalName""#),
        ("edge.trustedProxies", r#"["balancer.example"]"#),
        ("podSecurity.runAsUser", "0"),
        ("shutdown.marginSeconds", "0"),
        ("topologySpread.zone", r#""Always""#),
        ("settings", r#"{"server.listen":"x"}"#),
        ("settings", r#"{"feed":{"max-communities":1}}"#),
        ("pod.extraEnv", r#"[{"value":"x"}]"#),
        ("metrics.serviceMonitor.interval", r#""often""#),
    ] {
        let refused = render(&example("small"), &[(name, value)]).expect_err(name);
        assert!(
            refused.contains("don't meet the specifications of the schema"),
            "{name}: {refused}"
        );
    }
}

#[test]
fn versions_are_those_of_the_workspace() {
    let chart: Value = serde_saphyr::from_str(&read("Chart.yaml")).unwrap();
    assert_eq!(chart["appVersion"], env!("CARGO_PKG_VERSION"));
    assert_eq!(chart["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn older_versions_of_kubernetes_are_refused() {
    let refused = render_from(&chart(), "1.24.0", Some(&example("small")), &[]).unwrap_err();
    assert!(refused.contains("incompatible with Kubernetes"), "{refused}");
}

#[test]
fn a_roles_pod_takes_precedence_over_the_common_one() {
    let common = r#"{"nodeSelector":{"a":"1"},"priorityClassName":"low"}"#;
    let settings = [("pod", common), ("runtime.pod", r#"{"priorityClassName":"high"}"#)];
    let text = render(&example("small"), &settings).unwrap();
    let manifests = crate::manifests::Manifests::parse(&text);
    let pods = manifests.workloads();
    let class = |role: &str| {
        let pod = pods.iter().find(|pod| pod.role == role).unwrap();
        assert_eq!(pod.spec["nodeSelector"], json!({ "a": "1" }));
        pod.spec["priorityClassName"].clone()
    };
    assert_eq!((class("runtime"), class("edge")), (json!("high"), json!("low")));
}
