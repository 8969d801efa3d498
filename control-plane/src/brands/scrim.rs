//! Darkening of a picture under text (design language 6): the darkest brand colour is laid over it
//! until text reaches 4.5:1 in both themes, even on the picture's brightest spot.

use super::derive::BrandPalettes;
use super::oklch::Rgb;
use super::pairs::TEXT_CONTRAST_MIN;

/// Number of steps between transparent and opaque.
const OPACITY_STEPS: u32 = 100;

/// Returns the opacity, 0 to 1, of the brand's deep colour for a picture whose channels are at most
/// `peak`. Darker pixels stay darker at the same opacity, so the result holds for all pixels.
pub(super) fn scrim_opacity(derived: &BrandPalettes, peak: Rgb) -> String {
    let readable = |share: f64| {
        [&derived.light, &derived.dark].iter().all(|palette| {
            let at = |token: &str| palette.get(token).unwrap_or(Rgb::BLACK);
            at("on-deep").contrast_with(at("deep").blend_over(peak, share)) >= TEXT_CONTRAST_MIN
        })
    };
    let share = |step: u32| f64::from(step) / f64::from(OPACITY_STEPS);
    let step = (0..=OPACITY_STEPS).find(|step| readable(share(*step))).unwrap_or(OPACITY_STEPS);
    format!("{:.2}", share(step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brands::derive;
    use proptest::prelude::*;

    #[test]
    fn dark_picture_needs_no_overlay() {
        assert_eq!(scrim_opacity(&derive(Rgb([14, 107, 94])), Rgb([40, 40, 40])), "0.00");
    }

    proptest! {
        #[test]
        fn text_is_readable_on_every_pixel(
            colour in any::<[u8; 3]>(), peak in any::<[u8; 3]>(), shares in any::<[u8; 3]>(),
        ) {
            let derived = derive(Rgb(colour));
            let scrim: f64 = scrim_opacity(&derived, Rgb(peak)).parse().unwrap_or(0.0);
            let darker = |i: usize| u16::from(peak[i]) * u16::from(shares[i]) / 255;
            let pixel = Rgb([0, 1, 2].map(|i| u8::try_from(darker(i)).unwrap_or(0)));
            for palette in [&derived.light, &derived.dark] {
                let at = |token: &str| palette.get(token).unwrap_or(Rgb::BLACK);
                let ground = at("deep").blend_over(pixel, scrim);
                prop_assert!(at("on-deep").contrast_with(ground) >= TEXT_CONTRAST_MIN);
            }
        }
    }
}
