//! Data folder of an embedded instance.

use super::Finding;
use super::context::Context;
use platform::data_folder;

const CHECK: &str = "data folder";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let config = &context.config;
    if !config.is_embedded() {
        return vec![Finding::skipped(CHECK, "not used with PostgreSQL")];
    }
    let at = config.data_dir.display().to_string();
    let failed = |problem| Finding::failed(CHECK, problem).at("data_dir", at.clone());
    let mut findings: Vec<_> =
        data_folder::find_problems(config).await.into_iter().map(failed).collect();
    let keys = config.keys_dir();
    for path in data_folder::exposed_paths(config).filter(|path| !path.starts_with(&keys)) {
        let exposed = format!("{} can be read by other users", path.display());
        findings.push(Finding::warning(CHECK, exposed).advise("The next start corrects this."));
    }
    if findings.is_empty() {
        findings.push(Finding::ok(CHECK, "private and undamaged").at("data_dir", at));
    }
    findings
}
