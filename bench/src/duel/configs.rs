//! Configuration of each proxy: the same hosts with the same certificates, the same upstream, both
//! cores, no logs.

use crate::edge_table::host;
use anyhow::Result;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Common beginning of every nginx configuration, including the upstream's.
pub fn nginx_head(own: &Path, workers: usize) -> String {
    // As root its workers would switch to an unprivileged user that cannot read our folder.
    let user = if own.starts_with("/") { "user root;" } else { "" };
    format!(
        "{user} worker_processes {workers}; daemon off; pid {0}/pid; error_log stderr error;\n\
         worker_rlimit_nofile 65536; events {{ worker_connections 8192; }}\n",
        own.display()
    )
}

/// Configuration of nginx.
pub fn nginx(folder: &Path, own: &Path, tenants: usize, port: u16, upstream: u16) -> String {
    let mut text = nginx_head(own, 2);
    text += &format!(
        "http {{ access_log off; server_names_hash_max_size 131072; server_names_hash_bucket_size 128;\n\
         keepalive_requests 100000000; ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:s:10m;\n\
         upstream there {{ server 127.0.0.1:{upstream}; keepalive 64; keepalive_requests 100000000; }}\n\
         proxy_http_version 1.1; proxy_set_header Connection \"\"; proxy_set_header Host $host;\n\
         proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto https;\n\
         server {{ listen 127.0.0.1:{port} ssl http2 default_server backlog=4096; ssl_reject_handshake on; }}\n"
    );
    for number in 0..tenants {
        let at = folder.join("certificates").join(number.to_string());
        let _ = writeln!(
            text,
            "server {{ listen 127.0.0.1:{port} ssl http2; server_name {}; ssl_certificate {1}.crt; \
             ssl_certificate_key {1}.key; location / {{ proxy_pass http://there; }} }}",
            host(number),
            at.display(),
        );
    }
    text + "}\n"
}

/// Configuration of HAProxy, with a separate list of certificates.
pub fn haproxy(
    folder: &Path,
    own: &Path,
    tenants: usize,
    port: u16,
    upstream: u16,
) -> Result<String> {
    let list: String = (0..tenants)
        .map(|number| format!("{}/certificates/{number}.pem\n", folder.display()))
        .collect();
    fs::write(own.join("list"), list)?;
    Ok(format!(
        "global\n  nbthread 2\n  maxconn 8000\n  ssl-default-bind-options ssl-min-ver TLSv1.2\n\
         defaults\n  mode http\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n\
         \x20 option forwardfor\n  http-reuse always\n\
         frontend f\n  bind 127.0.0.1:{port} ssl crt-list {}/list alpn h2,http/1.1 strict-sni\n\
         \x20 default_backend b\nbackend b\n  server there 127.0.0.1:{upstream} pool-max-conn 64\n",
        own.display()
    ))
}

/// Configuration of Caddy, sent to its admin port.
pub fn caddy(folder: &Path, tenants: usize, [port, upstream, admin]: [u16; 3]) -> String {
    let files: Vec<_> = (0..tenants)
        .map(|number| {
            let at = folder.join("certificates").join(number.to_string()).display().to_string();
            serde_json::json!({ "certificate": format!("{at}.crt"), "key": format!("{at}.key") })
        })
        .collect();
    serde_json::json!({
        "admin": { "listen": format!("127.0.0.1:{admin}"), "config": { "persist": false } },
        "logging": { "logs": { "default": { "level": "ERROR" } } },
        "apps": {
            "http": { "servers": { "s": {
                "listen": [format!("127.0.0.1:{port}")],
                "protocols": ["h1", "h2"],
                "automatic_https": { "disable": true },
                "tls_connection_policies": [{}],
                "routes": [{ "handle": [{
                    "handler": "reverse_proxy",
                    "upstreams": [{ "dial": format!("127.0.0.1:{upstream}") }],
                }]}],
            }}},
            "tls": { "certificates": { "load_files": files } },
        },
    })
    .to_string()
}
