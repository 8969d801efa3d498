//! Host and proxy settings that contradict each other.

use super::Finding;
use super::context::Context;
use platform::config::ServerConfig;
use wire::routes::origin_host;

const CHECK: &str = "hosts";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let server = &context.config.server;
    let mut findings = proxies(server);
    findings.extend(names(server));
    if findings.is_empty() {
        findings.push(Finding::ok(CHECK, "the settings of hosts and proxies agree"));
    }
    findings
}

fn proxies(server: &ServerConfig) -> Vec<Finding> {
    let mut findings = Vec::new();
    for network in server.trusted_networks().flatten().filter(|network| network.prefix_len() == 0) {
        findings.push(
            Finding::failed(CHECK, "every client is trusted to name another client's address")
                .at("server.trusted_proxies", network.to_string())
                .advise("List only the addresses of your own balancers."),
        );
    }
    let is_public = server.main_origin.starts_with("https://");
    let terminates = server.tls_listen.is_some();
    let is_edge = server.runtime_url.is_some();
    if is_public && is_edge && !terminates && server.trusted_proxies.is_empty() {
        findings.push(
            Finding::warning(
                CHECK,
                "the main site is https, but this edge terminates no TLS and trusts no proxy; \
                 all clients count as one",
            )
            .setting("server.trusted_proxies")
            .advise("Set server.tls_listen, or list the balancer that terminates TLS."),
        );
    }
    findings
}

fn names(server: &ServerConfig) -> Vec<Finding> {
    let main = origin_host(&server.main_origin);
    let portals = &server.portal_domain;
    let mut findings = Vec::new();
    let below = |host: &str| host.strip_suffix(portals).is_some_and(|rest| rest.ends_with('.'));
    for alias in server.aliases_of_main() {
        if alias == main {
            findings.push(
                Finding::failed(CHECK, "the main site would redirect to itself")
                    .at("server.main_aliases", alias.clone())
                    .advise("Remove the host of server.main_origin from the list."),
            );
        } else if server.main_aliases.is_some() && below(&alias) && !main.ends_with(&alias) {
            findings.push(
                Finding::warning(CHECK, "this alias is also an address of a portal")
                    .at("server.main_aliases", alias.clone())
                    .advise("No portal can use this subdomain."),
            );
        }
    }
    let is_local = |host: &str| host == "localhost" || host.ends_with(".localhost");
    if is_local(portals) != is_local(main) {
        findings.push(
            Finding::failed(CHECK, "one of main site and portals is local, the other is not")
                .at("server.portal_domain", portals.clone())
                .advise(format!("Set it to the domain of your portals; the main site is {main}.")),
        );
    }
    findings
}
