//! Colours of mails: the brand colour, and a text colour that is readable on it.

/// Returns the colour if it is `#rrggbb`, because it is inserted into a style.
pub(super) fn readable_colour(color: &str) -> Option<&str> {
    let digits = color.strip_prefix('#')?;
    (digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit())).then_some(color)
}

/// Black or white, whichever has more contrast on a colour (WCAG 2.2 relative luminance).
pub(super) fn ink_on(color: &str) -> &'static str {
    let channel = |at: usize| {
        let hex = color.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let share = f64::from(hex.unwrap_or(0)) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
    // Luminance with equal contrast to black and white: sqrt(1.05 * 0.05) - 0.05.
    if luminance > 0.179 { "#000000" } else { "#ffffff" }
}
