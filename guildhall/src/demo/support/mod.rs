//! Tickets and chats of support, from `demo/support.toml`: each event is applied by the rules of the
//! product, so that the rows are those that the product would have stored.

mod chats;
mod tickets;

use super::DemoError;
use super::notice_rows::NoticeRows;
use super::random::id_at;
use super::script::parse_age;
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Support {
    desks: Vec<String>,
    canned: Vec<CannedAnswer>,
    ticket: Vec<tickets::Ticket>,
    chat: Vec<chats::Chat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CannedAnswer {
    title: String,
    body: String,
}

/// Age of the canned answers and the desks, in days.
const DESK_AGE: i64 = 90;

/// Builds the rows.
pub fn support_rows(world: &World) -> Result<Vec<Rows>, DemoError> {
    let Support { desks, canned, ticket, chat } = read()?;
    let mut activity = ActivityRows::default();
    let mut notices = NoticeRows::default();
    let mut rows = vec![canned_rows(world, &canned)?, desk_rows(world, &desks)?];
    rows.extend(tickets::rows(world, &ticket, &mut activity, &mut notices)?);
    rows.extend(chats::rows(world, &chat, &mut activity)?);
    rows.extend([activity.0, notices.into_rows()]);
    Ok(rows)
}

fn read() -> Result<Support, DemoError> {
    Ok(toml::from_str(include_str!("../../../demo/support.toml"))?)
}

fn canned_rows(world: &World, canned: &[CannedAnswer]) -> Result<Rows, DemoError> {
    let columns = &["id", "title", "body", "updated_by", "created_at", "updated_at"];
    let mut rows = Rows::new("support_canned_answers", columns);
    let at = world.now - Duration::days(DESK_AGE);
    for one in canned {
        let by = world.person_id("owen")?;
        rows.add(row![id_at(&one.title, at), one.title.clone(), one.body.clone(), by, at, at]);
    }
    Ok(rows)
}

fn desk_rows(world: &World, desks: &[String]) -> Result<Rows, DemoError> {
    let columns = &["affiliation_id", "enabled_by", "created_at"];
    let mut rows = Rows::new("support_affiliation_desks", columns);
    for key in desks {
        let at = world.now - Duration::days(DESK_AGE);
        rows.add(row![world.affiliation_id(key)?, world.person_id("owen")?, at]);
    }
    Ok(rows)
}

/// The time of an age.
fn time_at(world: &World, age: &str) -> Result<DateTime<Utc>, DemoError> {
    let ago = parse_age(age).ok_or_else(|| DemoError::Data(age.to_owned()))?;
    Ok(world.now - ago)
}

/// The affiliation of a portal.
fn site_of(world: &World, portal: Option<&String>) -> Result<Option<Uuid>, DemoError> {
    portal.map(|key| world.affiliation_id(key)).transpose()
}

/// Subject of an entry of the activity log.
#[derive(Clone, Copy)]
enum Subject {
    Ticket(Uuid),
    Chat(Uuid),
}

/// Rows of the activity log of support staff.
struct ActivityRows(Rows);

impl Default for ActivityRows {
    fn default() -> Self {
        let columns =
            &["id", "staff_id", "action", "ticket_id", "conversation_id", "metadata", "created_at"];
        Self(Rows::new("support_activity", columns))
    }
}

impl ActivityRows {
    fn add(
        &mut self,
        (staff, at): (Uuid, DateTime<Utc>),
        subject: Subject,
        action: &'static str,
        metadata: Value,
    ) {
        let (ticket, chat) = match subject {
            Subject::Ticket(id) => (Some(id), None),
            Subject::Chat(id) => (None, Some(id)),
        };
        let name = format!("{action}/{ticket:?}/{chat:?}/{metadata}");
        self.0.add(row![id_at(&name, at), staff, action, ticket, chat, metadata, at]);
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::demo::DemoError;
    use crate::demo::world::World;
    use chrono::{DateTime, Duration, Utc};
    use std::collections::BTreeSet;
    use tenant_runtime::content;

    #[test]
    fn all_texts_pass_validation() -> Result<(), DemoError> {
        let support = read()?;
        for canned in &support.canned {
            assert_eq!(content::check_remark(&canned.body).as_deref(), Ok(canned.body.as_str()));
        }
        let titles = support.ticket.iter().map(|ticket| &ticket.title);
        for title in titles.chain(support.chat.iter().map(|chat| &chat.topic)) {
            assert_eq!(content::check_title(title).as_deref(), Ok(title.as_str()));
        }
        let texts = support.ticket.iter().flat_map(super::tickets::Ticket::texts);
        for text in texts.chain(support.chat.iter().flat_map(super::chats::Chat::texts)) {
            assert_eq!(content::check_remark(text).as_deref(), Ok(text));
        }
        Ok(())
    }

    #[test]
    fn tickets_and_chats_have_every_status() -> Result<(), DemoError> {
        let world = World::as_of(DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_778))?;
        let support = read()?;
        let found = super::tickets::statuses(&world, &support.ticket)?;
        let all = ["open", "in_progress", "resolved", "closed"];
        assert_eq!(found, BTreeSet::from(all.map(str::to_owned)));
        let found = super::chats::statuses(&world, &support.chat)?;
        let all = ["open", "in-progress", "waiting", "resolved", "closed"];
        assert_eq!(found, BTreeSet::from(all.map(str::to_owned)));
        Ok(())
    }
}
