//! The OpenID Connect issuer.

use super::Finding;
use super::context::{Context, get};

const CHECK: &str = "identity";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let config = &context.config;
    if !config.offers_google() {
        return vec![Finding::skipped(CHECK, "no OpenID Connect issuer is configured")];
    }
    let issuer = config.google.issuer.trim_end_matches('/');
    let finding = match get(&format!("{issuer}/.well-known/openid-configuration")).await {
        Ok(answer) if answer.status().is_success() => Finding::ok(CHECK, "the issuer answers"),
        Ok(answer) => {
            let status = answer.status().as_u16();
            Finding::failed(CHECK, format!("the issuer's discovery document is missing ({status})"))
                .advise("Correct the issuer, exactly as in its discovery document.")
        }
        Err(error) => Finding::failed(CHECK, format!("the issuer does not answer: {error}"))
            .advise("Correct the issuer, or allow https to it."),
    };
    vec![finding.at("google.issuer", config.google.issuer.clone())]
}
