//! Deployments and endpoints: starts, replaces and ends pods until they are as the manifest says.

use super::manifest::{Deployment, Manifest, NAMESPACE, Service};
use super::names::{Names, Records};
use super::pod::{Node, Pod};
use crate::process::say;
use anyhow::{Context, Result, bail};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

/// Interval at which the controller compares.
const INTERVAL: Duration = Duration::from_millis(100);
/// Longest time until all pods are as desired.
const SETTLE_MAX: Duration = Duration::from_secs(300);
const CLUSTER_DOMAIN: &str = "svc.cluster.local";
/// Port of the edge behind its Service.
const EDGE_PORT: u16 = 8080;

/// The running cluster.
pub struct Cluster {
    pub node: Node,
    names: Names,
    next: AtomicUsize,
    state: Mutex<ClusterState>,
    /// Ready edges: the endpoints of the Service that clients use.
    edges: watch::Sender<Vec<SocketAddr>>,
}

#[derive(Default)]
struct ClusterState {
    deployments: Vec<Deployment>,
    services: Vec<Service>,
    pods: Vec<Arc<Pod>>,
    published: Records,
    /// Pods that ended by themselves or had to be killed.
    findings: Vec<String>,
}

impl Cluster {
    pub fn new(node: Node, names: Names) -> Arc<Self> {
        let edges = watch::Sender::new(Vec::new());
        let state = Mutex::new(ClusterState::default());
        Arc::new(Self { node, names, next: AtomicUsize::new(1), state, edges })
    }

    pub fn edges(&self) -> watch::Receiver<Vec<SocketAddr>> {
        self.edges.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, ClusterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a manifest the desired state.
    pub fn apply(&self, manifest: &Manifest) -> Result<()> {
        let (deployments, services) = (manifest.deployments()?, manifest.services()?);
        let mut state = self.lock();
        (state.deployments, state.services) = (deployments, services);
        Ok(())
    }

    /// Runs until it is aborted.
    pub async fn reconcile(self: Arc<Self>) {
        loop {
            if let Err(error) = self.reconcile_once() {
                self.lock().findings.push(format!("{error:#}"));
            }
            sleep(INTERVAL).await;
        }
    }

    fn reconcile_once(self: &Arc<Self>) -> Result<()> {
        let (mut started, mut ending) = (Vec::new(), Vec::new());
        {
            let mut state = self.lock();
            state.pods.retain(|pod| pod.state().ended.is_none());
            for deployment in state.deployments.clone() {
                match next_action(&deployment, &state.pods) {
                    Some(Action::Start) => {
                        let number = self.next.fetch_add(1, Ordering::Relaxed);
                        let name = format!("{}-{}-{number}", self.node.network, deployment.name);
                        let pod = Pod::new(name, &deployment.name, deployment.template.clone());
                        state.pods.push(pod.clone());
                        started.push(pod);
                    }
                    Some(Action::End(pod)) => ending.push(pod),
                    None => {}
                }
            }
        }
        for pod in started {
            tokio::spawn(self.clone().run_pod(pod));
        }
        for pod in ending {
            self.end_pod(pod);
        }
        self.publish()
    }

    async fn run_pod(self: Arc<Self>, pod: Arc<Pod>) {
        let ended = pod.clone().run(&self.node).await;
        let state = pod.state();
        let is_expected =
            state.is_crash_planned || (state.is_terminating && matches!(ended, Ok(0)));
        if !is_expected {
            let when = if state.is_terminating { "after SIGTERM" } else { "by itself" };
            let how = ended.map_or_else(|error| format!("{error:#}"), |status| status.to_string());
            self.lock().findings.push(format!("{} ended {when}: {how}", pod.name));
        }
    }

    fn end_pod(self: &Arc<Self>, pod: Arc<Pod>) {
        let cluster = self.clone();
        tokio::spawn(async move {
            if !pod.terminate().await {
                let finding = format!("{} had to be killed after its grace period", pod.name);
                cluster.lock().findings.push(finding);
            }
        });
    }

    /// Publishes the endpoints if they changed.
    fn publish(&self) -> Result<()> {
        let mut state = self.lock();
        let mut records = Records::new();
        let mut edges = Vec::new();
        for service in &state.services {
            let endpoints = state.pods.iter().filter(|pod| {
                service.selects(&pod.template.labels) && pod.is_endpoint(service.publish_not_ready)
            });
            let addresses: Vec<_> = endpoints.filter_map(|pod| pod.state().address).collect();
            if service.headless {
                let name = format!("{}.{NAMESPACE}.{CLUSTER_DOMAIN}", service.name);
                records.insert(name, addresses.into_iter().collect());
            } else {
                edges.extend(addresses.into_iter().map(|at| SocketAddr::new(at, EDGE_PORT)));
            }
        }
        self.edges.send_if_modified(|before| {
            let is_changed = *before != edges;
            *before = edges;
            is_changed
        });
        if records != state.published {
            self.names.publish(&records)?;
            state.published = records;
        }
        Ok(())
    }

    /// Waits until all pods are as desired, available, and none is terminating.
    pub async fn wait_until_settled(&self) -> Result<()> {
        let until = Instant::now() + SETTLE_MAX;
        loop {
            let is_settled = {
                let state = self.lock();
                let is_done = |deployment: &Deployment| is_complete(deployment, &state.pods);
                state.deployments.iter().all(is_done)
            };
            if is_settled {
                return Ok(());
            }
            if Instant::now() > until {
                bail!(
                    "the pods are not as desired after {} s:\n{}",
                    SETTLE_MAX.as_secs(),
                    self.describe()
                );
            }
            sleep(INTERVAL).await;
        }
    }

    /// Kills one pod of a role as a crash, and waits until another has replaced it.
    pub async fn crash_pod(&self, role: &str) -> Result<()> {
        let suffix = format!("-{role}");
        let pod = {
            let state = self.lock();
            let mut pods = state.pods.iter().filter(|pod| pod.deployment.ends_with(&suffix));
            pods.next().cloned().with_context(|| format!("no pod of {role}"))?
        };
        pod.plan_crash();
        pod.kill().await;
        let until = Instant::now() + SETTLE_MAX;
        while pod.state().ended.is_none() && Instant::now() < until {
            sleep(INTERVAL).await;
        }
        self.wait_until_settled().await
    }

    /// Returns and forgets the findings so far.
    pub fn take_findings(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().findings)
    }

    fn describe(&self) -> String {
        let line = |pod: &Arc<Pod>| format!("  {}: {:?}\n", pod.name, pod.state());
        self.lock().pods.iter().map(line).collect()
    }

    /// Ends all pods gracefully.
    pub async fn shut_down(&self) {
        self.lock().deployments.clear();
        let pods = self.lock().pods.clone();
        let mut ending = tokio::task::JoinSet::new();
        for pod in pods {
            ending.spawn(async move { pod.terminate().await });
        }
        while ending.join_next().await.is_some() {}
        say("  all pods have ended\n");
    }
}

enum Action {
    Start,
    End(Arc<Pod>),
}

fn pods_of<'a>(deployment: &Deployment, pods: &'a [Arc<Pod>]) -> Vec<&'a Arc<Pod>> {
    pods.iter().filter(|pod| pod.deployment == deployment.name).collect()
}

fn is_complete(deployment: &Deployment, pods: &[Arc<Pod>]) -> bool {
    let pods = pods_of(deployment, pods);
    let is_fine = |pod: &&Arc<Pod>| {
        pod.template == deployment.template && pod.is_available(deployment.min_ready)
    };
    pods.len() == deployment.replicas && pods.iter().all(is_fine)
}

/// Next step of a Deployment: at most `max_surge` pods more than desired, and at most `max_unavailable`
/// fewer available ones.
fn next_action(deployment: &Deployment, pods: &[Arc<Pod>]) -> Option<Action> {
    let pods: Vec<_> =
        pods_of(deployment, pods).into_iter().filter(|pod| !pod.state().is_terminating).collect();
    let (current, old): (Vec<&Arc<Pod>>, Vec<&Arc<Pod>>) =
        pods.iter().copied().partition(|pod| pod.template == deployment.template);
    if current.len() < deployment.replicas
        && pods.len() < deployment.replicas + deployment.max_surge
    {
        return Some(Action::Start);
    }
    let is_available = |pod: &&&Arc<Pod>| pod.is_available(deployment.min_ready);
    let available = pods.iter().filter(is_available).count();
    let is_surplus = pods.len() > deployment.replicas;
    // An old pod that is not available can go at once.
    let unavailable = old.iter().find(|pod| !pod.is_available(deployment.min_ready));
    let keep = deployment.replicas.saturating_sub(deployment.max_unavailable);
    let leaving = match (unavailable, old.first()) {
        (Some(pod), _) if is_surplus => Some(*pod),
        (_, Some(pod)) if available > keep => Some(*pod),
        (None, None) if is_surplus && available > keep => current.last().copied(),
        _ => None,
    };
    leaving.map(|pod| Action::End(Arc::clone(pod)))
}

#[cfg(test)]
mod tests {
    use super::super::manifest::PodTemplate;
    use super::*;
    use serde_json::json;
    use std::collections::BTreeMap;

    fn template(image: &str) -> PodTemplate {
        let spec = json!({ "containers": [{ "image": image }] });
        PodTemplate { labels: BTreeMap::new(), spec, volumes: Vec::new() }
    }

    fn deployment(replicas: usize) -> Deployment {
        Deployment {
            name: "runtime".to_owned(),
            replicas,
            max_surge: 1,
            max_unavailable: 0,
            min_ready: Duration::ZERO,
            template: template("new"),
        }
    }

    fn pod(name: &str, image: &str, is_ready: bool) -> Arc<Pod> {
        let pod = Pod::new(name.to_owned(), "runtime", template(image));
        pod.set_ready(is_ready);
        pod
    }

    fn ended(action: Option<Action>) -> Option<String> {
        match action {
            Some(Action::End(pod)) => Some(pod.name.clone()),
            _ => None,
        }
    }

    #[test]
    fn old_pod_ends_only_after_a_new_one_is_available() {
        let (one, two) = (pod("one", "old", true), pod("two", "old", true));
        let before = [one.clone(), two.clone()];
        assert!(matches!(next_action(&deployment(2), &before), Some(Action::Start)));
        let starting = [one.clone(), two.clone(), pod("three", "new", false)];
        assert!(next_action(&deployment(2), &starting).is_none());
        let started = [one, two, pod("three", "new", true)];
        assert_eq!(ended(next_action(&deployment(2), &started)).as_deref(), Some("one"));
    }

    #[test]
    fn scaling_down_ends_the_newest_and_keeps_the_desired_number() {
        let pods = ["one", "two", "three"].map(|name| pod(name, "new", true));
        assert_eq!(ended(next_action(&deployment(1), &pods)).as_deref(), Some("three"));
        assert!(next_action(&deployment(3), &pods).is_none());
        assert!(is_complete(&deployment(3), &pods) && !is_complete(&deployment(1), &pods));
    }

    #[test]
    fn unavailable_old_pod_is_replaced_without_waiting_for_it() {
        let pods = [pod("broken", "old", false), pod("new", "new", true)];
        assert_eq!(ended(next_action(&deployment(1), &pods)).as_deref(), Some("broken"));
    }
}
