//! Tickets with their messages, the activity log and the notifications of their owners.

use super::{ActivityRows, Subject, site_of, time_at};
use crate::demo::DemoError;
use crate::demo::notice_rows::{NoticeRows, PRIORITY_MEDIUM, PersonalNotice};
use crate::demo::random::id_at;
use crate::demo::store::{Rows, count, row};
use crate::demo::world::World;
use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
#[cfg(test)]
use std::collections::BTreeSet;
use uuid::Uuid;

/// Notifications are read within this many days.
const READ_DAYS: i64 = 2;
/// Characters of a short id.
const SHORT_ID_CHARS: usize = 8;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    key: String,
    by: String,
    portal: Option<String>,
    pub title: String,
    description: String,
    category: String,
    #[serde(default = "medium")]
    requested: String,
    #[serde(default)]
    pause: bool,
    #[serde(default = "platform")]
    desk: String,
    opened: String,
    #[serde(default)]
    event: Vec<TicketEvent>,
}

#[derive(Debug, Deserialize)]
struct TicketEvent {
    age: String,
    by: String,
    #[serde(flatten)]
    action: TicketAction,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TicketAction {
    Reply(String),
    Note(String),
    Status(String),
    Priority(String),
    Assign(String),
    Escalate(String),
    Merge(String),
}

fn medium() -> String {
    "medium".to_owned()
}
fn platform() -> String {
    "platform".to_owned()
}

impl Ticket {
    /// The description, and the texts of the messages.
    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let written = self.event.iter().filter_map(|event| match &event.action {
            TicketAction::Reply(text) | TicketAction::Note(text) | TicketAction::Escalate(text) => {
                Some(text.as_str())
            }
            _ => None,
        });
        std::iter::once(self.description.as_str()).chain(written)
    }
}

/// A message of a ticket.
struct Message {
    sender: Uuid,
    is_staff: bool,
    internal: bool,
    text: String,
    at: DateTime<Utc>,
}

/// A ticket after all of its events.
struct TicketState<'t> {
    ticket: &'t Ticket,
    id: Uuid,
    owner: Uuid,
    site: Option<Uuid>,
    created: DateTime<Utc>,
    updated: DateTime<Utc>,
    status: String,
    priority: String,
    desk: String,
    assigned: Option<Uuid>,
    escalated: Option<DateTime<Utc>>,
    /// Key of the remaining ticket, and the member of staff who merged it.
    merged_into: Option<(String, Uuid)>,
    closed: Option<DateTime<Utc>>,
    first_answered: Option<DateTime<Utc>>,
    resolution: Option<Duration>,
    version: i64,
    messages: Vec<Message>,
}

/// Builds the rows of tickets and messages.
pub fn rows(
    world: &World,
    tickets: &[Ticket],
    activity: &mut ActivityRows,
    notices: &mut NoticeRows,
) -> Result<[Rows; 2], DemoError> {
    let states = states(world, tickets, activity, notices)?;
    let mut rows = Rows::new("support_tickets", TICKET_COLUMNS);
    let mut messages = Rows::new("support_ticket_messages", MESSAGE_COLUMNS);
    // A merged ticket names the remaining one, which is inserted before it.
    let (merged, remaining): (Vec<_>, Vec<_>) =
        states.iter().partition(|state| state.merged_into.is_some());
    for state in remaining.into_iter().chain(merged) {
        rows.add(state.to_row(&states));
        for (number, message) in state.messages.iter().enumerate() {
            messages.add(row![
                id_at(&format!("message/{}/{number}", state.ticket.key), message.at),
                state.id,
                message.sender,
                message.is_staff,
                message.internal,
                message.text.clone(),
                message.at,
            ]);
        }
    }
    Ok([rows, messages])
}

/// The statuses of these tickets.
#[cfg(test)]
pub fn statuses(world: &World, tickets: &[Ticket]) -> Result<BTreeSet<String>, DemoError> {
    let (mut activity, mut notices) = (ActivityRows::default(), NoticeRows::default());
    let states = states(world, tickets, &mut activity, &mut notices)?;
    Ok(states.into_iter().map(|state| state.status).collect())
}

fn states<'t>(
    world: &World,
    tickets: &'t [Ticket],
    activity: &mut ActivityRows,
    notices: &mut NoticeRows,
) -> Result<Vec<TicketState<'t>>, DemoError> {
    let mut states = Vec::new();
    for ticket in tickets {
        let mut state = TicketState::opened(world, ticket)?;
        state.notify_desk(world, notices)?;
        for event in &ticket.event {
            state.apply(world, event, activity, notices)?;
        }
        states.push(state);
    }
    move_merged(&mut states, activity)?;
    Ok(states)
}

/// Moves what was written in merged tickets to the remaining ones.
fn move_merged(
    states: &mut [TicketState<'_>],
    activity: &mut ActivityRows,
) -> Result<(), DemoError> {
    for place in 0..states.len() {
        let Some(merged) = states.get_mut(place) else { continue };
        let Some((into, by)) = merged.merged_into.clone() else { continue };
        let (id, at, opened) = (merged.id, merged.updated, merged.created);
        let text = format!("{}\n\n{}", merged.ticket.title, merged.ticket.description);
        let mut moved = std::mem::take(&mut merged.messages);
        let (sender, is_staff, internal) = (merged.owner, false, false);
        moved.push(Message { sender, is_staff, internal, text, at: opened });
        let remaining = states.iter_mut().find(|state| state.ticket.key == into);
        let remaining = remaining.ok_or_else(|| DemoError::Data(format!("ticket {into}")))?;
        let facts = json!({ "into": hex(remaining.id) });
        activity.add((by, at), Subject::Ticket(id), "ticket.merge", facts);
        remaining.messages.extend(moved);
        remaining.version += 1;
        remaining.updated = remaining.updated.max(at);
    }
    Ok(())
}

impl<'t> TicketState<'t> {
    fn opened(world: &World, ticket: &'t Ticket) -> Result<Self, DemoError> {
        let created = time_at(world, &ticket.opened)?;
        Ok(Self {
            ticket,
            id: id_at(&format!("ticket/{}", ticket.key), created),
            owner: world.person_id(&ticket.by)?,
            site: site_of(world, ticket.portal.as_ref())?,
            created,
            updated: created,
            status: "open".to_owned(),
            priority: medium(),
            desk: ticket.desk.clone(),
            assigned: None,
            escalated: None,
            merged_into: None,
            closed: None,
            first_answered: None,
            resolution: None,
            version: 1,
            messages: Vec::new(),
        })
    }

    fn apply(
        &mut self,
        world: &World,
        event: &TicketEvent,
        activity: &mut ActivityRows,
        notices: &mut NoticeRows,
    ) -> Result<(), DemoError> {
        let at = time_at(world, &event.age)?;
        let by = world.person_id(&event.by)?;
        let subject = Subject::Ticket(self.id);
        let mut log = |action, facts| activity.add((by, at), subject, action, facts);
        match &event.action {
            TicketAction::Reply(text) => {
                self.reply(by, at, text);
                if by != self.owner {
                    log("ticket.reply", json!({}));
                    self.notify_owner(world, event, (by, at), None, notices)?;
                }
            }
            TicketAction::Note(text) => {
                self.add_message(by, at, text, true);
                log("ticket.note", json!({}));
            }
            TicketAction::Status(to) => {
                let from = self.set_status(to, at);
                log("ticket.status", json!({ "from": from, "to": to }));
                if to == "in_progress" && self.assigned.is_none() {
                    self.assigned = Some(by);
                    log("ticket.assign", json!({ "from": null, "to": hex(by) }));
                }
                self.notify_owner(world, event, (by, at), Some(&from), notices)?;
            }
            TicketAction::Priority(to) => {
                log("ticket.priority", json!({ "from": self.priority, "to": to }));
                self.priority.clone_from(to);
                self.touch(at);
            }
            TicketAction::Assign(to) => {
                let to = world.person_id(to)?;
                let from = self.set_status("in_progress", at);
                log("ticket.status", json!({ "from": from, "to": "in_progress" }));
                log("ticket.assign", json!({ "from": self.assigned.map(hex), "to": hex(to) }));
                self.assigned = Some(to);
                self.notify_owner(world, event, (by, at), Some(&from), notices)?;
            }
            TicketAction::Escalate(reason) => {
                self.add_message(by, at, reason, true);
                log("ticket.escalate", json!({ "affiliationId": self.site.map(hex) }));
                (self.desk, self.escalated, self.assigned) = (platform(), Some(at), None);
                self.touch(at);
            }
            TicketAction::Merge(into) => {
                self.set_status("closed", at);
                self.merged_into = Some((into.clone(), by));
            }
        }
        Ok(())
    }

    fn touch(&mut self, at: DateTime<Utc>) {
        self.version += 1;
        self.updated = at;
    }

    fn reply(&mut self, by: Uuid, at: DateTime<Utc>, text: &str) {
        self.add_message(by, at, text, false);
        if by != self.owner {
            self.first_answered.get_or_insert(at);
            self.touch(at);
        } else if self.status == "resolved" {
            self.set_status("open", at);
        } else {
            self.touch(at);
        }
    }

    fn add_message(&mut self, sender: Uuid, at: DateTime<Utc>, text: &str, internal: bool) {
        let is_staff = sender != self.owner;
        self.messages.push(Message { sender, is_staff, internal, text: text.to_owned(), at });
    }

    /// Changes the status; returns the previous one.
    fn set_status(&mut self, to: &str, at: DateTime<Utc>) -> String {
        let is_finished = |status: &str| matches!(status, "resolved" | "closed");
        match (is_finished(&self.status), is_finished(to)) {
            (false, true) => self.resolution = Some(at - self.created),
            (_, false) => self.resolution = None,
            (true, true) => {}
        }
        self.closed = is_finished(to).then_some(at);
        self.touch(at);
        std::mem::replace(&mut self.status, to.to_owned())
    }

    /// Notifies the owner of a reply, or of a change from the previous status.
    fn notify_owner(
        &self,
        world: &World,
        event: &TicketEvent,
        (by, at): (Uuid, DateTime<Utc>),
        previous: Option<&str>,
        notices: &mut NoticeRows,
    ) -> Result<(), DemoError> {
        let (title, message) = match (previous, self.status.as_str()) {
            (None, _) => ("New reply to your ticket", "Support has replied to your ticket."),
            (_, "open") => ("Ticket reopened", "Your ticket was reopened."),
            (_, "in_progress") => ("Ticket in review", "Your ticket is being reviewed."),
            (_, "resolved") => (
                "Ticket resolved",
                "Your ticket was resolved. You can still reply if you need more help.",
            ),
            _ => ("Ticket closed", "Your ticket was closed."),
        };
        let staff = world.cast.people.iter().find(|person| person.key == event.by);
        let staff = staff.map(|person| format!("{} {}", person.first, person.last));
        let mut data = self.notice_data();
        data["newStatus"] = json!(self.status);
        data["previousStatus"] = json!(previous.unwrap_or(&self.status));
        data["staffName"] = json!(staff);
        data["actionUrl"] = json!(format!("/support?ticket={}", hex(self.id)));
        let source = id_at(&format!("notice/{title}/{}/{by}", self.ticket.key), at);
        let read = self.was_read(world, at, |event| event.by == self.ticket.by)?;
        notices.add(self.notice((self.owner, source), (title, message), data, (read, at)));
        Ok(())
    }

    /// Notifies the admins of the affiliation of a ticket that they answer.
    fn notify_desk(&self, world: &World, notices: &mut NoticeRows) -> Result<(), DemoError> {
        let (Some(site), "affiliation") = (self.site, self.desk.as_str()) else { return Ok(()) };
        let portal = self.ticket.portal.as_ref();
        let affiliation = world.cast.affiliations.iter().find(|one| Some(&one.key) == portal);
        let admins = affiliation
            .into_iter()
            .flat_map(|one| std::iter::once(&one.creator).chain(&one.admins).map(String::as_str));
        let source = id_at(&format!("notice/desk/{}", self.ticket.key), self.created);
        let read = self.was_read(world, self.created, |event| event.by != self.ticket.by)?;
        for admin in admins {
            let path = format!("/affiliation/{}/manage/support?ticket={}", hex(site), hex(self.id));
            let mut data = self.notice_data();
            data["affiliationId"] = json!(hex(site));
            data["actionUrl"] = json!(path);
            let message = format!("A member asks: {}", self.ticket.title);
            let told = (world.person_id(admin)?, source);
            let words = ("New support ticket", message.as_str());
            notices.add(self.notice(told, words, data, (read, self.created)));
        }
        Ok(())
    }

    fn notice_data(&self) -> Value {
        json!({
            "ticketId": hex(self.id),
            "ticketTitle": self.ticket.title,
            "ticketCategory": self.ticket.category,
        })
    }

    fn notice(
        &self,
        (user, source): (Uuid, Uuid),
        (title, message): (&str, &str),
        data: Value,
        (read, at): (bool, DateTime<Utc>),
    ) -> PersonalNotice {
        PersonalNotice {
            user,
            source,
            kind: "system_message",
            category: "support",
            priority: PRIORITY_MEDIUM,
            title: title.to_owned(),
            message: message.to_owned(),
            data,
            affiliation: self.site,
            author: None,
            asks: false,
            read,
            at,
        }
    }

    /// Returns whether a notification of this time was read: it is old, or one of these events came
    /// later.
    fn was_read(
        &self,
        world: &World,
        at: DateTime<Utc>,
        by_reader: impl Fn(&TicketEvent) -> bool,
    ) -> Result<bool, DemoError> {
        let mut read = at < world.now - Duration::days(READ_DAYS);
        for event in self.ticket.event.iter().filter(|event| by_reader(event)) {
            read |= time_at(world, &event.age)? > at;
        }
        Ok(read)
    }

    fn to_row(&self, all: &[Self]) -> Vec<sea_orm::Value> {
        let into = self.merged_into.as_ref().map(|(key, _)| key);
        let merged = all.iter().find(|other| Some(&other.ticket.key) == into);
        let public = self.messages.iter().filter(|message| !message.internal);
        let short = hex(self.id);
        let short = short.get(short.len() - SHORT_ID_CHARS..).unwrap_or(&short).to_uppercase();
        row![
            self.id,
            self.owner,
            self.site,
            self.ticket.title.clone(),
            self.ticket.description.clone(),
            self.status.clone(),
            self.priority.clone(),
            self.ticket.requested.clone(),
            self.ticket.category.clone(),
            self.ticket.pause,
            self.desk.clone(),
            self.escalated,
            self.assigned,
            merged.map(|other| other.id),
            short,
            count(public.count()),
            self.version,
            self.created,
            self.updated,
            self.closed,
            self.first_answered,
            self.first_answered.map(|at| (at - self.created).num_milliseconds()),
            self.resolution.map(|after| after.num_milliseconds()),
        ]
    }
}

fn hex(id: Uuid) -> String {
    id.simple().to_string()
}

const TICKET_COLUMNS: &[&str] = &[
    "id",
    "owner_id",
    "affiliation_id",
    "title",
    "description",
    "status",
    "priority",
    "requested_priority",
    "category",
    "about_pause",
    "desk",
    "escalated_at",
    "assigned_to_id",
    "merged_into_id",
    "short_id",
    "message_count",
    "version",
    "created_at",
    "updated_at",
    "closed_at",
    "first_answered_at",
    "first_answer_ms",
    "resolution_ms",
];
const MESSAGE_COLUMNS: &[&str] =
    &["id", "ticket_id", "sender_id", "is_staff", "internal", "message", "created_at"];
