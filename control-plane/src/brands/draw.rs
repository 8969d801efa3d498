//! Drawing one icon: a letter on a colour, or a mark on whatever it is seen best on.

use super::Rgb;
use ab_glyph::{Font, FontRef, Glyph, PxScale, point};
use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgba, RgbaImage};

/// Capitals and digits of Hanken Grotesk Bold, the platform's own face (SIL Open Font License,
/// `fonts/OFL.txt`).
const FACE: &[u8] = include_bytes!("fonts/initials.ttf");
/// Scale at which a letter is measured.
const MEASURE_PX: f32 = 1000.0;
/// How much of a corner the shape of a mark lacks, of its side: the octagon of the design.
const CORNER: f32 = 0.28;

/// Where a pixel is covered this much, nothing is seen of what lies under: less than half a step of a channel.
const ALL: f32 = 0.9985;

/// What an icon fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The octagon of the marks; a mark that was uploaded has its own shape.
    Mark,
    /// All of the square: whoever shows it cuts it.
    Square,
}

/// A letter on a square, `share` of the side high. A letter that the face does not have is a ring.
pub fn of_letter(letter: char, side: u32, share: f32, ground: Rgb, ink: Rgb) -> RgbaImage {
    let mut icon = RgbaImage::from_pixel(side, side, pixel(ground));
    if !write(&mut icon, letter, share, ink) {
        ring(&mut icon, share, ink);
    }
    icon
}

/// A square icon in this shape.
pub fn shaped(mut square: RgbaImage, shape: Shape) -> RgbaImage {
    if shape == Shape::Mark {
        cut_corners(&mut square);
    }
    square
}

/// A mark; on a ground, `share` of the side large, on the one of `grounds` that it stands out from.
pub fn of_mark(
    mark: &DynamicImage,
    side: u32,
    shape: Shape,
    share: f32,
    grounds: &[Rgb],
) -> RgbaImage {
    let (mut icon, inner) = match shape {
        Shape::Mark => (RgbaImage::new(side, side), side),
        Shape::Square => {
            let ground = seen_best(mark, grounds);
            (RgbaImage::from_pixel(side, side, pixel(ground)), part(side, share))
        }
    };
    let mark = mark.resize(inner, inner, FilterType::CatmullRom).to_rgba8();
    let (x, y) = ((side - mark.width()) / 2, (side - mark.height()) / 2);
    imageops::overlay(&mut icon, &mark, i64::from(x), i64::from(y));
    icon
}

/// The ground that the mark's mean colour contrasts most with; the first for one that is all clear.
fn seen_best(mark: &DynamicImage, grounds: &[Rgb]) -> Rgb {
    let seen = mark.thumbnail(64, 64).to_rgba8();
    let (mut sum, mut weight) = ([0u64; 3], 0u64);
    for Rgba([r, g, b, a]) in seen.pixels() {
        let alpha = u64::from(*a);
        weight += alpha;
        for (sum, channel) in sum.iter_mut().zip([r, g, b]) {
            *sum += u64::from(*channel) * alpha;
        }
    }
    let mean = sum.map(|sum| u8::try_from(sum / weight.max(1)).unwrap_or(u8::MAX));
    let by_contrast = |a: &&Rgb, b: &&Rgb| a.contrast(Rgb(mean)).total_cmp(&b.contrast(Rgb(mean)));
    grounds.iter().max_by(by_contrast).copied().unwrap_or(Rgb::WHITE)
}

/// Writes a letter in the middle; whether the face has it.
fn write(icon: &mut RgbaImage, letter: char, share: f32, ink: Rgb) -> bool {
    let Ok(face) = FontRef::try_from_slice(FACE) else { return false };
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
        blend(icon, x, y, ink, cover);
    });
    true
}

fn ring(icon: &mut RgbaImage, share: f32, ink: Rgb) {
    let side = as_f32(icon.width());
    let (radius, half) = (side * share / 2.0, side * share / 10.0);
    for y in 0..icon.height() {
        for x in 0..icon.width() {
            let (dx, dy) = (as_f32(x) + 0.5 - side / 2.0, as_f32(y) + 0.5 - side / 2.0);
            let off = (dx.hypot(dy) - radius + half).abs() - half;
            blend(icon, as_f32(x), as_f32(y), ink, (0.5 - off).clamp(0.0, 1.0));
        }
    }
}

/// Leaves the octagon of a square. Only its corners are gone through: they are a sixth of it.
fn cut_corners(icon: &mut RgbaImage) {
    let side = icon.width();
    let end = side - 1;
    // A pixel that is cut is less than this from two edges, both taken together.
    let reach = part(side, CORNER) + 1;
    for y in 0..reach {
        for x in 0..reach - y {
            let alpha = byte(octagon(x, y, side) * 255.0);
            for (x, y) in [(x, y), (end - x, y), (x, end - y), (end - x, end - y)] {
                icon.get_pixel_mut(x, y).0[3] = alpha;
            }
        }
    }
}

/// How much of a pixel lies within the octagon.
fn octagon(x: u32, y: u32, side: u32) -> f32 {
    let half = as_f32(side) / 2.0;
    let from_middle = |at: u32| (as_f32(at) + 0.5 - half).abs();
    let past_corner = (from_middle(x) + from_middle(y) - half * (2.0 - 2.0 * CORNER))
        * std::f32::consts::FRAC_1_SQRT_2;
    (0.5 - past_corner).clamp(0.0, 1.0)
}

fn pixel(Rgb([r, g, b]): Rgb) -> Rgba<u8> {
    Rgba([r, g, b, u8::MAX])
}

/// Lays `ink` over a pixel, `cover` of it. What lies outside the icon is not drawn.
fn blend(icon: &mut RgbaImage, x: f32, y: f32, ink: Rgb, cover: f32) {
    if cover <= 0.0 || x < 0.0 || y < 0.0 {
        return;
    }
    let Some(Rgba([r, g, b, _])) = icon.get_pixel_mut_checked(whole(x), whole(y)) else { return };
    if cover >= ALL {
        [*r, *g, *b] = ink.0;
        return;
    }
    for (under, ink) in [r, g, b].into_iter().zip(ink.0) {
        *under = byte(f32::from(ink) * cover + f32::from(*under) * (1.0 - cover));
    }
}

fn part(side: u32, share: f32) -> u32 {
    whole(as_f32(side) * share).max(1)
}

#[expect(clippy::cast_precision_loss, reason = "sides of icons are far below 2^24")]
fn as_f32(at: u32) -> f32 {
    at as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounded, and never below zero; what is too large is cut to the largest"
)]
fn whole(at: f32) -> u32 {
    at.round().max(0.0) as u32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to 0..=255 first"
)]
fn byte(channel: f32) -> u8 {
    channel.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
#[path = "draw_tests.rs"]
mod tests;
