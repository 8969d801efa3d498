//! Test fixtures: an instance per test, users with browsers, and helpers to set them up.
//!
//! ```ignore
//! let app = TestApp::open().await;
//! let ada = app.member("ada").await;
//! let made = ada.post("/api/communities", json!({ … })).await;
//! ```

mod authenticator;
mod backend;
mod browser;
mod counterpart;
mod crowd;
mod databases;
mod factor;
mod issuer;
mod leftover_jobs;
mod live;
mod mail_server;
mod mailbox;
mod process;
mod push_server;
mod reply;
mod row_states;
mod transfer;
pub mod uploads;
mod webhook_receiver;
mod world;
mod written;

pub use authenticator::SoftPasskey;
pub use browser::{At, Browser, Way};
pub use factor::totp;
pub use issuer::Issuer;
pub use live::LiveStream;
pub use mail_server::{MailReader, MailServer};
pub use mailbox::Mail;
pub use process::{Process, free_address, listening, until_open, until_served};
pub use push_server::PushServer;
pub use reply::Reply;
pub use transfer::Arrival;
pub use webhook_receiver::{Answer, WebhookReceiver};
pub use world::{PASSWORD, Portal, email, uuid_of};
pub use written::write_statements;

use backend::Backend;
use guildhall::app::App;
use guildhall::services;
use platform::config::{Config, Sources, TelemetryConfig};
use platform::{Clock, Services};
use sea_orm::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// The allocator of the product; test processes make many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Origin of the main site.
pub const MAIN_ORIGIN: &str = "http://localhost:8080";
/// Cheapest password hashes, because tests create thousands of users.
const CHEAP_HASHES: &[(&str, &str)] =
    &[("security.argon2.memory_kib", "8"), ("security.argon2.iterations", "1")];
/// Enough database connections for tests of concurrency.
pub const FOR_MANY: (&str, &str) = ("database.max_connections", "8");
/// Longest time that tests wait for something that must happen.
pub const WAIT_TIMEOUT: Duration = Duration::from_secs(20);

/// An instance with its backend, which lives as long as the test.
pub struct TestApp {
    pub clock: Clock,
    pub app: Arc<App>,
    backend: Backend,
    folder: TempDir,
    addresses: AtomicU32,
    /// Settings that only this instance has.
    own: Vec<(String, String)>,
    /// Mails of the mail server that the settings name, if they name one.
    mail_reader: Option<MailReader>,
}

impl TestApp {
    /// A new instance that contains only the legal documents.
    pub async fn open() -> Self {
        Self::open_with(&[]).await
    }

    /// As [`Self::open`], with additional settings.
    pub async fn open_with(settings: &[(&str, &str)]) -> Self {
        Self::open_exactly(&[CHEAP_HASHES, settings].concat()).await
    }

    /// As [`Self::open`], for tests of concurrency.
    pub async fn open_for_many() -> Self {
        Self::open_with(&[FOR_MANY]).await
    }

    /// As [`Self::open`], with password hashes as expensive as in production.
    pub async fn open_with_production_hashes() -> Self {
        Self::open_exactly(&[]).await
    }

    /// A new instance on SQLite in `folder`, regardless of the backend of this run, for tests of concurrency.
    pub async fn open_on_sqlite(folder: TempDir) -> Self {
        let backend = Backend::on_sqlite(&folder).await;
        Self::open_on(backend, folder, &[CHEAP_HASHES, &[FOR_MANY]].concat()).await
    }

    async fn open_exactly(settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let backend = Backend::open(&folder).await;
        Self::open_on(backend, folder, settings).await
    }

    async fn open_on(backend: Backend, folder: TempDir, settings: &[(&str, &str)]) -> Self {
        // Installing the provider again fails without effect.
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
        show_logs();
        write_site(&folder);
        let config = config(all_settings(&backend, &folder, &owned(settings)));
        let clock = Clock::system_clock();
        let services =
            services::open(config, clock.clone(), &backend.redis_prefix()).await.unwrap();
        let app = Arc::new(App::start(services).unwrap());
        let addresses = AtomicU32::new(1);
        let test = Self {
            clock,
            app,
            backend,
            folder,
            addresses,
            own: owned(settings),
            mail_reader: None,
        };
        test.until_served("localhost").await;
        test
    }

    /// A second instance on the same data, like another process: it has its own edge, live hub and limiter client.
    pub async fn second_instance(&self) -> Self {
        self.second_instance_with(&[]).await
    }

    /// As [`Self::second_instance`], with additional settings.
    pub async fn second_instance_with(&self, settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        write_site(&folder);
        let backend = self.backend.same_data();
        let own = [self.own.clone(), owned(CHEAP_HASHES), owned(settings)].concat();
        let config = config(all_settings(&backend, &folder, &own));
        let prefix = backend.redis_prefix();
        let services = services::open(config, self.clock.clone(), &prefix).await.unwrap();
        let app = Arc::new(App::start(services).unwrap());
        let addresses = AtomicU32::new(100_000);
        let test = Self {
            clock: self.clock.clone(),
            app,
            backend,
            folder,
            addresses,
            own,
            mail_reader: self.mail_reader.clone(),
        };
        test.until_served("localhost").await;
        test
    }

    /// Folder of the test, deleted with it.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// The instance's parts.
    pub fn services(&self) -> &Services {
        &self.app.services
    }

    /// The settings of the instance, for a process on the same data.
    pub fn settings(&self) -> Vec<(String, String)> {
        let own = [self.own.clone(), owned(CHEAP_HASHES)].concat();
        all_settings(&self.backend, &self.folder, &own)
    }

    /// A new browser with its own network address.
    pub fn browser(&self) -> Browser {
        let number = self.addresses.fetch_add(1, Ordering::Relaxed);
        let way = Way::Edge(self.app.edge.clone(), self.services().clone());
        Browser::new(way, number)
    }

    /// Runs all due jobs, such as sending mail.
    pub async fn work(&self) {
        guildhall::app::build_worker(self.services()).run_until_idle().await.unwrap();
    }

    /// Reads tokens from the mails of this server, which the settings name.
    #[must_use]
    pub fn reading_mails_of(mut self, server: &MailServer) -> Self {
        self.mail_reader = Some(server.reader());
        self
    }

    /// All received mails, oldest first.
    pub fn mails(&self) -> Vec<mailbox::Mail> {
        mailbox::arrived(self.services(), self.backend.mail_server())
    }

    /// The token in the newest mail to `address` that contains one, after running due jobs.
    pub async fn mailed_token(&self, address: &str) -> String {
        self.work().await;
        let rest = match &self.mail_reader {
            Some(reader) => reader.text_with_token(address).await,
            None => {
                let mails = self.mails();
                let mut theirs = mails.iter().rev().filter(|mail| mail.to == address);
                let rest = theirs.find_map(|mail| Some(mail.text.split_once("token=")?.1));
                rest.expect("a mail to them with a token").to_owned()
            }
        };
        rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
    }

    /// Executes SQL, to set up data that the API cannot create.
    pub async fn sql(&self, sql: &str, values: Vec<Value>) {
        let mut system = self.services().system("set up the world of a test");
        let tx = system.begin().await.unwrap();
        tx.execute(sql, values).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Result of a query of the form `SELECT COUNT(*) AS n FROM …`.
    pub async fn count(&self, sql: &str, values: Vec<Value>) -> i64 {
        #[derive(sea_orm::FromQueryResult)]
        struct Counted {
            n: i64,
        }
        let system = self.services().system("check the world of a test");
        system.raw(sql, values).one::<Counted>().await.unwrap().unwrap().n
    }

    /// Waits until all published events are delivered to the open streams.
    pub async fn until_delivered(&self) {
        live::until_delivered(self.services()).await;
    }

    /// Waits until the edge serves `host`.
    pub async fn until_served(&self, host: &str) {
        self.until_answered(host, 200).await;
    }

    /// Waits until the edge answers `status` at `host`.
    pub async fn until_answered(&self, host: &str, status: u16) {
        self.until_status(host, "/", status).await;
    }

    /// Waits until `/readyz` answers `status`.
    pub async fn until_ready(&self, status: u16) {
        self.until_status("localhost", "/readyz", status).await;
    }

    /// Waits until a field of the boot document at `host` has this value.
    pub async fn until_boot(&self, host: &str, field: &str, value: &serde_json::Value) {
        let looking = async {
            while self.browser().at_host(host).get("/api/boot").await.body[field] != *value {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, looking).await.expect("the edge has the new value");
    }

    async fn until_status(&self, host: &str, path: &str, status: u16) {
        let looking = async {
            loop {
                let page = self.browser().at_host(host).get(path).await;
                if page.status == status {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, looking).await.expect("the edge has heard of the host");
    }

    /// Stops the instance as a signal would.
    pub async fn stop(&self) {
        self.app.stop().await;
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.app.stop_token().cancel();
    }
}

/// The value of a numeric environment variable.
pub fn number_from_env(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Prints logs if the environment asks for it: `GUILDHALL_TEST_LOG=debug`.
fn show_logs() {
    if let Ok(log_filter) = std::env::var("GUILDHALL_TEST_LOG") {
        let shown = TelemetryConfig { log_filter, ..TelemetryConfig::default() };
        // A second instance of a test finds the logs initialised.
        drop(platform::telemetry::init(&shown, "guildhall-tests"));
    }
}

/// The smallest two builds that an edge can serve.
pub fn write_site(folder: &TempDir) {
    for build in ["web-main", "web-brand"] {
        let at = folder.path().join(build);
        std::fs::create_dir_all(at.join("assets")).unwrap();
        let page = "<!doctype html><html lang=\"en\" data-guildhall-html><head>\
            <!--guildhall:head--></head><body><div id=\"root\"></div></body></html>";
        std::fs::write(at.join("index.html"), page).unwrap();
        std::fs::write(at.join("assets/app-12345678.js"), format!("// {build}")).unwrap();
    }
}

/// The settings of an instance in `folder`; a later value overrides an earlier one.
fn all_settings(
    backend: &Backend,
    folder: &TempDir,
    further: &[(String, String)],
) -> Vec<(String, String)> {
    let at = |name: &str| folder.path().join(name).display().to_string();
    let mut settings = vec![
        ("data_dir".to_owned(), at("data")),
        ("server.main_origin".to_owned(), MAIN_ORIGIN.to_owned()),
        ("server.portal_domain".to_owned(), "localhost".to_owned()),
        ("server.web_main_dir".to_owned(), at("web-main")),
        ("server.web_brand_dir".to_owned(), at("web-brand")),
        // Off by default; the tests of this policy turn it on.
        ("auth.second_factor_for_admins".to_owned(), "false".to_owned()),
        // No test fetches pages of the internet.
        ("content.link_previews".to_owned(), "off".to_owned()),
    ];
    for name in ["context_key", "feed_token", "token_key"] {
        settings
            .push((format!("security.{name}"), format!("{name}-of-a-test-instance-0123456789")));
    }
    settings.extend(backend.settings(folder));
    settings.extend_from_slice(further);
    settings
}

fn owned(settings: &[(&str, &str)]) -> Vec<(String, String)> {
    settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn config(flags: Vec<(String, String)>) -> Config {
    Config::load(&Sources { flags, ..Sources::default() }).unwrap()
}
