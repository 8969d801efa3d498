//! `make cluster-test`: runs the chart's rendered objects in containers, as Kubernetes would, and
//! changes them under load.
//!
//! Read [`manifest`] (the rendered objects), [`podman`] and [`pod`] (a pod and its probes),
//! [`controller`] (deployments and endpoints), [`names`] (the name service), [`load`] (clients that
//! count failures) and [`scenario`] (the steps). A node, a scheduler, network policies, autoscalers,
//! volumes and TLS at a balancer need a real cluster.

mod controller;
mod http;
mod load;
mod manifest;
mod names;
mod network;
mod pod;
mod podman;
mod probe;
mod report;
mod scenario;

use anyhow::{Context, Result, bail};
use std::path::PathBuf;

pub const HELP: &str = "\
  cluster         run the chart in containers: update, rollback, scaling and kills under load
      --new IMAGE  --old IMAGE
                  images of the two versions, in the local store
      --chart DIR  --helm FILE  --data-dir DIR
                  chart, Helm binary and folder of this run
";

/// Command line of a run.
#[derive(Clone, Debug)]
pub struct Options {
    pub old: String,
    pub new: String,
    pub chart: PathBuf,
    pub helm: PathBuf,
    pub folder: PathBuf,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut options = Self {
            old: "localhost/guildhall:old".to_owned(),
            new: "localhost/guildhall:new".to_owned(),
            chart: "helm/guildhall".into(),
            helm: "var/tools/helm/helm".into(),
            folder: "var/cluster".into(),
        };
        let mut rest = arguments.iter();
        while let Some(flag) = rest.next() {
            let value = rest.next().with_context(|| format!("{flag} needs a value"))?;
            match flag.as_str() {
                "--old" => options.old.clone_from(value),
                "--new" => options.new.clone_from(value),
                "--chart" => options.chart = value.into(),
                "--helm" => options.helm = value.into(),
                "--data-dir" => options.folder = value.into(),
                _ => bail!("unknown flag {flag}\n{HELP}"),
            }
        }
        options.folder = std::path::absolute(&options.folder)?;
        Ok(options)
    }
}

/// `cargo xtask cluster …`.
pub fn run(arguments: &[String]) -> Result<()> {
    let options = Options::read(arguments)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(scenario::run(&options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_replace_defaults_and_unknown_ones_are_refused() -> Result<()> {
        let read = |words: &[&str]| {
            Options::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        };
        let options = read(&["--old", "guildhall:0.1.0", "--chart", "/chart"])?;
        assert_eq!(options.old, "guildhall:0.1.0");
        assert_eq!(options.chart, PathBuf::from("/chart"));
        assert_eq!(options.new, "localhost/guildhall:new");
        assert!(read(&["--older", "x"]).is_err() && read(&["--old"]).is_err());
        Ok(())
    }
}
