//! Push messages: a setting that is for tests only.

use super::Finding;
use super::context::Context;

const CHECK: &str = "push";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let config = &context.config;
    let is_public = config.server.main_origin.starts_with("https://");
    if !config.push.allow_local_services || !is_public {
        return Vec::new();
    }
    let text = "users can make this instance send requests into its own network";
    let finding = Finding::warning(CHECK, text).setting("push.allow_local_services");
    vec![finding.advise("Turn it off, unless you run a push service yourself.")]
}
