//! The builds of the two web apps.

use super::Finding;
use super::context::Context;

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let server = &context.config.server;
    [
        ("web-main", "server.web_main_dir", &server.web_main_dir),
        ("web-brand", "server.web_brand_dir", &server.web_brand_dir),
    ]
    .map(|(check, setting, folder)| {
        if folder.join("index.html").is_file() {
            return Finding::ok(check, "built");
        }
        Finding::failed(check, "not built: the folder has no index.html")
            .at(setting, folder.display().to_string())
            .advise("Run `npm run build`, or correct the setting.")
    })
    .into()
}
