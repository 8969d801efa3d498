//! Rendered objects, and the questions that several tests ask about them.

use serde_json::{Map, Value, json};

/// All objects of one rendering.
#[derive(Clone)]
pub struct Manifests(pub Vec<Value>);

/// A workload with its pod template.
pub struct Workload<'a> {
    pub name: &'a str,
    pub role: &'a str,
    pub object: &'a Value,
    pub metadata: &'a Value,
    pub spec: &'a Value,
}

impl Manifests {
    pub fn parse(text: &str) -> Self {
        let objects: Vec<Value> = serde_saphyr::from_multiple(text).expect("rendered YAML");
        Self(objects.into_iter().filter(|object| !object.is_null()).collect())
    }

    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(move |object| object["kind"] == kind)
    }

    pub fn find(&self, kind: &str, name: &str) -> Option<&Value> {
        self.of_kind(kind).find(|object| object_name(object) == name)
    }

    pub fn find_mut(&mut self, kind: &str, name: &str) -> &mut Value {
        let found =
            self.0.iter_mut().find(|object| object["kind"] == kind && object_name(object) == name);
        found.unwrap_or_else(|| panic!("there is no {kind} {name}"))
    }

    /// Every object that creates pods.
    pub fn workloads(&self) -> Vec<Workload<'_>> {
        let kinds = ["Deployment", "Job", "StatefulSet", "DaemonSet", "CronJob"];
        let created = self.0.iter().filter(|object| kinds.iter().any(|k| object["kind"] == *k));
        created
            .map(|object| {
                let template = &object["spec"]["template"];
                let metadata = &template["metadata"];
                let role = metadata["labels"]["app.kubernetes.io/component"].as_str();
                Workload {
                    name: object_name(object),
                    role: role.unwrap_or_default(),
                    object,
                    metadata,
                    spec: &template["spec"],
                }
            })
            .collect()
    }
}

impl<'a> Workload<'a> {
    pub fn is_deployment(&self) -> bool {
        self.object["kind"] == "Deployment"
    }

    pub fn containers(&self) -> impl Iterator<Item = &'a Value> {
        list(&self.spec["initContainers"]).chain(list(&self.spec["containers"]))
    }

    /// Number of a container port.
    pub fn port(&self, name: &str) -> Option<u64> {
        let mut ports = self.containers().flat_map(|container| list(&container["ports"]));
        ports.find(|port| port["name"] == name)?["containerPort"].as_u64()
    }

    /// Paths in the projected volume of secrets.
    pub fn secret_paths(&self) -> Vec<&'a str> {
        let projected = list(&self.spec["volumes"]).flat_map(|v| list(&v["projected"]["sources"]));
        let items = projected.flat_map(|source| list(&source["secret"]["items"]));
        items.filter_map(|item| item["path"].as_str()).collect()
    }

    /// Returns whether `selector` selects these pods.
    pub fn is_selected_by(&self, selector: &Value) -> bool {
        let labels = &self.metadata["labels"];
        let wanted = selector.as_object();
        wanted.is_some_and(|wanted| {
            !wanted.is_empty() && wanted.iter().all(|(key, value)| labels[key] == *value)
        })
    }
}

pub fn object_name(object: &Value) -> &str {
    object["metadata"]["name"].as_str().unwrap_or_default()
}

pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Sets a value inside an object, or removes it if `value` is null.
pub fn set(object: &mut Value, pointer: &str, value: Value) {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    let parent = object.pointer_mut(parent).unwrap_or_else(|| panic!("no parent of {pointer}"));
    let field = field.replace("~1", "/");
    match parent {
        Value::Array(items) => items[field.parse::<usize>().unwrap()] = value,
        Value::Object(fields) if value.is_null() => {
            assert!(fields.remove(&field).is_some(), "{pointer} is not there to be removed");
        }
        Value::Object(fields) => {
            fields.insert(field, value);
        }
        other => panic!("{pointer}: the parent is {other}"),
    }
}

#[test]
fn set_replaces_adds_and_removes_fields() {
    let mut object = json!({ "a": { "b": 1, "c": [1, 2] } });
    set(&mut object, "/a/b", json!(2));
    set(&mut object, "/a/c/1", json!(3));
    set(&mut object, "/a/d~1e", json!(true));
    assert_eq!(object, json!({ "a": { "b": 2, "c": [1, 3], "d/e": true } }));
    set(&mut object, "/a", Value::Null);
    assert_eq!(object, Value::Object(Map::new()));
}
