//! Creates an affiliation that a member requested (F-060, F-065).

use super::membership;
use super::rows::affiliation;
use crate::communities;
use platform::{AffiliationId, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;

/// An affiliation that is not in the directory yet.
pub(super) struct ProposedAffiliation {
    pub name: String,
    pub description: String,
    pub is_private: bool,
}

/// Creates it as listed, with the applicant as creator and first member, and with a default
/// community for its members.
pub(super) async fn create_affiliation<V: Send + Sync>(
    tx: &Tx<'_, V>,
    asked_by: UserId,
    missing: ProposedAffiliation,
) -> Result<affiliation::Model, DbErr> {
    let id = AffiliationId::new();
    let ProposedAffiliation { name, description, is_private } = missing;
    let row = affiliation::ActiveModel {
        id: Set(id),
        name_search: Set(name.to_lowercase()),
        name: Set(name),
        description: Set(Some(description)),
        creator_id: Set(Some(asked_by)),
        original_requester_id: Set(Some(asked_by)),
        member_count: Set(0),
        verified: Set(false),
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
    let of_it = (id, made.name.as_str());
    let about = made.description.as_deref().unwrap_or_default();
    communities::create_for_owner(tx, of_it, about, asked_by).await?;
    Ok(made)
}
