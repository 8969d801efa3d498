//! Every example keeps every house rule, and every rule reports what breaks it.

use crate::breakages;
use crate::helm::{NEWEST, OLDEST, chart, example, examples, render, render_from};
use crate::manifests::Manifests;
use crate::rules::{RULES, settings_of};

fn rendered(name: &str) -> Manifests {
    Manifests::parse(&render(&example(name), &[]).unwrap())
}

#[test]
fn every_example_keeps_every_rule() {
    for file in examples() {
        for kubernetes in [OLDEST, NEWEST] {
            let text = render_from(&chart(), kubernetes, Some(&file), &[]).unwrap();
            let manifests = Manifests::parse(&text);
            for rule in RULES {
                let faults = (rule.check)(&manifests);
                assert!(faults.is_empty(), "{}: {}: {faults:#?}", file.display(), rule.name);
            }
        }
    }
}

#[test]
fn every_rule_reports_a_violation() {
    let sound = rendered("large");
    for breakage in breakages::all() {
        let rule = RULES.iter().find(|rule| rule.name == breakage.rule);
        let rule = rule.unwrap_or_else(|| panic!("there is no rule `{}`", breakage.rule));
        let faults = (rule.check)(&breakage.apply(&sound));
        assert!(!faults.is_empty(), "`{}` accepts {}", rule.name, breakage.describe());
    }
}

#[test]
fn every_rule_has_a_violation_in_the_list() {
    let broken = breakages::all();
    for rule in RULES {
        let tried = broken.iter().any(|breakage| breakage.rule == rule.name);
        assert!(tried, "no breakage is listed for `{}`", rule.name);
    }
}

#[test]
fn a_missing_role_is_noticed_in_every_example() {
    for file in examples() {
        let manifests = Manifests::parse(&render(&file, &[]).unwrap());
        let workloads = manifests.workloads();
        let mut roles: Vec<_> = workloads.iter().map(|workload| workload.role).collect();
        roles.sort_unstable();
        let all = ["control-plane", "edge", "migrate", "runtime", "worker"];
        assert_eq!(roles, all, "{}", file.display());
    }
}

#[test]
fn a_changed_setting_restarts_only_the_roles_that_read_it() {
    let sums = |settings: &[(&str, &str)]| {
        let manifests = Manifests::parse(&render(&example("small"), settings).unwrap());
        let workloads = manifests.workloads();
        ["edge", "runtime", "worker"].map(|role| {
            let workload = workloads.iter().find(|workload| workload.role == role).unwrap();
            workload.metadata["annotations"].clone()
        })
    };
    let [edge, runtime, worker] = sums(&[]);
    let changed = sums(&[("database.maxConnections", "17")]);
    assert_eq!(changed[0], edge);
    assert_ne!(changed[1], runtime);
    assert_ne!(changed[2], worker);
    let changed = sums(&[("edge.healthChecks", r#"["10.0.0.1"]"#)]);
    assert_ne!(changed[0], edge);
    assert_eq!(changed[1], runtime);
    let rotated = sums(&[("secretsChecksum", r#""2026-12-01""#)]);
    assert_eq!(rotated[0]["checksum/secrets"], "2026-12-01");
    assert_ne!(rotated[1], runtime);
}

#[test]
fn migrations_run_before_every_installation_upgrade_and_rollback() {
    let manifests = rendered("small");
    let job = manifests.find("Job", "guildhall-migrate").unwrap();
    let hook = |kind: &str| {
        let annotations =
            &manifests.find(kind, "guildhall-migrate").unwrap()["metadata"]["annotations"];
        assert_eq!(annotations["helm.sh/hook"], "pre-install,pre-upgrade,pre-rollback", "{kind}");
        annotations["helm.sh/hook-weight"].as_str().unwrap().parse::<i32>().unwrap()
    };
    assert!(hook("ConfigMap") < hook("Job"));
    assert!(hook("NetworkPolicy") < hook("Job"));
    assert_eq!(job["spec"]["template"]["spec"]["restartPolicy"], "Never");
    let owner = "/run/secrets/guildhall/database_owner_url";
    let environment = &job["spec"]["template"]["spec"]["containers"][0]["env"][1];
    assert_eq!(environment["value"], owner);
}

/// The migrate job publishes the files of the web builds.
#[test]
fn migrate_job_reaches_the_object_store_with_its_secrets() {
    let manifests = rendered("large");
    let rules = &manifests.find("NetworkPolicy", "guildhall-migrate").unwrap()["spec"]["egress"];
    let rules_of = |role: &str| {
        let policy = manifests.find("NetworkPolicy", &format!("guildhall-{role}")).unwrap();
        policy["spec"]["egress"].as_array().unwrap().clone()
    };
    let port = |rule: &serde_json::Value| rule["ports"][0]["port"].as_u64().unwrap();
    let ports: Vec<_> = rules.as_array().unwrap().iter().map(port).collect();
    assert_eq!(ports, [53, 5432, 443]);
    assert!(rules_of("runtime").contains(&rules[2]), "the same object store");
    let workloads = manifests.workloads();
    let job = workloads.iter().find(|workload| workload.role == "migrate").unwrap();
    for secret in ["blob_access_key", "blob_secret_key"] {
        assert!(job.secret_paths().into_iter().any(|path| path == secret), "{secret}");
    }
}

#[test]
fn reports_about_emails_reach_only_the_workers_and_only_from_their_peers() {
    let manifests = rendered("large");
    let service = manifests.find("Service", "guildhall-reports").unwrap();
    let port = &service["spec"]["ports"][0];
    assert_eq!((port["port"].as_u64(), port["targetPort"].as_str()), (Some(2525), Some("reports")));
    let workloads = manifests.workloads();
    for workload in &workloads {
        let is_worker = workload.role == "worker";
        assert_eq!(workload.port("reports"), is_worker.then_some(2525), "{}", workload.role);
    }
    let worker = workloads.iter().find(|workload| workload.role == "worker").unwrap();
    let settings = settings_of(&manifests, worker).unwrap();
    assert!(settings.contains(r#"feedback_listen = "0.0.0.0:2525""#), "{settings}");
    let policy = manifests.find("NetworkPolicy", "guildhall-worker").unwrap();
    let opened = &policy["spec"]["ingress"][0];
    assert_eq!(opened["ports"][0]["port"], "reports");
    assert_eq!(opened["from"][0]["ipBlock"]["cidr"], "10.1.2.0/24");
    let without = rendered("small");
    assert!(without.find("Service", "guildhall-reports").is_none());
}

#[test]
fn autoscalers_use_the_metrics_of_their_role() {
    let target = |role: &str, name: &str| {
        let key = if role == "control-plane" { "controlPlane" } else { role };
        let settings = [
            (format!("{key}.replicas"), "null".to_owned()),
            (format!("{key}.autoscaling.enabled"), "true".to_owned()),
            (format!("{key}.autoscaling.targetCPU"), "null".to_owned()),
            (format!("{key}.autoscaling.{name}"), "7".to_owned()),
        ];
        let settings: Vec<_> = settings.iter().map(|(key, value)| (&**key, &**value)).collect();
        let manifests = Manifests::parse(&render(&example("small"), &settings).unwrap());
        let name = format!("guildhall-{role}");
        let metrics =
            manifests.find("HorizontalPodAutoscaler", &name).unwrap()["spec"]["metrics"].clone();
        assert_eq!(metrics.as_array().map(Vec::len), Some(1));
        assert_eq!(metrics[0]["pods"]["target"]["averageValue"], "7");
        metrics[0]["pods"]["metric"]["name"].as_str().unwrap().to_owned()
    };
    for (role, name, metric) in [
        ("edge", "targetRequestsInFlight", "guildhall_edge_http_requests_in_flight"),
        ("edge", "targetConnections", "guildhall_edge_connections"),
        ("control-plane", "targetRequestsInFlight", "guildhall_http_requests_in_flight"),
        ("runtime", "targetRequestsInFlight", "guildhall_http_requests_in_flight"),
        ("runtime", "targetLiveStreams", "guildhall_live_streams"),
        ("worker", "targetJobAgeSeconds", "guildhall_jobs_oldest_due_age_seconds"),
    ] {
        assert_eq!(target(role, name), metric, "{role} {name}");
    }
}
