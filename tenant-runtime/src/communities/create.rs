//! Creates communities (C-034 to C-037, G-038, G-074, G-075, P-09).

use super::error::CreateError;
use super::membership;
use super::rows::{CommunityRole, CommunityStatus, GroupType, Visibility, community, link, member};
use super::view::{self, CommunityView, CommunityViewer};
use crate::content;
use crate::limits;
use crate::search_index::{self, TextKind};
use crate::{affiliations, profiles};
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{
    AccountViewer, AffiliationId, CommunityId, Member, Problem, Scope, Site, Tx, UserId,
};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Communities that a user on the Basic tier may create.
const BASIC_CREATED_MAX: u64 = 2;
/// Name of the tier to which [`BASIC_CREATED_MAX`] applies.
const BASIC_TIER: &str = "Basic";
/// Maximum number of affiliations linked to one community.
const AFFILIATIONS_MAX: usize = 20;

/// A community to create.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCommunity {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub description: String,
    /// Defaults to a community.
    pub group_type: Option<GroupType>,
    /// Defaults to public, and to private for a trust circle.
    pub visibility: Option<Visibility>,
    #[serde(default)]
    pub affiliations: Vec<AffiliationId>,
    #[serde(default)]
    pub require_all_affiliations: bool,
}

/// A validated [`NewCommunity`].
struct CommunityDraft {
    name: String,
    description: String,
    group_type: GroupType,
    visibility: Visibility,
    affiliations: Vec<AffiliationId>,
    require_all_affiliations: bool,
}

impl NewCommunity {
    fn validated(&self, site: Site) -> Result<CommunityDraft, Problem> {
        let name = content::check_title(&self.name);
        let description = content::check_description(&self.description);
        let (name, description) = match (name, description) {
            (Ok(name), Ok(description)) => (name, description),
            (name, description) => return Err(content::to_problem(name.err(), description.err())),
        };
        let group_type = self.group_type.unwrap_or(GroupType::Community);
        let usual = match group_type {
            GroupType::Community => Visibility::Public,
            GroupType::TrustCircle => Visibility::Private,
        };
        let visibility = self.visibility.unwrap_or(usual);
        let mut affiliations = self.affiliations.clone();
        affiliations.extend(site.affiliation());
        affiliations.sort_unstable();
        affiliations.dedup();
        let for_nobody = visibility == Visibility::Affiliations && affiliations.is_empty();
        if for_nobody || affiliations.len() > AFFILIATIONS_MAX {
            return Err(CreateError::InvalidAffiliation.into());
        }
        let require_all_affiliations = self.require_all_affiliations;
        Ok(CommunityDraft {
            name,
            description,
            group_type,
            visibility,
            affiliations,
            require_all_affiliations,
        })
    }
}

/// Creates a community with the viewer as its admin.
pub(super) async fn create(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    new: &NewCommunity,
) -> Result<CreatedResponse<CommunityView>, Problem> {
    let draft = new.validated(scope.site())?;
    let names = affiliations::visible_names(scope, &draft.affiliations).await?;
    let linkable = if scope.viewer().is_staff() {
        names.keys().copied().collect()
    } else {
        affiliations::held_by(scope).await?
    };
    if !draft.affiliations.iter().all(|id| linkable.contains(id)) {
        return Err(CreateError::InvalidAffiliation.into());
    }
    // The rate limiter may write a row of its own, which SQLite cannot do during an open
    // transaction. So it is checked before the transaction, and only if this is not a replay.
    if !is_repeated_request(scope, key).await? {
        let action = LimitedAction::CreateCommunity;
        limits::check_limit(scope.services(), scope.viewer(), action).await?;
    }
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint("/communities", new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    check_tier(&tx).await?;
    let founding = CommunityOrigin {
        creator: tx.viewer().id(),
        by_staff: tx.viewer().is_staff(),
        for_whoever_belongs: false,
    };
    let (community, place) = insert(&tx, &draft, founding).await?;
    let named = view::with_names(&draft.affiliations, &names);
    let viewer = CommunityViewer::with_membership(&community, &place);
    let made = CommunityView::new(community, named, viewer, tx.now());
    idempotency::store_response(&tx, key, &made).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(made))
}

async fn is_repeated_request(scope: &Scope<Member>, key: &IdempotencyKey) -> Result<bool, DbErr> {
    let Some(key) = &key.0 else { return Ok(false) };
    let own = (scope.viewer().id(), key.clone());
    scope.global::<idempotency::row::Entity>().by_id(own).exists().await
}

/// Counts the user's communities with the account locked; otherwise two concurrent requests could
/// both create the last allowed one (G-038). Communities that staff create do not count.
async fn check_tier(tx: &Tx<'_, Member>) -> Result<(), Problem> {
    let tier = profiles::lock_subscription(tx, tx.viewer().id()).await?;
    if tier != BASIC_TIER || tx.viewer().is_staff() {
        return Ok(());
    }
    let counted = community::Column::CreatedByStaff.eq(false);
    let created = tx.own::<community::Entity>().filter(counted).count().await?;
    if created >= BASIC_CREATED_MAX { Err(CreateError::BasicLimit.into()) } else { Ok(()) }
}

/// Creates the default community of a new affiliation, with the user who requested the affiliation
/// as its admin (F-060, F-065). It does not count towards that user's limit.
///
/// # Errors
/// Database errors.
pub async fn create_for_owner<V: Send + Sync>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    community: DefaultCommunity,
    creator: UserId,
) -> Result<(), DbErr> {
    let draft = CommunityDraft {
        name: community.name,
        description: community.description,
        group_type: GroupType::Community,
        visibility: community.visibility,
        affiliations: vec![affiliation],
        require_all_affiliations: false,
    };
    let founding = CommunityOrigin { creator, by_staff: true, for_whoever_belongs: true };
    insert(tx, &draft, founding).await.map(drop)
}

/// A default community of a new affiliation.
#[derive(Debug, Clone)]
pub struct DefaultCommunity {
    pub name: String,
    pub description: String,
    pub visibility: Visibility,
}

/// Ownership of a new community.
struct CommunityOrigin {
    creator: UserId,
    /// Created by staff: does not count towards the creator's limit.
    by_staff: bool,
    /// True if members of its affiliations join it automatically.
    for_whoever_belongs: bool,
}

async fn insert<V: Send + Sync>(
    tx: &Tx<'_, V>,
    draft: &CommunityDraft,
    founding: CommunityOrigin,
) -> Result<(community::Model, member::Model), DbErr> {
    let (id, creator, now) = (CommunityId::new(), founding.creator, tx.now());
    let row = community::ActiveModel {
        id: Set(id),
        name: Set(draft.name.clone()),
        description: Set(draft.description.clone()),
        group_type: Set(draft.group_type),
        visibility: Set(draft.visibility),
        require_all_affiliations: Set(draft.require_all_affiliations),
        status: Set(CommunityStatus::Active),
        deletion_pending: Set(false),
        is_default_community: Set(founding.for_whoever_belongs),
        creator_id: Set(Some(creator)),
        created_by_staff: Set(founding.by_staff),
        member_count: Set(1),
        total_threads: Set(0),
        total_posts: Set(0),
        created: Set(now),
        last_updated: Set(now),
        members_may_start_threads: Set(false),
        history_from_join: Set(true),
        is_gone: Set(false),
        ..Default::default()
    };
    let community = tx.table::<community::Entity>().insert(row).await?;
    let texts = (community.name.as_str(), community.description.as_str());
    search_index::store_words(tx, TextKind::Community, id.uuid(), texts).await?;
    let links = draft.affiliations.iter().map(|affiliation| link::ActiveModel {
        community_id: Set(id),
        affiliation_id: Set(*affiliation),
    });
    tx.table::<link::Entity>().insert_many(links.collect()).await?;
    let place = member::ActiveModel {
        community_id: Set(id),
        user_id: Set(creator),
        role: Set(CommunityRole::Admin),
        joined_at: Set(now),
        added_by_default: Set(false),
    };
    let place = tx.table::<member::Entity>().insert(place).await?;
    membership::record_founding(tx, &community, creator).await?;
    tx.publish(Topic::User(creator), "community.created", &json!({ "communityId": id })).await?;
    Ok((community, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(name: &str, description: &str) -> NewCommunity {
        NewCommunity {
            name: name.to_owned(),
            description: description.to_owned(),
            group_type: None,
            visibility: None,
            affiliations: Vec::new(),
            require_all_affiliations: false,
        }
    }

    #[test]
    fn a_trust_circle_is_private_by_default() {
        let mut circle = new("Circle", "Small");
        let of = |new: &NewCommunity| new.validated(Site::Main).map(|draft| draft.visibility).ok();
        assert_eq!(of(&circle), Some(Visibility::Public));
        circle.group_type = Some(GroupType::TrustCircle);
        assert_eq!(of(&circle), Some(Visibility::Private));
        circle.visibility = Some(Visibility::Public);
        assert_eq!(of(&circle), Some(Visibility::Public));
    }

    #[test]
    fn on_a_portal_the_affiliation_is_linked_exactly_once() {
        let (here, other) = (AffiliationId::new(), AffiliationId::new());
        let mut community = new("Guild", "All of us");
        community.affiliations = vec![other, here, here];
        let draft = community.validated(Site::Portal(here));
        let mut expected = vec![here, other];
        expected.sort_unstable();
        assert_eq!(draft.map(|draft| draft.affiliations).ok(), Some(expected));
    }

    #[test]
    fn visibility_affiliations_requires_a_linked_affiliation() {
        let mut community = new("Guild", "All of us");
        community.visibility = Some(Visibility::Affiliations);
        let error = community.validated(Site::Main).err().map(|problem| problem.detail);
        assert_eq!(error.as_deref(), Some("Invalid affiliation"));
    }

    #[test]
    fn reports_all_invalid_fields() {
        let problem = new("", " ").validated(Site::Main).err();
        let error = problem.map(|p| (p.detail, p.errors.into_iter().map(|e| e.field).collect()));
        let fields: Vec<String> = vec!["name".to_owned(), "description".to_owned()];
        assert_eq!(error, Some(("Input is required".to_owned(), fields)));
    }
}
