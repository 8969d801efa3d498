//! Test fixture: an instance, an authority, a name server, and an edge that the authority can
//! reach.

use crate::kit::{TestApp, WAIT_TIMEOUT};
use crate::pebble::{Names, Pebble, Temper};
use crate::stand_in::Between;
use control_plane::brands::{BrandInput, Rgb};
use control_plane::certificates::{self, DesiredCertificate, HostStatus, Issuer};
use control_plane::routes_feed;
use control_plane::tenants::{self, NewTenant};
use guildhall::certificates::to_table;
use tokio_util::sync::CancellationToken;
use wire::HostCertificate;

/// Everything that a certificate needs.
pub struct World {
    pub app: TestApp,
    pub names: Names,
    pub pebble: Pebble,
    settings: Vec<(String, String)>,
    stop: CancellationToken,
    spare: Option<Pebble>,
}

impl World {
    pub async fn open() -> Self {
        Self::open_with(Temper::default(), &[]).await
    }

    /// A fixture served over https at its edge's address.
    pub async fn open_secure() -> Self {
        let names = Names::start().await;
        let pebble = Pebble::start(names.address, Temper::default()).await;
        let [_, tls] = pebble.looked_at.addresses();
        let origin = format!("https://localhost:{}", tls.port());
        Self::around(names, pebble, &[("server.main_origin", &origin)]).await
    }

    /// A fixture with this behaviour of the authority, and further settings.
    pub async fn open_with(temper: Temper, further: &[(&str, &str)]) -> Self {
        let names = Names::start().await;
        let pebble = Pebble::start(names.address, temper).await;
        Self::around(names, pebble, further).await
    }

    /// A fixture with a second authority, called `spare`, that validates at the same addresses.
    pub async fn open_with_spare() -> Self {
        let names = Names::start().await;
        let pebble = Pebble::start(names.address, Temper::default()).await;
        let looked_at = pebble.looked_at.clone();
        let spare = Pebble::start_at(names.address, Temper::default(), looked_at).await;
        let further = spare.settings(1, "spare");
        let further: Vec<_> = further.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let mut world = Self::around(names, pebble, &further).await;
        world.spare = Some(spare);
        world
    }

    /// A fixture with running servers.
    pub async fn around(names: Names, pebble: Pebble, further: &[(&str, &str)]) -> Self {
        let resolver = names.address.to_string();
        let mut settings = pebble.settings(0, "pebble");
        for (name, value) in [
            ("certificates.resolvers[0]", resolver.as_str()),
            ("certificates.resolvers[1]", resolver.as_str()),
            ("certificates.addresses[0]", "127.0.0.1"),
            ("certificates.issuers[0].caa[0]", "pebble.example"),
            ("certificates.issuers[0].limits.orders_per_second", "1000"),
            ("certificates.issuers[0].limits.orders_per_3_hours", "100000"),
        ] {
            settings.push((name.to_owned(), value.to_owned()));
        }
        settings.extend(further.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())));
        let borrowed: Vec<(&str, &str)> =
            settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let app = TestApp::open_with(&borrowed).await;
        let stop = CancellationToken::new();
        let world = Self { app, names, pebble, settings, stop, spare: None };
        world.listen();
        world
    }

    /// Starts the edge at the addresses that the authority validates.
    fn listen(&self) {
        let (plain, tls) = self.pebble.looked_at.listeners();
        let (edge, stop) = (self.app.app.edge.clone(), self.stop.clone());
        tokio::spawn(async move { edge.serve_redirects(plain, stop).await });
        let (edge, stop) = (self.app.app.edge.clone(), self.stop.clone());
        tokio::spawn(async move { edge.serve_tls(tls, stop).await });
    }

    /// Additional settings for another process on the same data.
    pub fn settings_of_certificates(&self) -> Vec<(String, String)> {
        self.settings.clone()
    }

    /// Creates a worker.
    pub fn issuer(&self) -> Issuer {
        let spread = to_table(self.app.app.table.clone());
        Issuer::from_config(self.app.services(), spread).unwrap().expect("an issuer is configured")
    }

    /// Creates a worker that reaches the authorities through the proxy.
    pub fn issuer_through(&self, between: &Between) -> Issuer {
        let spread = to_table(self.app.app.table.clone());
        let way = between.way();
        Issuer::from_config_with_transport(self.app.services(), spread, Some(&way))
            .unwrap()
            .unwrap()
    }

    /// Requests a certificate for each host.
    pub async fn want(&self, hosts: &[&str]) {
        let mut system = self.app.services().system("want certificates in a test");
        let tx = system.begin().await.unwrap();
        for host in hosts {
            let want = DesiredCertificate {
                names: vec![(*host).to_owned()],
                tenant: None,
                waiting: false,
            };
            certificates::request_certificate_for(&tx, want).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// Creates and activates a portal.
    pub async fn open_tenant(&self, subdomain: &str) {
        let affiliation = self.app.affiliation("Ashcombe College Alumni Association").await;
        let mut system = self.app.services().system("open a portal");
        let brand = BrandInput {
            name: "Ashcombe".to_owned(),
            colour: Rgb([0x6e, 0x1f, 0x3e]),
            headings: "serif".to_owned(),
            corners: "soft".to_owned(),
            top_bar: "paper".to_owned(),
            sign_in_layout: "split".to_owned(),
            picture: "nave".to_owned(),
            sign_in_title: None,
            sign_in_text: None,
        };
        let affiliation_id = affiliation.parse().unwrap();
        let new = NewTenant { affiliation_id, subdomain: subdomain.to_owned(), brand, mark: None };
        tenants::open(&mut system, new).await.unwrap();
    }

    /// Uses "Check again".
    pub async fn check_again(&self, host: &str) {
        let mut system = self.app.services().system("check again in a test");
        let tx = system.begin().await.unwrap();
        certificates::check_again(&tx, host).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Status of a host.
    pub async fn status(&self, host: &str) -> HostStatus {
        let system = self.app.services().system("look at a host in a test");
        certificates::host_status(&system, host).await.unwrap().expect("the host is wanted")
    }

    /// Cause code of a host without a certificate, if any.
    pub async fn cause(&self, host: &str) -> Option<String> {
        self.status(host).await.cause.map(|(code, _)| code)
    }

    /// Hosts that are delayed by a failure or given up, with their status.
    pub async fn put_off(&self, hosts: &[&str]) -> Vec<(String, HostStatus)> {
        let mut put_off = Vec::new();
        for host in hosts {
            let status = self.status(host).await;
            if status.cause.is_some() || status.under_way {
                put_off.push(((*host).to_owned(), status));
            }
        }
        put_off
    }

    /// Certificate of a host in the published routes.
    pub async fn certificate(&self, host: &str) -> Option<HostCertificate> {
        let system = self.app.services().system("read the route table in a test");
        let table = routes_feed::build_table(&system).await.unwrap();
        table.certificates.into_iter().find(|one| one.names.iter().any(|name| name == host))
    }

    /// Published time since which a host is served, in Unix seconds.
    pub async fn answering_since(&self, host: &str) -> Option<i64> {
        let system = self.app.services().system("read the route table in a test");
        let table = routes_feed::build_table(&system).await.unwrap();
        table.portals.iter().find_map(|portal| portal.answering_since.get(host).copied())
    }

    /// Number of published certificates.
    pub async fn certificates(&self) -> usize {
        let system = self.app.services().system("read the route table in a test");
        routes_feed::build_table(&system).await.unwrap().certificates.len()
    }

    /// Number of published challenge answers.
    pub async fn answers(&self) -> usize {
        let system = self.app.services().system("read the route table in a test");
        routes_feed::build_table(&system).await.unwrap().challenges.len()
    }

    /// Runs the worker until every host has a certificate, advancing the clock to the next attempt.
    pub async fn until_certified(&self, issuer: &Issuer, hosts: &[&str]) {
        let working = async {
            loop {
                issuer.run_until_idle().await.unwrap();
                let mut waits = Vec::new();
                for host in hosts {
                    let status = self.status(host).await;
                    if status.good_until.is_none() {
                        waits.push(status.next_at - self.app.clock.now());
                    }
                }
                let Some(wait) = waits.into_iter().min() else { return };
                if wait > chrono::Duration::zero() {
                    self.app.clock.advance_by(wait + chrono::Duration::milliseconds(1));
                }
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT * 2, working)
            .await
            .expect("every host has a certificate");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
