//! Sending invitations: by an affiliation's creator or staff (F-068), and by invite codes (F-071).

use super::InvitationId;
use super::error::InvitationError;
use super::rows::{ActiveModel, Column, Entity, InvitationStatus as Status};
use super::view::SentInvitation;
use crate::affiliations::administration::{InvitingError, check_inviting};
use crate::affiliations::error::AffiliationError;
use crate::affiliations::rows::affiliation;
use crate::affiliations::{membership, store};
use crate::limits::check_limit_within;
use crate::profiles::blocks::{Blocks, blocked_pairs};
use crate::profiles::{self, UserSummary};
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, Tx, UserId, db};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The user to invite.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewInvitation {
    pub user_id: UserId,
}

/// Invites a user. Replaces a pending invitation of theirs (F-069).
pub(super) async fn send(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    key: &IdempotencyKey,
    new: &NewInvitation,
) -> Result<CreatedResponse<SentInvitation>, Problem> {
    let affiliation = find_inviting_affiliation(scope, id_or_path).await?;
    let tx = scope.begin().await?;
    let path = format!("/affiliations/{}/invitations", affiliation.id);
    let fingerprint = idempotency::request_fingerprint(&path, new);
    if let Claim::Replay(sent) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(sent));
    }
    check_limit_within(&tx, LimitedAction::Invite).await?;
    let sender = find_authorized_sender(&tx, affiliation.id, new.user_id).await?;
    let waiting = Condition::all()
        .add(Column::UserId.eq(new.user_id.uuid()))
        .add(Column::AffiliationId.eq(affiliation.id.uuid()))
        .add(Column::Status.eq(Status::Pending));
    tx.table::<Entity>().delete(waiting).await?.as_many_as_there_are();
    let row = ActiveModel {
        id: Set(InvitationId::new()),
        user_id: Set(new.user_id),
        affiliation_id: Set(affiliation.id),
        affiliation_name: Set(affiliation.name.clone()),
        affiliation_description: Set(affiliation.description.clone()),
        invited_by_staff_id: Set(Some(sender.user_id)),
        invited_by_staff_name: Set(sender.display_name),
        status: Set(Status::Pending),
        created_at: Set(tx.now()),
        ..Default::default()
    };
    let written = tx.table::<Entity>().insert(row).await;
    // A concurrent invitation of the same user was first and is kept.
    let row = written.map_err(|error| {
        if db::is_taken(&error) { InvitationError::Waits.into() } else { Problem::from(error) }
    })?;
    tx.publish(Topic::User(row.user_id), "me.changed", &json!({})).await?;
    audit(&tx, &affiliation, row.user_id, row.id).await?;
    let sent = SentInvitation::from(row);
    idempotency::store_response(&tx, key, &sent).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(sent))
}

/// The affiliation, if the viewer may invite to it and it accepts members. 1 query.
async fn find_inviting_affiliation(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<affiliation::Model, Problem> {
    let found =
        store::find_by_id_or_path(scope, id_or_path).await?.ok_or(AffiliationError::NotFound)?;
    let is_open = found.is_approved && !found.is_paused;
    match check_inviting(scope, found.id, found.creator_id).await {
        // An affiliation that is not open is visible to its admins only.
        Err(InvitingError::NotCreator) if !is_open => {
            return Err(AffiliationError::NotFound.into());
        }
        refusal => refusal?,
    }
    if is_open { Ok(found) } else { Err(InvitationError::Shut.into()) }
}

/// The sender, if they may invite this user. At most 4 queries.
async fn find_authorized_sender(
    tx: &Tx<'_, Member>,
    affiliation: AffiliationId,
    person: UserId,
) -> Result<UserSummary, Problem> {
    let me = tx.viewer().id();
    let mut people = profiles::load_people(tx, &[me, person]).await?;
    let blocks = if tx.viewer().is_staff() { Blocks::NotApplied } else { Blocks::Both };
    if !people.contains_key(&person) || blocked_pairs(tx, me).await?.contains_user(person, blocks) {
        return Err(InvitationError::NobodyThere.into());
    }
    if membership::is_member(tx, affiliation, person).await? {
        return Err(InvitationError::AlreadyMember.into());
    }
    Ok(people.remove(&me).unwrap_or_else(|| UserSummary::deleted_account(me)))
}

/// Records invitations by staff in the audit log.
async fn audit(
    tx: &Tx<'_, Member>,
    affiliation: &affiliation::Model,
    invited: UserId,
    invitation: InvitationId,
) -> Result<(), DbErr> {
    let me = tx.viewer().id();
    if affiliation.creator_id == Some(me) {
        return Ok(());
    }
    let act = AuditedAction {
        actor: Some(me),
        action: "affiliation-invitation.send",
        subject_kind: "affiliation",
        subject_id: affiliation.id.to_string(),
        before: Value::Null,
        after: json!({ "invitationId": invitation, "userId": invited }),
        reason: None,
    };
    record_action(tx, act).await
}

/// Invites the user in the product's name, because the invite code they used includes an invitation
/// (F-071). Does nothing if the affiliation was deleted.
///
/// # Errors
/// Database errors.
pub async fn invite_by_code<V: Send + Sync>(
    tx: &Tx<'_, V>,
    user: UserId,
    affiliation: AffiliationId,
    message: Option<String>,
) -> Result<(), DbErr> {
    const SQL: &str = "INSERT INTO affiliation_invitations (id, user_id, affiliation_id, \
         affiliation_name, affiliation_description, invited_by_staff_name, message, status, \
         created_at) SELECT $1, $2, a.id, a.name, a.description, 'System', $3, 'pending', $4 \
         FROM affiliations a WHERE a.id = $5";
    let values = vec![
        InvitationId::new().into(),
        user.into(),
        message.into(),
        tx.now().into(),
        affiliation.into(),
    ];
    tx.execute(SQL, values).await.map(drop)
}
