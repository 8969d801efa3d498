//! HEIC and AVIF: still pictures, single or tiled, coded with HEVC or AV1.
//!
//! The decoders trust the size in the coded picture, so it is first compared with the container's.
//! A file without colour information is treated as full range, the default of MIAF (ISO/IEC
//! 23000-22, section 7.3.6.4).

use super::colour::Profile;
use super::{DecodedPicture, MEGA, PictureError, check_pixels};
use image::metadata::Orientation;
use image::{DynamicImage, RgbImage, RgbaImage};
use oxideav_av1::{ObuIter, ObuType, parse_sequence_header};
use oxideav_h265::collect_nal_units;
use oxideav_h265::sps::SeqParameterSet;
use oxideav_heif::sequence::parse_movie;
use oxideav_heif::{
    DecodeOptions, HeifFile, HeifFileRef, HeifImage, ImageKind, ImageNode, PixelFormat, Plane,
    build_primary_graph, decode_file, probe,
};

/// Maximum pixels. A phone's photo of 12 megapixels has up to 12.2 million. Decoding more takes longer
/// than 2 s, and for AVIF more than 200 MB.
const PIXELS_MAX: u64 = 12_500_000;
/// Maximum pixels of all coded pictures of a file, including tile padding and a smaller depth map.
const CODED_PIXELS_MAX: u64 = PIXELS_MAX + PIXELS_MAX / 2;
/// Maximum tiles, derived and auxiliary pictures of a file.
const ITEMS_MAX: usize = 1024;
/// Maximum padding of a coded picture on each side.
const PADDING_PX_MAX: u32 = 128;
/// Threads for the tiles of a picture.
const THREADS: usize = 2;
/// NAL unit type of a sequence parameter set (ITU-T H.265, table 7-1).
const SPS: u8 = 33;

pub(super) fn is_heif(file: &[u8]) -> bool {
    probe(file)
}

/// Returns whether a file contains a sequence. A live photo does not: its film is a separate file.
pub(super) fn is_animated(file: &[u8]) -> bool {
    let Ok(file) = HeifFile::parse_borrowed(file) else { return false };
    let Ok(Some(movie)) = parse_movie(&file) else { return false };
    movie.tracks.iter().any(|track| track.is_visual() && track.samples.len() > 1)
}

pub(super) fn decode(
    file: &[u8],
    side: impl Fn((u32, u32)) -> u32,
) -> Result<DecodedPicture, PictureError> {
    let unread = |_| PictureError::Unreadable;
    let file = HeifFile::parse_borrowed(file).map_err(unread)?;
    let primary = build_primary_graph(&file).map_err(unread)?;
    let (width, height) = primary.output_size().map_err(unread)?;
    check_pixels((width, height), PIXELS_MAX)?;
    check_coded(&file, &primary)?;
    let options = DecodeOptions::default()
        .with_max_pixels(Some(PIXELS_MAX))
        .with_item_id(Some(primary.item.id))
        .with_threads(Some(THREADS));
    let decoded = decode_file(&file, &options).map_err(unread)?;
    let longest = width.max(height);
    let by = usize::try_from(longest / side((width, height)).clamp(1, longest)).unwrap_or(1);
    let profile = match &decoded.metadata.icc {
        Some(icc) => Profile::from_icc(icc),
        None => Profile::from_code_points(decoded.color.primaries, decoded.color.transfer),
    };
    let pixels = to_rgb(reduce(decoded, by).ok_or(PictureError::Unreadable)?);
    Ok(DecodedPicture {
        pixels: pixels.ok_or(PictureError::Unreadable)?,
        size: (width, height),
        // The container's rotation is already applied; the EXIF orientation repeats it.
        orientation: Orientation::NoTransforms,
        profile,
    })
}

fn to_rgb(image: HeifImage) -> Option<DynamicImage> {
    let (width, height) = (image.width, image.height);
    if image.format.has_alpha() {
        let pixels = image.try_to_rgba8().ok()?;
        return RgbaImage::from_raw(width, height, pixels).map(Into::into);
    }
    let pixels = image.try_to_rgb8().ok()?;
    RgbImage::from_raw(width, height, pixels).map(Into::into)
}

/// Refuses derived pictures that are too large, coded pictures that are larger than their items,
/// and other codecs.
fn check_coded(file: &HeifFileRef<'_>, primary: &ImageNode) -> Result<(), PictureError> {
    let mut nodes = Vec::new();
    collect_nodes(primary, &mut nodes);
    if nodes.len() > ITEMS_MAX {
        return Err(PictureError::TooComplex);
    }
    let mut pixels = 0;
    for node in nodes {
        check_pixels(node.output_size().map_err(|_| PictureError::Unreadable)?, PIXELS_MAX)?;
        match node.kind {
            ImageKind::Coded(_) => pixels += check_coded_item(file, node)?,
            ImageKind::Grid(_)
            | ImageKind::Overlay(_)
            | ImageKind::Identity
            | ImageKind::ToneMap(_) => {}
            _ => return Err(PictureError::Unreadable),
        }
        if pixels > CODED_PIXELS_MAX {
            return Err(PictureError::TooManyPixels(PIXELS_MAX / MEGA));
        }
    }
    Ok(())
}

/// Pixels of a coded picture.
fn check_coded_item(file: &HeifFileRef<'_>, node: &ImageNode) -> Result<u64, PictureError> {
    let (width, height) = node.ispe().ok_or(PictureError::Unreadable)?;
    check_pixels((width, height), PIXELS_MAX)?;
    let data = file.item_data(node.item.id).map_err(|_| PictureError::Unreadable)?;
    let sizes = coded_sizes(node, &data).ok_or(PictureError::Unreadable)?;
    let is_larger = |size: &(u32, u32)| {
        size.0 >= width.saturating_add(PADDING_PX_MAX)
            || size.1 >= height.saturating_add(PADDING_PX_MAX)
    };
    if sizes.iter().any(is_larger) {
        return Err(PictureError::Unreadable);
    }
    Ok(u64::from(width) * u64::from(height))
}

/// Collects a node with its descendants and attachments, because the decoder decodes these as well.
fn collect_nodes<'n>(node: &'n ImageNode, nodes: &mut Vec<&'n ImageNode>) {
    nodes.push(node);
    let attached = node.alpha.as_deref().into_iter().chain(node.depth.as_deref());
    let further = node.inputs.iter().chain(&node.other_auxiliaries).chain(&node.thumbnails);
    for node in attached.chain(further) {
        collect_nodes(node, nodes);
    }
}

/// Sizes stated in a coded picture; `None` if it cannot be parsed.
fn coded_sizes(node: &ImageNode, data: &[u8]) -> Option<Vec<(u32, u32)>> {
    if let Some(config) = node.properties.av1c() {
        let mut sizes = av1_sizes(&config.config_obus)?;
        sizes.extend(av1_sizes(data)?);
        return Some(sizes);
    }
    let config = node.properties.hvcc()?;
    let units = config.arrays.iter().flat_map(|array| array.nal_units.iter().map(Vec::as_slice));
    let mut sizes = Vec::new();
    for unit in units.chain(length_prefixed(data, config.length_size.into())) {
        sizes.extend(hevc_size(unit)?);
    }
    Some(sizes)
}

fn av1_sizes(obus: &[u8]) -> Option<Vec<(u32, u32)>> {
    let mut sizes = Vec::new();
    for obu in ObuIter::new(obus) {
        let obu = obu.ok()?;
        if obu.obu_type == ObuType::SequenceHeader {
            let header = parse_sequence_header(obu.payload).ok()?;
            sizes.push((header.max_frame_width_minus_1 + 1, header.max_frame_height_minus_1 + 1));
        }
    }
    Some(sizes)
}

/// Size in a sequence parameter set; an empty list for any other unit.
fn hevc_size(unit: &[u8]) -> Option<Option<(u32, u32)>> {
    if unit.first().map(|byte| (byte >> 1) & 0x3f) != Some(SPS) {
        return Some(None);
    }
    let stream = [b"\0\0\0\x01", unit].concat();
    let unit = collect_nal_units(&stream).ok()?.into_iter().next()?;
    let set = SeqParameterSet::parse(&unit.rbsp).ok()?;
    Some(Some((set.pic_width_in_luma_samples, set.pic_height_in_luma_samples)))
}

fn length_prefixed(mut data: &[u8], length_bytes: usize) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (head, rest) = data.split_at_checked(length_bytes)?;
        let length = head.iter().fold(0_usize, |length, byte| (length << 8) | usize::from(*byte));
        let (unit, rest) = rest.split_at_checked(length)?;
        data = rest;
        Some(unit)
    })
}

/// Reduces a picture by the factor `by`: each sample is the mean of a square. Done on the planes,
/// because the conversion to RGB is slow and needs more memory.
fn reduce(image: HeifImage, by: usize) -> Option<HeifImage> {
    let layout = image.format.layout()?;
    if by < 2 {
        return Some(image);
    }
    let by_u32 = u32::try_from(by).ok()?;
    let (width, height) = ((image.width / by_u32).max(1), (image.height / by_u32).max(1));
    let mut planes = Vec::with_capacity(image.planes.len());
    for (index, plane) in image.planes.iter().enumerate() {
        let of = |(width, height): (u32, u32)| -> Option<(usize, usize)> {
            Some((usize::try_from(width).ok()?, usize::try_from(height).ok()?))
        };
        let from = of(layout.plane_dims(index, image.width, image.height))?;
        let to = of(layout.plane_dims(index, width, height))?;
        planes.push(if layout.bytes_per_sample() == 1 {
            reduced_plane(
                plane,
                from,
                to,
                by,
                |row, x| row.get(x).copied().map(u32::from),
                |sample| [u8::try_from(sample).unwrap_or(u8::MAX)],
            )
        } else {
            let read = |row: &[u8], x: usize| {
                let bytes = row.get(2 * x..)?.first_chunk::<2>()?;
                Some(u32::from(u16::from_le_bytes(*bytes)))
            };
            reduced_plane(plane, from, to, by, read, |sample| {
                u16::try_from(sample).unwrap_or(u16::MAX).to_le_bytes()
            })
        });
    }
    let format: PixelFormat = image.format;
    let smaller = HeifImage::new(width, height, format, planes).ok()?;
    Some(smaller.with_color(image.color))
}

fn reduced_plane<const N: usize>(
    plane: &Plane,
    from: (usize, usize),
    to: (usize, usize),
    by: usize,
    read: impl Fn(&[u8], usize) -> Option<u32>,
    write: impl Fn(u32) -> [u8; N],
) -> Plane {
    let mut data = Vec::with_capacity(to.0 * to.1 * N);
    let mut sums = vec![(0_u32, 0_u32); to.0];
    for y in 0..to.1 {
        sums.fill((0, 0));
        for source in y * by..((y + 1) * by).min(from.1) {
            let row = plane.data.get(source * plane.stride..).unwrap_or_default();
            for (x, (sum, count)) in sums.iter_mut().enumerate() {
                for sample in (x * by..((x + 1) * by).min(from.0)).filter_map(|x| read(row, x)) {
                    *sum += sample;
                    *count += 1;
                }
            }
        }
        data.extend(
            sums.iter().flat_map(|(sum, count)| write((sum + count / 2) / (*count).max(1))),
        );
    }
    Plane::new(to.0 * N, data)
}

#[cfg(test)]
#[path = "heif_tests.rs"]
mod tests;
