//! Every rendered settings file and environment is accepted by the program itself.

use crate::helm::{example, examples, render};
use crate::manifests::{Manifests, Workload, list};
use platform::config::{Config, ConfigError, Sources};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use url::Url;

/// Content of each secret by its path in the volume.
fn secret(path: &str) -> &'static str {
    match path {
        "context_key" => "0123456789abcdef0123456789abcdef0123456789abcdef",
        "feed_token" => "123456789abcdef0123456789abcdef0123456789abcdef0",
        "token_key" => "23456789abcdef0123456789abcdef0123456789abcdef01",
        "database_url" => "postgres://guildhall:password@database:5432/guildhall",
        "database_owner_url" => "postgresql://guildhall_owner:password@database:5432/guildhall",
        "redis_url" => "rediss://:password@cache:6380",
        "smtp_url" => "smtps://guildhall:password@mail:465",
        "blob_access_key" | "blob_secret_key" | "google_client_secret" => "password",
        "eab_key_0" | "eab_key_1" => "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY",
        "tsig_key" => "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
        "another_key" => "0123456789abcdef0123456789abcdef0123456789abcdef",
        "smtp_ca" | "acme_root_0" => "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
        other => panic!("the test has no content for the secret {other}"),
    }
}

/// Writes the volumes of a pod below `folder`, as a node would mount them.
fn mount(manifests: &Manifests, workload: &Workload<'_>, folder: &Path) {
    let container = workload.containers().next().unwrap();
    for mount in list(&container["volumeMounts"]) {
        let path = mount["mountPath"].as_str().unwrap();
        let target = folder.join(path.trim_start_matches('/'));
        fs::create_dir_all(&target).unwrap();
        let volume = list(&workload.spec["volumes"]).find(|volume| volume["name"] == mount["name"]);
        let volume = volume.unwrap();
        if let Some(name) = volume["configMap"]["name"].as_str() {
            let data = manifests.find("ConfigMap", name).unwrap()["data"].as_object().unwrap();
            for (file, text) in data {
                fs::write(target.join(file), below(folder, text.as_str().unwrap())).unwrap();
            }
        }
        for source in list(&volume["projected"]["sources"]) {
            for item in list(&source["secret"]["items"]).chain(list(&source["configMap"]["items"]))
            {
                let path = item["path"].as_str().unwrap();
                fs::write(target.join(path), format!("{}\n", secret(path))).unwrap();
            }
        }
    }
}

/// A text whose absolute paths lead below `folder`.
fn below(folder: &Path, text: &str) -> String {
    ["/etc/guildhall", "/run/secrets", "/var/lib/guildhall"]
        .iter()
        .fold(text.to_owned(), |text, path| {
            text.replace(path, &format!("{}{path}", folder.display()))
        })
}

/// Loads the configuration of a workload as its container would.
fn load(manifests: &Manifests, workload: &Workload<'_>) -> Result<Config, ConfigError> {
    let folder = tempfile::tempdir().unwrap();
    mount(manifests, workload, folder.path());
    let container = workload.containers().next().unwrap();
    let environment: HashMap<_, _> = list(&container["env"])
        .map(|variable| {
            let value = variable["value"].as_str().unwrap_or("from a secret");
            let name = variable["name"].as_str().unwrap();
            (name.to_owned(), below(folder.path(), value))
        })
        .collect();
    let file = environment.get("GUILDHALL_CONFIG").map(Into::into);
    assert!(file.is_some(), "{} names no settings file", workload.name);
    Config::load(&Sources { file, environment, flags: Vec::new() })
}

fn parsed(file: &Path, settings: &[(&str, &str)]) -> Manifests {
    Manifests::parse(&render(file, settings).unwrap_or_else(|error| panic!("{error}")))
}

/// Checks that the settings of a role fit its ports, its name and the Services of the others.
fn check(manifests: &Manifests, workload: &Workload<'_>, config: &Config) {
    let server = &config.server;
    let name = workload.name;
    let port = |name| workload.port(name);
    let of = |address: std::net::SocketAddr| Some(u64::from(address.port()));
    if workload.is_deployment() {
        assert_eq!(of(server.admin_listen), port("admin"), "{name}");
        assert!(server.admin_listen.ip().is_unspecified(), "{name}: kubelets cannot probe it");
    }
    match workload.role {
        "edge" => {
            let tls = server.tls_listen.and_then(of);
            assert_eq!(tls, port("https"), "{name}");
            let plain = server.plain_listen.unwrap_or(server.listen);
            assert_eq!(of(plain), port("http"), "{name}");
            for (url, port) in [
                (&server.runtime_url, "api"),
                (&server.control_url, "api"),
                (&server.feed_url, "feed"),
            ] {
                check_upstream(manifests, url.as_deref().unwrap(), port);
            }
            assert!(config.database.url.is_none(), "{name}: an edge has no database");
        }
        role => {
            assert!(!config.is_embedded(), "{name}");
            assert!(config.redis.url.is_some(), "{name}");
            if role == "runtime" || role == "control-plane" {
                assert_eq!(of(server.listen), port("api"), "{name}");
            }
            if role == "control-plane" {
                assert_eq!(of(server.internal_listen), port("feed"), "{name}");
            }
            if role == "worker" {
                assert_eq!(config.mail.feedback_listen.and_then(of), port("reports"), "{name}");
            }
        }
    }
}

/// An upstream is the headless Service of another role, at one of its ports.
fn check_upstream(manifests: &Manifests, url: &str, port_name: &str) {
    let url = Url::parse(url).unwrap();
    let host = url.host_str().unwrap();
    let (service, rest) = host.split_once('.').unwrap();
    assert_eq!(rest, "guildhall.svc.cluster.local");
    let service = manifests.find("Service", service).unwrap_or_else(|| panic!("no Service {host}"));
    let port = list(&service["spec"]["ports"]).find(|port| port["name"] == port_name).unwrap();
    assert_eq!(port["port"].as_u64(), url.port_or_known_default().map(u64::from), "{url}");
    assert_eq!(service["spec"]["clusterIP"], "None");
}

fn load_all(manifests: &Manifests, case: &str) {
    for workload in manifests.workloads() {
        let config = load(manifests, &workload)
            .unwrap_or_else(|error| panic!("{case}: {}: {error}", workload.name));
        check(manifests, &workload, &config);
    }
}

#[test]
fn every_example_is_accepted_by_the_program() {
    for file in examples() {
        load_all(&parsed(&file, &[]), &file.display().to_string());
    }
}

#[test]
fn every_optional_part_is_accepted_by_the_program() {
    let issuer = r#"[{"name":"own","directory":"https://acme.example/dir","caa":[],"requestTimeoutSeconds":30,
        "rootConfigMap":{"name":"acme","key":"ca.pem"},"limits":{"orders_per_second":1},
        "eabKeyId":"1","eabSecret":{"name":"eab","key":"mac"}}]"#;
    let environment = r#"[{"name":"GUILDHALL_FEED__MAX_COMMUNITIES","value":"7"}]"#;
    let cases: &[&[(&str, &str)]] = &[
        &[("certificates.issuers", issuer)],
        &[("mail.ca.configMap", r#""mail-ca""#)],
        &[("listenAddress", r#""[::]""#)],
        &[
            ("edge.tls.enabled", "false"),
            ("edge.trustedProxies", r#"["10.0.0.0/8"]"#),
            ("certificates.issuers", "[]"),
        ],
        &[("site.mainAliases", "[]")],
        &[("certificates.resolvers", r#"["10.0.0.53:53","[fd00::53]:53"]"#)],
        &[("google.clientId", r#""guildhall""#), ("google.secret.name", r#""google""#)],
        &[("pod.extraEnv", environment)],
        &[(
            "settings",
            r#"{"edge":{"upstream":{"requests":256}},"security":{"argon2":{"memory_kib":32768}}}"#,
        )],
        &[("logs.format", r#""pretty""#)],
        &[("extraSecrets", r#"[{"name":"more","key":"x","path":"another_key"}]"#)],
    ];
    for case in cases {
        load_all(&parsed(&example("small"), case), &format!("{case:?}"));
    }
}

#[test]
fn settings_reach_the_program_unchanged() {
    let settings = r#"{"edge":{"upstream":{"requests":256},"connections":1000000},"content":{"filter":"relaxed"},
        "auth":{"reveal_accounts":false,"agreement_cutoff":"2026-01-01T00:00:00Z"},
        "google":{"issuer":"https://issuer.example/\"a\\b\" & <c>\nü"}}"#;
    let manifests = parsed(&example("small"), &[("settings", settings)]);
    for workload in manifests.workloads() {
        let config = load(&manifests, &workload).unwrap();
        assert_eq!(config.edge.upstream.requests, 256);
        assert_eq!(config.edge.connections, 1_000_000);
        assert_eq!(config.auth.reveal_accounts, Some(false));
        assert_eq!(config.auth.agreement_cutoff.to_rfc3339(), "2026-01-01T00:00:00+00:00");
        assert_eq!(config.google.issuer, "https://issuer.example/\"a\\b\" & <c>\nü");
    }
}

#[test]
fn the_program_refuses_a_rendered_setting_that_it_does_not_know() {
    let manifests = parsed(&example("small"), &[("settings", r#"{"server":{"no_such_field":1}}"#)]);
    for workload in manifests.workloads() {
        let refused = load(&manifests, &workload).unwrap_err().to_string();
        assert!(refused.contains("no_such_field"), "{}: {refused}", workload.name);
    }
}

#[test]
fn only_the_migrate_job_knows_the_owner_of_the_tables() {
    let manifests = parsed(&example("large"), &[]);
    for workload in manifests.workloads() {
        let config = load(&manifests, &workload).unwrap();
        assert_eq!(config.database.owner_url.is_some(), workload.role == "migrate");
    }
}

#[test]
fn limits_are_divided_by_the_largest_number_of_runtimes() {
    let manifests = parsed(&example("large"), &[]);
    let scaler = manifests.find("HorizontalPodAutoscaler", "guildhall-runtime").unwrap();
    let workloads = manifests.workloads();
    let runtime = workloads.iter().find(|workload| workload.role == "runtime").unwrap();
    let config = load(&manifests, runtime).unwrap();
    assert_eq!(scaler["spec"]["maxReplicas"], Value::from(config.limits.replicas));
}
