//! Names of files, as they are shown and offered for downloads.

use super::file_type::{FileType, extension};
use crate::content::is_direction_control;

/// Maximum characters of a name.
const NAME_CHARS_MAX: usize = 200;
/// Name of a file that has none.
const UNNAMED: &str = "file";

/// The name of an uploaded file of this type: without folders, control characters and characters
/// that change the direction of text (as in `annexe\u{202e}fdp.exe`), at most 200 characters. An
/// extension of another type stays in the name, and the right one follows it.
pub(super) fn sanitised(typed: &str, kind: FileType) -> String {
    let bare = typed.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = bare.chars().filter(|letter| !is_refused(*letter)).collect();
    let line = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_matches(|letter: char| letter == '.' || letter == ' ');
    let own = extension(line);
    let (stem, ending) = match line.rsplit_once('.') {
        Some((stem, typed)) if kind.extensions().contains(&own.as_str()) => (stem, typed),
        _ => (line, kind.ending()),
    };
    let stem_max = NAME_CHARS_MAX - ending.len() - 1;
    let stem: String = stem.chars().take(stem_max).collect();
    let stem = if stem.trim().is_empty() { UNNAMED } else { stem.trim_end() };
    format!("{stem}.{ending}")
}

/// Control characters except white space, and bidirectional controls.
fn is_refused(letter: char) -> bool {
    (letter.is_control() && !letter.is_whitespace()) || is_direction_control(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_folders_controls_or_direction_marks() {
        for (typed, expected) in [
            ("Plan.pdf", "Plan.pdf"),
            ("PLAN.PDF", "PLAN.PDF"),
            ("C:\\Users\\ada\\Plan.pdf", "Plan.pdf"),
            ("../../etc/passwd", "passwd.pdf"),
            ("annexe\u{202e}fdp.exe", "annexefdp.exe.pdf"),
            (" Two\r\nlines\u{0} .pdf", "Two lines.pdf"),
            ("page.html", "page.html.pdf"),
            (".pdf", "pdf.pdf"),
            ("...", "file.pdf"),
            ("", "file.pdf"),
            ("Größe 📐.pdf", "Größe 📐.pdf"),
        ] {
            assert_eq!(sanitised(typed, FileType::Pdf), expected, "{typed:?}");
        }
        assert_eq!(sanitised("Minutes.docx", FileType::Zip), "Minutes.docx");
        assert_eq!(sanitised("setup.jar", FileType::Zip), "setup.jar.zip");
        assert_eq!(sanitised("x.svg", FileType::Text), "x.svg.txt");
    }

    #[test]
    fn long_names_keep_their_extension() {
        let name = sanitised(&format!("{}.pdf", "ü".repeat(300)), FileType::Pdf);
        assert_eq!(name.chars().count(), NAME_CHARS_MAX);
        assert!(name.ends_with("ü.pdf"));
    }
}
