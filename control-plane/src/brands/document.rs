//! Brand as returned to the people who manage the portal.

use super::contrast_report::DerivedBrand;
use super::input::Design;
use super::oklch::Rgb;
use super::rows;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use wire::FooterLink;

/// One complete version of a brand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandDocument {
    /// Version number.
    pub version: i64,
    /// Increases with every change; the client sends it with the next change.
    pub revision: i64,
    /// Display name.
    pub name: String,
    /// Brand colour, as `#rrggbb`.
    pub colour: String,
    /// `plain`, `serif`, `poster` or `typed`.
    pub headings: String,
    /// `square`, `soft` or `round`.
    pub corners: String,
    /// `paper`, `deep` or `brand`.
    pub top_bar: String,
    /// `panel`, `split` or `poster`.
    pub sign_in_layout: String,
    /// `nave`, `oculus`, `stair`, `square` or `upload`.
    pub picture: String,
    /// Uploaded sign-in picture, whether or not it is selected.
    pub picture_url: Option<String>,
    /// Opacity, 0 to 1, of the darkest brand colour laid over the picture under text.
    pub picture_scrim: Option<String>,
    /// The uploaded logo.
    pub logo_url: Option<String>,
    /// The uploaded mark.
    pub mark_url: Option<String>,
    /// Base URL of the icons, without size and extension.
    pub icons_url: Option<String>,
    /// Heading of the sign-in page.
    pub sign_in_title: Option<String>,
    /// Sentence below the heading.
    pub sign_in_text: Option<String>,
    /// Sender name of emails.
    pub mail_sender_name: Option<String>,
    /// Footer of every email.
    pub mail_footer: Option<String>,
    /// Links in the page footer.
    pub footer_links: Vec<FooterLink>,
    /// Palette derived from the colour.
    #[serde(flatten)]
    pub derived: DerivedBrand,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// A version in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandVersion {
    /// Version number.
    pub version: i64,
    /// `draft`, `published` or `superseded`.
    pub state: String,
    /// Display name in this version.
    pub name: String,
    /// Brand colour, as `#rrggbb`.
    pub colour: String,
    /// Time at which the version was created.
    pub created_at: DateTime<Utc>,
    /// Current name of the person who created it.
    pub created_by_name: Option<String>,
    /// Time of its first publication.
    pub published_at: Option<DateTime<Utc>>,
}

/// All data about a tenant's brand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandOverview {
    /// Draft, if there is one.
    pub draft: Option<BrandDocument>,
    /// Published version.
    pub published: Option<BrandDocument>,
    /// All versions, newest first.
    pub versions: Vec<BrandVersion>,
}

impl From<rows::Model> for BrandDocument {
    fn from(row: rows::Model) -> Self {
        let derived = DerivedBrand::from_colour(Rgb::parse(&row.colour).unwrap_or(Rgb::BLACK));
        Self {
            version: row.version,
            revision: row.revision,
            footer_links: row.footer_links(),
            updated_at: row.updated_at.unwrap_or(row.created_at),
            name: row.name,
            colour: row.colour,
            headings: row.headings,
            corners: row.corners,
            top_bar: row.top_bar,
            sign_in_layout: row.sign_in_layout,
            picture: row.picture,
            picture_url: row.picture_url,
            picture_scrim: row.picture_scrim,
            logo_url: row.logo_url,
            mark_url: row.mark_url,
            icons_url: row.icons_url,
            sign_in_title: row.sign_in_title,
            sign_in_text: row.sign_in_text,
            mail_sender_name: row.mail_sender_name,
            mail_footer: row.mail_footer,
            derived,
        }
    }
}

impl rows::Model {
    /// Links in the page footer.
    pub(super) fn footer_links(&self) -> Vec<FooterLink> {
        let links = self.footer_links.clone();
        links.and_then(|links| serde_json::from_value(links).ok()).unwrap_or_default()
    }

    /// The chosen and entered values, without the derived ones.
    pub(super) fn to_design(&self) -> Design {
        Design {
            name: self.name.clone(),
            colour: Rgb::parse(&self.colour).unwrap_or(Rgb::BLACK),
            headings: self.headings.clone(),
            corners: self.corners.clone(),
            top_bar: self.top_bar.clone(),
            sign_in_layout: self.sign_in_layout.clone(),
            picture: self.picture.clone(),
            sign_in_title: self.sign_in_title.clone(),
            sign_in_text: self.sign_in_text.clone(),
            mail_sender_name: self.mail_sender_name.clone(),
            mail_footer: self.mail_footer.clone(),
            footer_links: self.footer_links(),
        }
    }

    /// The version as recorded in the audit log.
    pub(super) fn to_audit_value(&self) -> Value {
        json!({
            "version": self.version, "name": self.name, "colour": self.colour,
            "headings": self.headings, "corners": self.corners, "topBar": self.top_bar,
            "signInLayout": self.sign_in_layout, "picture": self.picture,
            "pictureUrl": self.picture_url, "logoUrl": self.logo_url, "markUrl": self.mark_url,
            "signInTitle": self.sign_in_title, "signInText": self.sign_in_text,
            "mailSenderName": self.mail_sender_name, "mailFooter": self.mail_footer,
            "footerLinks": self.footer_links,
        })
    }
}
