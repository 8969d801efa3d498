//! Summary of a palette for people: the four most visible pairs, the swatches, and a sentence if
//! the colour had to be adjusted.

use super::derive::{BrandPalettes, Palette};
use super::oklch::Rgb;
use super::pairs::{GRAPHIC_CONTRAST_MIN, TEXT_CONTRAST_MIN, all_pairs};
use serde::Serialize;
use utoipa::ToSchema;

/// Tokens of the swatches.
const SWATCHES: [&str; 9] = [
    "brand-subtle",
    "brand-subtle-2",
    "brand-border",
    "brand",
    "brand-hover",
    "brand-line",
    "brand-text",
    "deep-2",
    "deep",
];
/// Pairs that are shown by name: name, foreground, background, required ratio.
const REPORTED_PAIRS: [(&str, &str, &str, f64); 4] = [
    ("Button label", "on-brand", "brand", TEXT_CONTRAST_MIN),
    ("Link on page", "brand-text", "canvas", TEXT_CONTRAST_MIN),
    ("Link on tint", "brand-text", "brand-subtle-2", TEXT_CONTRAST_MIN),
    ("Focus ring", "focus", "surface", GRAPHIC_CONTRAST_MIN),
];
/// Chroma below which a colour is called grey.
const GREY_BELOW: f64 = 0.02;
/// Start of each named hue, in degrees of OKLCH.
const HUES: [(f64, &str); 9] = [
    (15.0, "pink"),
    (40.0, "red"),
    (72.0, "orange"),
    (118.0, "yellow"),
    (165.0, "green"),
    (200.0, "teal"),
    (275.0, "blue"),
    (325.0, "purple"),
    (361.0, "pink"),
];

/// One of the most visible pairs, in the light theme.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ContrastRatio {
    /// Display name of the pair.
    #[serde(serialize_with = "platform::language::localized")]
    pub pair: &'static str,
    /// Foreground colour.
    pub foreground: String,
    /// Background colour.
    pub background: String,
    /// Contrast ratio, 1 to 21, with two decimals.
    pub ratio: f64,
    /// Required ratio (WCAG 2.2 AA).
    pub needs: f64,
    /// True if the ratio is sufficient.
    pub passes: bool,
}

/// Palette of a brand colour, with its contrast figures.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DerivedBrand {
    /// CSS custom properties, ready for a style element.
    pub css: String,
    /// Nine colours of the light theme, from the palest tint to the darkest stage.
    pub swatches: Vec<String>,
    /// Most visible pairs.
    pub contrasts: Vec<ContrastRatio>,
    /// Number of pairs in both themes.
    pub pairs: usize,
    /// Number of pairs with sufficient contrast.
    pub pairs_passing: usize,
    /// Explanation of the adjustment, if the colour alone had too little contrast.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(serialize_with = "platform::language::localized_option")]
    pub advice: Option<String>,
}

impl DerivedBrand {
    /// Computes the palette of a colour.
    #[must_use]
    pub fn from_colour(colour: Rgb) -> Self {
        let derived = super::derive(colour);
        let light = &derived.light;
        let all = all_pairs(&derived);
        Self {
            css: derived.css(),
            swatches: SWATCHES.iter().map(|token| token_colour(light, token).to_string()).collect(),
            contrasts: REPORTED_PAIRS.iter().map(|shown| measure_pair(light, *shown)).collect(),
            pairs: all.len(),
            pairs_passing: all.iter().filter(|pair| pair.is_sufficient()).count(),
            advice: colour_advice(colour, &derived),
        }
    }
}

fn token_colour(palette: &Palette, token: &str) -> Rgb {
    palette.get(token).unwrap_or(Rgb::BLACK)
}

fn measure_pair(
    palette: &Palette,
    (pair, over, ground, needs): (&'static str, &str, &str, f64),
) -> ContrastRatio {
    let (over, ground) = (token_colour(palette, over), token_colour(palette, ground));
    let ratio = over.contrast_with(ground);
    ContrastRatio {
        pair,
        foreground: over.to_string(),
        background: ground.to_string(),
        ratio: (ratio * 100.0).floor() / 100.0,
        needs,
        passes: ratio >= needs,
    }
}

fn colour_advice(colour: Rgb, derived: &BrandPalettes) -> Option<String> {
    let light = &derived.light;
    let (label, fill, link) = (
        token_colour(light, "on-brand"),
        token_colour(light, "brand"),
        token_colour(light, "brand-text"),
    );
    let white = colour.contrast_with(Rgb::WHITE);
    let reached =
        format!("White on this {} reaches only {}", hue_name(colour), format_ratio(white));
    let links = link != colour;
    match (white < TEXT_CONTRAST_MIN, label == Rgb::WHITE) {
        (true, false) if links => {
            Some(format!("{reached}, so button labels use dark ink and links use a deeper shade."))
        }
        (true, false) => Some(format!("{reached}, so button labels use dark ink.")),
        (true, true) if fill != colour => {
            Some(format!("{reached}, so buttons and links use a slightly deeper shade."))
        }
        _ if links => Some(format!(
            "Links in this {} would not be readable on every tint, so they use a deeper shade.",
            hue_name(colour)
        )),
        _ => None,
    }
}

/// Formats a ratio; rounds down, so that an insufficient ratio never looks sufficient.
fn format_ratio(ratio: f64) -> String {
    let one_digit = format!("{ratio:.1}:1");
    if one_digit == "4.5:1" {
        format!("{:.2}:1", (ratio * 100.0).floor() / 100.0)
    } else {
        one_digit
    }
}

fn hue_name(colour: Rgb) -> &'static str {
    let shade = colour.to_oklch();
    if shade.c < GREY_BELOW {
        return if shade.l > 0.97 { "white" } else { "grey" };
    }
    HUES.iter().find(|(end, _)| shade.h < *end).map_or("colour", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hue_of(hex: &str) -> DerivedBrand {
        DerivedBrand::from_colour(Rgb::parse(hex).unwrap_or(Rgb::BLACK))
    }

    #[test]
    fn reported_figures_match_the_palette() {
        let union = hue_of("#f5b800");
        let shown: Vec<_> =
            union.contrasts.iter().map(|c| (c.pair, format!("{:.1}", c.ratio))).collect();
        let expected = [
            ("Button label", "10.7"),
            ("Link on page", "5.3"),
            ("Link on tint", "4.7"),
            ("Focus ring", "3.8"),
        ];
        assert_eq!(shown, expected.map(|(pair, ratio)| (pair, ratio.to_owned())));
        assert_eq!((union.pairs, union.pairs_passing), (208, 208));
        assert_eq!(union.swatches.len(), 9);
        assert_eq!(
            union.advice.as_deref(),
            Some(
                "White on this yellow reaches only 1.8:1, so button labels use dark ink and links \
                 use a deeper shade."
            )
        );
    }

    #[test]
    fn suitable_colour_gets_no_advice() {
        for hex in ["#0e6b5e", "#6e1f3e", "#1747d1", "#111111"] {
            assert_eq!(hue_of(hex).advice, None, "{hex}");
        }
    }

    #[test]
    fn colour_name_follows_its_hue() {
        let named = |hex: &str| hue_name(Rgb::parse(hex).unwrap_or(Rgb::BLACK));
        let expected = [
            ("#ff6a00", "orange"),
            ("#7ec8ff", "blue"),
            ("#00ff66", "green"),
            ("#d0021b", "red"),
            ("#ffffff", "white"),
            ("#7f7f7f", "grey"),
            ("#8e24aa", "purple"),
            ("#f06292", "pink"),
        ];
        for (hex, name) in expected {
            assert_eq!(named(hex), name, "{hex}");
        }
    }
}
