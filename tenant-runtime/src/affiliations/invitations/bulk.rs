//! Invites people by a list of email addresses. People with an account get an invitation, others an
//! invite code by email. The response is the same for both, so that it does not reveal who has an
//! account.

use super::InvitationId;
use super::address_list::{AddressRow, AddressState, read_addresses, read_csv};
use super::error::{BulkError, InvitationError};
use crate::accounts::{self, invites};
use crate::affiliations::administration::find_managed_on_main;
use crate::affiliations::membership;
use crate::affiliations::notification::publish_change;
use crate::affiliations::rows::affiliation;
use crate::limits::check_limit;
use crate::profiles;
use chrono::Duration;
use platform::affiliations::AffiliationPermission;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// Maximum number of rows.
const ROWS_MAX: usize = 500;
/// Validity of a mailed code, in days.
const CODE_LIFE_DAYS: u32 = 14;

/// Addresses to invite: a list or a CSV file.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct BulkInvitationInput {
    /// At most 500 addresses.
    #[serde(default)]
    addresses: Option<Vec<String>>,
    /// A CSV file of at most 500 rows. The column `email` is used, otherwise the first one.
    #[serde(default)]
    csv: Option<String>,
    /// True to validate only.
    #[serde(default)]
    dry_run: bool,
}

/// Outcome of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BulkInvitationOutcome {
    /// Invited; in a dry run, would be invited.
    Invited,
    /// Is a member already.
    AlreadyMember,
    /// Stands on an earlier line.
    Duplicate,
    /// Not an email address.
    Invalid,
}

impl BulkInvitationOutcome {
    const fn message(self) -> &'static str {
        match self {
            Self::Invited => "Invited",
            Self::AlreadyMember => "Already a member",
            Self::Duplicate => "Listed on an earlier line",
            Self::Invalid => "Not a valid email address",
        }
    }
}

/// A row of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkInvitationRow {
    /// Line in the list or file, from 1.
    pub line: usize,
    pub address: String,
    pub outcome: BulkInvitationOutcome,
    #[serde(serialize_with = "platform::language::localized")]
    pub message: String,
}

/// Outcome of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkInvitation {
    pub dry_run: bool,
    /// Rows with the outcome `invited`.
    pub invited: usize,
    /// All other rows.
    pub skipped: usize,
    pub rows: Vec<BulkInvitationRow>,
}

/// Invites everyone on the list, in one transaction; a dry run only validates it.
pub(super) async fn invite_all(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    input: &BulkInvitationInput,
) -> Result<BulkInvitation, Problem> {
    let permission = AffiliationPermission::Invite;
    let affiliation = find_managed_on_main(scope, id_or_path, permission).await?;
    if affiliation.is_paused || !affiliation.is_approved {
        return Err(InvitationError::Shut.into());
    }
    let rows = read_input(input)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Invite).await?;
    let tx = scope.begin().await?;
    let valid = rows.iter().filter(|row| row.state == AddressState::Valid);
    let emails: Vec<String> = valid.map(|row| row.address.clone()).collect();
    let users = accounts::find_by_emails(&tx, &emails).await?;
    let ids: Vec<UserId> = users.values().copied().collect();
    let members = membership::members_among(&tx, affiliation.id, &ids).await?;
    let outcomes = rows.into_iter().map(|row| to_outcome(row, &users, &members)).collect();
    let result = summarize(input.dry_run, outcomes);
    if !input.dry_run {
        let invited: Vec<&str> = result
            .rows
            .iter()
            .filter(|row| row.outcome == BulkInvitationOutcome::Invited)
            .map(|row| row.address.as_str())
            .collect();
        send_all(&tx, &affiliation, &invited, &users).await?;
        tx.commit().await?;
    }
    Ok(result)
}

fn read_input(input: &BulkInvitationInput) -> Result<Vec<AddressRow>, BulkError> {
    let mut lines = input.csv.as_deref().map(read_csv).unwrap_or_default();
    if let Some(addresses) = &input.addresses {
        let first = lines.len();
        lines.extend(addresses.iter().cloned().enumerate().map(|(n, text)| (first + n + 1, text)));
    }
    let rows = read_addresses(lines);
    if rows.is_empty() {
        return Err(BulkError::NoRows);
    }
    if rows.len() > ROWS_MAX { Err(BulkError::TooManyRows) } else { Ok(rows) }
}

fn to_outcome(
    row: AddressRow,
    users: &HashMap<String, UserId>,
    members: &HashSet<UserId>,
) -> BulkInvitationRow {
    let is_member = users.get(&row.address).is_some_and(|user| members.contains(user));
    let outcome = match row.state {
        AddressState::Invalid => BulkInvitationOutcome::Invalid,
        AddressState::Duplicate => BulkInvitationOutcome::Duplicate,
        AddressState::Valid if is_member => BulkInvitationOutcome::AlreadyMember,
        AddressState::Valid => BulkInvitationOutcome::Invited,
    };
    let address = match row.state {
        AddressState::Invalid => row.address,
        _ => accounts::readable_email(&row.address),
    };
    BulkInvitationRow { line: row.line, address, outcome, message: outcome.message().to_owned() }
}

fn summarize(dry_run: bool, rows: Vec<BulkInvitationRow>) -> BulkInvitation {
    let is_invited = |row: &&BulkInvitationRow| row.outcome == BulkInvitationOutcome::Invited;
    let invited = rows.iter().filter(is_invited).count();
    BulkInvitation { dry_run, invited, skipped: rows.len() - invited, rows }
}

async fn send_all(
    tx: &Tx<'_, Member>,
    affiliation: &affiliation::Model,
    addresses: &[&str],
    users: &HashMap<String, UserId>,
) -> Result<(), DbErr> {
    let me = tx.viewer().id();
    let inviter = profiles::person_of(tx, me).await?.display_name;
    for shown in addresses {
        let address = accounts::normalised_email(shown);
        match users.get(&address) {
            Some(user) => invite_user(tx, affiliation, *user, &inviter).await?,
            None => mail_code(tx, affiliation, address, &inviter).await?,
        }
    }
    let act = AuditedAction {
        actor: Some(me),
        action: "affiliation-invitation.bulk",
        subject_kind: "affiliation",
        subject_id: affiliation.id.to_string(),
        before: Value::Null,
        after: json!({ "invited": addresses.len() }),
        reason: None,
    };
    record_action(tx, act).await?;
    publish_change(tx, affiliation.id, &[]).await
}

/// Invites a user; replaces a pending invitation of theirs (F-069).
async fn invite_user(
    tx: &Tx<'_, Member>,
    affiliation: &affiliation::Model,
    user: UserId,
    inviter: &str,
) -> Result<(), DbErr> {
    const DELETE_SQL: &str = "DELETE FROM affiliation_invitations \
         WHERE user_id = $1 AND affiliation_id = $2 AND status = 'pending'";
    const INSERT_SQL: &str = "INSERT INTO affiliation_invitations (id, user_id, affiliation_id, \
         affiliation_name, affiliation_description, invited_by_staff_id, invited_by_staff_name, \
         status, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8) \
         ON CONFLICT DO NOTHING";
    tx.execute(DELETE_SQL, vec![user.into(), affiliation.id.into()]).await?;
    let values = vec![
        InvitationId::new().into(),
        user.into(),
        affiliation.id.into(),
        affiliation.name.clone().into(),
        affiliation.description.clone().into(),
        tx.viewer().id().into(),
        inviter.into(),
        tx.now().into(),
    ];
    tx.execute(INSERT_SQL, values).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await.map(drop)
}

/// Mails a single-use code that leads to the affiliation after the sign-up.
async fn mail_code(
    tx: &Tx<'_, Member>,
    affiliation: &affiliation::Model,
    to: String,
    inviter: &str,
) -> Result<(), DbErr> {
    let expires_at = tx.now() + Duration::days(i64::from(CODE_LIFE_DAYS));
    let code = invites::issue_for_affiliation(tx, expires_at, affiliation.id).await?.text;
    let context = &tx.facts().context;
    let content = MailContent::AffiliationInvitation {
        inviter: inviter.to_owned(),
        affiliation: affiliation.name.clone(),
        // The code is in the query, which is not logged; codes need no escaping there.
        link: format!("{}/signup?code={code}", context.origin),
        code,
        valid_days: CODE_LIFE_DAYS,
    };
    let mail = MailJob { to, brand: MailBrand::of_site(context), content };
    tx.enqueue(mail.to_job()?).await.map(drop)
}
