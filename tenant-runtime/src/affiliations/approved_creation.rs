//! Creates an affiliation that a member requested (F-060, F-065).

use super::membership;
use super::rows::affiliation;
use super::staff::load_template;
use crate::communities;
use platform::{AffiliationId, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;

/// An affiliation that is not in the directory yet.
pub(super) struct ProposedAffiliation {
    pub name: String,
    pub description: String,
    pub is_private: bool,
    pub tagline: Option<String>,
    pub website: Option<String>,
    pub is_verified: bool,
}

impl ProposedAffiliation {
    /// One without the fields that only staff enter.
    pub(super) const fn new(name: String, description: String, is_private: bool) -> Self {
        Self { name, description, is_private, tagline: None, website: None, is_verified: false }
    }
}

/// Creates it as listed, with the applicant as creator and first member, and with the
/// default communities of the template (gap G-088).
pub(super) async fn create_affiliation<V: Send + Sync>(
    tx: &Tx<'_, V>,
    asked_by: UserId,
    missing: ProposedAffiliation,
) -> Result<affiliation::Model, DbErr> {
    let id = AffiliationId::new();
    let ProposedAffiliation { name, description, is_private, tagline, website, is_verified } =
        missing;
    let row = affiliation::ActiveModel {
        id: Set(id),
        name_search: Set(name.to_lowercase()),
        name: Set(name),
        description: Set(Some(description)),
        creator_id: Set(Some(asked_by)),
        original_requester_id: Set(Some(asked_by)),
        member_count: Set(0),
        verified: Set(is_verified),
        tagline: Set(tagline),
        website: Set(website),
        is_approved: Set(true),
        is_private: Set(is_private),
        is_paused: Set(false),
        created_at: Set(tx.now()),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let mut made = tx.table::<affiliation::Entity>().insert(row).await?;
    membership::add_member(tx, id, asked_by).await?;
    made.member_count += 1;
    let about = made.description.as_deref().unwrap_or_default();
    for community in load_template(tx).await?.communities {
        let community = community.fill(&made.name, about);
        communities::create_for_owner(tx, id, community, asked_by).await?;
    }
    Ok(made)
}
