//! Builds a brand's row from the input and the uploads. All values derived from the colour are
//! computed here, when the brand is saved, and never per request.

use super::input::Design;
use super::{Palette, Rgb, derive, rows, scrim};
use sea_orm::ActiveValue::{NotSet, Set};

/// Uploads of a brand, and the data derived from them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Uploads {
    pub logo_url: Option<String>,
    pub mark_url: Option<String>,
    pub picture_url: Option<String>,
    /// Maximum of each channel over the picture's pixels.
    pub picture_peak: Option<String>,
    pub icons_url: Option<String>,
}

impl From<&rows::Model> for Uploads {
    fn from(row: &rows::Model) -> Self {
        Self {
            logo_url: row.logo_url.clone(),
            mark_url: row.mark_url.clone(),
            picture_url: row.picture_url.clone(),
            picture_peak: row.picture_peak.clone(),
            icons_url: row.icons_url.clone(),
        }
    }
}

/// Columns with the brand's appearance. The caller sets tenant, number and state.
pub(super) fn design_columns(design: &Design, uploads: &Uploads) -> rows::ActiveModel {
    let derived = derive(design.colour);
    // A top bar in the brand's colour gives the browser chrome the same colour.
    let bar = match design.top_bar.as_str() {
        "deep" => "deep",
        "brand" => "brand",
        _ => "canvas",
    };
    let chrome = |palette: &Palette| palette.get(bar).unwrap_or(Rgb::WHITE).to_string();
    let peak = uploads.picture_peak.as_deref().and_then(Rgb::parse);
    let links = serde_json::to_value(&design.footer_links).unwrap_or_default();
    rows::ActiveModel {
        tenant_id: NotSet,
        version: NotSet,
        state: NotSet,
        name: Set(design.name.clone()),
        colour: Set(design.colour.to_string()),
        headings: Set(design.headings.clone()),
        corners: Set(design.corners.clone()),
        top_bar: Set(design.top_bar.clone()),
        sign_in_layout: Set(design.sign_in_layout.clone()),
        picture: Set(design.picture.clone()),
        logo_url: Set(uploads.logo_url.clone()),
        sign_in_title: Set(design.sign_in_title.clone()),
        sign_in_text: Set(design.sign_in_text.clone()),
        css: Set(derived.css()),
        theme_light: Set(chrome(&derived.light)),
        theme_dark: Set(chrome(&derived.dark)),
        created_by: NotSet,
        created_at: NotSet,
        published_at: NotSet,
        revision: NotSet,
        mark_url: Set(uploads.mark_url.clone()),
        picture_url: Set(uploads.picture_url.clone()),
        picture_peak: Set(uploads.picture_peak.clone()),
        picture_scrim: Set(peak.map(|peak| scrim::scrim_opacity(&derived, peak))),
        icons_url: Set(uploads.icons_url.clone()),
        mail_sender_name: Set(design.mail_sender_name.clone()),
        mail_footer: Set(design.mail_footer.clone()),
        footer_links: Set(Some(links)),
        updated_at: NotSet,
    }
}
