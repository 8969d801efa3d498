//! Types of files. The content decides, not the name or the type that the browser states.

/// First bytes of a PDF file (ISO 32000-2 section 7.5.2).
const PDF_START: &[u8] = b"%PDF-";
/// First bytes of a ZIP archive with entries, and of an empty one (APPNOTE.TXT sections 4.3.7 and
/// 4.3.16).
const ZIP_STARTS: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];

/// An accepted type of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileType {
    Pdf,
    Zip,
    Text,
    /// Text whose name says that it is CSV: nothing in the content does.
    Csv,
}

impl FileType {
    const ALL: [Self; 4] = [Self::Pdf, Self::Zip, Self::Text, Self::Csv];

    /// The type of this content. `name` only tells CSV from other text.
    pub(super) fn of_content(content: &[u8], name: &str) -> Option<Self> {
        if content.starts_with(PDF_START) {
            return Some(Self::Pdf);
        }
        if ZIP_STARTS.iter().any(|start| content.starts_with(start)) {
            return Some(Self::Zip);
        }
        let is_csv = || extension(name) == "csv";
        is_text(content).then(|| if is_csv() { Self::Csv } else { Self::Text })
    }

    /// The type with this media type.
    pub(super) fn of_media_type(media_type: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.media_type() == media_type)
    }

    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Zip => "application/zip",
            Self::Text => "text/plain",
            Self::Csv => "text/csv",
        }
    }

    /// Extension of a name that has none of [`Self::extensions`].
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Zip => "zip",
            Self::Text => "txt",
            Self::Csv => "csv",
        }
    }

    /// Extensions that a name of this type may have. None of them lets a computer run the file.
    pub(super) const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Pdf => &["pdf"],
            // Office documents are ZIP archives.
            Self::Zip => &["zip", "docx", "xlsx", "pptx", "odt", "ods", "odp", "odg", "epub"],
            Self::Text => {
                &["txt", "text", "md", "log", "tsv", "ics", "vcf", "json", "yaml", "tex", "bib"]
            }
            Self::Csv => &["csv"],
        }
    }
}

/// Extension of a file name in lower case; empty if it has none.
pub(super) fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default()
}

/// Text in UTF-8 or another encoding that contains ASCII: no control characters but white space.
fn is_text(content: &[u8]) -> bool {
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 11 | 14..=31 | 127);
    !content.iter().any(is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_the_type() {
        for (content, name, expected) in [
            (b"%PDF-1.7 \x00\x01".as_slice(), "a.txt", Some(FileType::Pdf)),
            (b"PK\x03\x04\x14\x00", "a.pdf", Some(FileType::Zip)),
            (b"PK\x05\x06\x00", "a", Some(FileType::Zip)),
            (b"a;b\r\n1;2\r\n", "a.CSV", Some(FileType::Csv)),
            (b"a;b", "a.csv.html", Some(FileType::Text)),
            (b"<svg/>", "a.svg", Some(FileType::Text)),
            ("Größe".as_bytes(), "a.txt", Some(FileType::Text)),
            (b"Gr\xf6\xdfe", "a.txt", Some(FileType::Text)),
            (b"MZ\x90\x00\x03", "a.txt", None),
            (b"\x7fELF\x02", "a.csv", None),
            (b"\x89PNG\r\n\x1a\n", "a.pdf", None),
            (b" %PDF-1.7\x00", "a.pdf", None),
        ] {
            assert_eq!(FileType::of_content(content, name), expected, "{name}");
        }
    }

    #[test]
    fn every_type_has_a_media_type_and_an_extension() {
        for kind in FileType::ALL {
            assert_eq!(FileType::of_media_type(kind.media_type()), Some(kind));
            assert!(kind.extensions().contains(&kind.ending()));
        }
        assert_eq!(FileType::of_media_type("text/html"), None);
    }
}
