use super::*;

const GROUND: Rgb = Rgb([110, 31, 62]);
const INK: Rgb = Rgb::WHITE;

/// Distance from the centre to the furthest pixel that differs from the ground, in sides.
fn reach(icon: &RgbaImage) -> f32 {
    let side = as_f32(icon.width());
    let ground = to_pixel(GROUND);
    let far = icon.enumerate_pixels().filter(|(_, _, seen)| **seen != ground).map(|(x, y, _)| {
        let from_middle = |at: u32| as_f32(at) + 0.5 - side / 2.0;
        from_middle(x).hypot(from_middle(y)) / side
    });
    far.fold(0.0, f32::max)
}

#[test]
fn letter_stays_within_the_safe_circle() {
    for letter in ['A', 'W', 'I', 'Q', 'Å', 'Ł', '7', '漢', '!'] {
        for side in [192, 512] {
            let icon = of_letter(letter, side, 0.44, GROUND, INK);
            let far = reach(&icon);
            assert!(far > 0.1 && far <= 0.4, "{letter} at {side}: {far}");
        }
    }
}

#[test]
fn badge_stays_within_the_safe_circle_and_is_visible() {
    let mark = DynamicImage::ImageRgba8(RgbaImage::from_pixel(512, 512, Rgba([110, 31, 62, 255])));
    let icon = of_mark(&mark, 512, Shape::Square, 0.56, &[Rgb::WHITE, GROUND]);
    assert_eq!(icon.get_pixel(0, 0), &Rgba([255, 255, 255, 255]), "not its own colour");
    let far = icon.enumerate_pixels().filter(|(_, _, p)| p.0 != [255, 255, 255, 255]);
    let far = far.map(|(x, y, _)| (as_f32(x) + 0.5 - 256.0).hypot(as_f32(y) + 0.5 - 256.0));
    let far = far.fold(0.0, f32::max) / 512.0;
    assert!(far > 0.3 && far <= 0.4, "{far}");
}

/// A badge of 512 pixels with `colour` where `drawn` returns true; coordinates are in sides from
/// the centre.
fn mark_where(colour: Rgb, drawn: impl Fn(f32, f32) -> bool) -> DynamicImage {
    let at = |at: u32| (as_f32(at) + 0.5) / 512.0 - 0.5;
    DynamicImage::ImageRgba8(RgbaImage::from_fn(512, 512, |x, y| {
        if drawn(at(x), at(y)) { to_pixel(colour) } else { Rgba([0, 0, 0, 0]) }
    }))
}

#[test]
fn transparent_line_art_gets_a_coloured_ground() {
    for size in [0.2, 0.5] {
        let ring = |x: f32, y: f32| (0.7 * size..size).contains(&x.hypot(y));
        let mark = mark_where(INK, ring);
        let icon = of_mark(&mark, 192, Shape::Mark, 0.56, &[GROUND, Rgb::WHITE]);
        assert_eq!(icon.get_pixel(0, 0).0[3], 0, "the corner is cut");
        assert_eq!(icon.get_pixel(96, 3), &to_pixel(GROUND), "the colour to the edge");
        assert_eq!(icon.get_pixel(96, 96), &to_pixel(GROUND), "and through the ring");
        let far = icon.enumerate_pixels().filter(|(_, _, seen)| **seen == to_pixel(INK));
        let far = far.map(|(x, ..)| (as_f32(x) + 0.5 - 96.0).abs() / 192.0).fold(0.0, f32::max);
        assert!((far - 0.28).abs() < 0.01, "as large however much was clear around it: {far}");
    }
    let dark = mark_where(GROUND, |x, y| x.abs() < 0.1 || y.abs() < 0.1);
    let icon = of_mark(&dark, 192, Shape::Mark, 0.56, &[GROUND, Rgb::WHITE]);
    assert_eq!(
        icon.get_pixel(96, 3),
        &to_pixel(Rgb::WHITE),
        "not on a ground with too little contrast"
    );
}

#[test]
fn badge_with_its_own_shape_keeps_it() {
    let disc = mark_where(INK, |x, y| x.hypot(y) < 0.48);
    let icon = of_mark(&disc, 192, Shape::Mark, 0.56, &[GROUND]);
    assert_eq!(icon.get_pixel(96, 96), &to_pixel(INK));
    assert_eq!(icon.get_pixel(96, 0).0[3], 0, "still transparent there");
}

#[test]
fn unmasked_icon_is_an_octagon() {
    let icon = cut_to_shape(of_letter('G', 512, 0.44, GROUND, INK), Shape::Mark);
    for (x, y) in [(0, 0), (511, 0), (0, 511), (511, 511)] {
        assert_eq!(icon.get_pixel(x, y).0[3], 0, "{x} {y}");
    }
    for (x, y) in [(256, 0), (0, 256), (256, 511), (511, 256), (160, 2)] {
        assert_eq!(icon.get_pixel(x, y).0[3], 255, "{x} {y}");
    }
}
