//! Roles behind a separate edge.

use super::Finding;
use super::context::{Context, get};
use futures::future::join_all;

const CHECK: &str = "upstreams";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let server = &context.config.server;
    let settings = [
        ("server.runtime_url", &server.runtime_url),
        ("server.control_url", &server.control_url),
        ("server.feed_url", &server.feed_url),
    ];
    let addresses = settings.into_iter().flat_map(|(setting, urls)| {
        let urls = urls.as_deref().unwrap_or_default().split(',').map(str::trim);
        urls.filter(|url| !url.is_empty()).map(move |url| (setting, url.to_owned()))
    });
    let findings = join_all(addresses.map(async |(setting, url)| {
        // Any response shows that the role answers.
        let finding = match get(&url).await {
            Ok(_) => Finding::ok(CHECK, "answers"),
            Err(error) => Finding::failed(CHECK, format!("does not answer: {error}"))
                .advise("Start that role, or correct its address."),
        };
        finding.at(setting, url)
    }))
    .await;
    if findings.is_empty() {
        return vec![Finding::skipped(CHECK, "this is no separate edge")];
    }
    findings
}
