//! Pebble, and the small name server that comes with it: processes of their own, ended with the test. They
//! are those that are installed, or lie in the folder that `GUILDHALL_PEBBLE` names.

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

/// An address of this machine for a server of this test: from a range of the process's own, below the
/// ports that the system hands out, so that tests beside this one do not take it.
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

/// Where an authority looks for answers: an edge listens there.
#[derive(Clone)]
pub struct LookedAt(Arc<[TcpListener; 2]>);

impl LookedAt {
    pub fn anywhere() -> Self {
        let one = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        Self(Arc::new([one(), one()]))
    }

    /// For plain HTTP, and for TLS.
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

/// Starts a server and waits until it listens. A port that was free a moment ago may be taken by now:
/// another try takes another one.
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

/// How the name server is told where to listen: its newer versions have another word for it, and a second way
/// of being asked.
fn answering_names_at(address: SocketAddr) -> Vec<String> {
    let help = program("pebble-challtestsrv").arg("-help").output().unwrap();
    let address = address.to_string();
    if String::from_utf8_lossy(&help.stderr).contains("-dnsserver") {
        ["-dnsserver", &address, "-doh", ""].map(str::to_owned).to_vec()
    } else {
        ["-dns01", &address].map(str::to_owned).to_vec()
    }
}

/// A name server for which every name leads to this machine, unless it is told otherwise.
pub struct Names {
    pub address: SocketAddr,
    management: SocketAddr,
    _server: Server,
}

impl Names {
    pub async fn start() -> Self {
        // Every test process has one; a second install says so and changes nothing.
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

    /// Tells it something: its paths are `set-servfail`, `add-a`, `add-caa` and so on.
    pub async fn tell(&self, what: &str, body: Value) {
        let url = format!("http://{}/{what}", self.management);
        let answer = reqwest::Client::new().post(url).json(&body).send().await.unwrap();
        assert!(answer.status().is_success(), "{what}");
    }
}

/// How a Pebble is to be.
#[derive(Debug, Clone, Default)]
pub struct Temper {
    /// Per cent of orders for which what was proven before is good enough.
    pub proofs_reused: u32,
    /// Per cent of nonces that it refuses.
    pub nonces_refused: u32,
    /// Accounts need an external binding; this is the one it knows.
    pub binding: Option<(&'static str, &'static str)>,
    /// It looks over HTTP where nobody listens, as where port 80 is shut.
    pub http_shut: bool,
    /// The one profile that it knows, if it knows any: of six days.
    pub profile: Option<&'static str>,
    /// The resolver it uses instead of that of the test.
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

    /// One that looks for answers where another looks too.
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

    /// Ends it and starts another at the same address, which knows nothing of what was before.
    pub async fn forget_everything(&mut self) {
        drop(self.server.take());
        let (server, ()) =
            listening(|| (run(self.folder.path(), self.resolver, &self.temper), self.address, ()))
                .await;
        self.server = Some(server);
    }

    /// The certificate that everything it issues comes from, as PEM.
    pub async fn root(&self) -> String {
        let own = std::fs::read(&self.root_file).unwrap();
        let own = reqwest::Certificate::from_pem(&own).unwrap();
        let client = reqwest::Client::builder().tls_certs_only([own]).build().unwrap();
        let url = format!("https://{}/roots/0", self.management);
        client.get(url).send().await.unwrap().text().await.unwrap()
    }

    /// The certificate of its own server and the key for it, as PEM.
    pub fn own_certificate(&self) -> [Vec<u8>; 2] {
        ["server.pem", "server.key"]
            .map(|file| std::fs::read(self.folder.path().join(file)).unwrap())
    }

    /// The settings of an instance that asks this authority.
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

/// What newer versions may be asked for by name; one of them is theirs to choose where none is asked for. Older
/// ones know nothing of it, and issue for five years.
fn profiles(temper: &Temper) -> Value {
    let lasting =
        |days: u32| json!({ "description": "of a test", "validityPeriod": days * 86_400 });
    match temper.profile {
        Some(name) => json!({ name: lasting(6) }),
        None => json!({ "lasting": lasting(5 * 365) }),
    }
}

/// A root of its own for its own server, as its package brings none.
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
