//! Drawing of one icon: a letter on a colour, or a badge on the ground with the best contrast.

use super::Rgb;
use ab_glyph::{Font, FontRef, Glyph, PxScale, point};
use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgba, RgbaImage};

/// Capitals and digits of Hanken Grotesk Bold, the platform's typeface (SIL Open Font License,
/// `fonts/OFL.txt`).
const INITIALS_FONT: &[u8] = include_bytes!("fonts/initials.ttf");
/// Font size at which a letter is measured.
const MEASURE_PX: f32 = 1000.0;
/// Size of the cut corners of the octagon, as a share of the side.
const CORNER_SHARE: f32 = 0.28;

/// Coverage above which the ground no longer contributes: less than half a step of a channel.
const FULL_COVERAGE: f32 = 0.9985;

/// Minimum alpha at which a pixel counts as part of a badge and not as an artefact.
const VISIBLE_ALPHA_MIN: u8 = 13;
/// Minimum share of its bounding box that a badge with its own shape fills; a disc fills more.
const FILLED_MIN: f32 = 0.75;
/// Minimum contrast between a graphic and its ground (WCAG 2.2, 1.4.11).
const CONTRAST_MIN: f64 = 3.0;

/// Outline of an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The design's octagon; an uploaded badge may have its own shape.
    Mark,
    /// The whole square: the platform that shows it applies its own mask.
    Square,
}

/// Draws a letter on a square, with `share` of the side as height. A letter that the typeface lacks
/// becomes a ring.
pub fn of_letter(letter: char, side: u32, share: f32, ground: Rgb, ink: Rgb) -> RgbaImage {
    let mut icon = RgbaImage::from_pixel(side, side, to_pixel(ground));
    if !draw_letter(&mut icon, letter, share, ink) {
        draw_ring(&mut icon, share, ink);
    }
    icon
}

/// Cuts a square icon to this shape.
pub fn cut_to_shape(mut square: RgbaImage, shape: Shape) -> RgbaImage {
    if shape == Shape::Mark {
        cut_corners(&mut square);
    }
    square
}

/// Draws a badge in this shape. A badge with its own shape, such as a disc or a tile, is used as it
/// is. In a square, or if it consists of lines on transparency, it is placed with `share` of the
/// side on the first of `grounds` with enough contrast; lines alone would be invisible on a page of
/// their own colour.
pub fn of_mark(
    mark: &DynamicImage,
    side: u32,
    shape: Shape,
    share: f32,
    grounds: &[Rgb],
) -> RgbaImage {
    let mark = mark.to_rgba8();
    let lines = lines_of(&mark);
    if shape == Shape::Mark && lines.is_none() {
        return place_badge(&mark, side, RgbaImage::new(side, side));
    }
    let mark = lines.unwrap_or(mark);
    let ground = stands_out_from(&mark, grounds);
    let square = RgbaImage::from_pixel(side, side, to_pixel(ground));
    cut_to_shape(place_badge(&mark, share_of_side(side, share), square), shape)
}

/// Returns a badge that does not fill its bounding box, cropped to that box.
fn lines_of(mark: &RgbaImage) -> Option<RgbaImage> {
    let drawn = mark.enumerate_pixels().filter(|(.., seen)| seen.0[3] >= VISIBLE_ALPHA_MIN);
    let around = drawn.fold(None, |around: Option<[u32; 4]>, (x, y, _)| {
        let [left, top, right, bottom] = around.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    let [left, top, right, bottom] = around?;
    let within = imageops::crop_imm(mark, left, top, right - left + 1, bottom - top + 1).to_image();
    let cover = within.pixels().map(|seen| f32::from(seen.0[3]) / 255.0).sum::<f32>();
    let filled = cover / (as_f32(within.width()) * as_f32(within.height()));
    (filled < FILLED_MIN).then_some(within)
}

/// Draws a badge in the middle of an icon, its longer side `inner` pixels long.
fn place_badge(mark: &RgbaImage, inner: u32, mut icon: RgbaImage) -> RgbaImage {
    let mark = DynamicImage::ImageRgba8(mark.clone());
    let mark = mark.resize(inner, inner, FilterType::CatmullRom).to_rgba8();
    let (x, y) = ((icon.width() - mark.width()) / 2, (icon.height() - mark.height()) / 2);
    imageops::overlay(&mut icon, &mark, i64::from(x), i64::from(y));
    icon
}

/// Returns the first ground with enough contrast to the badge's mean colour, otherwise the one with
/// the highest contrast. For a transparent badge it is the first.
fn stands_out_from(mark: &RgbaImage, grounds: &[Rgb]) -> Rgb {
    let seen = imageops::thumbnail(mark, 64, 64);
    let (mut sum, mut weight) = ([0u64; 3], 0u64);
    for Rgba([r, g, b, a]) in seen.pixels() {
        let alpha = u64::from(*a);
        weight += alpha;
        for (sum, channel) in sum.iter_mut().zip([r, g, b]) {
            *sum += u64::from(*channel) * alpha;
        }
    }
    let mean = Rgb(sum.map(|sum| u8::try_from(sum / weight.max(1)).unwrap_or(u8::MAX)));
    let most =
        || grounds.iter().max_by(|a, b| a.contrast_with(mean).total_cmp(&b.contrast_with(mean)));
    let first = grounds.iter().find(|ground| ground.contrast_with(mean) >= CONTRAST_MIN);
    first.or_else(most).copied().unwrap_or(Rgb::WHITE)
}

/// Draws a letter in the middle; returns whether the typeface has it.
fn draw_letter(icon: &mut RgbaImage, letter: char, share: f32, ink: Rgb) -> bool {
    let Ok(face) = FontRef::try_from_slice(INITIALS_FONT) else { return false };
    let id = face.glyph_id(letter);
    if id.0 == 0 {
        return false;
    }
    let glyph =
        |px: f32, x: f32, y: f32| Glyph { id, scale: PxScale::from(px), position: point(x, y) };
    let Some(measured) = face.outline_glyph(glyph(MEASURE_PX, 0.0, 0.0)) else { return false };
    let (bounds, side) = (measured.px_bounds(), as_f32(icon.width()));
    let px = MEASURE_PX * side * share / bounds.width().max(bounds.height());
    let centred = |from: f32, to: f32| side / 2.0 - (from + to) / 2.0 * px / MEASURE_PX;
    let at = (centred(bounds.min.x, bounds.max.x), centred(bounds.min.y, bounds.max.y));
    let Some(outline) = face.outline_glyph(glyph(px, at.0, at.1)) else { return false };
    let corner = outline.px_bounds().min;
    outline.draw(|x, y, cover| {
        let (x, y) = (as_f32(x) + corner.x, as_f32(y) + corner.y);
        blend_pixel(icon, x, y, ink, cover);
    });
    true
}

fn draw_ring(icon: &mut RgbaImage, share: f32, ink: Rgb) {
    let side = as_f32(icon.width());
    let (radius, half) = (side * share / 2.0, side * share / 10.0);
    for y in 0..icon.height() {
        for x in 0..icon.width() {
            let (dx, dy) = (as_f32(x) + 0.5 - side / 2.0, as_f32(y) + 0.5 - side / 2.0);
            let off = (dx.hypot(dy) - radius + half).abs() - half;
            blend_pixel(icon, as_f32(x), as_f32(y), ink, (0.5 - off).clamp(0.0, 1.0));
        }
    }
}

/// Cuts a square to the octagon. Only the corners are visited: they are a sixth of the pixels.
fn cut_corners(icon: &mut RgbaImage) {
    let side = icon.width();
    let end = side - 1;
    // A pixel to cut has a smaller total distance than this from two edges.
    let reach = share_of_side(side, CORNER_SHARE) + 1;
    for y in 0..reach {
        for x in 0..reach - y {
            let alpha = to_byte(octagon_coverage(x, y, side) * 255.0);
            for (x, y) in [(x, y), (end - x, y), (x, end - y), (end - x, end - y)] {
                icon.get_pixel_mut(x, y).0[3] = alpha;
            }
        }
    }
}

/// Coverage of a pixel by the octagon.
fn octagon_coverage(x: u32, y: u32, side: u32) -> f32 {
    let half = as_f32(side) / 2.0;
    let from_middle = |at: u32| (as_f32(at) + 0.5 - half).abs();
    let past_corner = (from_middle(x) + from_middle(y) - half * (2.0 - 2.0 * CORNER_SHARE))
        * std::f32::consts::FRAC_1_SQRT_2;
    (0.5 - past_corner).clamp(0.0, 1.0)
}

fn to_pixel(Rgb([r, g, b]): Rgb) -> Rgba<u8> {
    Rgba([r, g, b, u8::MAX])
}

/// Blends `ink` over a pixel with coverage `cover`. Pixels outside the icon are ignored.
fn blend_pixel(icon: &mut RgbaImage, x: f32, y: f32, ink: Rgb, cover: f32) {
    if cover <= 0.0 || x < 0.0 || y < 0.0 {
        return;
    }
    let Some(Rgba([r, g, b, _])) = icon.get_pixel_mut_checked(round_to_pixel(x), round_to_pixel(y))
    else {
        return;
    };
    if cover >= FULL_COVERAGE {
        [*r, *g, *b] = ink.0;
        return;
    }
    for (under, ink) in [r, g, b].into_iter().zip(ink.0) {
        *under = to_byte(f32::from(ink) * cover + f32::from(*under) * (1.0 - cover));
    }
}

fn share_of_side(side: u32, share: f32) -> u32 {
    round_to_pixel(as_f32(side) * share).max(1)
}

#[expect(clippy::cast_precision_loss, reason = "sides of icons are far below 2^24")]
fn as_f32(at: u32) -> f32 {
    at as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounded and not negative; larger values saturate"
)]
fn round_to_pixel(at: f32) -> u32 {
    at.round().max(0.0) as u32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to 0..=255 first"
)]
fn to_byte(channel: f32) -> u8 {
    channel.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
#[path = "draw_tests.rs"]
mod tests;
