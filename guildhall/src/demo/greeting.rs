//! Introduction printed when the instance listens.

use super::cast::PASSWORD;
use super::second_factor::TOTP_SECRET;
use platform::Services;
use url::Url;

const ACCOUNTS: [(&str, &str); 11] = [
    ("member", "a member of several communities and portals"),
    ("second", "another one: open a thread as both, and write"),
    ("communityadmin", "looks after communities"),
    ("affadmin", "looks after an affiliation"),
    ("staff", "administrator of the platform"),
    ("support", "staff who answer tickets and chats"),
    ("analyst", "staff who see the analytics only"),
    ("outsider", "belongs to no affiliation: sees the portals’ front doors"),
    ("paused", "is paused, and reads why"),
    ("mfa", "is asked for a code of an authenticator app, too"),
    ("unverified", "has not confirmed the address"),
];

/// Addresses of the instance, and the demo accounts.
#[must_use]
pub fn greeting_text(services: &Services) -> String {
    let server = &services.config().server;
    let main = server.main_origin.as_str();
    let mut lines = vec![String::from("Guildhall, with its demo network"), String::new()];
    let mut place = |name: &str, address: &str| lines.push(format!("  {name:<10}{address}"));
    place("platform", main);
    // The other portals are in the staff area, with one in preparation and one that is paused.
    for subdomain in ["ashcombe", "htwu"] {
        place(subdomain, &portal_address(main, subdomain, &server.portal_domain));
    }
    if services.config().catches_mail() {
        place("mail", &format!("{main}/dev/mail"));
    }
    lines.push(format!("\n  Every account has the password {PASSWORD}\n"));
    for (name, who) in ACCOUNTS {
        lines.push(format!("  {:<26}{who}", format!("{name}@demo.test")));
    }
    lines.push(format!("\n  The app of mfa@demo.test has the secret {TOTP_SECRET}"));
    lines.push(String::from("\n  To sign up: WELCOME1."));
    lines.join("\n")
}

fn portal_address(main: &str, subdomain: &str, below: &str) -> String {
    let url = Url::parse(main).ok();
    let scheme = url.as_ref().map_or("http", Url::scheme);
    let port = url.as_ref().and_then(Url::port).map(|port| format!(":{port}"));
    format!("{scheme}://{subdomain}.{below}{}", port.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::portal_address;

    #[test]
    fn portal_uses_the_port_of_main() {
        let at = portal_address("http://localhost:8080", "htwu", "localhost");
        assert_eq!(at, "http://htwu.localhost:8080");
        let at = portal_address("https://guildhall.example", "htwu", "guildhall.example");
        assert_eq!(at, "https://htwu.guildhall.example");
    }
}
