//! Creates and deactivates invite codes.

use super::issue_error::IssueError;
use super::{InviteCodeId, ledger};
use crate::accounts::rows::invite_code::Model;
use crate::affiliations;
use crate::content;
use chrono::{DateTime, Utc};
use platform::audit::{AuditedAction, record_action};
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::{
    AccountViewer, AffiliationId, Member, Problem, Scope, Services, Tx, UserId, tokens,
};
use sea_orm::DbErr;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

const CODE_CHARS: std::ops::RangeInclusive<usize> = 8..=32;
/// Minimum characters without hyphens, which are ignored on input.
const PLAIN_CHARS_MIN: usize = 6;
const MADE_CHARS: usize = 10;
const MESSAGE_CHARS_MAX: usize = 500;
/// 32 letters and digits that are not confusable, so that random bytes map to them uniformly.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// An invite code to create.
#[derive(Debug, Clone)]
pub(super) struct NewCode {
    /// Custom text; generated if omitted.
    pub code: Option<String>,
    pub max_uses: Option<i64>,
    pub expires_at: Option<DateTime<Utc>>,
    pub affiliation: Option<AffiliationId>,
    pub message: Option<String>,
    /// True if it is valid on portals too; only for codes without an affiliation.
    pub at_portals: bool,
}

/// A new invite code for one person.
#[derive(Debug, Clone)]
pub struct IssuedCode {
    pub id: InviteCodeId,
    /// Text of the code.
    pub text: String,
}

/// Creates a code; once per idempotency key.
pub(super) async fn create<V, T>(
    scope: &mut Scope<V>,
    new: NewCode,
    (key, fingerprint): (&IdempotencyKey, &str),
    view: impl Fn(Model) -> T,
) -> Result<CreatedResponse<T>, Problem>
where
    V: AccountViewer,
    T: Serialize + DeserializeOwned + Sync,
{
    let new = check(new, scope.now())?;
    let tx = scope.begin().await?;
    if let Claim::Replay(answer) = idempotency::claim(&tx, key, fingerprint).await? {
        return Ok(CreatedResponse::repeated(answer));
    }
    if let Some(affiliation) = new.affiliation {
        let known = affiliations::name_of(&tx, affiliation).await?;
        known.ok_or(IssueError::NoAffiliation)?;
    }
    let me = tx.viewer().id();
    let code = insert(&tx, &new, Some(me)).await?;
    write_down(&tx, "invite-code.create", (Some(me), None), &code).await?;
    let answer = view(code);
    idempotency::store_response(&tx, key, &answer).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(answer))
}

/// Deactivates a code. Doing so again has no effect.
pub(super) async fn deactivate<V: AccountViewer>(
    scope: &mut Scope<V>,
    id: InviteCodeId,
    of: Option<AffiliationId>,
) -> Result<Model, IssueError> {
    deactivate_with_reason(scope, id, of, None).await
}

/// The same, with a reason for the audit log.
pub(super) async fn deactivate_with_reason<V: AccountViewer>(
    scope: &mut Scope<V>,
    id: InviteCodeId,
    of: Option<AffiliationId>,
    reason: Option<&str>,
) -> Result<Model, IssueError> {
    let tx = scope.begin().await?;
    let code = ledger::deactivate(&tx, id, of).await?.ok_or(IssueError::NotFound)?;
    let actor = Some(tx.viewer().id());
    write_down(&tx, "invite-code.deactivate", (actor, reason), &code).await?;
    tx.commit().await?;
    Ok(code)
}

/// Creates a single-use code, in the caller's transaction.
///
/// # Errors
/// Database errors.
pub async fn issue_for_one<V: AccountViewer>(
    tx: &Tx<'_, V>,
    expires_at: DateTime<Utc>,
) -> Result<IssuedCode, DbErr> {
    issue_single(tx, expires_at, None).await
}

async fn issue_single<V: AccountViewer>(
    tx: &Tx<'_, V>,
    expires_at: DateTime<Utc>,
    affiliation: Option<AffiliationId>,
) -> Result<IssuedCode, DbErr> {
    let new = NewCode {
        code: None,
        max_uses: Some(1),
        expires_at: Some(expires_at),
        affiliation,
        message: None,
        at_portals: false,
    };
    let made = insert(tx, &new, Some(tx.viewer().id())).await.map_err(|error| match error {
        IssueError::Store(error) => error,
        other => DbErr::Custom(other.to_string()),
    })?;
    Ok(IssuedCode { id: made.id, text: made.code })
}

/// Creates a single-use code for an affiliation, in the caller's transaction.
///
/// # Errors
/// Database errors.
pub async fn issue_for_affiliation<V: AccountViewer>(
    tx: &Tx<'_, V>,
    expires_at: DateTime<Utc>,
    affiliation: AffiliationId,
) -> Result<IssuedCode, DbErr> {
    issue_single(tx, expires_at, Some(affiliation)).await
}

/// An invite code that the operator creates on the command line.
#[derive(Debug, Clone, Default)]
pub struct OperatorCode {
    /// Maximum number of uses; unlimited if omitted.
    pub max_uses: Option<i64>,
    /// Expiry; none if omitted.
    pub expires_at: Option<DateTime<Utc>>,
    /// Id or URL path of the affiliation that it invites to.
    pub affiliation: Option<String>,
    /// Text; generated if omitted.
    pub code: Option<String>,
}

/// Creates a code on the operator's command.
///
/// # Errors
/// Validation errors; database errors.
pub async fn create_by_operator(
    services: &Services,
    wanted: OperatorCode,
) -> Result<IssuedCode, IssueError> {
    let mut system = services.system("create an invite code on the operator's command");
    let affiliation = match &wanted.affiliation {
        Some(name) => {
            let found = affiliations::find_id(&system, name).await?;
            Some(found.ok_or(IssueError::NoAffiliation)?)
        }
        None => None,
    };
    let new = NewCode {
        code: wanted.code,
        max_uses: wanted.max_uses,
        expires_at: wanted.expires_at,
        affiliation,
        message: None,
        at_portals: false,
    };
    let new = check(new, system.now())?;
    let tx = system.begin().await?;
    let code = insert(&tx, &new, None).await?;
    write_down(&tx, "invite-code.create", (None, None), &code).await?;
    tx.commit().await?;
    Ok(IssuedCode { id: code.id, text: code.code })
}

/// Checks that the viewer may create codes for an affiliation: the same rule as for invitations.
pub(super) async fn check_creator(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
) -> Result<(), IssueError> {
    let created = ledger::creator_of(scope, affiliation).await?;
    let creator = created.ok_or(IssueError::NoAffiliation)?;
    Ok(affiliations::check_inviting(scope, affiliation, creator).await?)
}

fn check(new: NewCode, now: DateTime<Utc>) -> Result<NewCode, IssueError> {
    let code = match new.code.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => Some(read(text)?),
        None => None,
    };
    if new.max_uses.is_some_and(|most| most < 1) {
        return Err(IssueError::NoUses);
    }
    if new.expires_at.is_some_and(|end| end <= now) {
        return Err(IssueError::PastEnd);
    }
    let message =
        content::check_note(new.message.as_deref().unwrap_or_default(), MESSAGE_CHARS_MAX)?;
    let message = Some(message).filter(|text| !text.is_empty() && new.affiliation.is_some());
    // A code for an affiliation is valid on its portal, and on no other.
    let at_portals = new.at_portals && new.affiliation.is_none();
    Ok(NewCode { code, message, at_portals, ..new })
}

/// Validates a custom text; returns it in upper case, as it is looked up.
fn read(text: &str) -> Result<String, IssueError> {
    let code = text.to_uppercase();
    let fits = CODE_CHARS.contains(&code.len())
        && code.bytes().filter(|b| *b != b'-').count() >= PLAIN_CHARS_MIN
        && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-');
    if fits { Ok(code) } else { Err(IssueError::Malformed) }
}

fn made_up() -> Result<String, IssueError> {
    let bytes = tokens::random_bytes::<MADE_CHARS>()
        .map_err(|error| IssueError::Fault(error.to_string()))?;
    let letter = |byte: u8| char::from(ALPHABET[usize::from(byte % 32)]);
    Ok(bytes.into_iter().map(letter).collect())
}

async fn insert<V>(
    tx: &Tx<'_, V>,
    new: &NewCode,
    created_by: Option<UserId>,
) -> Result<Model, IssueError> {
    let text = match &new.code {
        Some(text) => text.clone(),
        None => made_up()?,
    };
    if ledger::is_taken(tx, &text).await? {
        return Err(IssueError::Taken);
    }
    ledger::insert(tx, text, new, created_by).await.map_err(|error| {
        if platform::db::is_taken(&error) { IssueError::Taken } else { error.into() }
    })
}

/// Records the code's id in the audit log, never its text, which would let readers of the log sign
/// up.
async fn write_down<V>(
    tx: &Tx<'_, V>,
    action: &'static str,
    (actor, reason): (Option<UserId>, Option<&str>),
    code: &Model,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor,
        action,
        subject_kind: "invite-code",
        subject_id: code.id.to_string(),
        before: json!({}),
        after: audit_json(code),
        reason,
    };
    record_action(tx, act).await
}

fn audit_json(code: &Model) -> Value {
    json!({
        "isActive": code.is_active,
        "maxUses": code.max_uses,
        "expiresAt": code.expires_at,
        "affiliationId": code.auto_invite_affiliation_id,
        "atPortals": code.at_portals,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;
    use std::collections::HashSet;

    fn new(code: Option<&str>) -> NewCode {
        NewCode {
            code: code.map(str::to_owned),
            max_uses: None,
            expires_at: None,
            affiliation: None,
            message: None,
            at_portals: false,
        }
    }

    #[test]
    fn converts_a_custom_code_to_upper_case_and_rejects_malformed_ones() {
        assert_eq!(read("spring-26").ok().as_deref(), Some("SPRING-26"));
        for text in ["short12", "has blank", "naïve-one", "semi;colon", "-----AB-", &"x".repeat(33)]
        {
            assert!(matches!(read(text), Err(IssueError::Malformed)), "{text}");
        }
    }

    #[test]
    fn generated_codes_are_valid_and_distinct() {
        let codes: HashSet<String> = (0..500).filter_map(|_| made_up().ok()).collect();
        assert_eq!(codes.len(), 500);
        assert!(codes.iter().all(|code| read(code).is_ok() && code.len() == MADE_CHARS));
    }

    #[test]
    fn rejects_a_code_without_uses_or_with_a_past_expiry() {
        let now = platform::Clock::system_clock().now();
        let uses = |n| check(NewCode { max_uses: Some(n), ..new(None) }, now).is_ok();
        assert_eq!((uses(0), uses(1), uses(-3)), (false, true, false));
        let ends = |s| {
            let end = Some(now + Duration::seconds(s));
            check(NewCode { expires_at: end, ..new(None) }, now).is_ok()
        };
        assert_eq!((ends(0), ends(1)), (false, true));
    }
}
