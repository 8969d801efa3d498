//! Introduction printed after the start.

use super::place::{Place, Port};
use std::time::Duration;

/// Main, and the portals of the demo network.
pub const HOSTS: &[Option<&str>] = &[None, Some("ashcombe"), Some("htwu")];

/// curl command that checks whether a host is served with a certificate of this run's root.
pub fn look(place: &Place, host: Option<&str>) -> Vec<String> {
    let origin = place.origin(host);
    let name = origin.trim_start_matches("https://").split(':').next().unwrap_or_default();
    let resolve = format!("{name}:{}:127.0.0.1", place.https);
    let root = place.text("pebble-root.pem");
    ["-sSf", "-m", "5", "-o", "/dev/null", "--cacert", &root, "--resolve", &resolve, &origin]
        .map(str::to_owned)
        .into()
}

/// All addresses, and how to open them.
pub fn greeting(place: &Place, product: &str, took: Duration) -> String {
    let page = format!("http://{}", place.at(Port::MailPage));
    let (root, logs, folder) = (place.text("pebble-root.pem"), place.text("logs"), &place.folder);
    let main = place.origin(None);
    let seconds = took.as_secs();
    format!(
        "\n{product}
  mail      {page} (as JSON: {page}/email)
  plain     http://127.0.0.1:{http} leads to https and answers the authority
  logs      {logs}
  data      {folder}

  The certificates come from a test authority, whose root is new at every start:
    {root}
  curl      curl --cacert {root} {main}
  Chromium  mkdir -p ~/.pki/nssdb && certutil -d sql:$HOME/.pki/nssdb -N --empty-password
            certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n guildhall-test -i {root}
            (certutil is in the package libnss3-tools; -D -n guildhall-test takes it out again)

  From another terminal: make fleet DO=status, DO=\"kill runtime-1\", DO=\"start runtime-1\",
  DO=\"dns add hall.test CNAME ashcombe.guildhall.localhost.\" for a domain below `test`.

  ready after {seconds} s; Ctrl-C or make down-production-like ends it\n",
        http = place.http,
        folder = folder.display(),
    )
}
