//! Derives a palette from one brand colour (design language section 6): 47 tokens for each theme.
//! For every input colour, text reaches 4.5:1 and graphics reach 3:1 on every ground they can
//! appear on.

use super::oklch::{Oklch, Rgb};
use std::fmt::Write as _;

/// Minimum contrast of text (WCAG 2.2 AA).
const TEXT_CONTRAST_MIN: f64 = 4.5;
/// Minimum contrast of graphics and edges.
const GRAPHIC_CONTRAST_MIN: f64 = 3.0;
/// Added to the target contrast, so that rounding to 8 bits never falls below the minimum.
const CONTRAST_MARGIN: f64 = 0.06;
/// Like [`CONTRAST_MARGIN`], for plain edges.
const EDGE_MARGIN: f64 = 0.04;
/// Chroma below which a brand counts as grey.
const GREY_BELOW: f64 = 0.02;
/// Maximum lightness that a fill may lose to allow a white label.
const LABEL_COST_MAX: f64 = 0.05;
/// Hues of the chart series, tried in this order.
const CHART_HUES: [f64; 8] = [258.0, 42.0, 178.0, 330.0, 95.0, 215.0, 300.0, 145.0];
/// Minimum distance in degrees between a chart hue and the brand's hue.
const CHART_GAP: f64 = 32.0;

/// Tokens of one theme, in output order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette(Vec<(&'static str, Rgb)>);

/// Both themes of a brand colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandPalettes {
    /// The light theme.
    pub light: Palette,
    /// The dark theme.
    pub dark: Palette,
}

impl Palette {
    /// Returns a token's colour.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Rgb> {
        self.0.iter().find(|(token, _)| *token == name).map(|(_, colour)| *colour)
    }
    /// All tokens.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Rgb)> + '_ {
        self.0.iter().copied()
    }
}

impl BrandPalettes {
    /// Returns the tokens as custom properties of `:root`, each with `light-dark()` for
    /// `color-scheme`.
    #[must_use]
    pub fn css(&self) -> String {
        let mut css = String::from(":root{");
        for ((name, light), (_, dark)) in self.light.iter().zip(self.dark.iter()) {
            // Writing to a String cannot fail.
            let _ = write!(css, "--{name}:light-dark({light},{dark});");
        }
        css.push('}');
        css
    }
}

/// Derives both themes from the brand colour.
#[must_use]
pub fn derive(brand: Rgb) -> BrandPalettes {
    BrandPalettes {
        light: Theme::new(brand, false).derive_palette(),
        dark: Theme::new(brand, true).derive_palette(),
    }
}

struct Theme {
    brand: Oklch,
    grey: bool,
    /// Chroma of the neutral colours: a fraction of the brand's.
    trace: f64,
    dark: bool,
    tokens: Vec<(&'static str, Rgb)>,
}

impl Theme {
    fn new(brand: Rgb, dark: bool) -> Self {
        let brand = brand.to_oklch();
        let grey = brand.c < GREY_BELOW;
        let trace = if grey { 0.0 } else { (brand.c * 0.055).clamp(0.002, 0.008) };
        Self { brand, grey, trace, dark, tokens: Vec::with_capacity(47) }
    }

    fn derive_palette(mut self) -> Palette {
        let bases = self.derive_surfaces();
        let grounds = self.derive_text_colours(&bases);
        self.brand_marks(&grounds);
        self.derive_brand_fill();
        self.derive_dark_background();
        self.derive_status_colours(&bases, &grounds[..7]);
        self.derive_chart_colours(&bases);
        Palette(self.tokens)
    }

    fn set(&mut self, name: &'static str, colour: Rgb) -> Rgb {
        self.tokens.push((name, colour));
        colour
    }
    fn for_theme(&self, dark: f64, light: f64) -> f64 {
        if self.dark { dark } else { light }
    }
    fn neutral_colour(&self, l: f64, traces: f64) -> Rgb {
        Oklch::new(l, self.trace * traces, self.brand.h).to_rgb()
    }
    /// The brand's hue with `share` of its chroma, at most `most`.
    fn brand_tint(&self, l: f64, share: f64, most: f64) -> Rgb {
        Oklch::new(l, (self.brand.c * share).min(most), self.brand.h).to_rgb()
    }

    /// The surface colours: a fixed ladder of lightness.
    fn derive_surfaces(&mut self) -> [Rgb; 4] {
        let (canvas, surface, raised, sunken) = if self.dark {
            let ladder = [(0.168, 1.1), (0.198, 1.1), (0.232, 1.2), (0.15, 1.0)];
            let [a, b, c, d] = ladder.map(|(l, traces)| self.neutral_colour(l, traces));
            (a, b, c, d)
        } else {
            (
                self.neutral_colour(0.97, 0.75),
                Rgb::WHITE,
                Rgb::WHITE,
                self.neutral_colour(0.957, 0.9),
            )
        };
        self.set("canvas", canvas);
        self.set("surface", surface);
        self.set("raised", raised);
        self.set("sunken", sunken);
        [canvas, surface, raised, sunken]
    }

    /// Text, control edges and the brand's tints. Returns every ground that text can appear on: the
    /// surfaces, the selected overlay on them, and both tints.
    fn derive_text_colours(&mut self, bases: &[Rgb; 4]) -> Vec<Rgb> {
        let ink = if self.dark {
            self.neutral_colour(0.952, 0.5)
        } else {
            self.neutral_colour(0.205, 1.6)
        };
        let selected = self.for_theme(0.085, 0.065);
        let mut grounds = bases.to_vec();
        grounds.extend(bases[..3].iter().map(|base| ink.blend_over(*base, selected)));
        let walk = |theme: &Self, l: f64, grounds: &[Rgb], ratio: f64| {
            Oklch::new(l, theme.trace * 1.6, theme.brand.h)
                .nearest_with_contrast(grounds, ratio, theme.dark)
        };
        let ink_2 = walk(self, self.for_theme(0.76, 0.44), &grounds, 6.0);
        let ink_3 =
            walk(self, self.for_theme(0.6, 0.58), &grounds, TEXT_CONTRAST_MIN + CONTRAST_MARGIN);
        let edge =
            walk(self, self.for_theme(0.42, 0.72), &bases[..3], GRAPHIC_CONTRAST_MIN + EDGE_MARGIN);
        let (subtle, subtle_2, border) = if self.dark {
            (
                self.brand_tint(0.262, 0.34, 0.042),
                self.brand_tint(0.315, 0.42, 0.058),
                self.brand_tint(0.43, 0.55, 0.085),
            )
        } else {
            (
                self.brand_tint(0.966, 0.2, 0.022),
                self.brand_tint(0.93, 0.34, 0.045),
                self.brand_tint(0.84, 0.55, 0.085),
            )
        };
        grounds.extend([subtle, subtle_2]);
        self.set("ink", ink);
        // Text must be readable on the tints as well: a selected thread, an unread row.
        self.set("ink-2", walk(self, ink_2.to_oklch().l, &grounds, 5.5));
        self.set(
            "ink-3",
            walk(self, ink_3.to_oklch().l, &grounds, TEXT_CONTRAST_MIN + CONTRAST_MARGIN),
        );
        self.set("line-control", edge);
        self.set("brand-subtle", subtle);
        self.set("brand-subtle-2", subtle_2);
        self.set("brand-border", border);
        grounds
    }

    /// The brand as text and lines: indicators, icons, focus.
    fn brand_marks(&mut self, grounds: &[Rgb]) {
        let b = self.brand;
        let text = if self.dark {
            Oklch::new(b.l.max(0.66), b.c.min(0.15), b.h)
        } else {
            Oklch::new(b.l.min(0.56), b.c, b.h)
        };
        self.set(
            "brand-text",
            text.nearest_with_contrast(grounds, TEXT_CONTRAST_MIN + CONTRAST_MARGIN, self.dark),
        );
        let line = Oklch::new(self.for_theme(b.l.max(0.5), b.l), b.c, b.h);
        let line =
            line.nearest_with_contrast(grounds, GRAPHIC_CONTRAST_MIN + CONTRAST_MARGIN, self.dark);
        self.set("brand-line", line);
        self.set("focus", line);
    }

    /// The brand as a fill with its label. The exact colour is kept when a label is readable on it:
    /// white if that works or costs little lightness, otherwise dark ink.
    fn derive_brand_fill(&mut self) {
        let b = self.brand;
        let [canvas, surface, raised] =
            ["canvas", "surface", "raised"].map(|name| self.token_colour(name));
        let mut fill = Oklch::new(if self.dark && b.l < 0.5 { 0.5 } else { b.l }, b.c, b.h);
        if self.dark {
            fill = fill
                .nearest_with_contrast(
                    &[surface, raised],
                    GRAPHIC_CONTRAST_MIN + CONTRAST_MARGIN,
                    true,
                )
                .to_oklch();
        }
        let exact = fill.to_rgb();
        let darkened =
            fill.nearest_with_contrast(&[Rgb::WHITE], TEXT_CONTRAST_MIN + CONTRAST_MARGIN, false);
        let cheap = fill.l - darkened.to_oklch().l <= LABEL_COST_MAX
            && (!self.dark || darkened.contrast_with(raised) >= GRAPHIC_CONTRAST_MIN);
        let (solid, label) = if Rgb::WHITE.contrast_with(exact) >= TEXT_CONTRAST_MIN {
            (exact, Rgb::WHITE)
        } else if cheap {
            (darkened, Rgb::WHITE)
        } else {
            let label = Oklch::new(0.17, b.c.min(0.03), b.h).to_rgb();
            let readable = label.contrast_with(exact) >= TEXT_CONTRAST_MIN + CONTRAST_MARGIN;
            let lifted = || {
                exact.to_oklch().nearest_with_contrast(
                    &[label],
                    TEXT_CONTRAST_MIN + CONTRAST_MARGIN,
                    true,
                )
            };
            (if readable { exact } else { lifted() }, label)
        };
        let white = label == Rgb::WHITE;
        let shade = solid.to_oklch();
        // The pressed and hovered colours move away from the resting colour, limited by the label's
        // contrast.
        let moved = |by: f64| {
            let at = |by: f64| Oklch { l: (shade.l + by).clamp(0.0, 1.0), ..shade }.to_rgb();
            let there = at(by);
            if label.contrast_with(there) >= TEXT_CONTRAST_MIN { there } else { at(-by) }
        };
        let (hover, active) = if white { (-0.04, -0.075) } else { (-0.035, -0.06) };
        let (hover, active) = (moved(hover), moved(active));
        self.set("brand", solid);
        self.set("on-brand", label);
        self.set("brand-hover", hover);
        self.set("brand-active", active);
        let edge = shade.nearest_with_contrast(
            &[surface, canvas, raised],
            GRAPHIC_CONTRAST_MIN + EDGE_MARGIN,
            self.dark,
        );
        self.set("brand-edge", edge);
    }

    /// The dark background of sign-in art, portal bars and banners.
    fn derive_dark_background(&mut self) {
        let b = self.brand;
        let deep = self.brand_tint(self.for_theme(0.225, 0.265), 0.42, 0.052);
        let deep_2 = self.brand_tint(self.for_theme(0.275, 0.32), 0.48, 0.062);
        self.set("deep", deep);
        self.set("deep-2", deep_2);
        self.set("on-deep", self.brand_tint(0.975, 0.08, 0.01));
        let quiet = Oklch::new(0.78, (b.c * 0.2).min(0.03), b.h);
        self.set(
            "on-deep-2",
            quiet.nearest_with_contrast(&[deep, deep_2], TEXT_CONTRAST_MIN + CONTRAST_MARGIN, true),
        );
        let accent = Oklch::new(b.l.max(0.7), b.c.min(0.14), b.h);
        self.set(
            "deep-accent",
            accent.nearest_with_contrast(
                &[deep, deep_2],
                TEXT_CONTRAST_MIN + CONTRAST_MARGIN,
                true,
            ),
        );
    }

    /// Success, warning, danger and information: fixed hues, derived in the same way.
    fn derive_status_colours(&mut self, bases: &[Rgb; 4], grounds: &[Rgb]) {
        type Names = [&'static str; 4];
        let statuses: [(Names, f64, f64, f64); 4] = [
            (
                ["success-subtle", "success-border", "success-text", "success-line"],
                152.0,
                0.13,
                0.6,
            ),
            (
                ["warning-subtle", "warning-border", "warning-text", "warning-line"],
                70.0,
                0.13,
                0.68,
            ),
            (["danger-subtle", "danger-border", "danger-text", "danger-line"], 25.0, 0.19, 0.58),
            (["info-subtle", "info-border", "info-text", "info-line"], 245.0, 0.12, 0.6),
        ];
        for ([subtle, border, text, line], hue, chroma, l) in statuses {
            let ground =
                Oklch::new(self.for_theme(0.27, 0.965), self.for_theme(0.045, 0.024), hue).to_rgb();
            self.set(subtle, ground);
            let edge =
                Oklch::new(self.for_theme(0.42, 0.85), self.for_theme(0.08, 0.075), hue).to_rgb();
            self.set(border, edge);
            let start = Oklch::new(self.for_theme(0.74, l.min(0.56)), chroma * 0.95, hue);
            let read_on = [grounds, &[ground]].concat();
            self.set(
                text,
                start.nearest_with_contrast(
                    &read_on,
                    TEXT_CONTRAST_MIN + CONTRAST_MARGIN,
                    self.dark,
                ),
            );
            let seen_on = [&bases[..], &[ground]].concat();
            let mark = Oklch::new(l, chroma, hue).nearest_with_contrast(
                &seen_on,
                GRAPHIC_CONTRAST_MIN + CONTRAST_MARGIN,
                self.dark,
            );
            self.set(line, mark);
        }
        let danger = Oklch::new(0.56, 0.19, 25.0).nearest_with_contrast(
            &[Rgb::WHITE],
            TEXT_CONTRAST_MIN + CONTRAST_MARGIN,
            false,
        );
        self.set("danger", danger);
        self.set("on-danger", Rgb::WHITE);
    }

    /// Chart series: the brand first, the others at a distance from its hue.
    fn derive_chart_colours(&mut self, bases: &[Rgb; 4]) {
        self.set("chart-1", self.token_colour("brand-line"));
        let gap = |a: f64, b: f64| (((a - b + 540.0) % 360.0) - 180.0).abs();
        let far = |hue: &f64| self.grey || gap(*hue, self.brand.h) >= CHART_GAP;
        let hues: Vec<f64> = CHART_HUES.into_iter().filter(far).collect();
        for (name, hue) in ["chart-2", "chart-3", "chart-4", "chart-5"].into_iter().zip(hues) {
            let start = Oklch::new(self.for_theme(0.68, 0.62), 0.12, hue);
            let colour = start.nearest_with_contrast(
                bases,
                GRAPHIC_CONTRAST_MIN + CONTRAST_MARGIN,
                self.dark,
            );
            self.set(name, colour);
        }
    }

    fn token_colour(&self, name: &str) -> Rgb {
        self.tokens
            .iter()
            .find(|(token, _)| *token == name)
            .map_or(Rgb::BLACK, |(_, colour)| *colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    type Vectors = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

    #[test]
    fn derived_palettes_match_the_design() {
        let vectors: Vectors =
            serde_json::from_str(include_str!("../../tests/data/brand-vectors.json"))
                .unwrap_or_default();
        assert_eq!(vectors.len(), 12);
        for (input, themes) in vectors {
            let derived = derive(Rgb::parse(&input).unwrap_or(Rgb::BLACK));
            for (theme, palette) in [("light", &derived.light), ("dark", &derived.dark)] {
                assert_eq!(palette.0.len(), themes[theme].len(), "{input} {theme}");
                for (token, expected) in &themes[theme] {
                    let got = palette.get(token).map(|colour| colour.to_string());
                    assert_eq!(got.as_ref(), Some(expected), "{input} {theme} {token}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn every_colour_gives_a_readable_palette(rgb in any::<[u8; 3]>()) {
            let derived = derive(Rgb(rgb));
            for (palette, selected) in [(&derived.light, 0.065), (&derived.dark, 0.085)] {
                let at = |name: &str| palette.get(name).unwrap_or(Rgb::BLACK);
                let text = |fg: &str, bg: Rgb| at(fg).contrast_with(bg) >= TEXT_CONTRAST_MIN;
                for fg in ["ink", "ink-2", "ink-3", "brand-text"] {
                    for bg in ["canvas", "surface", "raised", "sunken", "brand-subtle", "brand-subtle-2"] {
                        prop_assert!(text(fg, at(bg)), "{fg} on {bg}");
                    }
                    for bg in ["canvas", "surface", "raised"] {
                        prop_assert!(text(fg, at("ink").blend_over(at(bg), selected)), "{fg} on selected {bg}");
                    }
                }
                for bg in ["brand", "brand-hover", "brand-active"] {
                    prop_assert!(text("on-brand", at(bg)), "on-brand on {bg}");
                }
                prop_assert!(text("on-danger", at("danger")));
                for bg in ["deep", "deep-2"] {
                    for fg in ["on-deep", "on-deep-2", "deep-accent"] {
                        prop_assert!(text(fg, at(bg)), "{fg} on {bg}");
                    }
                }
                for fg in ["brand-line", "focus", "line-control", "brand-edge", "chart-1", "chart-5"] {
                    for bg in ["canvas", "surface", "raised"] {
                        prop_assert!(at(fg).contrast_with(at(bg)) >= GRAPHIC_CONTRAST_MIN, "{fg} on {bg}");
                    }
                }
            }
        }
    }
}
