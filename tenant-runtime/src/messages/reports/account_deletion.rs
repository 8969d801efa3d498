//! Reports of messages in their sender's export. They lose their names when an account is deleted.

use super::MessageReportId;
use crate::messages::{ConversationId, MessageId};
use crate::reports::ReportStatus;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;

/// A report in its sender's export.
#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::messages) struct ReportRecord {
    id: MessageReportId,
    conversation_id: ConversationId,
    message_id: MessageId,
    reason: String,
    status: ReportStatus,
    created_at: DateTime<Utc>,
}

/// All reports that a user sent about messages.
pub(in crate::messages) async fn reports_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<ReportRecord>, DbErr> {
    const SQL: &str = "SELECT id, conversation_id, message_id, reason, status, created_at \
         FROM message_reports WHERE reporter_id = $1 ORDER BY created_at, id";
    reads.sql(SQL, vec![user.into()]).all::<ReportRecord>().await
}
