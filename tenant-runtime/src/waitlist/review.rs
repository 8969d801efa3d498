//! Decisions of staff on an entry: invite with a single-use code, or decline (G-066).

use super::EntryId;
use super::error::WaitlistError;
use super::rows::Model;
use super::store;
use crate::accounts::invites;
use crate::content;
use platform::StaffWith;
use platform::audit::{AuditedAction, record_action};
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::staff::Moderation;
use platform::{AccountViewer, Scope, Tx};
use sea_orm::DbErr;
use serde_json::json;

/// Validity of the mailed code, in days.
const CODE_LIFE_DAYS: u32 = 14;
const NOTE_CHARS_MAX: usize = 500;

/// Invites an applicant. If two members of staff do so at once, one fails. Code, mail and audit
/// entry are stored in one transaction.
pub(super) async fn invite(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: EntryId,
    message: Option<&str>,
) -> Result<Model, WaitlistError> {
    let message = content::check_note(message.unwrap_or_default(), NOTE_CHARS_MAX)?;
    let tx = scope.begin().await?;
    let decided = store::store_decision(&tx, id, &["pending", "declined"], "invited", None).await?;
    let Some(mut entry) = decided else {
        return Err(missing_entry_error(&tx, id, WaitlistError::AlreadyInvited).await?);
    };
    let life = chrono::Duration::days(i64::from(CODE_LIFE_DAYS));
    let code = invites::issue_for_one(&tx, tx.now() + life).await?;
    store::set_code(&tx, id, code.id).await?;
    entry.invite_code_id = Some(code.id);
    send_invitation(&tx, &entry, code.text, message).await?;
    write_down(&tx, "waitlist.invite", &entry, None).await?;
    tx.commit().await?;
    Ok(entry)
}

/// Declines an applicant.
pub(super) async fn decline(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: EntryId,
    reason: Option<&str>,
) -> Result<Model, WaitlistError> {
    let reason = content::check_note(reason.unwrap_or_default(), NOTE_CHARS_MAX)?;
    let reason = Some(reason.as_str()).filter(|reason| !reason.is_empty());
    let tx = scope.begin().await?;
    let Some(entry) = store::store_decision(&tx, id, &["pending"], "declined", reason).await?
    else {
        let found = store::find(&tx, id).await?.ok_or(WaitlistError::NotFound)?;
        return Err(match found.status.as_str() {
            "invited" => WaitlistError::AlreadyInvited,
            _ => WaitlistError::AlreadyDeclined,
        });
    };
    write_down(&tx, "waitlist.decline", &entry, reason).await?;
    tx.commit().await?;
    Ok(entry)
}

async fn missing_entry_error(
    tx: &Tx<'_, StaffWith<Moderation>>,
    id: EntryId,
    otherwise: WaitlistError,
) -> Result<WaitlistError, DbErr> {
    let found = store::find(tx, id).await?;
    Ok(if found.is_some() { otherwise } else { WaitlistError::NotFound })
}

async fn send_invitation(
    tx: &Tx<'_, StaffWith<Moderation>>,
    entry: &Model,
    code: String,
    message: String,
) -> Result<(), DbErr> {
    let context = &tx.facts().context;
    let mail = MailJob {
        to: entry.email.clone(),
        brand: MailBrand::of_site(context),
        content: MailContent::WaitlistInvitation {
            name: entry.full_name.clone(),
            // The code is in the query, which is not logged; codes need no escaping there.
            link: format!("{}/signup?code={code}", context.origin),
            code,
            valid_days: CODE_LIFE_DAYS,
            message,
        },
    };
    tx.enqueue(mail.to_job()?).await.map(drop)
}

async fn write_down(
    tx: &Tx<'_, StaffWith<Moderation>>,
    action: &'static str,
    entry: &Model,
    reason: Option<&str>,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "waitlist",
        subject_id: entry.id.to_string(),
        before: json!({}),
        after: json!({ "status": entry.status, "inviteCodeId": entry.invite_code_id }),
        reason,
    };
    record_action(tx, act).await
}
