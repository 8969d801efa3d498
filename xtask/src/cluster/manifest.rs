//! The objects that `helm template` renders.

use super::Options;
use crate::process::{command, output};
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

pub const NAMESPACE: &str = "guildhall";
const RELEASE: &str = "guildhall";
/// A Deployment that sets none has these.
const DEFAULT_GRACE_S: u64 = 30;
const DEFAULT_REPLICAS: u64 = 1;

/// Rendered objects, with the secrets that the chart expects to exist.
#[derive(Clone, Debug)]
pub struct Manifest {
    objects: Vec<Value>,
    secrets: Value,
}

/// A Deployment.
#[derive(Clone, Debug)]
pub struct Deployment {
    pub name: String,
    pub replicas: usize,
    pub max_surge: usize,
    pub max_unavailable: usize,
    pub min_ready: Duration,
    pub template: PodTemplate,
}

/// A pod's template. Two pods with equal templates are of the same version.
#[derive(Clone, Debug, PartialEq)]
pub struct PodTemplate {
    pub labels: BTreeMap<String, String>,
    pub spec: Value,
    /// Contents of its ConfigMaps: a checksum annotation alone would not show that they are equal.
    pub volumes: Vec<Volume>,
}

/// A volume and its files; an empty folder if it has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Volume {
    pub name: String,
    pub files: Option<BTreeMap<String, String>>,
}

/// A Service.
#[derive(Clone, Debug)]
pub struct Service {
    pub name: String,
    pub headless: bool,
    pub selector: BTreeMap<String, String>,
    pub publish_not_ready: bool,
}

impl Manifest {
    pub fn render(options: &Options, values: &Value, secrets: &Value) -> Result<Self> {
        let file = options.folder.join("values.json");
        fs::write(&file, values.to_string())?;
        let (helm, chart) = (options.helm.display().to_string(), options.chart.display());
        let words = [
            helm.as_str(),
            "template",
            RELEASE,
            &chart.to_string(),
            "--namespace",
            NAMESPACE,
            "--values",
            &file.display().to_string(),
        ];
        Self::read(&output(&mut command(&words))?, secrets)
    }

    fn read(rendered: &str, secrets: &Value) -> Result<Self> {
        let objects: Vec<Value> =
            serde_saphyr::from_multiple(rendered).context("read the rendered chart")?;
        let objects = objects.into_iter().filter(Value::is_object).collect();
        Ok(Self { objects, secrets: secrets.clone() })
    }

    fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.objects.iter().filter(move |object| object["kind"] == kind)
    }

    pub fn deployments(&self) -> Result<Vec<Deployment>> {
        self.of_kind("Deployment").map(|object| self.deployment(object)).collect()
    }

    fn deployment(&self, object: &Value) -> Result<Deployment> {
        let spec = &object["spec"];
        let rolling = &spec["strategy"]["rollingUpdate"];
        let number = |value: &Value, default| value.as_u64().unwrap_or(default);
        Ok(Deployment {
            name: name_of(object)?,
            replicas: usize::try_from(number(&spec["replicas"], DEFAULT_REPLICAS))?,
            max_surge: usize::try_from(number(&rolling["maxSurge"], 1))?,
            max_unavailable: usize::try_from(number(&rolling["maxUnavailable"], 0))?,
            min_ready: Duration::from_secs(number(&spec["minReadySeconds"], 0)),
            template: self.template(&spec["template"])?,
        })
    }

    /// Template of the Job that migrates the database.
    pub fn job(&self) -> Result<PodTemplate> {
        let job = self.of_kind("Job").next().context("the chart renders no Job")?;
        self.template(&job["spec"]["template"])
    }

    pub fn services(&self) -> Result<Vec<Service>> {
        self.of_kind("Service")
            .map(|object| {
                Ok(Service {
                    name: name_of(object)?,
                    headless: object["spec"]["clusterIP"] == "None",
                    selector: strings(&object["spec"]["selector"]),
                    publish_not_ready: object["spec"]["publishNotReadyAddresses"] == true,
                })
            })
            .collect()
    }

    fn template(&self, template: &Value) -> Result<PodTemplate> {
        let spec = &template["spec"];
        let volumes = spec["volumes"].as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(PodTemplate {
            labels: strings(&template["metadata"]["labels"]),
            spec: spec.clone(),
            volumes: volumes.iter().map(|volume| self.volume(volume)).collect::<Result<_>>()?,
        })
    }

    fn volume(&self, volume: &Value) -> Result<Volume> {
        let name = volume["name"].as_str().context("a volume has a name")?.to_owned();
        let mut files = BTreeMap::new();
        if volume["emptyDir"].is_object() {
            return Ok(Volume { name, files: None });
        } else if volume["configMap"].is_object() {
            let map = volume["configMap"]["name"].as_str().unwrap_or_default();
            files.extend(strings(&self.config_map(map)?["data"]));
        }
        let sources = volume["projected"]["sources"].as_array();
        for source in sources.map(Vec::as_slice).unwrap_or_default() {
            self.project(source, &mut files)?;
        }
        anyhow::ensure!(!files.is_empty(), "volume {name} is of a kind that is not simulated");
        Ok(Volume { name, files: Some(files) })
    }

    /// Adds the files of one source of a projected volume.
    fn project(&self, source: &Value, files: &mut BTreeMap<String, String>) -> Result<()> {
        let (object, data) = if source["secret"].is_object() {
            let object = &source["secret"];
            (object, &self.secrets[object["name"].as_str().unwrap_or_default()])
        } else {
            let object = &source["configMap"];
            (object, &self.config_map(object["name"].as_str().unwrap_or_default())?["data"])
        };
        for item in object["items"].as_array().map(Vec::as_slice).unwrap_or_default() {
            let key = item["key"].as_str().unwrap_or_default();
            let value = data[key].as_str();
            let value = value.with_context(|| format!("{} has no entry {key}", object["name"]))?;
            files.insert(item["path"].as_str().unwrap_or(key).to_owned(), value.to_owned());
        }
        Ok(())
    }

    fn config_map(&self, name: &str) -> Result<&Value> {
        let mut found =
            self.of_kind("ConfigMap").filter(|object| object["metadata"]["name"] == name);
        found.next().with_context(|| format!("there is no ConfigMap {name}"))
    }
}

impl PodTemplate {
    /// The only container.
    pub fn container(&self) -> &Value {
        &self.spec["containers"][0]
    }

    pub fn grace(&self) -> Duration {
        let seconds = self.spec["terminationGracePeriodSeconds"].as_u64();
        Duration::from_secs(seconds.unwrap_or(DEFAULT_GRACE_S))
    }

    /// Number of a container port that is named or numbered.
    pub fn port(&self, port: &Value) -> Option<u16> {
        let named = |entry: &&Value| entry["name"] == *port;
        let number = port.as_u64().or_else(|| {
            self.container()["ports"].as_array()?.iter().find(named)?["containerPort"].as_u64()
        });
        u16::try_from(number?).ok()
    }

    /// The same pod with other arguments.
    pub fn with_arguments(&self, words: &[&str]) -> Self {
        let mut changed = self.clone();
        changed.spec["containers"][0]["args"] = serde_json::json!(words);
        changed
    }
}

impl Service {
    pub fn selects(&self, labels: &BTreeMap<String, String>) -> bool {
        !self.selector.is_empty()
            && self.selector.iter().all(|(name, value)| labels.get(name) == Some(value))
    }
}

fn name_of(object: &Value) -> Result<String> {
    let name = object["metadata"]["name"].as_str();
    name.map(str::to_owned).context("an object has a name")
}

fn strings(map: &Value) -> BTreeMap<String, String> {
    let entries = map.as_object().into_iter().flatten();
    entries.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const RENDERED: &str = r#"---
kind: ConfigMap
metadata: {name: settings}
data: {guildhall.toml: "[server]"}
---
kind: Service
metadata: {name: runtime-headless}
spec: {clusterIP: None, selector: {component: runtime}}
---
kind: Deployment
metadata: {name: runtime}
spec:
  replicas: 3
  minReadySeconds: 5
  strategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 1}}
  template:
    metadata: {labels: {component: runtime}}
    spec:
      terminationGracePeriodSeconds: 35
      volumes:
        - {name: config, configMap: {name: settings}}
        - {name: data, emptyDir: {}}
        - name: secrets
          projected: {sources: [{secret: {name: keys, items: [{key: a, path: b}]}}]}
      containers:
        - {args: [runtime], ports: [{name: admin, containerPort: 9090}]}
"#;

    #[test]
    fn deployment_has_its_settings_files_and_ports() -> Result<()> {
        let manifest = Manifest::read(RENDERED, &json!({ "keys": { "a": "secret" } }))?;
        let deployment = &manifest.deployments()?[0];
        assert_eq!(
            (deployment.replicas, deployment.max_surge, deployment.max_unavailable),
            (3, 2, 1)
        );
        let template = &deployment.template;
        assert_eq!(template.grace(), Duration::from_secs(35));
        assert_eq!(template.port(&json!("admin")), Some(9090));
        assert_eq!(template.port(&json!(80)), Some(80));
        let files = |name: &str| {
            let found = template.volumes.iter().find(|volume| volume.name == name);
            found.and_then(|volume| volume.files.clone())
        };
        assert_eq!(files("secrets"), Some([("b".to_owned(), "secret".to_owned())].into()));
        assert_eq!(files("config").map(|files| files.len()), Some(1));
        assert_eq!(files("data"), None);
        let service = &manifest.services()?[0];
        assert!(service.headless && service.selects(&template.labels));
        assert!(!service.selects(&BTreeMap::new()));
        assert_eq!(template.with_arguments(&["demo"]).container()["args"], json!(["demo"]));
        Ok(())
    }

    #[test]
    fn missing_secret_entry_is_an_error() -> Result<()> {
        let manifest = Manifest::read(RENDERED, &json!({ "keys": {} }))?;
        let error = manifest.deployments().err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("\"keys\" has no entry a"));
        Ok(())
    }
}
