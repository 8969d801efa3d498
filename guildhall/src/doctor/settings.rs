//! The settings themselves.

use super::Finding;
use super::context::Context;
use platform::config::ConfigError;

const CHECK: &str = "settings";

pub(super) fn valid(context: &Context) -> Vec<Finding> {
    let mut findings = vec![Finding::ok(CHECK, "good")];
    findings
        .extend(context.config.deprecation_warnings().map(|text| Finding::warning(CHECK, text)));
    findings
}

/// One finding for each fault. Nothing else can be checked.
pub(super) fn invalid(error: &ConfigError) -> Vec<Finding> {
    let ConfigError::Faulty(faults) = error else {
        return vec![Finding::failed(CHECK, error.to_string())];
    };
    let advice = "See docs/operations/configuration.md. No other check ran.";
    faults.0.iter().map(|fault| Finding::failed(CHECK, fault).advise(advice)).collect()
}
