//! Creates, reads and closes reports of messages.

use super::rows::Model;
use super::view::{
    MessageReport, MessageReportDetails, MessageReportReceipt, MessageReports, ReportedMessage,
};
use super::{MessageReportId, store};
use crate::limits::check_limit_within;
use crate::messages::edit::MessageAddress;
use crate::messages::error::MessageError;
use crate::messages::rows::MessageKind;
use crate::messages::store::{lock, message_of};
use crate::messages::view::MessageContext;
use crate::messages::{MessageId, images};
use crate::posts::ReasonForRemoval;
use crate::profiles;
use crate::reports::{ReportError, ReportStatus};
use platform::StaffWith;
use platform::audit::{self, AuditedAction};
use platform::db::is_taken;
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::staff::Moderation;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// Default and maximum page size.
const REPORTS_PAGE: (u64, u64) = (20, 100);
/// A report was opened or closed: staff read the list again.
const REPORT_CHANGED: &str = "message-report.changed";

/// Reports a message of another person that the viewer may read; once, until the report is closed.
pub(super) async fn create_report(
    scope: &mut Scope<Member>,
    at: MessageAddress,
    key: &IdempotencyKey,
    why: &ReasonForRemoval,
) -> Result<CreatedResponse<MessageReportReceipt>, Problem> {
    let reason = why.validated()?;
    let tx = scope.begin().await?;
    let path = format!("/conversations/{}/messages/{}/report", at.conversation, at.message);
    let fingerprint = idempotency::request_fingerprint(&path, why);
    if let Claim::Replay(receipt) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(receipt));
    }
    let locked = lock(&tx, at.conversation).await?;
    let message = message_of(&tx, &locked, at.message).await?;
    if message.kind != MessageKind::Text || message.deleted_at.is_some() {
        return Err(MessageError::MessageNotFound.into());
    }
    if message.sender_id == Some(tx.viewer().id()) {
        return Err(ReportError::Own.into());
    }
    if store::has_reported(&tx, message.id).await? {
        return Err(ReportError::Already.into());
    }
    check_limit_within(&tx, LimitedAction::Report).await?;
    let row = store::insert_report(&tx, &message, reason).await.map_err(|error| {
        if is_taken(&error) { ReportError::Already.into() } else { Problem::from(error) }
    })?;
    publish_change(&tx, row.id).await?;
    let receipt = MessageReportReceipt::from(row);
    idempotency::store_response(&tx, key, &receipt).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(receipt))
}

async fn publish_change<V>(tx: &Tx<'_, V>, id: MessageReportId) -> Result<(), DbErr> {
    let payload = json!({ "messageReportId": id });
    tx.publish(Topic::Staff, REPORT_CHANGED, &payload).await.map(drop)
}

/// The reports with this status, newest first.
pub(super) async fn list_reports(
    scope: &Scope<StaffWith<Moderation>>,
    status: Option<&str>,
    query: &PageQuery,
) -> Result<MessageReports, Problem> {
    let status = ReportStatus::parse(status)?;
    let limit = query.row_limit(REPORTS_PAGE.0, REPORTS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = store::list_page(scope, status, after, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let named: Vec<UserId> = page.items.iter().flat_map(MessageReport::people_of).collect();
    let people = profiles::load_people(scope, &named).await?;
    let open_count = store::count_open(scope).await?;
    let next_cursor = page.next_cursor;
    let items = page.items.into_iter().map(|row| MessageReport::new(row, &people)).collect();
    Ok(MessageReports { items, next_cursor, open_count })
}

/// A report with its message and the neighbours. Each call is recorded in the audit log.
pub(super) async fn read_report(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: MessageReportId,
) -> Result<MessageReportDetails, Problem> {
    let tx = scope.begin().await?;
    let row = store::find_report(&tx, id).await?.ok_or(MessageError::ReportNotFound)?;
    let messages = store::message_with_neighbours(&tx, row.message_id).await?;
    let senders = messages.iter().filter_map(|message| message.sender_id);
    let named: Vec<UserId> = MessageReport::people_of(&row).chain(senders).collect();
    let people = profiles::load_people(&tx, &named).await?;
    let seen: Vec<String> = messages.iter().map(|message| message.id.to_string()).collect();
    record_in_audit_log(&tx, "message-report.read", &row, json!({ "messages": seen })).await?;
    let reported = row.message_id;
    let report = MessageReport::new(row, &people);
    let ids: Vec<MessageId> = messages.iter().map(|message| message.id).collect();
    let images = images::of_messages_in(&tx, &ids).await?;
    let context = MessageContext { people, images, ..MessageContext::default() };
    let messages = messages
        .into_iter()
        .map(|message| ReportedMessage::new(context.to_view(message), reported));
    let details = MessageReportDetails { report, messages: messages.collect() };
    tx.commit().await?;
    Ok(details)
}

/// Closes a report as resolved or dismissed.
pub(super) async fn close_report(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: MessageReportId,
    to: ReportStatus,
) -> Result<MessageReport, Problem> {
    let tx = scope.begin().await?;
    store::find_report(&tx, id).await?.ok_or(MessageError::ReportNotFound)?;
    check_limit_within(&tx, LimitedAction::Moderate).await?;
    let row = store::close_report(&tx, id, to).await?.ok_or(ReportError::Handled)?;
    let action = match to {
        ReportStatus::Dismissed => "message-report.dismiss",
        _ => "message-report.resolve",
    };
    record_in_audit_log(&tx, action, &row, json!({ "status": row.status })).await?;
    publish_change(&tx, row.id).await?;
    let named: Vec<UserId> = MessageReport::people_of(&row).collect();
    let people = profiles::load_people(&tx, &named).await?;
    tx.commit().await?;
    Ok(MessageReport::new(row, &people))
}

async fn record_in_audit_log(
    tx: &Tx<'_, StaffWith<Moderation>>,
    action: &'static str,
    row: &Model,
    after: Value,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "message-report",
        subject_id: row.id.to_string(),
        before: json!({ "status": ReportStatus::Open }),
        after,
        reason: None,
    };
    audit::record_action(tx, act).await
}
