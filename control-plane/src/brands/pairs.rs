//! All pairs of text or graphic and ground that the components use (design language 6.9): 104 for
//! each theme. A brand is readable if all of them have enough contrast, which `derive` guarantees.

use super::derive::{BrandPalettes, Palette};
use super::oklch::Rgb;

/// Minimum contrast of text (WCAG 2.2 AA).
pub const TEXT: f64 = 4.5;
/// Minimum contrast of graphics and edges.
pub const GRAPHIC: f64 = 3.0;
/// Suffix of a ground name that lies under the overlay of a selected row.
const SELECTED: &str = "+selected";

const BASES: [&str; 3] = ["canvas", "surface", "raised"];
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
    pub fn passes(&self) -> bool {
        self.ratio >= self.needs
    }
}

/// All pairs, those of the light theme first.
#[must_use]
pub fn pairs(derived: &BrandPalettes) -> Vec<Pair> {
    let mut all = of_theme(&derived.light, false);
    all.extend(of_theme(&derived.dark, true));
    all
}

/// Pairs of one theme, in the design's order.
fn of_theme(palette: &Palette, dark: bool) -> Vec<Pair> {
    let mut listed = PairList { palette, overlay: if dark { 0.085 } else { 0.065 }, pairs: vec![] };
    for ink in ["ink", "ink-2", "ink-3", "brand-text"] {
        listed.text(ink, &READ_ON);
        listed.selected(ink);
    }
    listed.text("on-brand", &["brand", "brand-hover", "brand-active"]);
    listed.text("on-danger", &["danger"]);
    for ink in ["on-deep", "on-deep-2", "deep-accent"] {
        listed.text(ink, &["deep", "deep-2"]);
    }
    for [text, line, subtle] in STATUSES {
        listed.text(text, &[BASES[0], BASES[1], BASES[2], subtle]);
        listed.graphic(line, &["canvas", "surface", subtle]);
    }
    listed.graphic("focus", &SEEN_ON[..4]);
    listed.graphic("brand-line", &SEEN_ON);
    listed.graphic("line-control", &BASES);
    listed.graphic("brand-edge", &BASES);
    for series in ["chart-1", "chart-2", "chart-3", "chart-4", "chart-5"] {
        listed.graphic(series, &BASES);
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
    fn at(&self, token: &str) -> Rgb {
        self.palette.get(token).unwrap_or(Rgb::BLACK)
    }
    fn push(&mut self, over: &str, ground_name: &str, ground: Rgb, needs: f64) {
        let ratio = self.at(over).contrast(ground);
        self.pairs.push(Pair { name: format!("{over} on {ground_name}"), ratio, needs });
    }
    fn text(&mut self, ink: &str, grounds: &[&str]) {
        for ground in grounds {
            self.push(ink, ground, self.at(ground), TEXT);
        }
    }
    fn selected(&mut self, ink: &str) {
        for base in BASES {
            let ground = self.at("ink").over(self.at(base), self.overlay);
            self.push(ink, &format!("{base}{SELECTED}"), ground, TEXT);
        }
    }
    fn graphic(&mut self, line: &str, grounds: &[&str]) {
        for ground in grounds {
            self.push(line, ground, self.at(ground), GRAPHIC);
        }
    }
}

#[cfg(test)]
#[path = "pairs_tests.rs"]
mod tests;
