//! HTTP/2 frame parser (RFC 9113 section 4.1), independent of read sizes. It reads only the
//! payloads of SETTINGS and WINDOW_UPDATE.

pub const DATA: u8 = 0;
pub const HEADERS: u8 = 1;
pub const RST_STREAM: u8 = 3;
pub const SETTINGS: u8 = 4;
pub const PING: u8 = 6;
pub const WINDOW_UPDATE: u8 = 8;
/// Flag of DATA and HEADERS: end of the stream in this direction.
pub const END_STREAM: u8 = 1;

const FRAME_HEADER_BYTES: usize = 9;
const SETTING_BYTES: usize = 6;
const WINDOW_BYTES: usize = 4;

/// A parsed element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameEvent {
    /// Start of a frame.
    Frame {
        /// Frame type.
        kind: u8,
        flags: u8,
        /// Stream id; 0 is the connection.
        stream: u32,
        /// Payload length in bytes.
        length: u32,
    },
    /// One setting of a SETTINGS frame.
    Setting {
        /// Setting id.
        id: u16,
        /// New value.
        value: u32,
    },
    /// Increment of a WINDOW_UPDATE frame.
    Window {
        /// Stream id; 0 is the connection.
        stream: u32,
        /// Increment in bytes.
        increment: u32,
    },
}

/// Parser of one direction.
#[derive(Debug, Default)]
pub struct Http2FrameReader {
    /// Partial frame header, or partial payload unit.
    part: [u8; FRAME_HEADER_BYTES],
    filled: usize,
    kind: u8,
    stream: u32,
    /// Size of the payload units that are parsed; 0 when the payload is skipped.
    unit: usize,
    /// Remaining bytes of the current payload.
    left: usize,
}

impl Http2FrameReader {
    /// Parses forwarded bytes and calls `see` for each element.
    pub fn read_bytes(&mut self, mut bytes: &[u8], mut see: impl FnMut(FrameEvent)) {
        while !bytes.is_empty() {
            let wanted = if self.left == 0 {
                FRAME_HEADER_BYTES
            } else {
                if self.left < self.unit { 0 } else { self.unit }
            };
            if wanted == 0 {
                let skipped = self.left.min(bytes.len());
                self.left -= skipped;
                bytes = &bytes[skipped..];
                continue;
            }
            let taken = (wanted - self.filled).min(bytes.len());
            self.part[self.filled..self.filled + taken].copy_from_slice(&bytes[..taken]);
            self.filled += taken;
            bytes = &bytes[taken..];
            if self.filled == wanted {
                self.filled = 0;
                see(if self.left == 0 { self.begin_frame() } else { self.read_payload(wanted) });
            }
        }
    }

    /// Returns whether the last frame is complete.
    pub const fn is_between(&self) -> bool {
        self.left == 0 && self.filled == 0
    }

    fn begin_frame(&mut self) -> FrameEvent {
        let [l0, l1, l2, kind, flags, s0, s1, s2, s3] = self.part;
        let length = u32::from_be_bytes([0, l0, l1, l2]);
        self.kind = kind;
        self.stream = u32::from_be_bytes([s0 & 0x7f, s1, s2, s3]);
        self.left = usize::try_from(length).unwrap_or(0);
        self.unit = match kind {
            SETTINGS => SETTING_BYTES,
            WINDOW_UPDATE if self.left == WINDOW_BYTES => WINDOW_BYTES,
            _ => 0,
        };
        FrameEvent::Frame { kind, flags, stream: self.stream, length }
    }

    fn read_payload(&mut self, read: usize) -> FrameEvent {
        self.left -= read;
        let [a, b, c, d, e, f, ..] = self.part;
        if self.kind == SETTINGS {
            let (id, value) = (u16::from_be_bytes([a, b]), u32::from_be_bytes([c, d, e, f]));
            FrameEvent::Setting { id, value }
        } else {
            let increment = u32::from_be_bytes([a & 0x7f, b, c, d]);
            FrameEvent::Window { stream: self.stream, increment }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FrameEvent, Http2FrameReader};
    use proptest::prelude::*;

    fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
        let mut bytes = (payload.len() as u32).to_be_bytes()[1..].to_vec();
        bytes.extend([kind, flags]);
        bytes.extend(stream.to_be_bytes());
        bytes.extend(payload);
        bytes
    }

    fn read_bytes(bytes: &[u8], piece: usize) -> (Vec<FrameEvent>, bool) {
        let (mut frames, mut seen) = (Http2FrameReader::default(), Vec::new());
        bytes.chunks(piece).for_each(|part| frames.read_bytes(part, |one| seen.push(one)));
        (seen, frames.is_between())
    }

    #[test]
    fn parses_settings_and_window_updates_and_skips_payloads() {
        let bytes = [
            frame(4, 0, 0, &[0, 3, 0, 0, 0, 9, 0, 4, 0, 1, 0, 0]),
            frame(4, 1, 0, &[]),
            frame(0, 1, 3, &[0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0]),
            frame(8, 0, 0x8000_0003, &[0x80, 0, 0, 7]),
        ]
        .concat();
        let expected = [
            FrameEvent::Frame { kind: 4, flags: 0, stream: 0, length: 12 },
            FrameEvent::Setting { id: 3, value: 9 },
            FrameEvent::Setting { id: 4, value: 65_536 },
            FrameEvent::Frame { kind: 4, flags: 1, stream: 0, length: 0 },
            FrameEvent::Frame { kind: 0, flags: 1, stream: 3, length: 13 },
            FrameEvent::Frame { kind: 8, flags: 0, stream: 3, length: 4 },
            FrameEvent::Window { stream: 3, increment: 7 },
        ];
        for piece in [1, 2, 5, 9, 1_000] {
            assert_eq!(read_bytes(&bytes, piece), (expected.to_vec(), true), "{piece}");
        }
        assert!(!read_bytes(&bytes[..bytes.len() - 1], 4).1);
    }

    proptest! {
        #[test]
        fn result_does_not_depend_on_chunk_sizes(
            frames in proptest::collection::vec(
                (0u8..12, 0u8..3, 0u32..9, proptest::collection::vec(any::<u8>(), 0..40)), 0..12),
            piece in 1usize..60, cut in 0usize..20,
        ) {
            let bytes: Vec<u8> = frames.iter().flat_map(|(k, f, s, p)| frame(*k, *f, *s, p)).collect();
            prop_assert!(read_bytes(&bytes, piece).1);
            let begun = read_bytes(&bytes, piece).0.iter()
                .filter(|seen| matches!(seen, FrameEvent::Frame { .. })).count();
            prop_assert_eq!(begun, frames.len());
            let bytes = &bytes[..bytes.len().saturating_sub(cut)];
            prop_assert_eq!(read_bytes(bytes, piece), read_bytes(bytes, 1));
        }
    }
}
