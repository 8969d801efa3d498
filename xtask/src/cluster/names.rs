//! Name service of the cluster: dnsmasq, with the addresses of each headless Service's ready pods.

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::process::{Child, Command};

/// Addresses by name.
pub type Records = BTreeMap<String, BTreeSet<IpAddr>>;

/// A running dnsmasq. Dropping it stops the process.
pub struct Names {
    hosts: PathBuf,
    server: Child,
}

impl Names {
    pub fn start(folder: &Path, host: Ipv4Addr) -> Result<Self> {
        let hosts = folder.join("hosts");
        fs::write(&hosts, "")?;
        let mut command = Command::new("dnsmasq");
        command.args([
            "--keep-in-foreground",
            "--conf-file=/dev/null",
            "--no-resolv",
            "--no-hosts",
        ]);
        command.args(["--bind-interfaces", "--user=root", "--pid-file", "--local-ttl=0"]);
        // Names without an address do not exist; there is no other server to ask.
        command.args(["--local=/cluster.local/", "--log-facility=-"]);
        command.arg(format!("--listen-address={host}"));
        command.arg(format!("--addn-hosts={}", hosts.display()));
        let log = fs::File::create(folder.join("names.log"))?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
        let server = command.process_group(0).spawn().context("start dnsmasq")?;
        Ok(Self { hosts, server })
    }

    /// Replaces all records.
    pub fn publish(&self, records: &Records) -> Result<()> {
        let draft = self.hosts.with_extension("draft");
        fs::write(&draft, hosts_file(records)?)?;
        fs::rename(&draft, &self.hosts)?;
        let pid = self.server.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        kill_process(pid.context("dnsmasq has ended")?, Signal::HUP)?;
        Ok(())
    }
}

fn hosts_file(records: &Records) -> Result<String> {
    let mut text = String::new();
    for (name, addresses) in records {
        for address in addresses {
            writeln!(text, "{address} {name}")?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_has_one_line_for_each_address() -> Result<()> {
        let addresses = [[10, 0, 0, 2], [10, 0, 0, 1]].map(|ip| IpAddr::V4(Ipv4Addr::from(ip)));
        let records = [("runtime.svc".to_owned(), addresses.into())].into();
        assert_eq!(hosts_file(&records)?, "10.0.0.1 runtime.svc\n10.0.0.2 runtime.svc\n");
        Ok(())
    }
}
