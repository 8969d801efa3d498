//! Parts of the fleet in their start order, with their readiness checks.

use super::place::{Place, Port};
use super::process::Part;
use super::ready::Ready;
use super::{postgres, settings};
use crate::process::target;
use anyhow::Result;
use rustix::process::Signal;
use std::path::PathBuf;
use std::time::Duration;

/// Folder in which scripts/install.sh installs servers that the distribution lacks.
const TOOLS: &str = "var/tools";
/// Maximum time for a part to stop.
const LEAVE_MAX: Duration = Duration::from_secs(20);
/// Timeout of a program that queries a server.
pub const PATIENCE_MS: u64 = 3_000;

/// Path of the product's program.
pub fn guildhall() -> Result<String> {
    Ok(std::path::absolute(target())?.join("debug/guildhall").display().to_string())
}

/// Path of a program installed by scripts/install.sh.
pub fn tool(path: &str) -> Result<String> {
    Ok(std::path::absolute(PathBuf::from(TOOLS).join(path))?.display().to_string())
}

fn part(name: &'static str, program: &str, arguments: &str, ready: Ready) -> Part {
    let arguments = arguments.split_whitespace().map(str::to_owned).collect();
    let program = program.to_owned();
    let (end, patience) = (Signal::TERM, LEAVE_MAX);
    Part { name, program, arguments, environment: Vec::new(), ready, end, patience }
}

pub fn servers(place: &Place) -> Result<Vec<Part>> {
    let postgres = Part {
        name: "postgres",
        program: "setpriv".to_owned(),
        arguments: postgres::arguments(place)?,
        environment: Vec::new(),
        ready: Ready::Says(postgres::is_ready(place)?),
        // Fast shutdown: open sessions are terminated.
        end: Signal::INT,
        patience: LEAVE_MAX,
    };
    Ok(vec![
        postgres,
        redis(place),
        s3(place)?,
        dns(place),
        resolver(place),
        mail(place)?,
        pebble(place),
    ])
}

fn redis(place: &Place) -> Part {
    let mut redis = part("redis", "redis-server", "", Ready::Open(place.at(Port::Redis)));
    redis.arguments.push(place.text("keys/redis.conf"));
    redis
}

/// SeaweedFS: master, volume server, filer and S3 in one process. A single master has no peers to
/// wait for at its election.
fn s3(place: &Place) -> Result<Part> {
    let port = |port| place.port(port);
    let arguments = format!(
        "-logtostderr server -ip=127.0.0.1 -ip.bind=127.0.0.1 -master.telemetry=false \
         -master.electionTimeout=1s -master.heartbeatInterval=150ms \
         -master.port={} -master.port.grpc={} -master.volumeSizeLimitMB=64 \
         -volume.port={} -volume.port.grpc={} -volume.max=0 -volume.preStopSeconds=0 \
         -filer -filer.port={} -filer.port.grpc={} \
         -s3 -s3.port={} -s3.port.grpc={} -s3.port.iceberg=0 -s3.port.lance=0",
        port(Port::S3Master),
        port(Port::S3MasterGrpc),
        port(Port::S3Volume),
        port(Port::S3VolumeGrpc),
        port(Port::S3Filer),
        port(Port::S3FilerGrpc),
        port(Port::S3),
        port(Port::S3Grpc),
    );
    let ready = Ready::Answers(place.at(Port::S3), "/healthz");
    let mut s3 = part("s3", &tool("s3/bin/weed")?, &arguments, ready);
    let sockets =
        ["filer", "s3"].map(|one| format!("-{one}.localSocket={}", place.text(one) + ".sock"));
    s3.arguments.extend(sockets);
    // Written data is on disk at once; its master would wait 15 s for peers that do not exist.
    s3.patience = Duration::from_secs(2);
    s3.arguments.push(format!("-dir={}", place.text("s3")));
    s3.arguments.push(format!("-s3.config={}", place.text("keys/s3.json")));
    Ok(s3)
}

/// Sockets that SeaweedFS creates at fixed paths and does not remove.
pub fn left_by_s3(place: &Place) -> impl Iterator<Item = PathBuf> {
    let sockets =
        [("master", Port::S3MasterGrpc), ("volume", Port::S3VolumeGrpc), ("s3", Port::S3Grpc)];
    sockets.into_iter().map(|(name, port)| {
        PathBuf::from(format!("/tmp/seaweedfs-{name}-grpc-{}.sock", place.port(port)))
    })
}

fn dns(place: &Place) -> Part {
    let mut dns = part("names", "knotd", "-c", knows_main(place, Port::Dns));
    dns.arguments.push(place.text("names/knot.conf"));
    dns
}

fn resolver(place: &Place) -> Part {
    let ready = knows_main(place, Port::Resolver);
    let mut resolver = part("resolver", "unbound", "-d -p -c", ready);
    resolver.arguments.push(place.text("names/unbound.conf"));
    resolver
}

/// A name server is ready once it resolves main's name.
fn knows_main(place: &Place, at: Port) -> Ready {
    let port = place.port(at);
    let question = format!("kdig @127.0.0.1 -p {port} +short +time=1 {} SOA", super::names::ZONE);
    Ready::Says(question.split(' ').map(str::to_owned).collect())
}

/// MailDev: accepts and displays every email, and delivers none.
fn mail(place: &Place) -> Result<Part> {
    let arguments = format!(
        "--ip 127.0.0.1 --smtp {} --web-ip 127.0.0.1 --web {} --mail-directory",
        place.port(Port::Smtp),
        place.port(Port::MailPage),
    );
    let ready = Ready::Answers(place.at(Port::MailPage), "/healthz");
    let program = tool("mail-catcher/node_modules/maildev/bin/maildev")?;
    let mut mail = part("mail", "node", "", ready);
    mail.arguments.push(program);
    mail.arguments.extend(arguments.split(' ').map(str::to_owned));
    mail.arguments.push(place.text("mail"));
    Ok(mail)
}

fn pebble(place: &Place) -> Part {
    let resolver = format!("-dnsserver {}", place.at(Port::Resolver));
    let mut pebble = part("pebble", "pebble", &resolver, Ready::Open(place.at(Port::Pebble)));
    pebble.arguments.extend(["-config".to_owned(), place.text("pebble/pebble.json")]);
    pebble.environment =
        [("PEBBLE_VA_NOSLEEP", "1"), ("PEBBLE_AUTHZREUSE", "0")].map(|(n, v)| (n, v.into())).into();
    pebble
}

/// Roles of the product.
pub fn roles(place: &Place) -> Result<Vec<Part>> {
    let (one, two) = (place.at(Port::RuntimeOne), place.at(Port::RuntimeTwo));
    let set = |name: &str, value: String| format!("server.{name}={value}");
    let listen = |at, admin| {
        vec![
            set("listen", place.at(at).to_string()),
            set("admin_listen", place.at(admin).to_string()),
        ]
    };
    let mut control = listen(Port::Control, Port::ControlAdmin);
    control.push(set("internal_listen", place.at(Port::Feed).to_string()));
    let edge = vec![
        set("tls_listen", format!("127.0.0.1:{}", place.https)),
        set("plain_listen", format!("127.0.0.1:{}", place.http)),
        set("admin_listen", place.at(Port::EdgeAdmin).to_string()),
        set("runtime_url", format!("http://{one},http://{two}")),
        set("control_url", format!("http://{}", place.at(Port::Control))),
        set("feed_url", format!("http://{}", place.at(Port::Feed))),
    ];
    let probe = |port| Ready::Answers(place.at(port), "/readyz");
    let served = Ready::Answers(([127, 0, 0, 1], place.http).into(), "/readyz");
    let one = listen(Port::RuntimeOne, Port::RuntimeOneAdmin);
    let two = listen(Port::RuntimeTwo, Port::RuntimeTwoAdmin);
    // The worker listens for probes only.
    let worker = vec![set("admin_listen", place.at(Port::WorkerAdmin).to_string())];
    Ok(vec![
        role(place, "control-plane", "control-plane", control, probe(Port::ControlAdmin))?,
        role(place, "runtime-1", "runtime", one, probe(Port::RuntimeOneAdmin))?,
        role(place, "runtime-2", "runtime", two, probe(Port::RuntimeTwoAdmin))?,
        role(place, "worker", "worker", worker, probe(Port::WorkerAdmin))?,
        role(place, "edge", "edge", edge, served)?,
    ])
}

fn role(
    place: &Place,
    name: &'static str,
    word: &str,
    set: Vec<String>,
    ready: Ready,
) -> Result<Part> {
    let mut role = part(name, &guildhall()?, "", ready);
    role.arguments = command_line(place, name, &[word]);
    role.arguments.extend(set.into_iter().flat_map(|one| ["--set".to_owned(), one]));
    Ok(role)
}

/// A command of the product with the fleet's configuration and a separate data folder.
pub fn command_line(place: &Place, name: &str, words: &[&str]) -> Vec<String> {
    let mut arguments: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let data = format!("data_dir={}", place.text(name));
    let more = ["--config", &place.text(settings::FILE), "--set", &data];
    arguments.extend(more.map(str::to_owned));
    arguments
}
