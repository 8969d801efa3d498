//! A pod with one container: its files, probes and end.

use super::manifest::PodTemplate;
use super::podman::{limits, podman};
use super::probe::Probe;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

/// Mode of files from ConfigMaps and Secrets in the chart, and of an empty folder.
const FILE_MODE: u32 = 0o440;
const FOLDER_MODE: u32 = 0o2777;

/// Where pods run.
#[derive(Clone, Debug)]
pub struct Node {
    pub folder: PathBuf,
    pub network: String,
    /// Address of the name service.
    pub names: IpAddr,
}

/// State of a pod.
#[derive(Clone, Copy, Debug, Default)]
pub struct PodState {
    pub address: Option<IpAddr>,
    /// Since when it has been ready without interruption.
    pub ready_since: Option<Instant>,
    pub is_terminating: bool,
    /// It is killed on purpose, so its end is not a finding.
    pub is_crash_planned: bool,
    /// Exit status, after its end.
    pub ended: Option<i32>,
}

/// A pod of a Deployment.
pub struct Pod {
    pub name: String,
    pub deployment: String,
    pub template: PodTemplate,
    state: watch::Sender<PodState>,
}

impl Pod {
    pub fn new(name: String, deployment: &str, template: PodTemplate) -> Arc<Self> {
        let state = watch::Sender::new(PodState::default());
        Arc::new(Self { name, deployment: deployment.to_owned(), template, state })
    }

    pub fn state(&self) -> PodState {
        *self.state.borrow()
    }

    /// Part of the endpoints of its Services.
    pub fn is_endpoint(&self, publish_not_ready: bool) -> bool {
        let state = self.state();
        let is_ready = state.ready_since.is_some() || publish_not_ready;
        is_ready && !state.is_terminating && state.ended.is_none()
    }

    pub fn is_available(&self, min_ready: Duration) -> bool {
        let state = self.state();
        let lasts = state.ready_since.is_some_and(|since| since.elapsed() >= min_ready);
        lasts && !state.is_terminating && state.ended.is_none()
    }

    fn change(&self, change: impl FnOnce(&mut PodState)) {
        self.state.send_modify(change);
    }

    #[cfg(test)]
    pub fn set_ready(&self, is_ready: bool) {
        self.change(|state| state.ready_since = is_ready.then(Instant::now));
    }

    /// Starts the container and watches it until its end. Returns its exit status.
    pub async fn run(self: Arc<Self>, node: &Node) -> Result<i32> {
        let words = run_words(&self.name, &self.template, node, &["--detach"])?;
        podman(&words).await.inspect_err(|_| self.change(|state| state.ended = Some(-1)))?;
        let format = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
        let address = podman(&["inspect", "--format", format, &self.name]).await?;
        let address: IpAddr = address.parse().context("a container has an address")?;
        self.change(|state| state.address = Some(address));
        let probing = tokio::spawn(self.clone().probe(address));
        let status = podman(&["wait", &self.name]).await;
        probing.abort();
        let status = status?.parse().context("an exit status")?;
        self.change(|state| state.ended = Some(status));
        let log = node.folder.join("logs").join(format!("{}.log", self.name));
        fs::write(log, podman_logs(&self.name).await)?;
        podman(&["rm", "--force", &self.name]).await?;
        Ok(status)
    }

    /// Startup probe, then readiness and liveness. A failed startup or liveness probe kills the container.
    async fn probe(self: Arc<Self>, address: IpAddr) {
        let container = self.template.container();
        let port = |port: &Value| Some(SocketAddr::new(address, self.template.port(port)?));
        let read = |name: &str| container.get(name).and_then(|probe| Probe::read(probe, port));
        if let Some(startup) = read("startupProbe")
            && !startup.passes().await
        {
            return self.kill().await;
        }
        let readiness = async {
            match read("readinessProbe") {
                None => self.change(|state| state.ready_since = Some(Instant::now())),
                Some(probe) => {
                    let changed = |is_ready: bool| {
                        self.change(|state| {
                            let since = state.ready_since.unwrap_or_else(Instant::now);
                            state.ready_since = is_ready.then_some(since);
                        });
                    };
                    probe.watch(changed).await;
                }
            }
        };
        let liveness = async {
            if let Some(probe) = read("livenessProbe") {
                let (dead, mut died) = tokio::sync::mpsc::unbounded_channel();
                let watching = probe.watch(|is_alive| {
                    if !is_alive {
                        // The receiver lives as long as this block.
                        let _ = dead.send(());
                    }
                });
                tokio::select! {
                    () = watching => {}
                    _ = died.recv() => self.kill().await,
                }
            }
        };
        tokio::join!(readiness, liveness);
    }

    /// Marks the pod as one that is killed on purpose.
    pub fn plan_crash(&self) {
        self.change(|state| state.is_crash_planned = true);
    }

    /// Ends the container at once, without marking the pod as terminating: a crash.
    pub async fn kill(&self) {
        // It may have ended in between.
        drop(podman(&["kill", "--signal", "KILL", &self.name]).await);
    }

    /// Removes it from its Services, sends SIGTERM, and SIGKILL after the grace period. Returns whether
    /// it ended in time by itself.
    pub async fn terminate(&self) -> bool {
        self.change(|state| state.is_terminating = true);
        let mut ended = self.state.subscribe();
        drop(podman(&["kill", "--signal", "TERM", &self.name]).await);
        let ending = ended.wait_for(|state| state.ended.is_some());
        let is_in_time = timeout(self.template.grace(), ending).await.is_ok();
        if !is_in_time {
            self.kill().await;
        }
        is_in_time
    }
}

/// Runs a pod to its end, as a Job does; returns its output.
pub async fn run_to_end(name: &str, template: &PodTemplate, node: &Node) -> Result<String> {
    podman(&run_words(name, template, node, &["--rm"])?).await
}

async fn podman_logs(name: &str) -> String {
    let mut command = tokio::process::Command::new("podman");
    let done = command.args(["logs", name]).output().await;
    done.map(|done| [done.stdout, done.stderr].concat())
        .map(|log| String::from_utf8_lossy(&log).into_owned())
        .unwrap_or_default()
}

fn run_words(name: &str, template: &PodTemplate, node: &Node, how: &[&str]) -> Result<Vec<String>> {
    let (container, security) = (template.container(), &template.spec["securityContext"]);
    let id = |field: &str| security[field].as_u64().unwrap_or_default();
    let mut words: Vec<String> = vec!["run".into()];
    words.extend(how.iter().map(|word| (*word).to_owned()));
    let mut push = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    push("--name", name.to_owned());
    push("--network", node.network.clone());
    push("--dns", node.names.to_string());
    push("--user", format!("{}:{}", id("runAsUser"), id("runAsGroup")));
    push("--group-add", id("fsGroup").to_string());
    for variable in container["env"].as_array().into_iter().flatten() {
        let text = |field: &str| variable[field].as_str().unwrap_or_default();
        push("--env", format!("{}={}", text("name"), text("value")));
    }
    if let Some(memory) = container["resources"]["limits"]["memory"].as_str() {
        push("--memory", memory.trim_end_matches('i').to_lowercase());
    }
    let group = u32::try_from(id("fsGroup"))?;
    for mount in container["volumeMounts"].as_array().into_iter().flatten() {
        let text = |field: &str| mount[field].as_str().unwrap_or_default();
        let folder =
            write_volume(&node.folder.join("pods").join(name), template, text("name"), group)?;
        let options = if mount["readOnly"] == true { ":ro" } else { "" };
        push("--volume", format!("{}:{}{options}", folder.display(), text("mountPath")));
    }
    words.extend(limits());
    let container_security = &container["securityContext"];
    if container_security["readOnlyRootFilesystem"] == true {
        words.extend(["--read-only", "--read-only-tmpfs=false"].map(str::to_owned));
    }
    if container_security["capabilities"]["drop"][0] == "ALL" {
        words.extend(["--cap-drop", "all"].map(str::to_owned));
    }
    if container_security["allowPrivilegeEscalation"] == false {
        words.extend(["--security-opt", "no-new-privileges"].map(str::to_owned));
    }
    words.push(container["image"].as_str().context("a container has an image")?.to_owned());
    let arguments = container["args"].as_array().into_iter().flatten();
    words.extend(arguments.filter_map(|word| word.as_str().map(str::to_owned)));
    Ok(words)
}

/// Writes a volume of a pod; returns its folder.
fn write_volume(pod: &Path, template: &PodTemplate, name: &str, group: u32) -> Result<PathBuf> {
    let mut volumes = template.volumes.iter();
    let volume = volumes.find(|volume| volume.name == name);
    let volume = volume.with_context(|| format!("there is no volume {name}"))?;
    let folder = pod.join(name);
    fs::create_dir_all(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(FOLDER_MODE))?;
    chown(&folder, None, Some(group))?;
    for (file, text) in volume.files.iter().flatten() {
        let path = folder.join(file);
        fs::write(&path, text)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(FILE_MODE))?;
        chown(&path, None, Some(group))?;
    }
    Ok(folder)
}
