//! PROXY protocol, version 2, for a balancer that forwards TLS unopened
//! (<https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt>). Read from trusted proxies only.
//! A connection without the header is refused, because the next bytes would be read as the
//! client's.

use ppp::v2::{Addresses, Command, Header, Protocol};
use std::io;
use std::net::SocketAddr;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Length of the signature, version, family and length fields.
const FIXED_BYTES: usize = 16;
const SIGNATURE: &[u8; 12] = b"\r\n\r\n\0\r\nQUIT\n";
/// Maximum length of the rest: addresses, and information about the balancer and the client's TLS.
const REST_BYTES_MAX: usize = 2_048;

/// Reads exactly the header; `None` when the proxy speaks for itself, as in its health checks.
///
/// # Errors
/// The stream does not begin with a header of version 2 for a stream over IP.
pub async fn read_client_address<S: AsyncRead + Unpin>(
    stream: &mut S,
) -> io::Result<Option<SocketAddr>> {
    let mut bytes = vec![0; FIXED_BYTES];
    stream.read_exact(&mut bytes).await?;
    if !bytes.starts_with(SIGNATURE) {
        return Err(invalid_header_error("no PROXY header of version 2"));
    }
    let rest = usize::from(u16::from_be_bytes([bytes[14], bytes[15]]));
    if rest > REST_BYTES_MAX {
        return Err(invalid_header_error("a PROXY header that is too long"));
    }
    bytes.resize(FIXED_BYTES + rest, 0);
    stream.read_exact(&mut bytes[FIXED_BYTES..]).await?;
    let header = Header::try_from(bytes.as_slice())
        .map_err(|_| invalid_header_error("a broken PROXY header"))?;
    match (header.command, header.protocol, header.addresses) {
        (Command::Local, ..) | (_, Protocol::Unspecified, Addresses::Unspecified) => Ok(None),
        (_, Protocol::Stream, Addresses::IPv4(at)) => {
            Ok(Some(SocketAddr::from((at.source_address, at.source_port))))
        }
        (_, Protocol::Stream, Addresses::IPv6(at)) => {
            Ok(Some(SocketAddr::from((at.source_address, at.source_port))))
        }
        _ => Err(invalid_header_error("a PROXY header for no stream over IP")),
    }
}

fn invalid_header_error(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::{SIGNATURE, read_client_address};
    use futures::FutureExt;
    use ppp::v2::Builder;
    use proptest::prelude::*;
    use std::net::SocketAddr;

    /// Parses `bytes` and returns the rest. Reads from memory are always ready.
    fn read(mut bytes: &[u8]) -> (Option<Result<Option<SocketAddr>, String>>, &[u8]) {
        let said = read_client_address(&mut bytes).now_or_never();
        (said.map(|said| said.map_err(|error| error.to_string())), bytes)
    }

    fn header(version_command: u8, from: SocketAddr, to: SocketAddr, more: &[u8]) -> Vec<u8> {
        let protocol = ppp::v2::Protocol::Stream;
        let built = Builder::with_addresses(version_command, protocol, (from, to))
            .write_tlv(ppp::v2::Type::NoOp, more)
            .and_then(Builder::build);
        built.unwrap_or_default()
    }

    #[test]
    fn rejects_version_1_and_other_input() {
        let v1 = b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n";
        let unknown = [SIGNATURE.as_slice(), &[0x31, 0x11, 0, 0]].concat();
        let short = [SIGNATURE.as_slice(), &[0x21, 0x11, 0, 4, 1, 2, 3, 4]].concat();
        let datagram = [SIGNATURE.as_slice(), &[0x21, 0x12, 0, 12], &[0; 12]].concat();
        let long = [SIGNATURE.as_slice(), &[0x21, 0x11, 0xff, 0xff], &[0; 4_000]].concat();
        let hello = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 0, 0, 0, 0, 0, 0, 0];
        for bytes in [v1.as_slice(), &unknown, &short, &datagram, &long, &hello, b"PROXY", b""] {
            let (said, _) = read(bytes);
            assert!(matches!(said, Some(Err(_))), "{bytes:?}");
        }
    }

    #[test]
    fn local_command_has_no_client() {
        let local = [SIGNATURE.as_slice(), &[0x20, 0, 0, 0], b"rest"].concat();
        assert_eq!(read(&local), (Some(Ok(None)), &b"rest"[..]));
    }

    proptest! {
        #[test]
        fn reads_the_client_and_no_byte_after_the_header(
            from: std::net::IpAddr, port: u16, more in proptest::collection::vec(any::<u8>(), 0..200),
            behind in proptest::collection::vec(any::<u8>(), 0..40),
        ) {
            let from = SocketAddr::from((from, port));
            let to: SocketAddr = if from.is_ipv4() {
                ([127, 0, 0, 1], 443).into()
            } else {
                (std::net::Ipv6Addr::LOCALHOST, 443).into()
            };
            let bytes = [header(0x21, from, to, &more), behind.clone()].concat();
            prop_assert_eq!(read(&bytes), (Some(Ok(Some(from))), &behind[..]));
        }

        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let signed = [SIGNATURE.as_slice(), &bytes].concat();
            prop_assert!(read(&bytes).0.is_some());
            prop_assert!(read(&signed).0.is_some());
        }
    }
}
