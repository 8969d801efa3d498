//! Limit of file descriptors. A process raises its own limit as far as allowed.

use super::Finding;
use super::context::Context;
use rustix::process::{Resource, getrlimit};

const CHECK: &str = "descriptors";
/// Fewer are not enough for database, listeners and a few clients.
const LIMIT_MIN: u64 = 1024;

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let connections = context.config.edge.connections as u64;
    let Some(allowed) = getrlimit(Resource::Nofile).maximum else {
        return vec![Finding::ok(CHECK, "not limited")];
    };
    let text = format!("at most {allowed}");
    let advice = "Raise the limit: `ulimit -Hn`, or `LimitNOFILE` in the systemd unit. An edge needs \
                  two for each of edge.connections.";
    let finding = match allowed {
        allowed if allowed < LIMIT_MIN => {
            Finding::failed(CHECK, format!("{text}; at least {LIMIT_MIN} are needed"))
                .advise(advice)
        }
        allowed if allowed < 2 * connections => {
            Finding::warning(CHECK, format!("{text}, fewer than two for each connection"))
                .advise(advice)
        }
        _ => Finding::ok(CHECK, text),
    };
    vec![finding.at("edge.connections", connections.to_string())]
}
