//! DNS resolvers, and the name server of the platform's zone.

use super::Finding;
use super::context::{Context, in_time};
use control_plane::certificates;
use futures::future::join_all;
use tokio::net::TcpStream;
use wire::routes::origin_host;

const CHECK: &str = "resolvers";
/// A name that exists, for a main site without one.
const NEUTRAL_NAME: &str = "a.root-servers.net";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let config = &context.config.certificates;
    let main = &context.config.server.main_origin;
    if !config.is_on() && main.starts_with("http://") {
        return vec![Finding::skipped(CHECK, "not used by a local main site")];
    }
    // Resolvers may answer for local names themselves.
    let host = if main.starts_with("http://") { NEUTRAL_NAME } else { origin_host(main) };
    let asked = config.resolvers.iter().map(async |server| {
        let answers = in_time(certificates::answers_dns(*server, host)).await;
        let finding = if answers == Some(true) {
            Finding::ok(CHECK, "answers")
        } else {
            Finding::failed(CHECK, "does not answer").advise(
                "Correct the address, or allow DNS to it. Custom domains and certificates need every \
                 resolver.",
            )
        };
        finding.at("certificates.resolvers", server.to_string())
    });
    let mut findings = join_all(asked).await;
    if let Some(update) = &config.dns_update {
        let connected = in_time(TcpStream::connect(update.server)).await;
        let finding = match connected {
            Some(Ok(_)) => {
                Finding::ok(CHECK, "the name server for zone updates accepts connections")
            }
            Some(Err(error)) => Finding::failed(CHECK, format!("the name server refused: {error}"))
                .advise("Start the name server, or correct its address."),
            None => Finding::failed(CHECK, "the name server does not answer")
                .advise("Start the name server, or correct its address."),
        };
        findings.push(finding.at("certificates.dns_update.server", update.server.to_string()));
    }
    findings
}
