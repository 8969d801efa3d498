use platform::config::{Config, ConfigError, ContentFilter, KeyName, KeysError, Sources};
use std::collections::HashMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn sources(folder: &Path, file: &str, environment: &[(&str, &str)]) -> Sources {
    let path = folder.join("guildhall.toml");
    std::fs::write(&path, file).unwrap();
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    Sources {
        file: Some(path),
        environment: environment.iter().map(pair).collect(),
        flags: vec![(String::from("data_dir"), folder.display().to_string())],
    }
}

const PRODUCTION: &str = r#"
    [server]
    main_origin = "https://guildhall.example"
    portal_domain = "portals.example"
    [database]
    url = "postgres://guildhall:pg-password@db/guildhall"
    [blob]
    url = "s3://pictures?region=eu-north-1"
    access_key = "access-of-the-bucket"
    secret_key = "secret-of-the-bucket"
    [mail]
    smtp_url = "smtps://user:mail-password@mail.example"
    from = "post@guildhall.example"
    [security]
    context_key = "context-key-context-key-context-key"
    feed_token = "feed-token-feed-token-feed-token-feed"
    token_key = "token-key-token-key-token-key-token"
"#;

#[test]
fn embedded_instance_needs_no_settings_and_keeps_its_keys() {
    let folder = tempfile::tempdir().unwrap();
    let sources = sources(folder.path(), "", &[]);
    let mut first = Config::load(&sources).unwrap();
    assert!(!folder.path().join("keys").exists(), "reading the settings writes nothing");
    first.create_missing_keys().unwrap();
    assert!(first.is_embedded() && first.catches_mail());
    for name in KeyName::ALL {
        assert!(first.security.text(name).len() >= 32);
        assert_eq!(first.security.text(name), Config::load(&sources).unwrap().security.text(name));
    }
    let key = folder.path().join("keys/token.key");
    assert_eq!(key.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(folder.path().join("keys").read_dir().unwrap().count(), KeyName::ALL.len());
}

#[test]
fn keys_are_not_created_for_an_existing_database() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("guildhall.db");
    // An empty file is not a database yet.
    std::fs::write(&database, "").unwrap();
    let mut config = Config::load(&sources(folder.path(), "", &[])).unwrap();
    assert_eq!(config.database_file(), Some(database.clone()));
    assert!(config.check_keys_present().is_ok());
    std::fs::write(&database, "rows").unwrap();
    assert!(matches!(config.create_missing_keys(), Err(KeysError::Missing { .. })));
    assert!(!folder.path().join("keys").exists());
}

#[test]
fn tls_requires_an_https_origin_and_plain_listen_requires_tls() {
    let folder = tempfile::tempdir().unwrap();
    let faults = |settings: &[(&str, &str)]| {
        let sources = sources(folder.path(), "", settings);
        Config::load(&sources).map_or_else(|error| error.to_string(), |_| "none".to_owned())
    };
    let tls = ("GUILDHALL_SERVER__TLS_LISTEN", "0.0.0.0:443");
    let plain = ("GUILDHALL_SERVER__PLAIN_LISTEN", "0.0.0.0:80");
    let https = ("GUILDHALL_SERVER__MAIN_ORIGIN", "https://guildhall.example");
    assert_eq!(faults(&[tls, plain, https]), "none");
    assert!(faults(&[tls]).contains("server.main_origin: must be https if server.tls_listen"));
    assert!(
        faults(&[plain, https]).contains("server.plain_listen: redirects to server.tls_listen")
    );
}

#[test]
fn trusted_proxies_are_addresses_or_networks() {
    let folder = tempfile::tempdir().unwrap();
    let load = |settings: &[(&str, &str)]| Config::load(&sources(folder.path(), "", settings));
    let proxies = ("GUILDHALL_SERVER__TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.1,2001:db8::/32");
    let protocol = ("GUILDHALL_SERVER__PROXY_PROTOCOL", "true");
    let server = load(&[proxies, protocol]).unwrap().server;
    let networks: Vec<String> =
        server.trusted_networks().map(|network| network.unwrap().to_string()).collect();
    assert_eq!(networks, ["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32"]);
    let alone = load(&[protocol]).unwrap_err().to_string();
    assert!(alone.contains("server.proxy_protocol: requires server.trusted_proxies"), "{alone}");
    let named = ("GUILDHALL_SERVER__TRUSTED_PROXIES", "balancer.example");
    let unclear = load(&[named]).unwrap_err().to_string();
    assert!(unclear.contains("server.trusted_proxies: must be addresses"), "{unclear}");
}

#[test]
fn derived_keys_differ_by_purpose() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::load(&sources(folder.path(), "", &[])).unwrap();
    config.create_missing_keys().unwrap();
    let security = config.security;
    let limits = security.derive(KeyName::Token, "limits");
    assert_ne!(limits, security.derive(KeyName::Token, "devices"));
    assert_ne!(limits, security.derive(KeyName::Context, "limits"));
    assert_eq!(limits, security.derive(KeyName::Token, "limits"));
}

#[test]
fn later_sources_take_precedence() {
    let folder = tempfile::tempdir().unwrap();
    let file =
        "[limits]\nreplicas = 2\ngoogle_sign_ins_per_day = 7\n[content]\nfilter = \"relaxed\"";
    let environment =
        [("GUILDHALL_LIMITS__REPLICAS", "3"), ("GUILDHALL_SERVER__LISTEN", "0.0.0.0:80")];
    let mut sources = sources(folder.path(), file, &environment);
    sources.flags.push((String::from("server.listen"), String::from("127.0.0.1:9999")));
    let config = Config::load(&sources).unwrap();
    assert_eq!(config.limits.google_sign_ins_per_day, 7);
    assert_eq!(config.content.filter, ContentFilter::Relaxed);
    assert_eq!(config.limits.replicas, 3);
    assert_eq!(config.server.listen.port(), 9999);
    assert_eq!(config.auth.agreement_cutoff.to_rfc3339(), "2025-07-12T00:00:00+00:00");
}

#[test]
fn environment_supports_lists_booleans_times_and_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let token = "0".repeat(40);
    let environment = [
        ("GUILDHALL_SERVER__MAIN_ALIASES", "www.localhost, old.localhost"),
        ("GUILDHALL_AUTH__REVEAL_ACCOUNTS", "true"),
        ("GUILDHALL_AUTH__AGREEMENT_CUTOFF", "2026-01-01T00:00:00Z"),
        ("GUILDHALL_SECURITY__FEED_TOKEN", token.as_str()),
        ("GUILDHALL_SECURITY__ARGON2__MEMORY_KIB", "8192"),
        // Not a section, so not a setting.
        ("GUILDHALL_TEST_BACKEND", "sqlite"),
        ("PATH", "/usr/bin"),
    ];
    let config = Config::load(&sources(folder.path(), "", &environment)).unwrap();
    assert_eq!(config.server.aliases_of_main(), ["www.localhost", "old.localhost"]);
    assert!(config.auth.reveals_accounts());
    assert_eq!(config.auth.agreement_cutoff.to_rfc3339(), "2026-01-01T00:00:00+00:00");
    assert_eq!(config.security.text(KeyName::Feed), token);
    assert_eq!(config.security.argon2.memory_kib, 8192);
}

#[test]
fn www_alias_is_added_unless_configured() {
    let folder = tempfile::tempdir().unwrap();
    let aliases = |file: &str| {
        let config = Config::read(&sources(folder.path(), file, &[])).unwrap();
        config.server.aliases_of_main()
    };
    let main = |origin: &str| aliases(&format!("[server]\nmain_origin = \"{origin}\""));
    assert_eq!(main("https://guild.example"), ["www.guild.example"]);
    assert_eq!(main("https://hall.guild.example:8443"), ["www.hall.guild.example"]);
    assert_eq!(main("https://www.guild.example"), ["guild.example"]);
    for nowhere in ["http://localhost:8080", "http://hall.localhost", "https://192.0.2.7"] {
        assert!(main(nowhere).is_empty(), "{nowhere}");
    }
    let none = "[server]\nmain_origin = \"https://guild.example\"\nmain_aliases = []";
    assert!(aliases(none).is_empty(), "an empty list disables it");
}

#[test]
fn rejects_unknown_fields() {
    let folder = tempfile::tempdir().unwrap();
    let in_file = Config::load(&sources(folder.path(), "[server]\nlisten_on = 1", &[]));
    assert!(matches!(in_file, Err(ConfigError::Unreadable(_))));
    let misspelt = [("GUILDHALL_DATABSE__URL", "sqlite://x")];
    let in_environment = Config::load(&sources(folder.path(), "", &misspelt));
    assert!(matches!(in_environment, Err(ConfigError::Unreadable(_))));
    let absent = Sources { file: Some(folder.path().join("absent.toml")), ..Sources::default() };
    assert!(matches!(Config::load(&absent), Err(ConfigError::File { .. })));
}

#[test]
fn reports_all_errors_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = r#"
        [server]
        main_origin = "http://guildhall.example/app"
        portal_domain = "-portals"
        listen = "127.0.0.1:8080"
        admin_listen = "127.0.0.1:8080"
        [database]
        url = "postgres://db/guildhall"
        [security]
        context_key = "short"
        [auth]
        password_min_length = 3
        [telemetry]
        log_filter = "=="
    "#;
    let Err(ConfigError::Faulty(faults)) = Config::load(&sources(folder.path(), file, &[])) else {
        panic!("an invalid configuration was accepted");
    };
    let told = faults.to_string();
    for field in [
        "server.main_origin: must be only an origin",
        "server.main_origin: must be https",
        "`-portals` is not a host name",
        "server.admin_listen",
        "blob.url",
        "mail.smtp_url",
        "security.context_key: must have at least 32",
        "security.feed_token",
        "auth.password_min_length",
        "telemetry.log_filter",
    ] {
        assert!(told.contains(field), "{field} is missing from {told}");
    }
}

#[test]
fn secret_given_as_value_and_as_file_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("feed");
    std::fs::write(&path, "a-token-that-is-long-enough-to-be-one\n").unwrap();
    let path = path.display().to_string();
    let environment = [("GUILDHALL_SECURITY__FEED_TOKEN_FILE", path.as_str())];
    let config = Config::load(&sources(folder.path(), PRODUCTION, &environment));
    assert!(matches!(config, Err(ConfigError::Faulty(_))));
    let config = Config::load(&sources(folder.path(), "", &environment)).unwrap();
    assert_eq!(config.security.text(KeyName::Feed), "a-token-that-is-long-enough-to-be-one");
}

#[test]
fn printed_configuration_has_every_value_and_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(&sources(folder.path(), PRODUCTION, &[])).unwrap();
    assert!(!config.is_embedded() && !config.catches_mail());
    let shown = config.render_hidden();
    for secret in ["password", "context-key", "feed-token", "token-key", "-of-the-bucket"] {
        let said = shown.lines().find(|line| line.contains(secret) && !line.contains("_length"));
        assert_eq!(said, None);
    }
    assert!(shown.contains("url = \"postgres://guildhall:hidden@db/guildhall\""), "{shown}");
    assert!(shown.contains("token_key = \"(hidden)\""));
    assert!(shown.contains("[security.argon2]\n"));
    assert!(shown.contains("main_origin = \"https://guildhall.example\""));
    // The output is valid TOML.
    let read: HashMap<String, toml::Value> = toml::from_str(&shown).unwrap();
    assert_eq!(read["limits"]["replicas"].as_integer(), Some(1));
    assert!(!format!("{config:?}").contains("context-key"));
}

#[test]
fn oidc_issuer_requires_a_secret_and_https() {
    let folder = tempfile::tempdir().unwrap();
    let faults = |file: &str| {
        Config::load(&sources(folder.path(), file, &[])).map_err(|error| error.to_string()).err()
    };
    assert_eq!(faults("[google]\nissuer = \"http://issuer.example\""), None);
    let half = faults("[google]\nclient_id = \"x\"").unwrap();
    assert!(half.contains("google.client_secret: is required"), "{half}");
    let file = |issuer: &str| {
        format!("[google]\nclient_id = \"x\"\nclient_secret = \"a-secret\"\nissuer = \"{issuer}\"")
    };
    let plain = faults(&file("http://issuer.example")).unwrap();
    assert!(plain.contains("google.issuer: must be https"), "{plain}");
    assert!(faults(&file("no address")).unwrap().contains("google.issuer:"));
    assert_eq!(faults(&file("http://127.0.0.1:9000")), None);
    assert_eq!(faults(&file("https://issuer.example")), None);
    let shown = Config::read(&sources(folder.path(), &file("https://i.example"), &[])).unwrap();
    let shown = shown.render_hidden();
    assert!(shown.contains("[google]") && shown.contains("(hidden)"), "{shown}");
    assert!(!shown.contains("a-secret"), "{shown}");
}

#[test]
fn certificate_secrets_come_from_files_and_are_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (binding, key) =
        (at("eab", "c2VjcmV0LW9mLWEtYmluZGluZw"), at("tsig", "MDEyMzQ1Njc4OWFiY2RlZg==\n"));
    let file = format!(
        r#"
        [[certificates.issuers]]
        name = "first"
        directory = "https://first.example/directory"
        eab_key_id = "kid"
        eab_key_file = "{binding}"
        [certificates.dns_update]
        server = "192.0.2.53:53"
        zone = "halls.example"
        key_name = "guildhall"
        key_file = "{key}"
        "#
    );
    let config = Config::load(&sources(folder.path(), &file, &[])).unwrap();
    let issuer = config.certificates.issuers.first().unwrap();
    assert_eq!(issuer.eab_key_bytes().as_deref(), Some(&b"secret-of-a-binding"[..]));
    let update = config.certificates.dns_update.as_ref().unwrap();
    assert_eq!(update.key_bytes().as_deref(), Some(&b"0123456789abcdef"[..]));
    let shown = config.render_hidden();
    assert!(shown.contains("https://first.example/directory"), "{shown}");
    for secret in ["c2VjcmV0LW9m", "MDEyMzQ1Njc4"] {
        assert!(!shown.contains(secret), "{shown}");
    }
}

#[test]
fn issuer_errors_are_reported_with_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = r#"
        [certificates]
        resolvers = ["192.0.2.1:53"]
        [[certificates.issuers]]
        name = "same"
        directory = "http://plain.example/directory"
        eab_key_id = "kid"
        [[certificates.issuers]]
        name = "same"
        directory = "https://second.example/directory"
        [certificates.issuers.limits]
        orders_per_3_hours = 0
        [certificates.dns_update]
        server = "192.0.2.53:53"
        zone = "-halls"
        key_name = "guildhall"
        key = "c2hvcnQ="
    "#;
    let Err(ConfigError::Faulty(faults)) = Config::load(&sources(folder.path(), file, &[])) else {
        panic!("invalid issuers were accepted");
    };
    let told = faults.to_string();
    for field in [
        "certificates.resolvers: two",
        "certificates.issuers: each needs a name of its own",
        "the directory of `same` must be https",
        "both eab_key_id and eab_key",
        "limits of `same`",
        "certificates.dns_update.zone",
        "certificates.dns_update.key: 16 bytes",
    ] {
        assert!(told.contains(field), "{field} is missing from {told}");
    }
}

#[test]
fn a_renamed_setting_is_read_by_its_old_name_and_reported_from_every_source() {
    let folder = tempfile::tempdir().unwrap();
    let issuer = |field: &str| {
        format!(
            "[edge]\nhello_seconds = 7\ndrain_delay_s = 4\n[edge.upstream]\nwaiting_seconds = 3\n\
         [[certificates.issuers]]\nname = \"one\"\ndirectory = \"https://ca.example/directory\"\n{field} = 9\n"
        )
    };
    let mut old = sources(
        folder.path(),
        &issuer("patience_s"),
        &[("GUILDHALL_LIMITS__REDIS_PATIENCE_MS", "250")],
    );
    old.flags.push((String::from("server.drain_seconds"), String::from("11")));
    let config = Config::load(&old).unwrap();
    assert_eq!(config.edge.tls_handshake_timeout_s, 7);
    assert_eq!(config.server.shutdown_delay_s, Some(4));
    assert_eq!(config.edge.upstream.queue_timeout_s, 3);
    assert_eq!(config.certificates.issuers[0].request_timeout_s, 9);
    assert_eq!(config.limits.redis_timeout_ms, 250);
    assert_eq!(config.server.drain_timeout_s, 11);
    let deprecations: Vec<String> = config.deprecation_warnings().collect();
    assert_eq!(
        deprecations,
        [
            "setting certificates.issuers.patience_s is deprecated; use certificates.issuers.request_timeout_s",
            "setting edge.drain_delay_s is deprecated; use server.shutdown_delay_s",
            "setting edge.hello_seconds is deprecated; use edge.tls_handshake_timeout_s",
            "setting edge.upstream.waiting_seconds is deprecated; use edge.upstream.queue_timeout_s",
            "setting limits.redis_patience_ms is deprecated; use limits.redis_timeout_ms",
            "setting server.drain_seconds is deprecated; use server.drain_timeout_s",
        ]
    );
    let new = sources(
        folder.path(),
        &issuer("request_timeout_s").replace("hello_seconds", "tls_handshake_timeout_s"),
        &[],
    );
    assert_eq!(Config::load(&new).unwrap().deprecation_warnings().count(), 2);
}

#[test]
fn a_new_name_wins_over_the_old_one_in_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = "[edge]\nhello_seconds = 7\ntls_handshake_timeout_s = 8\n";
    let config = Config::load(&sources(folder.path(), file, &[])).unwrap();
    assert_eq!(config.edge.tls_handshake_timeout_s, 8);
}

#[test]
fn the_configuration_reference_lists_every_setting() {
    fn collect(prefix: &str, value: &serde_json::Value, out: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                for (name, value) in fields {
                    let path =
                        if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                    collect(&path, value, out);
                }
            }
            _ => out.push(prefix.to_owned()),
        }
    }
    let page = std::fs::read_to_string("../docs/operations/configuration.md").unwrap();
    let mut settings = Vec::new();
    collect("", &serde_json::to_value(Config::default()).unwrap(), &mut settings);
    assert!(settings.len() > 60, "{settings:?}");
    let is_listed = |setting: &&String| page.contains(&format!("\n| `{setting}` |"));
    let missing: Vec<&String> = settings.iter().filter(|setting| !is_listed(setting)).collect();
    assert!(missing.is_empty(), "docs/operations/configuration.md does not list {missing:?}");
}
