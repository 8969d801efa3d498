//! Violations for the house rules: each rule must report the objects that break it.

use crate::manifests::{Manifests, set};
use serde_json::Value;

/// A rule, and a change of one object of the example `large` that breaks it.
pub struct Breakage {
    pub rule: &'static str,
    kind: &'static str,
    name: &'static str,
    pointer: String,
    value: Value,
}

impl Breakage {
    pub fn apply(&self, sound: &Manifests) -> Manifests {
        let mut broken = sound.clone();
        set(broken.find_mut(self.kind, self.name), &self.pointer, self.value.clone());
        broken
    }

    pub fn describe(&self) -> String {
        format!("{} {}: {} = {}", self.kind, self.name, self.pointer, self.value)
    }
}

const USER: &str = "pods run as an unprivileged user";
const LOCKED: &str = "containers cannot gain rights or change their files";
const TOKEN: &str = "pods have no token and no service links";
const RESOURCES: &str = "every container has requests and a memory limit";
const IMAGES: &str = "images are named exactly";
const PROBES: &str = "every role has its three probes on the admin port";
const PORTS: &str = "every port has a name that others refer to";
const GRACE: &str = "the grace period is longer than the shutdown";
const UPDATE: &str = "a rolling update never has too few pods";
const BUDGETS: &str = "every role has a disruption budget";
const SPREAD: &str = "several pods are spread";
const SCALERS: &str = "a scaled role has no fixed number of pods";
const LABELS: &str = "every object has the standard labels";
const NAMES: &str = "names are unique and short enough";
const SERVICES: &str = "services select the pods of a role";
const POLICIES: &str = "a NetworkPolicy selects every pod";
const CLOSED: &str = "only the edges are reachable from everywhere";
const SECRETS: &str = "no secret is in an environment, argument or ConfigMap";
const LEAST: &str = "each role sees only its own secrets";
const CHECKSUMS: &str = "pods restart when their settings change";
const VOLUMES: &str = "every mounted volume exists";

/// Changes of the runtime's pods: rule, path below the pod's `spec`, value as JSON; null removes.
const OF_PODS: &[(&str, &str, &str)] = &[
    (USER, "/securityContext/runAsNonRoot", "false"),
    (USER, "/securityContext/runAsUser", "0"),
    (USER, "/securityContext/seccompProfile", "null"),
    (USER, "/hostNetwork", "true"),
    (LOCKED, "/containers/0/securityContext/allowPrivilegeEscalation", "null"),
    (LOCKED, "/containers/0/securityContext/privileged", "true"),
    (LOCKED, "/containers/0/securityContext/readOnlyRootFilesystem", "false"),
    (LOCKED, "/containers/0/securityContext/capabilities", r#"{"drop":["KILL"]}"#),
    (LOCKED, "/containers/0/securityContext/capabilities/add", r#"["NET_ADMIN"]"#),
    (LOCKED, "/initContainers", r#"[{"name":"prepare"}]"#),
    (TOKEN, "/automountServiceAccountToken", "null"),
    (TOKEN, "/enableServiceLinks", "true"),
    (RESOURCES, "/containers/0/resources/limits", "null"),
    (RESOURCES, "/containers/0/resources/requests/cpu", "null"),
    (RESOURCES, "/containers/0/resources/requests/memory", "null"),
    (IMAGES, "/containers/0/image", r#""registry.example/guildhall:latest""#),
    (IMAGES, "/containers/0/image", r#""registry.example:5000/guildhall""#),
    (PROBES, "/containers/0/startupProbe", "null"),
    (PROBES, "/containers/0/livenessProbe/httpGet/path", r#""/readyz""#),
    (PROBES, "/containers/0/readinessProbe/httpGet/port", r#""api""#),
    (PORTS, "/containers/0/ports/0/name", "null"),
    (GRACE, "/terminationGracePeriodSeconds", "59"),
    (GRACE, "/terminationGracePeriodSeconds", "null"),
    (SPREAD, "/topologySpreadConstraints", "null"),
    (SPREAD, "/topologySpreadConstraints/0/labelSelector/matchLabels", r#"{"app":"another"}"#),
    (SECRETS, "/containers/0/env/0", r#"{"name":"GUILDHALL_REDIS__URL","value":"redis://cache"}"#),
    (SECRETS, "/containers/0/env/0", r#"{"name":"A","value":"postgres://a:b@db/guildhall"}"#),
    (SECRETS, "/containers/0/args", r#"["runtime","--set","x=redis://:b@cache"]"#),
    (VOLUMES, "/volumes/0/configMap/name", r#""another""#),
    (VOLUMES, "/volumes/0", r#"{"name":"unused","emptyDir":{}}"#),
];

const EDGE: &str = "guildhall-edge";
const RUNTIME: &str = "guildhall-runtime";
const REPORTS: &str = "guildhall-reports";
const HEADLESS: &str = "guildhall-runtime-headless";
const WORKERS: &str = r#"{"app.kubernetes.io/component":"worker"}"#;
const FILE: &str = "/data/guildhall.toml";
const SOURCE: &str = "/spec/template/spec/volumes/1/projected/sources/0";
const POD_LABEL: &str = "/spec/template/metadata/labels/app.kubernetes.io~1component";
const LONG_NAME: &str = r#""a-name-that-is-longer-than-the-sixty-three-characters-of-a-dns-label""#;

/// Changes of single objects: rule, kind, name, path, value as JSON; null removes.
const OF_OBJECTS: &[(&str, &str, &str, &str, &str)] = &[
    (PORTS, "Service", HEADLESS, "/spec/ports/0/targetPort", r#""web""#),
    (UPDATE, "Deployment", RUNTIME, "/spec/strategy", r#"{"type":"Recreate"}"#),
    (BUDGETS, "PodDisruptionBudget", RUNTIME, "/spec/maxUnavailable", "0"),
    (BUDGETS, "PodDisruptionBudget", RUNTIME, "/spec/selector/matchLabels", WORKERS),
    (SCALERS, "Deployment", RUNTIME, "/spec/replicas", "3"),
    (SCALERS, "Deployment", "guildhall-control-plane", "/spec/replicas", "null"),
    (SCALERS, "HorizontalPodAutoscaler", RUNTIME, "/spec/metrics", "[]"),
    (LABELS, "NetworkPolicy", RUNTIME, "/metadata/labels/app.kubernetes.io~1instance", "null"),
    (LABELS, "Deployment", RUNTIME, POD_LABEL, "null"),
    (LABELS, "Deployment", RUNTIME, "/spec/selector/matchLabels", WORKERS),
    (NAMES, "Service", EDGE, "/metadata/name", r#""guildhall-runtime-headless""#),
    (NAMES, "Service", EDGE, "/metadata/name", LONG_NAME),
    (SERVICES, "Service", HEADLESS, "/spec/selector", r#"{"app":"another"}"#),
    (SERVICES, "Service", HEADLESS, "/spec/selector", r#"{"app.kubernetes.io/name":"guildhall"}"#),
    (SERVICES, "Service", HEADLESS, "/spec/publishNotReadyAddresses", "true"),
    (POLICIES, "NetworkPolicy", "guildhall-migrate", "/spec/podSelector/matchLabels", WORKERS),
    (POLICIES, "NetworkPolicy", RUNTIME, "/spec/policyTypes", r#"["Ingress"]"#),
    (CLOSED, "NetworkPolicy", EDGE, "/spec/ingress", r#"[{"ports":[{"port":"admin"}]}]"#),
    (CLOSED, "NetworkPolicy", EDGE, "/spec/ingress", "[{}]"),
    (CLOSED, "NetworkPolicy", RUNTIME, "/spec/ingress/0/from", "[{}]"),
    (CLOSED, "Service", EDGE, "/spec/ports/0/targetPort", r#""admin""#),
    (CLOSED, "Service", REPORTS, "/spec/ports/0/targetPort", r#""admin""#),
    (CLOSED, "NetworkPolicy", "guildhall-worker", "/spec/ingress/0/from", "null"),
    (PORTS, "Service", REPORTS, "/spec/ports/0/targetPort", r#""smtp""#),
    (SECRETS, "ConfigMap", "guildhall-services", FILE, r#""token_key = \"abc\"\n""#),
    (SECRETS, "ConfigMap", EDGE, FILE, r#""a = \"rediss://:abc@cache\"""#),
    (SECRETS, "ServiceAccount", "guildhall", "/kind", r#""Secret""#),
    (LEAST, "Deployment", EDGE, SOURCE, r#"{"secret":{"items":[{"path":"database_url"}]}}"#),
    (
        LEAST,
        "Deployment",
        "guildhall-worker",
        SOURCE,
        r#"{"secret":{"items":[{"path":"database_owner_url"}]}}"#,
    ),
    (CHECKSUMS, "Deployment", RUNTIME, "/spec/template/metadata/annotations", "null"),
    (GRACE, "ConfigMap", EDGE, FILE, r#""[server]\ndrain_timeout_s = 1\n""#),
    (
        GRACE,
        "ConfigMap",
        EDGE,
        FILE,
        r#""[server]\nshutdown_delay_s = 5\ndrain_timeout_s = 400\n""#,
    ),
];

pub fn all() -> Vec<Breakage> {
    let parse = |json: &str| serde_json::from_str(json).unwrap();
    let pods = OF_PODS.iter().map(|(rule, path, value)| Breakage {
        rule,
        kind: "Deployment",
        name: RUNTIME,
        pointer: format!("/spec/template/spec{path}"),
        value: parse(value),
    });
    let objects = OF_OBJECTS.iter().map(|(rule, kind, name, pointer, value)| Breakage {
        rule,
        kind,
        name,
        pointer: (*pointer).to_owned(),
        value: parse(value),
    });
    pods.chain(objects).collect()
}
