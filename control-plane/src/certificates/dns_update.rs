//! Dynamic updates of the platform's DNS zone (RFC 2136), signed with TSIG (RFC 8945), as needed to
//! validate wildcards (RFC 8555 section 8.4).

use hickory_proto::op::{DnsResponse, Message, ResponseCode, update_message};
use hickory_proto::rr::rdata::TXT;
use hickory_proto::rr::rdata::tsig::TsigAlgorithm;
use hickory_proto::rr::{Name, RData, Record, RecordSet, RecordType, TSigner};
use platform::Clock;
use platform::config::DnsUpdateConfig;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Timeout for the name server.
const QUERY_TIMEOUT: Duration = Duration::from_secs(10);
/// Tolerated clock difference to the name server in seconds (RFC 8945 section 10 recommends 300).
const FUDGE_S: u16 = 300;
/// TTL of the record in seconds.
const TTL_S: u32 = 30;

/// Reason why the zone was not changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum DnsUpdateError {
    /// The key or a name is invalid.
    #[error("the settings of certificates.dns_update are not valid: {0}")]
    Settings(String),
    /// The connection failed or timed out.
    #[error("the name server does not respond: {0}")]
    NoAnswer(#[from] std::io::Error),
    /// The response is not signed by the name server, or invalid.
    #[error("failed to verify the name server's response: {0}")]
    Unbelievable(String),
    /// The name server refused the update.
    #[error("the name server refused the update: {0}")]
    Refused(ResponseCode),
}

/// The zone that we may change.
pub(super) struct DnsZone {
    config: DnsUpdateConfig,
    clock: Clock,
    origin: Name,
    signer: TSigner,
}

impl DnsZone {
    pub(super) fn new(config: DnsUpdateConfig, clock: Clock) -> Result<Self, DnsUpdateError> {
        let settings = |what: &dyn std::fmt::Display| DnsUpdateError::Settings(what.to_string());
        let key = config.key_bytes().ok_or_else(|| settings(&"no key"))?;
        let key_name = parse_name(&config.key_name)?;
        let signer = TSigner::new(key, TsigAlgorithm::HmacSha256, key_name, FUDGE_S)
            .map_err(|error| settings(&error))?;
        let origin = parse_name(&config.zone)?;
        Ok(Self { config, clock, origin, signer })
    }

    /// Maximum delay until the zone's secondary servers are up to date.
    pub(super) const fn propagation_delay(&self) -> Duration {
        Duration::from_millis(self.config.propagation_ms)
    }

    /// Sets the TXT records at `_acme-challenge.` of `host` to exactly these texts.
    pub(super) async fn add_record(
        &self,
        host: &str,
        texts: &[String],
    ) -> Result<(), DnsUpdateError> {
        let name = self.challenge_name(host)?;
        self.remove_records(host).await?;
        let mut records = RecordSet::with_ttl(name, RecordType::TXT, TTL_S);
        for text in texts {
            records.add_rdata(RData::TXT(TXT::new(vec![text.clone()])));
        }
        self.change(update_message::append(records, self.origin.clone(), false, false)).await
    }

    /// Removes all TXT records there.
    pub(super) async fn remove_records(&self, host: &str) -> Result<(), DnsUpdateError> {
        let record = Record::update0(self.challenge_name(host)?, 0, RecordType::TXT);
        let record = record.into_record_of_rdata();
        self.change(update_message::delete_rrset(record, self.origin.clone(), false)).await
    }

    fn challenge_name(&self, host: &str) -> Result<Name, DnsUpdateError> {
        let name = parse_name(&format!("_acme-challenge.{}", host.trim_start_matches("*.")))?;
        // Checked here, because the library would panic.
        if self.origin.zone_of(&name) {
            Ok(name)
        } else {
            Err(DnsUpdateError::Settings(format!("{host} is not in the zone {}", self.config.zone)))
        }
    }

    async fn change(&self, mut message: Message) -> Result<(), DnsUpdateError> {
        let unbelievable =
            |what: &dyn std::fmt::Display| DnsUpdateError::Unbelievable(what.to_string());
        let now_s = u64::try_from(self.clock.now().timestamp()).unwrap_or_default();
        let verifier = message.finalize(&self.signer, now_s).map_err(|e| unbelievable(&e))?;
        let asked = message.to_vec().map_err(|error| unbelievable(&error))?;
        let exchange = tokio::time::timeout(QUERY_TIMEOUT, self.exchange(&asked)).await;
        let answer = exchange.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))?;
        let plain = Message::from_vec(&answer).map_err(|error| unbelievable(&error))?;
        if plain.id != message.id {
            return Err(unbelievable(&"it answers another question"));
        }
        let verified: DnsResponse = match verifier {
            Some(mut verifier) => match verifier.verify(&answer) {
                Ok(verified) => verified,
                // A refusal of the key itself cannot be signed with it (RFC 8945 section 5.3.2).
                Err(_) if plain.response_code != ResponseCode::NoError => {
                    return Err(DnsUpdateError::Refused(plain.response_code));
                }
                Err(error) => return Err(unbelievable(&error)),
            },
            None => return Err(unbelievable(&"it was asked without a signature")),
        };
        match verified.response_code {
            ResponseCode::NoError => Ok(()),
            refused => Err(DnsUpdateError::Refused(refused)),
        }
    }

    /// Sends one message over TCP (RFC 1035 section 4.2.2).
    async fn exchange(&self, message: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(self.config.server).await?;
        let length = u16::try_from(message.len()).map_err(std::io::Error::other)?;
        stream.write_all(&[&length.to_be_bytes(), message].concat()).await?;
        let length = stream.read_u16().await?;
        let mut answer = vec![0; usize::from(length)];
        stream.read_exact(&mut answer).await?;
        Ok(answer)
    }
}

fn parse_name(text: &str) -> Result<Name, DnsUpdateError> {
    let mut name =
        Name::from_ascii(text).map_err(|error| DnsUpdateError::Settings(error.to_string()))?;
    name.set_fqdn(true);
    Ok(name)
}
