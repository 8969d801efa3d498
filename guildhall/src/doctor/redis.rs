//! Redis: connects, authenticates and answers.

use super::Finding;
use super::context::{Context, in_time, no_answer};
use platform::bus;
use platform::config::address_without_secrets;
use secrecy::ExposeSecret;

const CHECK: &str = "redis";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let Some(url) = &context.config.redis.url else {
        return vec![Finding::skipped(CHECK, "not configured")];
    };
    let url = url.expose_secret();
    let answer = in_time(bus::ping(url)).await;
    let cause = match answer {
        Some(Ok(())) => None,
        Some(Err(error)) => Some(error.to_string()),
        None => Some(no_answer()),
    };
    let finding = match cause {
        None => Finding::ok(CHECK, "answers"),
        Some(cause) => Finding::failed(CHECK, format!("not usable: {cause}")).advise(
            "Start Redis, or correct its address, user and password. Until then each process counts \
             limits alone, and live updates stay within a process.",
        ),
    };
    vec![finding.at("redis.url", address_without_secrets(url))]
}
