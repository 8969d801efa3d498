//! `make up-production-like`: every role as a separate process, with the servers that production
//! uses, on this machine only.
//!
//! Read [`place`] (folder and ports), [`parts`] (the programs and their readiness checks),
//! [`prepare`] (files for a first start), [`supervise`] (starting, monitoring, stopping) and
//! [`control`] (commands from another terminal).

mod control;
mod data_servers;
mod keys;
mod messages;
mod names;
mod parts;
mod pebble;
mod place;
mod postgres;
mod prepare;
mod process;
mod ready;
mod scan;
mod settings;
mod supervise;

use anyhow::{Result, bail};
pub use data_servers::DataServers;
use place::Place;

pub const HELP: &str = "\
  fleet up        every role as a process, with its servers (make up-production-like)
  fleet down      end it from another terminal
  fleet status    its parts and their process ids
  fleet stop|kill|start PART
                  end a part politely or at once, or start it again
  fleet dns add|del NAME TYPE VALUE
                  change a record below `test`, for a portal's own domain
  fleet scan [thorough]
                  have its TLS judged by sslyze, and by testssl.sh
      --data-dir DIR  --https-port N  --http-port N  --private-ports N
                  where it lies, and the first of forty ports that its servers take
      --portal-domain NAME.localhost
                  where portals lie, if not below main's own domain
";

/// `cargo xtask fleet …`.
pub fn run(arguments: &[String]) -> Result<()> {
    let (place, words) = Place::read(arguments)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["up"] => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(supervise::up(&place))
        }
        ["down" | "status"] | ["stop" | "kill" | "start", _] => {
            control::send_query(&place, &words.join(" "))
        }
        ["scan"] => scan::scan(&place, false),
        ["scan", "thorough"] => scan::scan(&place, true),
        ["dns", action @ ("add" | "del"), name, kind, value @ ..] if !value.is_empty() => {
            names::change(&place, action, name, kind, &value.join(" "))
        }
        _ => bail!("cargo xtask\n{HELP}"),
    }
}
