//! Mail server: connects, greets, starts TLS and authenticates. Sends no email.

use super::Finding;
use super::context::{Context, in_time};
use platform::config::address_without_secrets;
use platform::mail::{Cause, MailError, Mailer};
use secrecy::ExposeSecret;

const CHECK: &str = "mail";
const SETTING: &str = "mail.smtp_url";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let mail = &context.config.mail;
    let Some(url) = &mail.smtp_url else {
        return vec![Finding::skipped(CHECK, "no mail server; emails are shown at /dev/mail")];
    };
    let url = url.expose_secret();
    let address = address_without_secrets(url);
    let authority = match mail.smtp_ca_file.as_ref().map(std::fs::read).transpose() {
        Ok(authority) => authority,
        Err(error) => {
            let finding = Finding::failed(CHECK, format!("failed to read the file: {error}"));
            return vec![finding.setting("mail.smtp_ca_file").advise("Correct the path.")];
        }
    };
    let connected = match Mailer::to_smtp_server(url, &mail.from, authority.as_deref()) {
        Ok(mailer) => {
            let connected = in_time(mailer.check_connection()).await;
            connected.unwrap_or(Err(MailError::Unavailable(Cause::Slow)))
        }
        Err(error) => Err(error),
    };
    let cause = |error: &MailError| {
        error.cause().map_or_else(|| error.to_string(), |cause| cause.to_string())
    };
    let finding = match connected {
        Ok(()) => Finding::ok(CHECK, "accepts connections and the configured sign-in"),
        Err(error) if error.is_sign_in_refused() => {
            let text = format!("refused the user name or password: {}", cause(&error));
            Finding::failed(CHECK, text).advise("Correct user and password in mail.smtp_url.")
        }
        Err(error) => Finding::failed(CHECK, format!("not usable: {}", cause(&error))).advise(
            "Start the mail server, or correct its address and `tls`. A server with a private \
             certificate authority needs mail.smtp_ca_file.",
        ),
    };
    vec![finding.at(SETTING, address)]
}
