//! Folder and ports of a fleet.

use super::names::ZONE;
use anyhow::{Context, Result, bail};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

/// Ports of servers that only the fleet itself uses, counted from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    Postgres,
    Redis,
    S3,
    S3Grpc,
    S3Master,
    S3MasterGrpc,
    S3Volume,
    S3VolumeGrpc,
    S3Filer,
    S3FilerGrpc,
    Dns,
    Smtp,
    MailPage,
    Pebble,
    PebbleManagement,
    RuntimeOne,
    RuntimeTwo,
    Control,
    Feed,
    RuntimeOneAdmin,
    RuntimeTwoAdmin,
    ControlAdmin,
    WorkerAdmin,
    EdgeAdmin,
    Resolver,
}

impl Port {
    const ALL: [(Self, &'static str); 25] = [
        (Self::Postgres, "PostgreSQL"),
        (Self::Redis, "Redis"),
        (Self::S3, "the S3 server"),
        (Self::S3Grpc, "the S3 server"),
        (Self::S3Master, "the S3 server"),
        (Self::S3MasterGrpc, "the S3 server"),
        (Self::S3Volume, "the S3 server"),
        (Self::S3VolumeGrpc, "the S3 server"),
        (Self::S3Filer, "the S3 server"),
        (Self::S3FilerGrpc, "the S3 server"),
        (Self::Dns, "the name server"),
        (Self::Smtp, "the mail catcher"),
        (Self::MailPage, "the mail catcher"),
        (Self::Pebble, "Pebble"),
        (Self::PebbleManagement, "Pebble"),
        (Self::RuntimeOne, "a runtime"),
        (Self::RuntimeTwo, "a runtime"),
        (Self::Control, "the control plane"),
        (Self::Feed, "the control plane"),
        (Self::RuntimeOneAdmin, "a runtime"),
        (Self::RuntimeTwoAdmin, "a runtime"),
        (Self::ControlAdmin, "the control plane"),
        (Self::WorkerAdmin, "the worker"),
        (Self::EdgeAdmin, "the edge"),
        (Self::Resolver, "the resolver"),
    ];
}

/// Folder and ports of a fleet.
#[derive(Clone, Debug)]
pub struct Place {
    pub folder: PathBuf,
    pub https: u16,
    pub http: u16,
    /// Parent domain of the portals: main's own, or one that browsers treat as another site.
    pub portals: String,
    first: u16,
}

impl Place {
    /// Parses the command line; returns the arguments that are not flags.
    pub fn read(arguments: &[String]) -> Result<(Self, Vec<String>)> {
        let mut place = Self {
            folder: "var/production-like".into(),
            https: 8443,
            http: 8088,
            portals: ZONE.to_owned(),
            first: 18_500,
        };
        let mut words = Vec::new();
        let mut rest = arguments.iter();
        while let Some(word) = rest.next() {
            let Some(flag) = word.strip_prefix("--") else {
                words.push(word.clone());
                continue;
            };
            let value = rest.next().with_context(|| format!("--{flag} needs a value"))?;
            let port =
                || value.parse().with_context(|| format!("--{flag}: `{value}` is not a port"));
            match flag {
                "data-dir" => place.folder = value.into(),
                "https-port" => place.https = port()?,
                "http-port" => place.http = port()?,
                "private-ports" => place.first = port()?,
                "portal-domain" => place.portals = value.to_ascii_lowercase(),
                _ => bail!("unknown flag --{flag}"),
            }
        }
        if !place.portals.ends_with(".localhost") {
            bail!(
                "--portal-domain: only names below `localhost` lead to this machine by themselves"
            );
        }
        place.folder = std::path::absolute(&place.folder)?;
        if usize::from(place.first) + Port::ALL.len() > usize::from(u16::MAX) {
            bail!("--private-ports: there are no {} ports from {}", Port::ALL.len(), place.first);
        }
        Ok((place, words))
    }

    pub fn port(&self, port: Port) -> u16 {
        // The variants are numbered from zero.
        self.first + port as u16
    }

    pub fn at(&self, port: Port) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port(port)))
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.join(name)
    }

    /// Path as text, for settings of programs.
    pub fn text(&self, name: impl AsRef<Path>) -> String {
        self.path(name).display().to_string()
    }

    pub fn log(&self, part: &str) -> PathBuf {
        self.folder.join("logs").join(format!("{part}.log"))
    }

    /// Origin that people open.
    pub fn origin(&self, subdomain: Option<&str>) -> String {
        let host =
            subdomain.map_or_else(|| ZONE.to_owned(), |name| format!("{name}.{}", self.portals));
        let port = if self.https == 443 { String::new() } else { format!(":{}", self.https) };
        format!("https://{host}{port}")
    }

    /// Fails with an explanation if another process uses a port.
    pub fn expect_free(&self) -> Result<()> {
        let own = Port::ALL.map(|(port, whose)| (self.port(port), whose, "PRIVATE_PORTS"));
        let open = [(self.https, "the edge", "HTTPS_PORT"), (self.http, "the edge", "HTTP_PORT")];
        for (port, whose, setting) in open.into_iter().chain(own) {
            if let Err(error) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
                bail!(
                    "port {port} for {whose} is not available ({error}); set {setting}= to change it"
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(words: &[&str]) -> Result<(Place, Vec<String>)> {
        Place::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn every_server_has_its_own_port() -> Result<()> {
        let (place, words) = place(&["up", "--private-ports", "2000", "--https-port", "443"])?;
        assert_eq!(words, ["up"]);
        for (number, (port, _)) in Port::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(place.port(port)), 2000 + number);
        }
        assert_eq!(place.origin(Some("oak")), "https://oak.guildhall.localhost");
        Ok(())
    }

    #[test]
    fn portals_may_use_a_separate_domain() -> Result<()> {
        let (place, _) = place(&["up", "--portal-domain", "halls.localhost"])?;
        assert_eq!(place.origin(Some("oak")), "https://oak.halls.localhost:8443");
        assert_eq!(place.origin(None), "https://guildhall.localhost:8443");
        assert!(self::place(&["up", "--portal-domain", "halls.example"]).is_err());
        Ok(())
    }

    #[test]
    fn occupied_port_error_names_the_setting() -> Result<()> {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = taken.local_addr()?.port().to_string();
        let (place, _) = place(&["up", "--https-port", &port])?;
        let refusal = place.expect_free().err().map(|error| error.to_string());
        assert!(refusal.is_some_and(|words| words.contains("set HTTPS_PORT= to change it")));
        assert!(self::place(&["up", "--https-port", "high"]).is_err());
        Ok(())
    }
}
