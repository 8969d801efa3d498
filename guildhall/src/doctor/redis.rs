//! Redis: connects, authenticates and answers.

use super::Finding;
use super::context::Context;
use platform::bus;
use platform::config::address_without_secrets;
use secrecy::ExposeSecret;

const CHECK: &str = "redis";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let Some(url) = &context.config.redis.url else {
        return vec![Finding::skipped(CHECK, "not configured")];
    };
    let url = url.expose_secret();
    let finding = match bus::ping(url).await {
        Ok(()) => Finding::ok(CHECK, "answers"),
        Err(error) => Finding::failed(CHECK, format!("not usable: {error}")).advise(
            "Start Redis, or correct its address, user and password. Until then each process \
                     counts limits alone, and live updates stay within a process.",
        ),
    };
    vec![finding.at("redis.url", address_without_secrets(url))]
}
