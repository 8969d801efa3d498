//! Branding of a tenant: stored in versions, one of them published. All colours are derived from
//! one when a brand is saved, never per request.
//!
//! Read `draft` (saving, discarding), `publish` (publishing and restoring), `uploads` and
//! `icons`, `preview` (the preview link for people without an account), then `derive` with `pairs`
//! and `contrast_report` (the palette and its contrast checks).

mod contrast_report;
mod derive;
mod document;
mod draft;
mod draw;
mod error;
mod icons;
mod input;
mod list_summary;
mod mail_brand;
mod oklch;
mod pairs;
mod preview;
mod publish;
mod published;
mod routes;
mod rows;
mod scrim;
mod store;
mod unused_uploads;
mod uploads;
mod write;

pub use derive::{BrandPalettes, Palette, derive};
pub use error::BrandError;
pub use mail_brand::apply_brand;
pub use oklch::{Oklch, Rgb};
pub use pairs::{Pair, all_pairs};
pub use preview::sweep;
pub use routes::api;
pub use unused_uploads::{FORGET_JOB, UnusedUploads, delete_uploads};

pub(crate) use list_summary::looks_of;
pub(crate) use published::{BrandStamp, published_brands, published_stamps};

use bytes::Bytes;
use input::Design;
use platform::{Problem, TenantId, Tx};
use sea_orm::ActiveValue::Set;
use wire::{Brand, ThemeColor};

/// The forest green of the design.
const PLATFORM_COLOUR: Rgb = Rgb([0x0e, 0x6b, 0x5e]);

/// Input for a brand.
#[derive(Debug, Clone)]
pub struct BrandInput {
    /// Display name.
    pub name: String,
    /// Brand colour.
    pub colour: Rgb,
    /// Heading typeface: `plain`, `serif`, `poster` or `typed`.
    pub headings: String,
    /// Corner shape: `square`, `soft` or `round`.
    pub corners: String,
    /// Top bar: `paper`, `deep` or `brand`.
    pub top_bar: String,
    /// Sign-in layout: `panel`, `split` or `poster`.
    pub sign_in_layout: String,
    /// One of the four engravings.
    pub picture: String,
    /// Heading of the sign-in page, if not the default.
    pub sign_in_title: Option<String>,
    /// Sentence below the heading.
    pub sign_in_text: Option<String>,
}

/// Returns the platform's own brand and its CSS.
#[must_use]
pub fn platform_brand() -> (Brand, String) {
    let derived = derive(PLATFORM_COLOUR);
    let canvas = |palette: &Palette| palette.get("canvas").unwrap_or(Rgb::WHITE).to_string();
    let brand = Brand {
        name: "Guildhall".to_owned(),
        initial: "G".to_owned(),
        headings: "plain".to_owned(),
        corners: "soft".to_owned(),
        top_bar: "paper".to_owned(),
        sign_in_layout: "panel".to_owned(),
        picture: "oculus".to_owned(),
        logo_url: None,
        sign_in_title: None,
        sign_in_text: None,
        theme_color: ThemeColor { light: canvas(&derived.light), dark: canvas(&derived.dark) },
        icons_url: Some("/icons/icon".to_owned()),
        ..Brand::default()
    };
    (brand, derived.css())
}

/// Creates a tenant's first brand and publishes it.
///
/// # Errors
/// The badge is not an image or too small; a database or store error.
pub(crate) async fn publish_first<V>(
    tx: &Tx<'_, V>,
    tenant: TenantId,
    input: &BrandInput,
    mark: Option<Bytes>,
) -> Result<(), Problem> {
    let design = input.to_design();
    let mut uploads = write::Uploads::default();
    if let Some(file) = mark {
        uploads.mark_url = Some(uploads::keep_mark(tx.services(), tenant, file).await?);
    }
    uploads.icons_url = Some(icons::store_icons(tx.services(), tenant, &design, &uploads).await?);
    let mut row = write::design_columns(&design, &uploads);
    row.tenant_id = Set(tenant);
    row.version = Set(1);
    row.state = Set(store::PUBLISHED.to_owned());
    row.revision = Set(1);
    row.created_at = Set(tx.now());
    row.published_at = Set(Some(tx.now()));
    Ok(tx.global_table::<rows::Entity>().insert(row).await.map(drop)?)
}

impl BrandInput {
    fn to_design(&self) -> Design {
        let input = self.clone();
        Design {
            name: input.name,
            colour: input.colour,
            headings: input.headings,
            corners: input.corners,
            top_bar: input.top_bar,
            sign_in_layout: input.sign_in_layout,
            picture: input.picture,
            sign_in_title: input.sign_in_title,
            sign_in_text: input.sign_in_text,
            mail_sender_name: None,
            mail_footer: None,
            footer_links: Vec::new(),
        }
    }
}

impl rows::Model {
    /// Returns the brand as sent to pages.
    pub(crate) fn to_brand(&self) -> Brand {
        Brand {
            name: self.name.clone(),
            initial: self.name.chars().next().map(String::from).unwrap_or_default(),
            headings: self.headings.clone(),
            corners: self.corners.clone(),
            top_bar: self.top_bar.clone(),
            sign_in_layout: self.sign_in_layout.clone(),
            picture: self.picture.clone(),
            logo_url: self.logo_url.clone(),
            sign_in_title: self.sign_in_title.clone(),
            sign_in_text: self.sign_in_text.clone(),
            theme_color: ThemeColor {
                light: self.theme_light.clone(),
                dark: self.theme_dark.clone(),
            },
            mark_url: self.mark_url.clone(),
            // An uploaded but unselected picture is not public.
            picture_url: self.picture_url.clone().filter(|_| self.shows_upload()),
            picture_scrim: self.picture_scrim.clone().filter(|_| self.shows_upload()),
            icons_url: self.icons_url.clone(),
            footer_links: self.footer_links(),
        }
    }

    fn shows_upload(&self) -> bool {
        self.picture == input::UPLOAD
    }
}
