//! Replaces events in the log whose content must not be read any more.

use super::rows::thread;
use chrono::{DateTime, Utc};
use platform::Tx;
use platform::events::Topic;
use sea_orm::DbErr;
use serde_json::Value;

/// Replaces the events of a topic since a time that are about `id`, according to the SQL condition
/// `about`, in which the id is `$3`.
pub(super) async fn replace<V>(
    tx: &Tx<'_, V>,
    (topic, since): (Topic, DateTime<Utc>),
    (about, id): (&str, String),
    (kind, fact): (&str, &Value),
) -> Result<(), DbErr> {
    let sql = format!(
        "UPDATE events SET kind = $5, payload = $4 \
         WHERE topic = $1 AND created_at >= $2 AND ({about})"
    );
    let topic = topic.to_string();
    let values =
        vec![topic.into(), since.into(), id.into(), fact.clone().into(), kind.to_owned().into()];
    tx.execute(&sql, values).await.map(drop)
}

/// Replaces all events of a thread and its posts in the thread's community.
pub(super) async fn replace_of_thread<V>(
    tx: &Tx<'_, V>,
    thread: &thread::Model,
    fact: (&str, &Value),
) -> Result<(), DbErr> {
    let about = "payload ->> 'threadId' = $3 OR payload -> 'thread' ->> 'id' = $3";
    let place = (Topic::Community(thread.community_id.uuid()), thread.created);
    replace(tx, place, (about, thread.id.to_string()), fact).await
}
