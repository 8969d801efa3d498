//! Queries one resolver, without a cache.

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::{RData, RecordType, rdata::CAA};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// Timeout of one query; there are two attempts.
const QUERY_TIMEOUT: Duration = Duration::from_secs(3);

/// Answer of a resolver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DnsAnswer<T> {
    Records(Vec<T>),
    /// The record does not exist.
    Nothing,
    /// No answer, or SERVFAIL.
    Silence,
}

/// Returns whether a resolver answers a query for the addresses of a name, which need not exist.
pub async fn answers_dns(server: SocketAddr, name: &str) -> bool {
    DnsResolver::new(server).query_addresses(name).await != DnsAnswer::Silence
}

pub(crate) struct DnsResolver {
    server: SocketAddr,
    /// `None` if the library fails to start, which counts as silence.
    resolver: Option<TokioResolver>,
}

impl DnsResolver {
    pub(crate) fn new(server: SocketAddr) -> Self {
        let at_port = |mut connection: ConnectionConfig| {
            connection.port = server.port();
            connection
        };
        let ways = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(at_port).to_vec();
        let server_config = NameServerConfig::new(server.ip(), true, ways);
        let config = ResolverConfig::from_name_servers(vec![server_config]);
        let mut builder =
            TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
        let options = builder.options_mut();
        // A user who has just set a record must not get the previous answer.
        options.cache_size = 0;
        options.timeout = QUERY_TIMEOUT;
        options.attempts = 1;
        options.use_hosts_file = ResolveHosts::Never;
        Self { server, resolver: builder.build().ok() }
    }

    pub(crate) const fn server_address(&self) -> IpAddr {
        self.server.ip()
    }

    /// All addresses of a name, following aliases.
    pub(crate) async fn query_addresses(&self, name: &str) -> DnsAnswer<IpAddr> {
        let four = self.query_records(name, RecordType::A, parse_address).await;
        let six = self.query_records(name, RecordType::AAAA, parse_address).await;
        match (four, six) {
            // A half answer would let an unseen record pass.
            (DnsAnswer::Silence, _) | (_, DnsAnswer::Silence) => DnsAnswer::Silence,
            (DnsAnswer::Nothing, DnsAnswer::Nothing) => DnsAnswer::Nothing,
            (DnsAnswer::Records(some), DnsAnswer::Nothing)
            | (DnsAnswer::Nothing, DnsAnswer::Records(some)) => DnsAnswer::Records(some),
            (DnsAnswer::Records(mut four), DnsAnswer::Records(six)) => {
                four.extend(six);
                DnsAnswer::Records(four)
            }
        }
    }

    /// CAA records of exactly this name (RFC 8659).
    pub(crate) async fn query_caa(&self, name: &str) -> DnsAnswer<CAA> {
        let caa = |data: &RData| match data {
            RData::CAA(caa) => Some(caa.clone()),
            _ => None,
        };
        self.query_records(name, RecordType::CAA, caa).await
    }

    /// Target of exactly this name's CNAME, without the trailing dot.
    pub(crate) async fn query_alias(&self, name: &str) -> DnsAnswer<String> {
        let alias = |data: &RData| match data {
            RData::CNAME(alias) => {
                Some(alias.0.to_ascii().trim_end_matches('.').to_ascii_lowercase())
            }
            _ => None,
        };
        self.query_records(name, RecordType::CNAME, alias).await
    }

    /// TXT records of exactly this name, the parts of each concatenated.
    pub(crate) async fn query_texts(&self, name: &str) -> DnsAnswer<String> {
        let text = |data: &RData| match data {
            RData::TXT(text) => Some(text.to_string()),
            _ => None,
        };
        self.query_records(name, RecordType::TXT, text).await
    }

    async fn query_records<T>(
        &self,
        name: &str,
        kind: RecordType,
        read: impl Fn(&RData) -> Option<T>,
    ) -> DnsAnswer<T> {
        let Some(resolver) = &self.resolver else { return DnsAnswer::Silence };
        // The trailing dot disables this machine's search list.
        match resolver.lookup(format!("{name}."), kind).await {
            Ok(lookup) => {
                let found: Vec<T> =
                    lookup.answers().iter().filter_map(|record| read(&record.data)).collect();
                if found.is_empty() { DnsAnswer::Nothing } else { DnsAnswer::Records(found) }
            }
            Err(error) if error.is_no_records_found() => DnsAnswer::Nothing,
            Err(_) => DnsAnswer::Silence,
        }
    }
}

fn parse_address(data: &RData) -> Option<IpAddr> {
    match data {
        RData::A(address) => Some(IpAddr::V4(address.0)),
        RData::AAAA(address) => Some(IpAddr::V6(address.0)),
        _ => None,
    }
}
