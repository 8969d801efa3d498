//! A web build, read completely at start-up. Paths outside of it cannot be requested, however they
//! are written, and a build replaced on disk is never served half old and half new.

use super::accept::ContentCoding;
use super::frames::{self, Frames, FramesError};
use super::page::Template;
use axum::body::Bytes;
use http::HeaderValue;
use percent_encoding::percent_decode_str;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Reason why a web build cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum WebAppsError {
    /// The folder or one of its files cannot be read.
    #[error("failed to read the web build in {folder:?}: {cause}")]
    Unreadable {
        /// Expected folder.
        folder: PathBuf,
        /// Operating system error.
        cause: std::io::Error,
    },
    /// There is no `index.html`.
    #[error("{0:?} contains no index.html; was the web build created?")]
    NoIndex(PathBuf),
    /// `index.html` lacks one of our template markers.
    #[error("index.html in {folder:?} lacks the template marker {missing:?}")]
    NoMarker {
        /// Folder of the build.
        folder: PathBuf,
        /// Missing marker.
        missing: &'static str,
    },
    /// `frames.json` does not fit the build.
    #[error("frames.json in {folder:?} cannot be used: {cause}")]
    Frames {
        /// Folder of the build.
        folder: PathBuf,
        /// Fault of the file.
        cause: FramesError,
    },
}

/// A file with all of its encoded forms.
#[derive(Debug)]
pub struct StaticFile {
    pub content_type: HeaderValue,
    pub plain: EncodedFile,
    brotli: Option<EncodedFile>,
    gzip: Option<EncodedFile>,
}

/// One encoded form of a file, with its entity tag.
#[derive(Debug)]
pub struct EncodedFile {
    pub bytes: Bytes,
    pub tag: HeaderValue,
}

impl StaticFile {
    /// Returns the file in `coding`, if the build has it.
    pub const fn find_encoding(&self, coding: ContentCoding) -> Option<&EncodedFile> {
        match coding {
            ContentCoding::Brotli => self.brotli.as_ref(),
            ContentCoding::Gzip => self.gzip.as_ref(),
            ContentCoding::Identity => Some(&self.plain),
        }
    }
}

/// A web build.
#[derive(Debug)]
pub struct WebBuild {
    template: Template,
    frames: Frames,
    files: HashMap<String, StaticFile>,
}

impl WebBuild {
    pub fn load(folder: &Path) -> Result<Self, WebAppsError> {
        let mut raw = HashMap::new();
        read_into(&mut raw, folder, "")
            .map_err(|cause| WebAppsError::Unreadable { folder: folder.to_owned(), cause })?;
        let index =
            raw.remove("/index.html").ok_or_else(|| WebAppsError::NoIndex(folder.to_owned()))?;
        let template = Template::parse(&String::from_utf8_lossy(&index))
            .map_err(|missing| WebAppsError::NoMarker { folder: folder.to_owned(), missing })?;
        let frames = match raw.remove(frames::FILE) {
            Some(json) => Frames::parse(&json, |path| raw.contains_key(path))
                .map_err(|cause| WebAppsError::Frames { folder: folder.to_owned(), cause })?,
            None => Frames::default(),
        };
        let files = raw
            .iter()
            .filter(|(path, _)| !is_form_of_another(path, &raw))
            .filter(|(path, _)| !is_form_of_template(path))
            .map(|(path, bytes)| (path.clone(), static_file(path, bytes, &raw)))
            .collect();
        Ok(Self { template, frames, files })
    }

    pub fn find_file(&self, path: &str) -> Option<&StaticFile> {
        let name = percent_decode_str(path).decode_utf8().ok()?;
        self.files.get(name.as_ref())
    }

    pub const fn template(&self) -> &Template {
        &self.template
    }

    pub const fn frames(&self) -> &Frames {
        &self.frames
    }
}

/// Returns whether a file is an encoded form of one that the edge only serves rendered.
fn is_form_of_template(path: &str) -> bool {
    let plain = path.strip_suffix(".br").or_else(|| path.strip_suffix(".gz"));
    plain.is_some_and(|plain| plain == "/index.html" || plain == frames::FILE)
}

fn read_into(
    files: &mut HashMap<String, Bytes>,
    folder: &Path,
    prefix: &str,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{prefix}/{name}");
        // Links are not followed, because they could lead out of the build.
        if kind.is_dir() {
            read_into(files, &entry.path(), &path)?;
        } else if kind.is_file() {
            files.insert(path, Bytes::from(std::fs::read(entry.path())?));
        }
    }
    Ok(())
}

fn is_form_of_another(path: &str, files: &HashMap<String, Bytes>) -> bool {
    [".br", ".gz"].iter().filter_map(|end| path.strip_suffix(end)).any(|p| files.contains_key(p))
}

fn static_file(path: &str, bytes: &Bytes, files: &HashMap<String, Bytes>) -> StaticFile {
    let digest = {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        hasher.finish()
    };
    let form = |bytes: &Bytes, end: &str| EncodedFile {
        bytes: bytes.clone(),
        tag: HeaderValue::from_str(&format!("\"{digest:016x}{end}\""))
            .unwrap_or_else(|_| HeaderValue::from_static("\"\"")),
    };
    let packed = |suffix: &str, end: &str| {
        let packed = files.get(&format!("{path}{suffix}"));
        packed.filter(|packed| packed.len() < bytes.len()).map(|packed| form(packed, end))
    };
    StaticFile {
        content_type: content_type(path),
        plain: form(bytes, ""),
        brotli: packed(".br", "-br"),
        gzip: packed(".gz", "-gz"),
    }
}

fn content_type(path: &str) -> HeaderValue {
    if path.ends_with(".webmanifest") {
        return HeaderValue::from_static("application/manifest+json");
    }
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = kind.type_() == mime_guess::mime::TEXT || kind.subtype() == "javascript";
    let written = if is_text { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    HeaderValue::from_str(&written)
        .unwrap_or_else(|_| HeaderValue::from_static("application/octet-stream"))
}
