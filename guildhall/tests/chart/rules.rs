//! House rules of every rendering. A rule returns one sentence for each violation.

use crate::manifests::{Manifests, Workload, list, object_name};
use serde_json::Value;
use std::collections::BTreeSet;

pub struct Rule {
    pub name: &'static str,
    pub check: fn(&Manifests) -> Vec<String>,
}

pub const RULES: &[Rule] = &[
    Rule { name: "pods run as an unprivileged user", check: unprivileged_pods },
    Rule { name: "containers cannot gain rights or change their files", check: locked_containers },
    Rule { name: "pods have no token and no service links", check: no_token },
    Rule { name: "every container has requests and a memory limit", check: resources },
    Rule { name: "images are named exactly", check: images },
    Rule { name: "every role has its three probes on the admin port", check: probes },
    Rule { name: "every port has a name that others refer to", check: port_names },
    Rule { name: "the grace period is longer than the shutdown", check: grace_period },
    Rule { name: "a rolling update never has too few pods", check: rolling_update },
    Rule { name: "every role has a disruption budget", check: disruption_budgets },
    Rule { name: "several pods are spread", check: topology_spread },
    Rule { name: "a scaled role has no fixed number of pods", check: autoscalers },
    Rule { name: "every object has the standard labels", check: labels },
    Rule { name: "names are unique and short enough", check: names },
    Rule { name: "services select the pods of a role", check: services },
    Rule { name: "a NetworkPolicy selects every pod", check: policies },
    Rule { name: "only the edges are reachable from everywhere", check: closed_ports },
    Rule { name: "no secret is in an environment, argument or ConfigMap", check: no_secrets },
    Rule { name: "each role sees only its own secrets", check: least_secrets },
    Rule { name: "pods restart when their settings change", check: checksums },
    Rule { name: "every mounted volume exists", check: volumes },
];

/// Collects one fault for each workload that fails.
fn workloads(all: &Manifests, fault: impl Fn(&Workload<'_>) -> Option<String>) -> Vec<String> {
    let workloads = all.workloads();
    let faults = workloads
        .iter()
        .filter_map(|workload| fault(workload).map(|fault| format!("{}: {fault}", workload.name)));
    let missing = workloads.is_empty().then(|| "there is no workload".to_owned());
    faults.chain(missing).collect()
}

/// Collects one fault for each container that fails.
fn containers(
    all: &Manifests,
    fault: impl Fn(&Workload<'_>, &Value) -> Option<String>,
) -> Vec<String> {
    workloads(all, |workload| {
        workload.containers().find_map(|container| fault(workload, container))
    })
}

fn unless(holds: bool, fault: &str) -> Option<String> {
    (!holds).then(|| fault.to_owned())
}

fn unprivileged_pods(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        let context = &workload.spec["securityContext"];
        unless(context["runAsNonRoot"] == true, "runAsNonRoot is not set")
            .or_else(|| unless(context["runAsUser"].as_u64() > Some(0), "runAsUser is root"))
            .or_else(|| {
                let profile = &context["seccompProfile"]["type"];
                unless(profile == "RuntimeDefault", "seccomp is not RuntimeDefault")
            })
            .or_else(|| {
                let host = ["hostNetwork", "hostPID", "hostIPC"];
                let shares = host.iter().any(|field| workload.spec[field] == true);
                unless(!shares, "shares a namespace of the node")
            })
    })
}

fn locked_containers(all: &Manifests) -> Vec<String> {
    containers(all, |_, container| {
        let context = &container["securityContext"];
        unless(context["allowPrivilegeEscalation"] == false, "allows privilege escalation")
            .or_else(|| unless(context["privileged"] != true, "is privileged"))
            .or_else(|| unless(context["readOnlyRootFilesystem"] == true, "has a writable root"))
            .or_else(|| {
                let capabilities = &context["capabilities"];
                let dropped = list(&capabilities["drop"]).any(|capability| capability == "ALL");
                unless(dropped && capabilities["add"].is_null(), "has capabilities")
            })
    })
}

fn no_token(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        let no_token = workload.spec["automountServiceAccountToken"] == false;
        unless(no_token, "mounts the service account's token")
            .or_else(|| unless(workload.spec["enableServiceLinks"] == false, "has service links"))
    })
}

fn resources(all: &Manifests) -> Vec<String> {
    containers(all, |_, container| {
        let resources = &container["resources"];
        let set = |kind: &str, name: &str| !resources[kind][name].is_null();
        unless(set("requests", "cpu"), "requests no CPU")
            .or_else(|| unless(set("requests", "memory"), "requests no memory"))
            .or_else(|| unless(set("limits", "memory"), "has no memory limit"))
    })
}

fn images(all: &Manifests) -> Vec<String> {
    containers(all, |_, container| {
        let image = container["image"].as_str().unwrap_or_default();
        let last = image.rsplit('/').next().unwrap_or_default();
        let exact = last.contains("@sha256:")
            || last.split_once(':').is_some_and(|(_, tag)| !tag.is_empty());
        unless(exact && !last.ends_with(":latest"), &format!("`{image}` is not exact"))
    })
}

fn probes(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        if !workload.is_deployment() {
            return None;
        }
        let wanted = [
            ("startupProbe", "/healthz"),
            ("livenessProbe", "/healthz"),
            ("readinessProbe", "/readyz"),
        ];
        workload.containers().find_map(|container| {
            wanted.iter().find_map(|(probe, path)| {
                let get = &container[probe]["httpGet"];
                unless(get["path"] == *path && get["port"] == "admin", &format!("{probe} is wrong"))
            })
        })
    })
}

fn port_names(all: &Manifests) -> Vec<String> {
    let mut faults = containers(all, |_, container| {
        let unnamed = list(&container["ports"]).any(|port| !port["name"].is_string());
        unless(!unnamed, "a port has no name")
    });
    for service in all.of_kind("Service") {
        let workloads = all.workloads();
        for port in list(&service["spec"]["ports"]) {
            let target = port["targetPort"].as_str().unwrap_or_default();
            let selected =
                workloads.iter().filter(|w| w.is_selected_by(&service["spec"]["selector"]));
            if !port["name"].is_string() || selected.into_iter().any(|w| w.port(target).is_none()) {
                faults.push(format!("{}: no pod has the port `{target}`", object_name(service)));
            }
        }
    }
    faults
}

/// Settings file that a workload reads.
pub fn settings_of(all: &Manifests, workload: &Workload<'_>) -> Option<String> {
    let volume = list(&workload.spec["volumes"]).find(|volume| volume["name"] == "config")?;
    let name = volume["configMap"]["name"].as_str()?;
    Some(all.find("ConfigMap", name)?["data"]["guildhall.toml"].as_str()?.to_owned())
}

fn grace_period(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        if !workload.is_deployment() {
            return None;
        }
        let parsed = settings_of(all, workload).and_then(|text| text.parse::<toml::Table>().ok());
        let Some(settings) = parsed else {
            return Some("has no readable settings file".to_owned());
        };
        let seconds = |field: &str| {
            let set = settings.get("server").and_then(|server| server.get(field)?.as_integer());
            set.unwrap_or(i64::MAX / 4)
        };
        let shutdown = seconds("shutdown_delay_s") + seconds("drain_timeout_s");
        let grace = workload.spec["terminationGracePeriodSeconds"].as_i64().unwrap_or(30);
        unless(grace >= shutdown + 5, &format!("is killed after {grace} of {shutdown} seconds"))
    })
}

fn rolling_update(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        let strategy = &workload.object["spec"]["strategy"];
        let never_fewer = strategy["rollingUpdate"]["maxUnavailable"] == 0;
        unless(!workload.is_deployment() || never_fewer, "may lose a pod before its successor")
    })
}

fn disruption_budgets(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        let covered = all.of_kind("PodDisruptionBudget").any(|budget| {
            budget["spec"]["maxUnavailable"] == 1
                && workload.is_selected_by(&budget["spec"]["selector"]["matchLabels"])
        });
        unless(!workload.is_deployment() || covered, "has no PodDisruptionBudget")
    })
}

fn topology_spread(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        let is_single = workload.object["spec"]["replicas"] == 1;
        if !workload.is_deployment() || is_single {
            return None;
        }
        let constraints: Vec<_> = list(&workload.spec["topologySpreadConstraints"]).collect();
        let fitting = constraints
            .iter()
            .all(|constraint| workload.is_selected_by(&constraint["labelSelector"]["matchLabels"]));
        unless(fitting && !constraints.is_empty(), "is not spread over nodes or zones")
    })
}

fn autoscalers(all: &Manifests) -> Vec<String> {
    let scaled = all.of_kind("HorizontalPodAutoscaler").filter_map(|scaler| {
        let target = &scaler["spec"]["scaleTargetRef"];
        let deployment = all.find("Deployment", target["name"].as_str().unwrap_or_default());
        let fits = deployment.is_some_and(|found| found["spec"]["replicas"].is_null());
        let measured = list(&scaler["spec"]["metrics"]).next().is_some();
        unless(fits && measured, &format!("{}: scales nothing freely", object_name(scaler)))
    });
    let unscaled = all.of_kind("Deployment").filter_map(|deployment| {
        let is_target = all.of_kind("HorizontalPodAutoscaler").any(|scaler| {
            scaler["spec"]["scaleTargetRef"]["name"] == deployment["metadata"]["name"]
        });
        let fixed = !deployment["spec"]["replicas"].is_null();
        unless(
            is_target != fixed,
            &format!("{}: number of pods is unclear", object_name(deployment)),
        )
    });
    scaled.chain(unscaled).collect()
}

fn labels(all: &Manifests) -> Vec<String> {
    let wanted = ["name", "instance", "version", "part-of", "managed-by"];
    let has = |labels: &Value| {
        wanted.iter().all(|name| labels[format!("app.kubernetes.io/{name}")].is_string())
            && labels["helm.sh/chart"].is_string()
    };
    let objects = all.0.iter().filter_map(|object| {
        let complete = has(&object["metadata"]["labels"]);
        unless(complete, &format!("{}: lacks a standard label", object_name(object)))
    });
    let pods = workloads(all, |workload| {
        let labels = &workload.metadata["labels"];
        let complete = has(labels) && labels["app.kubernetes.io/component"].is_string();
        unless(complete, "its pods lack a standard label").or_else(|| {
            let selector = &workload.object["spec"]["selector"]["matchLabels"];
            let selects = selector.is_null() || workload.is_selected_by(selector);
            unless(selects, "does not select its own pods")
        })
    });
    objects.chain(pods).collect()
}

fn names(all: &Manifests) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let fault = |object: &Value| {
        let (kind, name) = (object["kind"].as_str().unwrap_or_default(), object_name(object));
        let is_new = seen.insert((kind.to_owned(), name.to_owned()));
        let fits = !name.is_empty() && name.len() <= 63;
        unless(is_new && fits, &format!("{kind} {name}: is not a unique name of 63 characters"))
    };
    all.0.iter().filter_map(fault).collect()
}

fn services(all: &Manifests) -> Vec<String> {
    let workloads = all.workloads();
    let services = all.of_kind("Service").filter_map(|service| {
        let spec = &service["spec"];
        let role = &service["metadata"]["labels"]["app.kubernetes.io/component"];
        let mut selected = workloads.iter().filter(|w| w.is_selected_by(&spec["selector"]));
        let one = selected.next().is_some_and(|workload| *role == workload.role);
        let only_ready = spec["publishNotReadyAddresses"] != true;
        let fits = one && selected.next().is_none() && only_ready;
        unless(
            fits,
            &format!("{}: does not select the ready pods of one role", object_name(service)),
        )
    });
    services.collect()
}

fn policies(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        let covered = all.of_kind("NetworkPolicy").any(|policy| {
            let spec = &policy["spec"];
            let both = ["Ingress", "Egress"]
                .iter()
                .all(|kind| list(&spec["policyTypes"]).any(|found| found == kind));
            both && workload.is_selected_by(&spec["podSelector"]["matchLabels"])
        });
        unless(covered, "no NetworkPolicy restricts it in both directions")
    })
}

fn closed_ports(all: &Manifests) -> Vec<String> {
    let policies = all.of_kind("NetworkPolicy").filter_map(|policy| {
        let is_edge = policy["metadata"]["labels"]["app.kubernetes.io/component"] == "edge";
        let open = list(&policy["spec"]["ingress"]).filter(|rule| {
            list(&rule["from"]).next().is_none()
                || list(&rule["from"]).any(|peer| peer.as_object().is_some_and(|p| p.is_empty()))
        });
        let public = |rule: &Value| {
            let mut ports = list(&rule["ports"]).peekable();
            ports.peek().is_some()
                && ports.all(|port| port["port"] == "https" || port["port"] == "http")
        };
        let closed = open.into_iter().all(|rule| is_edge && public(rule));
        unless(closed, &format!("{}: opens an internal port", object_name(policy)))
    });
    let services = all.of_kind("Service").filter_map(|service| {
        let internal = service["spec"]["clusterIP"] == "None";
        // The worker's policy restricts who may deliver reports about emails.
        let public = list(&service["spec"]["ports"])
            .all(|port| ["https", "http", "reports"].iter().any(|name| port["targetPort"] == *name));
        unless(internal || public, &format!("{}: publishes an internal port", object_name(service)))
    });
    policies.chain(services).collect()
}

/// Returns whether a text contains an address with a password.
fn has_password(text: &str) -> bool {
    text.split("://").skip(1).any(|rest| {
        let authority = rest.split(['/', '?', '"', ' ', '\n']).next().unwrap_or_default();
        authority.split_once('@').is_some_and(|(user, _)| user.contains(':'))
    })
}

/// Returns whether a name is that of a secret itself, and not of a file with it.
fn names_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let ends = ["_key", "_token", "_secret", "password", "_url"];
    let public = ["main_origin", "runtime_url", "control_url", "feed_url"];
    ends.iter().any(|end| name.ends_with(end)) && !public.iter().any(|end| name.ends_with(end))
}

fn no_secrets(all: &Manifests) -> Vec<String> {
    let mut faults = containers(all, |_, container| {
        let literal = list(&container["env"]).any(|variable| {
            let value = variable["value"].as_str().unwrap_or_default();
            let name = variable["name"].as_str().unwrap_or_default();
            has_password(value) || (!value.is_empty() && names_secret(name))
        });
        let words = list(&container["args"]).chain(list(&container["command"]));
        let argument = words.filter_map(Value::as_str).any(has_password);
        unless(!literal && !argument, "has a secret in its environment or arguments")
    });
    for map in all.of_kind("ConfigMap") {
        for (file, text) in map["data"].as_object().into_iter().flatten() {
            let text = text.as_str().unwrap_or_default();
            let settings = || text.lines().filter_map(|line| line.split_once(" = "));
            let named = file.ends_with(".toml") && settings().any(|(name, _)| names_secret(name));
            if named || has_password(text) {
                faults.push(format!("{}: {file} contains a secret", object_name(map)));
            }
        }
    }
    if let Some(secret) = all.of_kind("Secret").next() {
        faults.push(format!("{}: the chart makes no secrets", object_name(secret)));
    }
    faults
}

fn least_secrets(all: &Manifests) -> Vec<String> {
    let of_edges = ["context_key", "feed_token", "google_client_secret"];
    workloads(all, |workload| {
        let mut paths = workload.secret_paths().into_iter();
        let extra = paths.find(|path| match workload.role {
            "edge" => !of_edges.contains(path),
            "migrate" => false,
            _ => *path == "database_owner_url",
        });
        extra.map(|path| format!("sees {path}"))
    })
}

fn checksums(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        let sum = workload.metadata["annotations"]["checksum/config"].as_str().unwrap_or_default();
        let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
        unless(is_sum, "has no checksum of its settings")
    })
}

fn volumes(all: &Manifests) -> Vec<String> {
    workloads(all, |workload| {
        let names: BTreeSet<_> =
            list(&workload.spec["volumes"]).filter_map(|volume| volume["name"].as_str()).collect();
        let mounts = workload.containers().flat_map(|container| list(&container["volumeMounts"]));
        let mounted: BTreeSet<_> = mounts.filter_map(|mount| mount["name"].as_str()).collect();
        let maps = list(&workload.spec["volumes"]).filter_map(|v| v["configMap"]["name"].as_str());
        unless(names == mounted, "volumes and mounts differ").or_else(|| {
            let missing = maps.into_iter().find(|name| all.find("ConfigMap", name).is_none());
            missing.map(|name| format!("there is no ConfigMap {name}"))
        })
    })
}
