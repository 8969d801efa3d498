//! The main site, as a visitor reaches it from this machine.

use super::Finding;
use super::context::{Context, get};

const CHECK: &str = "main site";
const SETTING: &str = "server.main_origin";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let origin = &context.config.server.main_origin;
    let finding = match get(&format!("{origin}/healthz")).await {
        Ok(answer) if answer.status().is_success() => Finding::ok(CHECK, "answers"),
        Ok(answer) => Finding::warning(CHECK, format!("replied {}", answer.status().as_u16()))
            .advise("Another program may serve this address."),
        Err(error) => Finding::warning(CHECK, format!("not reachable from here: {error}")).advise(
            "Start Guildhall. If it runs, check DNS, the certificate and the way from this machine.",
        ),
    };
    vec![finding.at(SETTING, origin.clone())]
}
