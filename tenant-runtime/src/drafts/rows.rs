//! Table `drafts`.

use super::TextDraftId;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// A draft.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "drafts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TextDraftId,
    pub user_id: UserId,
    /// Affiliation of the portal on which it is written; `None` for the main site.
    pub affiliation_id: Option<AffiliationId>,
    /// Where it is written, in the words of the client.
    pub place: String,
    pub text: String,
    /// Post that it replies to, as the client wrote it.
    pub reply_to_id: Option<String>,
    /// Name of the author of that post.
    pub reply_to_name: Option<String>,
    pub updated: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}

/// The main site does not show the drafts of portals.
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        Condition::all().add(match site {
            Site::Main => Column::AffiliationId.is_null(),
            Site::Portal(affiliation) => Column::AffiliationId.eq(affiliation.uuid()),
        })
    }
}
