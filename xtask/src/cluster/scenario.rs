//! The steps of a run, and the cluster that they change.

use super::Options;
use super::controller::Cluster;
use super::load::{HOST, Load};
use super::manifest::Manifest;
use super::names::Names;
use super::network::Network;
use super::pod::{Node, run_to_end};
use super::report::{self, StepResult};
use crate::fleet::DataServers;
use crate::process::say;
use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use std::fs;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Instant, sleep};

const FIRST_PORT: u16 = 18_700;
/// Load before and after each change.
const MARGIN: Duration = Duration::from_secs(2);
const ROLES: [&str; 4] = ["edge", "control-plane", "runtime", "worker"];

/// Everything that a run needs.
struct Run<'a> {
    options: &'a Options,
    servers: &'a DataServers,
    cluster: Arc<Cluster>,
    host: String,
}

/// Runs all steps; fails if one of them was not clean.
pub async fn run(options: &Options) -> Result<()> {
    ensure!(rustix::process::getuid().is_root(), "containers on a bridge need root");
    for (what, path) in [("chart", &options.chart), ("Helm binary", &options.helm)] {
        ensure!(path.exists(), "the {what} {} does not exist", path.display());
    }
    drop(fs::remove_dir_all(&options.folder));
    for folder in ["pods", "logs"] {
        fs::create_dir_all(options.folder.join(folder))?;
    }
    say("  starting PostgreSQL, Redis, an S3 server and a mail server\n");
    let servers = DataServers::start(&options.folder.join("servers"), FIRST_PORT).await?;
    let performed = match Network::create().await {
        Ok(network) => on_network(options, &servers, network).await,
        Err(error) => Err(error),
    };
    servers.stop().await;
    performed
}

async fn on_network(options: &Options, servers: &DataServers, mut network: Network) -> Result<()> {
    let prepared = async {
        for port in servers.ports() {
            network.forward(port).await?;
        }
        Names::start(&options.folder, network.host)
    };
    let names = match prepared.await {
        Ok(names) => names,
        Err(error) => {
            network.remove().await;
            return Err(error);
        }
    };
    let node = Node {
        folder: options.folder.clone(),
        network: network.name.clone(),
        names: IpAddr::V4(network.host),
    };
    let cluster = Cluster::new(node, names);
    let controller = tokio::spawn(cluster.clone().reconcile());
    let host = network.host.to_string();
    let run = Run { options, servers, cluster: cluster.clone(), host };
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let performed = tokio::select! {
        performed = run.perform() => performed,
        _ = terminate.recv() => bail_interrupted(),
        _ = interrupt.recv() => bail_interrupted(),
    };
    controller.abort();
    cluster.shut_down().await;
    network.remove().await;
    report::print_outages(&options.folder.join("logs"))?;
    performed
}

fn bail_interrupted() -> Result<()> {
    bail!("interrupted")
}

impl Run<'_> {
    async fn perform(&self) -> Result<()> {
        let begun = Instant::now();
        let (old, new) = (&self.options.old, &self.options.new);
        say(&format!("  installing {old}\n"));
        let installed = self.manifest(old, 2)?;
        self.migrate(&installed, "install").await?;
        self.fill(&installed).await?;
        self.cluster.apply(&installed)?;
        self.cluster.wait_until_settled().await?;
        let mut load = Load::start(&self.cluster.edges()).await?;
        say(&format!("  ready after {} s\n", begun.elapsed().as_secs()));

        report::print_head();
        let mut results = Vec::new();
        let updated = self.manifest(new, 2)?;
        results.push(
            self.step(&load, "rolling update", async {
                self.migrate(&updated, "update").await?;
                self.change_to(&updated).await
            })
            .await?,
        );
        results.push(self.step(&load, "rollback", self.change_to(&installed)).await?);
        for (from, to) in [(2, 1), (1, 3), (3, 1), (1, 2)] {
            let scaled = self.manifest(old, to)?;
            let name = format!("runtime {from} to {to}");
            results.push(self.step(&load, &name, self.change_to(&scaled)).await?);
        }
        load.allow_retries(true);
        for role in ROLES {
            let name = format!("kill {role}");
            results.push(self.step(&load, &name, self.cluster.crash_pod(role)).await?);
        }
        load.stop().await;
        say(&format!("\n  all steps took {} s\n", begun.elapsed().as_secs()));
        let unclean: Vec<&str> =
            results.iter().filter(|step| !step.is_clean()).map(|step| step.name.as_str()).collect();
        ensure!(unclean.is_empty(), "not clean: {}", unclean.join(", "));
        Ok(())
    }

    async fn change_to(&self, manifest: &Manifest) -> Result<()> {
        self.cluster.apply(manifest)?;
        self.cluster.wait_until_settled().await
    }

    /// Performs a change under load, and counts.
    async fn step(
        &self,
        load: &Load,
        name: &str,
        change: impl Future<Output = Result<()>>,
    ) -> Result<StepResult> {
        let before = load.counts();
        sleep(MARGIN).await;
        let begun = Instant::now();
        change.await.with_context(|| name.to_owned())?;
        let took = begun.elapsed();
        sleep(MARGIN).await;
        let mut counts = load.counts();
        counts.requests -= before.requests;
        counts.failed -= before.failed;
        counts.retried -= before.retried;
        counts.acknowledged -= before.acknowledged;
        let (lost, doubled) = load.compare_writes(self.servers).await?;
        let findings = [load.take_examples(), self.cluster.take_findings()].concat();
        let result = StepResult { name: name.to_owned(), counts, lost, doubled, took, findings };
        report::print(&result);
        Ok(result)
    }

    /// Renders the chart for an image and a number of runtimes.
    fn manifest(&self, image: &str, runtimes: usize) -> Result<Manifest> {
        let (repository, tag) = image.rsplit_once(':').context("an image has a tag")?;
        let replicas = |count: usize| json!({ "replicas": count });
        let edge = json!({
            "replicas": 2,
            "tls": { "enabled": false },
            "trustedProxies": ["10.0.0.0/8"],
            "service": { "type": "ClusterIP" },
        });
        let owner = json!({ "name": "database-owner" });
        let values = json!({
            "image": { "repository": repository, "tag": tag },
            "site": { "mainOrigin": format!("http://{HOST}"), "portalDomain": HOST },
            "keys": { "secret": { "name": "keys" } },
            "database": { "secret": { "name": "database" }, "ownerSecret": owner },
            "redis": { "secret": { "name": "redis" } },
            "blob": { "url": self.servers.bucket(&self.host), "secret": { "name": "blob" } },
            "mail": { "from": format!("no-reply@{HOST}"), "secret": { "name": "mail" } },
            "edge": edge,
            "controlPlane": replicas(2),
            "runtime": replicas(runtimes),
            "worker": replicas(1),
        });
        Manifest::render(self.options, &values, &self.servers.secrets(&self.host)?)
    }

    async fn migrate(&self, manifest: &Manifest, name: &str) -> Result<()> {
        let name = format!("{}-migrate-{name}", self.cluster.node.network);
        run_to_end(&name, &manifest.job()?, &self.cluster.node).await.map(drop)
    }

    /// Loads the demo network, and members for the load.
    async fn fill(&self, manifest: &Manifest) -> Result<()> {
        let deployments = manifest.deployments()?;
        let worker = deployments.iter().find(|deployment| deployment.name.ends_with("-worker"));
        let worker = worker.context("the chart has a worker")?;
        let demo = worker.template.with_arguments(&["demo"]);
        let name = format!("{}-demo", self.cluster.node.network);
        run_to_end(&name, &demo, &self.cluster.node).await?;
        self.servers.sql(include_str!("../../../bench/sql/people.sql")).await.map(drop)
    }
}
