//! Restore drill: every write that was acknowledged before a backup started is in it.

use crate::kit::{TestApp, number_from_env};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Number of writes that are acknowledged before the cut; `GUILDHALL_DRILL_WRITES` overrides it.
const WRITES: usize = 600;
/// Writers with a connection each.
const WRITERS: usize = 4;

/// Writers that go on until they are stopped.
pub struct Writers {
    acknowledged: Arc<Mutex<Vec<String>>>,
    stop: Arc<AtomicBool>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Writers {
    /// Starts to create invite codes, each in a transaction of its own.
    pub fn start(app: &Arc<TestApp>) -> Self {
        let acknowledged = Arc::<Mutex<Vec<String>>>::default();
        let stop = Arc::<AtomicBool>::default();
        let write = |writer: usize| {
            let (app, acknowledged, stop) = (app.clone(), Arc::clone(&acknowledged), stop.clone());
            tokio::spawn(async move {
                for n in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let code = format!("DRILL-{writer}-{n}");
                    app.invite_code(&code, Some(1)).await;
                    acknowledged.lock().unwrap().push(code);
                }
            })
        };
        let tasks = (0..WRITERS).map(write).collect();
        Self { acknowledged, stop, tasks }
    }

    /// The acknowledged writes, as soon as there are enough.
    pub async fn cut(&self) -> Vec<String> {
        let wanted = number_from_env("GUILDHALL_DRILL_WRITES");
        let wanted = wanted.map_or(WRITES, |wanted| usize::try_from(wanted).unwrap());
        self.until_acknowledged(wanted).await;
        self.acknowledged.lock().unwrap().clone()
    }

    /// Waits until this number of writes is acknowledged.
    pub async fn until_acknowledged(&self, count: usize) {
        while self.acknowledged() < count {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }

    /// Number of acknowledged writes.
    pub fn acknowledged(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    /// Stops the writers. Returns the number of all acknowledged writes.
    pub async fn stop(self) -> usize {
        self.stop.store(true, Ordering::Relaxed);
        for task in self.tasks {
            task.await.unwrap();
        }
        self.acknowledged.lock().unwrap().len()
    }
}

/// Writes that are missing among the stored ones.
pub fn missing<'w>(acknowledged: &'w [String], stored: &[String]) -> Vec<&'w String> {
    let stored: std::collections::HashSet<_> = stored.iter().collect();
    acknowledged.iter().filter(|code| !stored.contains(code)).collect()
}

/// Query for all of them.
pub const STORED: &str = "SELECT code FROM invite_codes WHERE code LIKE 'DRILL-%'";
