//! Emails of support conversations: the transcript at the end, and an answer to a person who is
//! offline.

use super::rows::{conversation, message};
use super::view::ChatMessageView;
use crate::accounts::load_contacts;
use crate::affiliations;
use crate::support::view::People;
use chrono::Duration;
use platform::mail::{MailContent, MailJob, TranscriptLine};
use platform::{Tx, UserId, sessions};
use sea_orm::{ColumnTrait, DbErr, QueryOrder, QuerySelect};

/// Most messages of a transcript: the latest.
const TRANSCRIPT_MAX: u64 = 500;
/// A person is offline after this long without a request.
const ONLINE_FOR: Duration = Duration::minutes(2);

/// Mails the transcript of a conversation that has ended to its owner.
pub(super) async fn send_transcript<V: Send + Sync>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
) -> Result<(), DbErr> {
    use message::Column::{ConversationId, CreatedAt, Id};
    let mut rows = tx
        .global::<message::Entity>()
        .filter(ConversationId.eq(row.id.uuid()))
        .modify_select(|select| {
            select.order_by_desc(CreatedAt).order_by_desc(Id).limit(TRANSCRIPT_MAX)
        })
        .all()
        .await?;
    rows.reverse();
    if rows.is_empty() {
        return Ok(());
    }
    let mut ids: Vec<UserId> = rows.iter().filter_map(|row| row.sender_id).collect();
    ids.push(row.owner_id);
    let people = People(load_contacts(tx, &ids).await?);
    let lines = rows.into_iter().map(|row| TranscriptLine {
        name: people.name_of(row.sender_id),
        at: row.created_at.format("%-d %B %Y, %H:%M UTC").to_string(),
        text: row.content,
    });
    let lines = lines.collect();
    let topic = row.topic.clone().unwrap_or_default();
    let content =
        |first_name, link| MailContent::SupportTranscript { first_name, topic, lines, link };
    send(tx, row, &people, content).await
}

/// Mails the first unread answer to the owner, if they are offline.
pub(super) async fn send_answer<V: Send + Sync>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
    answer: &ChatMessageView,
) -> Result<(), DbErr> {
    let since = tx.now() - ONLINE_FOR;
    if row.owner_unread != 1 || sessions::was_used_since(tx, row.owner_id, since).await? {
        return Ok(());
    }
    let people = People(load_contacts(tx, &[row.owner_id]).await?);
    let topic = row.topic.clone().unwrap_or_default();
    let answer = answer.content.clone();
    let content = |first_name, link| MailContent::SupportChat { first_name, topic, answer, link };
    send(tx, row, &people, content).await
}

async fn send<V: Send + Sync>(
    tx: &Tx<'_, V>,
    row: &conversation::Model,
    people: &People,
    content: impl FnOnce(String, String) -> MailContent,
) -> Result<(), DbErr> {
    let owner = people.0.get(&row.owner_id).filter(|owner| owner.is_reachable());
    let Some(owner) = owner else { return Ok(()) };
    let brand = affiliations::mail_brand_of(tx, row.affiliation_id).await?;
    let link = format!("{}/support", brand.origin);
    let content = content(owner.first_name.clone(), link);
    let mail = MailJob { to: owner.email.clone(), brand, content };
    tx.enqueue(mail.to_job()?).await.map(drop)
}
