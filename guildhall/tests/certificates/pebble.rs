//! Pebble and its challenge test server (a small name server), as processes that end with the test.
//! Uses the installed programs, or those in the folder named by `GUILDHALL_PEBBLE`.

use crate::kit::WAIT_TIMEOUT;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// A process that ends with the test.
pub struct Server(Child);

impl Server {
    pub fn start(command: &mut Command) -> Self {
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Self(quiet.spawn().expect("the program is installed (scripts/install.sh)"))
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A local address for a server of this test, from a range of this process below the ephemeral
/// ports, so that concurrent tests do not use it.
pub fn private_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let range = u16::try_from(std::process::id() % 400).unwrap();
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 2_000 + range * 40 + number % 40));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}

/// Address at which an authority validates challenges: an edge listens there.
#[derive(Clone)]
pub struct LookedAt(Arc<[TcpListener; 2]>);

impl LookedAt {
    pub fn anywhere() -> Self {
        let one = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        Self(Arc::new([one(), one()]))
    }

    /// Addresses for plain HTTP and for TLS.
    pub fn addresses(&self) -> [SocketAddr; 2] {
        [&self.0[0], &self.0[1]].map(|listener| listener.local_addr().unwrap())
    }

    pub fn listeners(&self) -> (tokio::net::TcpListener, tokio::net::TcpListener) {
        let listening = |listener: &TcpListener| {
            let listener = listener.try_clone().unwrap();
            listener.set_nonblocking(true).unwrap();
            tokio::net::TcpListener::from_std(listener).unwrap()
        };
        (listening(&self.0[0]), listening(&self.0[1]))
    }
}

/// Starts a server and waits until it listens. Retries with other ports, because a free port may be
/// taken meanwhile.
pub async fn listening<T>(mut start: impl FnMut() -> (Server, SocketAddr, T)) -> (Server, T) {
    for _ in 0..5 {
        let (mut server, address, rest) = start();
        let opening = async {
            loop {
                if server.has_ended() {
                    return false;
                }
                if tokio::net::TcpStream::connect(address).await.is_ok() {
                    return true;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(WAIT_TIMEOUT, opening).await.expect("the server listens") {
            return (server, rest);
        }
    }
    panic!("the server does not start");
}

fn program(name: &str) -> Command {
    std::env::var("GUILDHALL_PEBBLE")
        .map_or_else(|_| Command::new(name), |folder| Command::new(Path::new(&folder).join(name)))
}

/// Arguments with the name server's address; newer versions use other flags and support a second
/// protocol.
fn answering_names_at(address: SocketAddr) -> Vec<String> {
    let help = program("pebble-challtestsrv").arg("-help").output().unwrap();
    let address = address.to_string();
    if String::from_utf8_lossy(&help.stderr).contains("-dnsserver") {
        ["-dnsserver", &address, "-doh", ""].map(str::to_owned).to_vec()
    } else {
        ["-dns01", &address].map(str::to_owned).to_vec()
    }
}

/// A name server that resolves every name to this machine by default.
pub struct Names {
    pub address: SocketAddr,
    management: SocketAddr,
    _server: Server,
}

impl Names {
    pub async fn start() -> Self {
        // One provider per process; a second installation has no effect.
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
        let (server, (address, management)) = listening(|| {
            let (dns, management) = (private_address(), private_address());
            let server = Server::start(
                program("pebble-challtestsrv")
                    .args(["-management", &management.to_string()])
                    .args(answering_names_at(dns))
                    .args(["-http01", "", "-https01", "", "-tlsalpn01", ""])
                    .args(["-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""]),
            );
            (server, management, (dns, management))
        })
        .await;
        Self { address, management, _server: server }
    }

    /// Sends a command to the server: `set-servfail`, `add-a`, `add-caa` and so on.
    pub async fn tell(&self, what: &str, body: Value) {
        let url = format!("http://{}/{what}", self.management);
        let answer = reqwest::Client::new().post(url).json(&body).send().await.unwrap();
        assert!(answer.status().is_success(), "{what}");
    }
}

/// Behaviour of a Pebble.
#[derive(Debug, Clone, Default)]
pub struct Temper {
    /// Percentage of orders that may reuse earlier authorizations.
    pub proofs_reused: u32,
    /// Percentage of nonces that are refused.
    pub nonces_refused: u32,
    /// Required external account binding, if any.
    pub binding: Option<(&'static str, &'static str)>,
    /// HTTP validation uses a port without a listener, like a blocked port 80.
    pub http_shut: bool,
    /// Only supported profile, if any; valid for six days.
    pub profile: Option<&'static str>,
    /// Resolver to use instead of the test's.
    pub resolver: Option<SocketAddr>,
}

/// A certificate authority.
pub struct Pebble {
    pub directory: String,
    pub root_file: PathBuf,
    pub looked_at: LookedAt,
    pub address: SocketAddr,
    management: SocketAddr,
    folder: TempDir,
    temper: Temper,
    resolver: SocketAddr,
    server: Option<Server>,
}

impl Pebble {
    pub async fn start(resolver: SocketAddr, temper: Temper) -> Self {
        Self::start_at(resolver, temper, LookedAt::anywhere()).await
    }

    /// Starts an authority that validates at the same addresses as another one.
    pub async fn start_at(resolver: SocketAddr, temper: Temper, looked_at: LookedAt) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root_file = write_certificates(folder.path());
        let resolver = temper.resolver.unwrap_or(resolver);
        let (server, (address, management)) = listening(|| {
            let (address, management) = (private_address(), private_address());
            let [mut http, tls] = looked_at.addresses();
            if temper.http_shut {
                http = private_address();
            }
            write_config(folder.path(), [address, management, http, tls], &temper);
            (run(folder.path(), resolver, &temper), address, (address, management))
        })
        .await;
        let directory = format!("https://{address}/dir");
        let server = Some(server);
        Self {
            directory,
            root_file,
            looked_at,
            address,
            management,
            folder,
            temper,
            resolver,
            server,
        }
    }

    /// Restarts it at the same address without its state.
    pub async fn forget_everything(&mut self) {
        drop(self.server.take());
        let (server, ()) =
            listening(|| (run(self.folder.path(), self.resolver, &self.temper), self.address, ()))
                .await;
        self.server = Some(server);
    }

    /// Its root certificate, as PEM.
    pub async fn root(&self) -> String {
        let own = std::fs::read(&self.root_file).unwrap();
        let own = reqwest::Certificate::from_pem(&own).unwrap();
        let client = reqwest::Client::builder().tls_certs_only([own]).build().unwrap();
        let url = format!("https://{}/roots/0", self.management);
        client.get(url).send().await.unwrap().text().await.unwrap()
    }

    /// Certificate and key of its own server, as PEM.
    pub fn own_certificate(&self) -> [Vec<u8>; 2] {
        ["server.pem", "server.key"]
            .map(|file| std::fs::read(self.folder.path().join(file)).unwrap())
    }

    /// Settings of an instance that uses this authority.
    pub fn settings(&self, number: usize, name: &str) -> Vec<(String, String)> {
        let field = |field: &str| format!("certificates.issuers[{number}].{field}");
        vec![
            (field("name"), name.to_owned()),
            (field("directory"), self.directory.clone()),
            (field("root_file"), self.root_file.display().to_string()),
            (field("contact"), "operator@halls.example".to_owned()),
        ]
    }
}

fn run(folder: &Path, resolver: SocketAddr, temper: &Temper) -> Server {
    Server::start(
        program("pebble")
            .arg("-config")
            .arg(folder.join("pebble.json"))
            .args(["-dnsserver", &resolver.to_string()])
            .env("PEBBLE_VA_NOSLEEP", "1")
            .env("PEBBLE_AUTHZREUSE", temper.proofs_reused.to_string())
            .env("PEBBLE_WFE_ORDERS_PER_PAGE", "100")
            .env("PEBBLE_WFE_NONCEREJECT", temper.nonces_refused.to_string()),
    )
}

fn write_config(folder: &Path, addresses: [SocketAddr; 4], temper: &Temper) {
    let [address, management, http, tls] = addresses;
    let mut pebble = json!({
        "listenAddress": address.to_string(),
        "managementListenAddress": management.to_string(),
        "certificate": folder.join("server.pem"),
        "privateKey": folder.join("server.key"),
        "httpPort": http.port(),
        "tlsPort": tls.port(),
        "ocspResponderURL": "",
        "externalAccountBindingRequired": temper.binding.is_some(),
        "domainBlocklist": ["blocked.example"],
        "profiles": profiles(temper),
    });
    if let Some((id, key)) = temper.binding {
        pebble["externalAccountMACKeys"] = json!({ id: key });
    }
    let config = json!({ "pebble": pebble }).to_string();
    std::fs::write(folder.join("pebble.json"), config).unwrap();
}

/// Profile configuration of newer versions, which choose one by default. Older versions ignore it
/// and issue for five years.
fn profiles(temper: &Temper) -> Value {
    let lasting =
        |days: u32| json!({ "description": "of a test", "validityPeriod": days * 86_400 });
    match temper.profile {
        Some(name) => json!({ name: lasting(6) }),
        None => json!({ "lasting": lasting(5 * 365) }),
    }
}

/// Creates a root for Pebble's own server, because its package has none.
fn write_certificates(folder: &Path) -> PathBuf {
    let root_key = KeyPair::generate().unwrap();
    let mut root = CertificateParams::default();
    root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let root_file = folder.join("root.pem");
    std::fs::write(&root_file, root.self_signed(&root_key).unwrap().pem()).unwrap();
    let issuer = Issuer::new(root, root_key);
    let server_key = KeyPair::generate().unwrap();
    let server = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    let server = server.signed_by(&server_key, &issuer).unwrap();
    std::fs::write(folder.join("server.pem"), server.pem()).unwrap();
    std::fs::write(folder.join("server.key"), server_key.serialize_pem()).unwrap();
    root_file
}
