//! The person who asks, for the sidebar of the desk.

use crate::accounts::{load_contacts, readable_email};
use crate::support::SupportStaff;
use crate::support::TicketId;
use crate::support::error::SupportError;
use crate::support::rows::ticket;
use crate::support::store;
use crate::support::view::TicketView;
use crate::{affiliations, communities};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, CommunityId, Problem, Scope, UserId};
use sea_orm::{ColumnTrait, Condition};
use serde::Serialize;
use utoipa::ToSchema;

/// Number of other tickets and communities.
const TICKETS_MAX: u64 = 10;
const COMMUNITIES_MAX: usize = 20;

/// An affiliation of the person.
#[derive(Debug, Serialize, ToSchema)]
struct RequesterAffiliation {
    id: AffiliationId,
    name: String,
}

/// A community of the person.
#[derive(Debug, Serialize, ToSchema)]
struct RequesterCommunity {
    id: CommunityId,
    name: String,
}

/// The owner of a ticket or of a support conversation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::support) struct TicketRequester {
    user_id: UserId,
    display_name: String,
    email: String,
    profile_picture: Option<String>,
    /// `active`, `paused`, `banned` or `suspended`.
    account_status: String,
    paused_until: Option<DateTime<Utc>>,
    is_onboarded: bool,
    joined_date: DateTime<Utc>,
    affiliations: Vec<RequesterAffiliation>,
    communities: Vec<RequesterCommunity>,
    /// Their other tickets, newest first.
    tickets: Vec<TicketView>,
    /// Affiliation of the portal on which the ticket was created; `null` for the main site.
    site_affiliation_id: Option<AffiliationId>,
    site_name: Option<String>,
}

/// The owner of a ticket. 8 queries.
pub(super) async fn load(
    scope: &Scope<SupportStaff>,
    id: TicketId,
) -> Result<TicketRequester, Problem> {
    let scope = &scope.on_one_connection().await?;
    let row = store::find(scope, id).await?;
    load_person(scope, row.owner_id, row.affiliation_id, Some(id)).await
}

/// A person who asks on the site of this affiliation, without the ticket on screen. 7 queries.
pub(in crate::support) async fn load_person(
    scope: &Scope<SupportStaff>,
    user: UserId,
    site: Option<AffiliationId>,
    except: Option<TicketId>,
) -> Result<TicketRequester, Problem> {
    let owner = load_contacts(scope, &[user]).await?.remove(&user);
    let owner = owner.ok_or(SupportError::NotFound)?;
    let others = Condition::all()
        .add(ticket::Column::OwnerId.eq(user.uuid()))
        .add_option(except.map(|id| ticket::Column::Id.ne(id.uuid())));
    let mut tickets = store::list_page(scope, others, None, TICKETS_MAX).await?;
    tickets.truncate(usize::try_from(TICKETS_MAX).unwrap_or(usize::MAX));
    let people = store::people_of(scope, &tickets).await?;
    let mut communities = communities::visible_communities_of(scope, user, user).await?;
    communities.truncate(COMMUNITIES_MAX);
    let has_paused = owner.account_status == "paused"
        && owner.paused_until.is_none_or(|until| until > scope.now());
    let status = if has_paused { "paused" } else { "active" };
    let site_name = match site {
        Some(affiliation) => affiliations::name_of(scope, affiliation).await?,
        None => None,
    };
    Ok(TicketRequester {
        user_id: user,
        display_name: owner.display_name(),
        email: readable_email(&owner.email),
        account_status: owner.status.unwrap_or_else(|| status.to_owned()),
        paused_until: owner.paused_until.filter(|_| has_paused),
        is_onboarded: owner.has_completed_onboarding,
        joined_date: owner.joined_date,
        profile_picture: owner.profile_picture,
        affiliations: affiliations::of_person(scope, user)
            .await?
            .into_iter()
            .map(|one| RequesterAffiliation { id: one.id, name: one.name })
            .collect(),
        communities: communities
            .into_iter()
            .map(|one| RequesterCommunity { id: one.id, name: one.name })
            .collect(),
        tickets: tickets.iter().map(|row| people.build_ticket(row, Vec::new())).collect(),
        site_affiliation_id: site,
        site_name,
    })
}
