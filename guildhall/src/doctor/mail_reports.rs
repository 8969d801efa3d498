//! Reports about emails: whether bounces and complaints reach a worker.

use super::Finding;
use super::context::Context;

const CHECK: &str = "mail reports";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let mail = &context.config.mail;
    let finding = match (&mail.return_path, mail.feedback_listen) {
        (None, _) => {
            let text = "no return path; only addresses that the mail server refuses at once are noticed";
            Finding::skipped(CHECK, text)
        }
        (Some(_), None) => {
            let text = "emails have a return path, but no worker accepts reports for it";
            Finding::warning(CHECK, text)
                .setting("mail.feedback_listen")
                .advise("Set it, and lead emails to the return path to the workers.")
        }
        (Some(_), Some(address)) => {
            Finding::ok(CHECK, "workers accept bounces and complaints for the return path")
                .at("mail.feedback_listen", address.to_string())
        }
    };
    vec![finding]
}
