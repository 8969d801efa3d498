//! Colour arithmetic: sRGB and OKLCH (Björn Ottosson, 2020), and contrast as defined by WCAG 2.2.
//! Contrast is always measured on the final 8-bit colour.

/// An sRGB colour with 8 bits per channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub [u8; 3]);

/// A colour as lightness (0 to 1), chroma and hue (degrees).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Oklch {
    /// Lightness, 0 to 1.
    pub l: f64,
    /// Chroma, 0 for greys.
    pub c: f64,
    /// Hue in degrees.
    pub h: f64,
}

/// Tolerance outside of sRGB before a colour counts as out of gamut.
const GAMUT_SLACK: f64 = 0.0005;
/// Bisection steps when chroma is reduced; the result is far more precise than 8 bits.
const FIT_STEPS: u32 = 24;
/// Step size when lightness is searched.
const WALK_STEP: f64 = 0.004;

impl Rgb {
    pub const WHITE: Self = Self([255; 3]);
    pub const BLACK: Self = Self([0; 3]);

    /// Parses `#rrggbb`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6)?;
        // `from_str_radix` would accept a sign.
        if !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(hex, 16).ok()?;
        let [_, r, g, b] = number.to_be_bytes();
        Some(Self([r, g, b]))
    }

    /// Converts to lightness, chroma and hue.
    #[must_use]
    pub fn to_oklch(self) -> Oklch {
        let [r, g, b] = self.0.map(|channel| to_linear(f64::from(channel) / 255.0));
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        let a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s;
        let b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s;
        let c = a.hypot(b);
        let h = if c < 1e-4 { 0.0 } else { (b.atan2(a).to_degrees() + 360.0) % 360.0 };
        Oklch { l: 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s, c, h }
    }

    /// Relative luminance (WCAG 2.2).
    #[must_use]
    pub fn luminance(self) -> f64 {
        let [r, g, b] = self.0.map(|channel| to_linear(f64::from(channel) / 255.0));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Contrast ratio with another colour, 1 to 21 (WCAG 2.2).
    #[must_use]
    pub fn contrast_with(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Blends this colour over `ground` with `alpha`.
    #[must_use]
    pub fn blend_over(self, ground: Self, alpha: f64) -> Self {
        let mixed = |i: usize| {
            round_channel(f64::from(self.0[i]) * alpha + f64::from(ground.0[i]) * (1.0 - alpha))
        };
        Self([mixed(0), mixed(1), mixed(2)])
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Oklch {
    /// Creates a colour from its components.
    #[must_use]
    pub const fn new(l: f64, c: f64, h: f64) -> Self {
        Self { l, c, h }
    }

    /// Converts to the nearest sRGB colour: keeps lightness and hue, and reduces chroma as far as
    /// needed.
    #[must_use]
    pub fn to_rgb(self) -> Rgb {
        Rgb(self
            .fit_gamut()
            .to_linear_rgb()
            .map(|v| round_channel(from_linear(v.clamp(0.0, 1.0)) * 255.0)))
    }

    /// Searches darker or lighter for the nearest lightness that reaches `ratio` on every ground;
    /// black or white if none does.
    #[must_use]
    pub fn nearest_with_contrast(self, grounds: &[Rgb], ratio: f64, lighter: bool) -> Rgb {
        let step = if lighter { WALK_STEP } else { -WALK_STEP };
        let mut l = self.l;
        while (0.0..=1.0001).contains(&l) {
            let colour = Self { l, ..self }.to_rgb();
            if grounds.iter().all(|ground| colour.contrast_with(*ground) >= ratio) {
                return colour;
            }
            l += step;
        }
        if lighter { Rgb::WHITE } else { Rgb::BLACK }
    }

    fn fit_gamut(self) -> Self {
        let whole = Self { l: self.l.clamp(0.0, 1.0), ..self };
        if whole.in_gamut() {
            return whole;
        }
        let (mut low, mut high) = (0.0, whole.c);
        for _ in 0..FIT_STEPS {
            let middle = f64::midpoint(low, high);
            if (Self { c: middle, ..whole }).in_gamut() {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self { c: low, ..whole }
    }

    fn in_gamut(self) -> bool {
        let inside = -GAMUT_SLACK..=1.0 + GAMUT_SLACK;
        self.to_linear_rgb().iter().all(|channel| inside.contains(channel))
    }

    fn to_linear_rgb(self) -> [f64; 3] {
        let (a, b) = (self.c * self.h.to_radians().cos(), self.c * self.h.to_radians().sin());
        let l = (self.l + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (self.l - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (self.l - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
        [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
        ]
    }
}

fn to_linear(u: f64) -> f64 {
    if u <= 0.040_45 { u / 12.92 } else { ((u + 0.055) / 1.055).powf(2.4) }
}

fn from_linear(u: f64) -> f64 {
    if u <= 0.003_130_8 { 12.92 * u } else { 1.055 * u.powf(1.0 / 2.4) - 0.055 }
}

/// Rounds to 8 bits, half up.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to 0..=255 first"
)]
fn round_channel(channel: f64) -> u8 {
    (channel + 0.5).floor().clamp(0.0, 255.0) as u8
}
