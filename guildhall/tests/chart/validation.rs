//! Wrong combinations of values end the rendering with sentences that an operator can act on.

use crate::helm::{NEWEST, chart, example, notes, read, render, render_from, run};

type Case = (&'static [(&'static str, &'static str)], &'static str);

/// Changes of the example `small`, and the message that they lead to.
const CASES: &[Case] = &[
    (&[("site.mainOrigin", r#""""#)], "site.mainOrigin is required"),
    (&[("keys.secret.name", r#""""#)], "keys.secret.name is required"),
    (&[("database.secret.name", r#""""#)], "database.secret.name is required"),
    (&[("redis.secret.name", r#""""#)], "redis.secret.name is required"),
    (&[("mail.secret.name", r#""""#)], "mail.secret.name is required"),
    (&[("mail.from", r#""""#)], "mail.from is required"),
    (&[("blob.url", r#""""#)], "blob.url is required: every pod must reach the images"),
    (
        &[("blob.existingClaim", r#""images""#)],
        "set either blob.url or blob.existingClaim, not both",
    ),
    (&[("blob.secret.name", r#""""#)], "blob.secret.name is required with blob.url"),
    (
        &[("google.clientId", r#""guildhall""#)],
        "google.secret.name is required with google.clientId",
    ),
    (
        &[("mail.reports.returnPath", r#""bounce@mail.example""#)],
        "mail.reports.returnPath needs networkPolicy.reports",
    ),
    (
        &[
            ("mail.reports.returnPath", r#""bounce@mail.example""#),
            ("settings.mail.return_path", r#""bounce@mail.example""#),
        ],
        "set either mail.reports.returnPath or settings.mail.return_path, not both",
    ),
    (
        &[("settings.mail.feedback_listen", r#""0.0.0.0:2525""#)],
        "settings.mail.feedback_listen: set the value mail.reports.returnPath instead",
    ),
    (&[("image.tag", r#""latest""#)], "`latest` cannot be rolled back; name a version"),
    (&[("site.mainOrigin", r#""http://localhost""#)], "site.mainOrigin must begin with https://"),
    (&[("site.portalDomain", r#""""#)], "edge.tls.enabled needs site.portalDomain"),
    (&[("edge.proxyProtocol", "true")], "edge.proxyProtocol needs edge.trustedProxies"),
    (&[("edge.tls.enabled", "false")], "set edge.trustedProxies to its addresses"),
    (
        &[("edge.tls.enabled", "false")],
        "certificates.issuers have no use while edge.tls.enabled is false",
    ),
    (
        &[("shutdown.spreadSeconds", "11")],
        "shutdown.spreadSeconds must be at most half of shutdown.drainSeconds",
    ),
    (
        &[("gateway.enabled", "true")],
        "set edge.service.type to ClusterIP, or a second balancer is created",
    ),
    (&[("gateway.enabled", "true")], "gateway.enabled needs gateway.parentRefs"),
    (
        &[("gateway.enabled", "true"), ("gateway.mode", r#""tls""#)],
        "gateway.mode tls needs gateway.hostnames",
    ),
    (
        &[("gateway.enabled", "true"), ("edge.tls.enabled", "false")],
        "gateway.enabled needs edge.tls.enabled",
    ),
    (
        &[("runtime.replicas", "3"), ("runtime.autoscaling.enabled", "true")],
        "runtime.replicas is fixed, but runtime.autoscaling.enabled is set: remove one of the two",
    ),
    (
        &[("edge.autoscaling", r#"{"enabled":true,"minReplicas":4,"maxReplicas":3}"#)],
        "edge.autoscaling: minReplicas is larger than maxReplicas",
    ),
    (
        &[("worker.autoscaling", r#"{"enabled":true,"targetCPU":null}"#)],
        "worker.autoscaling has no metric: set targetCPU, another target or metrics",
    ),
    (
        &[("edge.autoscaling.enabled", "true"), ("edge.resources.requests", r#"{"cpu":null}"#)],
        "edge.autoscaling.targetCPU needs edge.resources.requests.cpu",
    ),
    (
        &[("blob", r#"{"url":"","existingClaim":"images"}"#)],
        "runtime may have several pods, but blob.existingClaim is for a cluster of one node: set runtime.replicas to 1",
    ),
    (
        &[(
            "certificates.issuers",
            r#"[{"name":"own","directory":"https://acme.example","eabKeyId":"1"}]"#,
        )],
        "certificates.issuers: own needs both eabKeyId and eabSecret, or neither",
    ),
    (
        &[("certificates", r#"{"issuers":[],"dnsUpdate":{"server":"10.0.0.53:53"}}"#)],
        "certificates.dnsUpdate has no use without certificates.issuers",
    ),
    (
        &[("certificates.dnsUpdate.server", r#""10.0.0.53:53""#)],
        "certificates.dnsUpdate needs server, zone, keyName and secret.name together",
    ),
    (
        &[("certificates.resolvers", r#"["10.0.0.53:53"]"#)],
        "certificates.resolvers: at least two are needed",
    ),
    (
        &[("settings.server", r#"{"listen":"0.0.0.0:1"}"#)],
        "settings.server.listen: set the value listenAddress instead",
    ),
    (
        &[("settings.database", r#"{"url":"sqlite://file"}"#)],
        "settings.database.url is a secret and would be readable in a ConfigMap: name an existing secret in `database` instead",
    ),
    (&[("settings.security", r#"{"token_key":"x"}"#)], "name an existing secret in `keys` instead"),
    (
        &[("settings.telemetry", r#"{"otlp_headers":"authorization=x"}"#)],
        "name an existing secret in `extraSecrets` instead",
    ),
    (
        &[("pod.extraEnv", r#"[{"name":"GUILDHALL_CONFIG","value":"/x"}]"#)],
        "GUILDHALL_CONFIG is set by the chart",
    ),
    (
        &[("runtime.pod.extraEnv", r#"[{"name":"GUILDHALL_REDIS__URL","value":"redis://cache"}]"#)],
        "extraEnv: GUILDHALL_REDIS__URL is a secret; use valueFrom.secretKeyRef instead of a literal value",
    ),
];

#[test]
fn wrong_combinations_are_refused_with_a_sentence() {
    for (settings, message) in CASES {
        let refused = render(&example("small"), settings).expect_err(message);
        assert!(refused.contains(message), "{settings:?}: {refused}");
    }
}

/// Texts of the sentences in `_validate.tpl`, with `%s` for their variable parts.
fn sentences() -> Vec<String> {
    let template = read("templates/_validate.tpl");
    let said = template.split(r#""say" "#).skip(1).filter_map(|rest| rest.split('"').nth(1));
    said.map(str::to_owned).collect()
}

#[test]
fn every_sentence_is_provoked_by_a_case() {
    let refusals: Vec<_> =
        CASES.iter().filter_map(|(set, _)| render(&example("small"), set).err()).collect();
    let sentences = sentences();
    assert!(sentences.len() > 25, "{sentences:#?}");
    for sentence in sentences {
        let longest = sentence.split("%s").max_by_key(|part| part.len()).unwrap().trim();
        let provoked = refusals.iter().any(|refused| refused.contains(longest));
        assert!(provoked, "no case leads to: {sentence}");
    }
}

#[test]
fn all_faults_are_reported_at_once() {
    let missing = render_from(&chart(), NEWEST, None, &[]).unwrap_err();
    for value in [
        "site.mainOrigin",
        "site.portalDomain",
        "keys.secret.name",
        "database.secret.name",
        "redis.secret.name",
        "mail.secret.name",
        "mail.from",
        "blob.url",
    ] {
        assert!(missing.contains(&format!("{value} is required")), "{value}: {missing}");
    }
}

#[test]
fn plain_environment_variables_and_secret_references_are_accepted() {
    let variables = r#"[{"name":"RUST_BACKTRACE","value":"1"},
        {"name":"GUILDHALL_REDIS__URL","valueFrom":{"secretKeyRef":{"name":"a","key":"b"}}}]"#;
    render(&example("small"), &[("pod.extraEnv", variables)]).unwrap();
}

#[test]
fn lint_accepts_the_defaults_and_every_example() {
    let chart = chart().display().to_string();
    let lint = |values: &[&str]| {
        let output = run(&[&["lint", "--strict", chart.as_str()], values].concat());
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{values:?}: {printed}");
    };
    lint(&[]);
    for file in crate::helm::examples() {
        lint(&["--values", &file.display().to_string()]);
    }
}

#[test]
fn notes_lead_to_the_first_staff_account() {
    for file in crate::helm::examples() {
        let notes = notes(&file, &[]);
        for step in [
            "kubectl -n guildhall rollout status deployment",
            "*.edge.guildhall",
            "exec deployment/guildhall-worker -- guildhall doctor",
            "exec deployment/guildhall-runtime -- guildhall setup link",
        ] {
            assert!(notes.contains(step), "{}: {step}: {notes}", file.display());
        }
        assert!(!notes.contains("WARNING"), "{}: {notes}", file.display());
    }
}

#[test]
fn notes_warn_about_unsafe_choices() {
    for (settings, warning) in [
        (("certificates.issuers", "[]"), "every host has a self-signed certificate"),
        (("edge.service.externalTrafficPolicy", r#""Cluster""#), "all clients share the addresses"),
        (("migrate.enabled", "false"), "Run `guildhall migrate` before each upgrade"),
    ] {
        let notes = notes(&example("small"), &[settings]);
        assert!(notes.contains("WARNING: ") && notes.contains(warning), "{warning}: {notes}");
    }
}
