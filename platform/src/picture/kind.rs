//! Detection of picture formats and animations by their content.

use super::gif;

/// A supported format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PictureFormat {
    Jpeg,
    Png,
    WebP,
    Gif,
    /// HEIC or AVIF.
    #[cfg(feature = "heif")]
    Heif,
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Flag of a `VP8X` chunk that announces an animation.
const WEBP_ANIMATION: u8 = 0x02;

impl PictureFormat {
    pub fn detect_kind(file: &[u8]) -> Option<Self> {
        match file {
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            _ if file.starts_with(PNG) => Some(Self::Png),
            #[cfg(feature = "heif")]
            _ if super::heif::is_heif(file) => Some(Self::Heif),
            _ => None,
        }
    }

    /// Returns whether the file contains several frames.
    pub fn is_animated(self, file: &[u8]) -> bool {
        match self {
            Self::Jpeg => false,
            Self::Png => is_animated_png(file),
            Self::WebP => {
                file.get(12..16) == Some(b"VP8X")
                    && file.get(20).is_some_and(|flags| flags & WEBP_ANIMATION != 0)
            }
            Self::Gif => gif::is_animated(file),
            #[cfg(feature = "heif")]
            Self::Heif => super::heif::is_animated(file),
        }
    }
}

/// Returns whether an `acTL` chunk precedes the picture's data (PNG, third edition, section
/// 11.3.6.1).
fn is_animated_png(file: &[u8]) -> bool {
    let mut rest = file.get(PNG.len()..).unwrap_or_default();
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, kind @ ..] = *head;
        match &kind {
            b"acTL" => return true,
            b"IDAT" | b"IEND" => return false,
            _ => {}
        }
        let length = u32::from_be_bytes([a, b, c, d]);
        let next = usize::try_from(length).ok().and_then(|length| length.checked_add(4));
        rest = next.and_then(|next| after.get(next..)).unwrap_or_default();
    }
    false
}
