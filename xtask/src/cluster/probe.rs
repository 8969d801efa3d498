//! Probes of a container, executed as kubelet does.

use super::http::{Connection, Request};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// An HTTP probe.
#[derive(Clone, Debug)]
pub struct Probe {
    address: SocketAddr,
    path: String,
    initial_delay: Duration,
    pub period: Duration,
    timeout: Duration,
    success_threshold: u32,
    failure_threshold: u32,
}

impl Probe {
    /// Reads a probe of a container. `port` resolves its port.
    pub fn read(probe: &Value, port: impl Fn(&Value) -> Option<SocketAddr>) -> Option<Self> {
        let get = probe.get("httpGet")?;
        let seconds =
            |name: &str, default| Duration::from_secs(probe[name].as_u64().unwrap_or(default));
        let count = |name: &str, default| {
            probe[name].as_u64().and_then(|count| u32::try_from(count).ok()).unwrap_or(default)
        };
        Some(Self {
            address: port(&get["port"])?,
            path: get["path"].as_str()?.to_owned(),
            initial_delay: seconds("initialDelaySeconds", 0),
            period: seconds("periodSeconds", 10),
            timeout: seconds("timeoutSeconds", 1),
            success_threshold: count("successThreshold", 1),
            failure_threshold: count("failureThreshold", 3),
        })
    }

    async fn succeeds(&self) -> bool {
        let asked = async {
            let mut connection = Connection::open(self.address).await.ok()?;
            let request = Request::get(&self.path);
            Some(connection.exchange(&request, &self.address.to_string()).await.ok()?.status)
        };
        let status = timeout(self.timeout, asked).await.ok().flatten();
        status.is_some_and(|status| (200..400).contains(&status))
    }

    /// Repeats the probe for ever. Reports each change of the result after its threshold.
    pub async fn watch(&self, mut changed: impl FnMut(bool)) {
        sleep(self.initial_delay).await;
        let (mut successes, mut failures) = (0, 0);
        loop {
            if self.succeeds().await {
                (successes, failures) = (successes + 1, 0);
            } else {
                (successes, failures) = (0, failures + 1);
            }
            if successes == self.success_threshold {
                changed(true);
            } else if failures == self.failure_threshold {
                changed(false);
            }
            sleep(self.period).await;
        }
    }

    /// Waits for the first success; `false` if the threshold of failures comes first.
    pub async fn passes(&self) -> bool {
        sleep(self.initial_delay).await;
        for _ in 0..self.failure_threshold {
            if self.succeeds().await {
                return true;
            }
            sleep(self.period).await;
        }
        false
    }
}
