//! All pairs of text or graphic and ground that the components use (design language 6.9): 104 for
//! each theme. A brand is readable if all of them have enough contrast, which `derive` guarantees.

use super::derive::{BrandPalettes, Palette};
use super::oklch::Rgb;

/// Minimum contrast of text (WCAG 2.2 AA).
pub const TEXT_CONTRAST_MIN: f64 = 4.5;
/// Minimum contrast of graphics and edges.
pub const GRAPHIC_CONTRAST_MIN: f64 = 3.0;
/// Suffix of a ground name that lies under the overlay of a selected row.
const SELECTED_SUFFIX: &str = "+selected";

const BASE_GROUNDS: [&str; 3] = ["canvas", "surface", "raised"];
const READ_ON: [&str; 6] =
    ["canvas", "surface", "raised", "sunken", "brand-subtle", "brand-subtle-2"];
const SEEN_ON: [&str; 5] = ["canvas", "surface", "raised", "brand-subtle", "brand-subtle-2"];
const STATUSES: [[&str; 3]; 4] = [
    ["success-text", "success-line", "success-subtle"],
    ["warning-text", "warning-line", "warning-subtle"],
    ["danger-text", "danger-line", "danger-subtle"],
    ["info-text", "info-line", "info-subtle"],
];

/// A foreground on a ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Both token names: `ink-2 on canvas`.
    pub name: String,
    /// Contrast ratio, 1 to 21.
    pub ratio: f64,
    /// Required ratio.
    pub needs: f64,
}

impl Pair {
    /// Returns whether the contrast is sufficient.
    #[must_use]
    pub fn is_sufficient(&self) -> bool {
        self.ratio >= self.needs
    }
}

/// All pairs, those of the light theme first.
#[must_use]
pub fn all_pairs(derived: &BrandPalettes) -> Vec<Pair> {
    let mut all = of_theme(&derived.light, false);
    all.extend(of_theme(&derived.dark, true));
    all
}

/// Pairs of one theme, in the design's order.
fn of_theme(palette: &Palette, dark: bool) -> Vec<Pair> {
    let mut listed = PairList { palette, overlay: if dark { 0.085 } else { 0.065 }, pairs: vec![] };
    for ink in ["ink", "ink-2", "ink-3", "brand-text"] {
        listed.add_text_pairs(ink, &READ_ON);
        listed.add_selection_pairs(ink);
    }
    listed.add_text_pairs("on-brand", &["brand", "brand-hover", "brand-active"]);
    listed.add_text_pairs("on-danger", &["danger"]);
    for ink in ["on-deep", "on-deep-2", "deep-accent"] {
        listed.add_text_pairs(ink, &["deep", "deep-2"]);
    }
    for [text, line, subtle] in STATUSES {
        listed.add_text_pairs(text, &[BASE_GROUNDS[0], BASE_GROUNDS[1], BASE_GROUNDS[2], subtle]);
        listed.add_graphic_pairs(line, &["canvas", "surface", subtle]);
    }
    listed.add_graphic_pairs("focus", &SEEN_ON[..4]);
    listed.add_graphic_pairs("brand-line", &SEEN_ON);
    listed.add_graphic_pairs("line-control", &BASE_GROUNDS);
    listed.add_graphic_pairs("brand-edge", &BASE_GROUNDS);
    for series in ["chart-1", "chart-2", "chart-3", "chart-4", "chart-5"] {
        listed.add_graphic_pairs(series, &BASE_GROUNDS);
    }
    listed.pairs
}

struct PairList<'p> {
    palette: &'p Palette,
    overlay: f64,
    pairs: Vec<Pair>,
}

impl PairList<'_> {
    /// Returns a token that every palette has.
    fn token_colour(&self, token: &str) -> Rgb {
        self.palette.get(token).unwrap_or(Rgb::BLACK)
    }
    fn add_pair(&mut self, over: &str, ground_name: &str, ground: Rgb, needs: f64) {
        let ratio = self.token_colour(over).contrast_with(ground);
        self.pairs.push(Pair { name: format!("{over} on {ground_name}"), ratio, needs });
    }
    fn add_text_pairs(&mut self, ink: &str, grounds: &[&str]) {
        for ground in grounds {
            self.add_pair(ink, ground, self.token_colour(ground), TEXT_CONTRAST_MIN);
        }
    }
    fn add_selection_pairs(&mut self, ink: &str) {
        for base in BASE_GROUNDS {
            let ground = self.token_colour("ink").blend_over(self.token_colour(base), self.overlay);
            self.add_pair(ink, &format!("{base}{SELECTED_SUFFIX}"), ground, TEXT_CONTRAST_MIN);
        }
    }
    fn add_graphic_pairs(&mut self, line: &str, grounds: &[&str]) {
        for ground in grounds {
            self.add_pair(line, ground, self.token_colour(ground), GRAPHIC_CONTRAST_MIN);
        }
    }
}

#[cfg(test)]
#[path = "pairs_tests.rs"]
mod tests;
