//! Conversion of colours to sRGB: stored pictures carry no profile.

use image::{DynamicImage, GrayImage, RgbImage, RgbaImage};
use moxcms::{
    CicpColorPrimaries, CicpProfile, ColorProfile, DataColorSpace, Layout, MatrixCoefficients,
    TransferCharacteristics, TransformOptions,
};

/// Colour space of a file.
pub(super) struct Profile(ColorProfile);

impl Profile {
    /// Parses an embedded profile; `None` if it is malformed or for another colour model than the
    /// decoded pixels.
    pub fn from_icc(icc: &[u8]) -> Option<Self> {
        let profile = ColorProfile::new_from_slice(icc).ok()?;
        let is_known = matches!(profile.color_space, DataColorSpace::Rgb | DataColorSpace::Gray);
        is_known.then_some(Self(profile))
    }

    /// Creates a profile from code points of ITU-T H.273; `None` for those that are treated as
    /// sRGB.
    #[cfg_attr(
        not(feature = "heif"),
        expect(dead_code, reason = "only HEIF files have code points")
    )]
    pub fn from_code_points(primaries: u8, transfer: u8) -> Option<Self> {
        let primaries = CicpColorPrimaries::try_from(primaries).ok()?;
        let transfer = TransferCharacteristics::try_from(transfer).ok()?;
        let is_plain_primaries =
            matches!(primaries, CicpColorPrimaries::Bt709 | CicpColorPrimaries::Unspecified);
        let is_plain_transfer = matches!(
            transfer,
            TransferCharacteristics::Unspecified
                | TransferCharacteristics::Srgb
                | TransferCharacteristics::Bt709
                | TransferCharacteristics::Bt601
        );
        if is_plain_primaries && is_plain_transfer {
            return None;
        }
        let code_points = CicpProfile {
            color_primaries: if is_plain_primaries { CicpColorPrimaries::Bt709 } else { primaries },
            transfer_characteristics: if is_plain_transfer {
                TransferCharacteristics::Srgb
            } else {
                transfer
            },
            matrix_coefficients: MatrixCoefficients::Identity,
            full_range: true,
        };
        Some(Self(ColorProfile::new_from_cicp(code_points)))
    }
}

/// Converts the pixels to sRGB with 8 bits per channel. A profile that cannot be applied is
/// ignored, as browsers do.
pub(super) fn to_srgb(pixels: DynamicImage, profile: Option<&Profile>) -> DynamicImage {
    let pixels = with_8_bits(pixels);
    let Some(Profile(profile)) = profile else { return pixels };
    convert_profile(&pixels, profile).unwrap_or(pixels)
}

fn with_8_bits(pixels: DynamicImage) -> DynamicImage {
    match pixels {
        DynamicImage::ImageLuma8(_) | DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_) => {
            pixels
        }
        DynamicImage::ImageLuma16(_) => pixels.into_luma8().into(),
        other if other.color().has_alpha() => other.into_rgba8().into(),
        other => other.into_rgb8().into(),
    }
}

fn convert_profile(pixels: &DynamicImage, profile: &ColorProfile) -> Option<DynamicImage> {
    let (width, height) = (pixels.width(), pixels.height());
    let apply = |from: Layout, to: Layout, channels: usize, source: &[u8]| {
        let srgb = ColorProfile::new_srgb();
        let options = TransformOptions::default();
        let transform = profile.create_transform_8bit(from, &srgb, to, options).ok()?;
        let length = usize::try_from(width).ok()? * usize::try_from(height).ok()? * channels;
        let mut target = vec![0; length];
        transform.transform(source, &mut target).ok()?;
        Some(target)
    };
    match (pixels, profile.color_space) {
        (DynamicImage::ImageRgb8(source), DataColorSpace::Rgb) => {
            let target = apply(Layout::Rgb, Layout::Rgb, 3, source)?;
            RgbImage::from_raw(width, height, target).map(Into::into)
        }
        (DynamicImage::ImageRgba8(source), DataColorSpace::Rgb) => {
            let target = apply(Layout::Rgba, Layout::Rgba, 4, source)?;
            RgbaImage::from_raw(width, height, target).map(Into::into)
        }
        (DynamicImage::ImageLuma8(source), DataColorSpace::Gray) => {
            let target = apply(Layout::Gray, Layout::Rgb, 3, source)?;
            let target: RgbImage = RgbImage::from_raw(width, height, target)?;
            let grey = target.pixels().map(|pixel| pixel.0[0]).collect();
            GrayImage::from_raw(width, height, grey).map(Into::into)
        }
        _ => None,
    }
}
