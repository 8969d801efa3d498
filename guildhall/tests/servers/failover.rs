//! A synchronous standby of PostgreSQL becomes the primary while posts are written. The database
//! address leads to it afterwards, as the Service of an operator or a balancer does.

use crate::database_address::DatabaseAddress;
use crate::kit::{FOR_MANY, TestApp, WAIT_TIMEOUT};
use crate::ledger::{BEGIN_AT, write_through_faults};
use crate::load_fixture::LoadFixture;
use crate::private_postgres::PrivatePostgres;
use std::time::{Duration, Instant};

/// Number of attempts that fail before the standby is promoted.
const FAILED: usize = 10;
/// Maximum time from the promotion until the instance is ready by itself.
const RECOVERY_MAX: Duration = Duration::from_secs(5);

/// A primary with a synchronous standby, and the address of the primary.
struct Cluster {
    primary: PrivatePostgres,
    standby: PrivatePostgres,
    address: DatabaseAddress,
}

impl Cluster {
    async fn start() -> Self {
        let primary = PrivatePostgres::start().await;
        let standby = primary.start_standby().await;
        let address = DatabaseAddress::start(&primary.url()).await;
        Self { primary, standby, address }
    }

    async fn open_load(&self) -> LoadFixture {
        let app = TestApp::open_with(&[FOR_MANY, ("database.url", self.address.url())]).await;
        LoadFixture::open(app).await
    }

    /// Promotes the standby, moves the address to it, and waits until the instance is ready.
    async fn fail_over(&self, app: &TestApp) -> Duration {
        self.standby.promote().await;
        let promoted = Instant::now();
        self.address.move_to(&self.standby.url());
        app.until_ready(200).await;
        promoted.elapsed()
    }
}

#[expect(clippy::print_stdout, reason = "a run by hand says what it has seen")]
fn expect_recovery(took: Duration) {
    println!("ready {took:?} after the promotion");
    assert!(took < RECOVERY_MAX, "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_acknowledged_around_the_loss_of_the_primary_is_stored_once() {
    let cluster = Cluster::start().await;
    let mut load = cluster.open_load().await;
    let failed = write_through_faults(&mut load, async |load, progress| {
        progress.until_acknowledged(BEGIN_AT).await;
        progress.is_up.send_replace(false);
        progress.until_failed(FAILED, cluster.primary.crash()).await;
        expect_recovery(cluster.fail_over(&load.hall.app).await);
        progress.is_up.send_replace(true);
    });
    assert!(failed.await >= FAILED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instance_leaves_an_old_primary_that_is_read_only_and_keeps_its_connections() {
    let cluster = Cluster::start().await;
    let mut load = cluster.open_load().await;
    let failed = write_through_faults(&mut load, async |load, progress| {
        progress.until_acknowledged(BEGIN_AT).await;
        progress.is_up.send_replace(false);
        progress.until_failed(FAILED, cluster.primary.refuse_writes()).await;
        load.hall.app.until_ready(503).await;
        let waiting = tokio::time::timeout(WAIT_TIMEOUT, cluster.primary.until_no_writes());
        waiting.await.expect("all writes end");
        expect_recovery(cluster.fail_over(&load.hall.app).await);
        progress.is_up.send_replace(true);
    });
    assert!(failed.await >= FAILED);
}
