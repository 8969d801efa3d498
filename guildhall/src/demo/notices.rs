//! Notifications about all of this, and pending join requests (`demo/requests.toml`).

use super::DemoError;
use super::announcements::{self, AnnouncementFile};
use super::notice_rows::{PRIORITY_HIGH, PRIORITY_MEDIUM};
use super::random::id_at;
use super::store::{Rows, row};
use super::timeline::time_of_age;
use super::world::{Place, World};
use chrono::{DateTime, Duration, Utc};
use sea_orm::Value;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

/// Older events also had notifications; they are not needed.
const TOLD_DAYS: i64 = 28;
/// Decisions are read within this many days.
const READ_DAYS: i64 = 2;
/// Number of the lowest priority.
const PRIORITY_LOW: i64 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestFile {
    request: Vec<Request>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    community: String,
    by: String,
    asked: String,
    message: String,
}

/// An event before its notification.
struct NoticeDraft {
    kind: &'static str,
    category: &'static str,
    priority: i64,
    title: String,
    message: String,
    data: Json,
    by: Option<Uuid>,
    source: Uuid,
    asks: bool,
    at: DateTime<Utc>,
}

/// Builds the pending requests, and all notifications.
pub fn notice_rows(world: &World) -> Result<Vec<Rows>, DemoError> {
    let mut notices = Rows::new("notifications", NOTICE_COLUMNS);
    for place in &world.places {
        for member in &place.members {
            let told = thread_notices(place, member.person).into_iter().chain(reply_notices(
                world,
                place,
                member.person,
            )?);
            let begun = world.now - Duration::days(TOLD_DAYS);
            for told in told.filter(|told| told.at > begun.max(member.joined)) {
                let read = told.at <= member.last_read;
                notices.add(notice_values(place, &told, member.person, read));
            }
            let let_in =
                place.community.visibility != "public" && !member.is_admin && !member.by_default;
            if let_in && member.joined > begun {
                let read = member.joined < world.now - Duration::days(READ_DAYS);
                notices.add(notice_values(
                    place,
                    &approval_notice(place, member.person, member.joined),
                    member.person,
                    read,
                ));
            }
        }
    }
    add_announcement_notices(world, &mut notices)?;
    let mut requests = Rows::new("join_requests", REQUEST_COLUMNS);
    let waiting: RequestFile = toml::from_str(include_str!("../../demo/requests.toml"))?;
    for request in &waiting.request {
        add_request(world, request, &mut requests, &mut notices)?;
    }
    Ok(vec![requests, notices])
}

/// Threads started by others.
fn thread_notices(place: &Place, person: Uuid) -> Vec<NoticeDraft> {
    let of_others = place.threads.iter().filter(|thread| thread.opened_by != person);
    of_others
        .map(|thread| NoticeDraft {
            kind: "community_thread",
            category: "communities",
            priority: PRIORITY_LOW,
            title: format!("New thread in {}", place.community.name),
            message: thread.caption.to_owned(),
            data: json!({ "communityId": hex_id(place.id), "threadId": hex_id(thread.id) }),
            by: Some(thread.opened_by),
            source: thread.id,
            asks: false,
            at: thread.posts.first().map_or(place.created, |post| post.at),
        })
        .collect()
}

/// Replies to a person.
fn reply_notices(
    world: &World,
    place: &Place,
    person: Uuid,
) -> Result<Vec<NoticeDraft>, DemoError> {
    let mut told = Vec::new();
    for thread in &place.threads {
        let own = thread.posts.iter().filter(|post| post.by == person).map(|post| post.id);
        let own: Vec<Uuid> = own.collect();
        for post in thread.posts.iter().filter(|post| post.by != person) {
            let Some(parent) = post.parent.filter(|parent| own.contains(parent)) else { continue };
            told.push(NoticeDraft {
                kind: "community_reply",
                category: "communities",
                priority: PRIORITY_MEDIUM,
                title: format!("{} replied to your post", name(world, post.by)?),
                message: thread.caption.to_owned(),
                data: json!({
                    "communityId": hex_id(place.id), "threadId": hex_id(thread.id),
                    "postId": hex_id(post.id), "parentPostId": hex_id(parent),
                }),
                by: Some(post.by),
                source: post.id,
                asks: false,
                at: post.at,
            });
        }
    }
    Ok(told)
}

fn approval_notice(place: &Place, person: Uuid, at: DateTime<Utc>) -> NoticeDraft {
    NoticeDraft {
        kind: "join_approved",
        category: "admin",
        priority: PRIORITY_HIGH,
        title: format!("You are now a member of {}", place.community.name),
        message: String::new(),
        data: json!({ "communityId": hex_id(place.id) }),
        by: None,
        source: id_at(&format!("approved/{}/{person}", place.community.key), at),
        asks: false,
        at,
    }
}

fn add_announcement_notices(world: &World, notices: &mut Rows) -> Result<(), DemoError> {
    let AnnouncementFile { announcement } = announcements::read()?;
    for one in &announcement {
        let place = world.place_of(&one.community)?;
        let at = time_of_age(&one.text, &one.age, world.now)?;
        let (by, id) = (world.person_id(&one.by)?, id_at(&one.text, at));
        let (kind, what) = match one.starts {
            None => ("community_announcement", "Announcement"),
            Some(_) => ("community_event", "Event"),
        };
        let told = NoticeDraft {
            kind,
            category: "communities",
            priority: PRIORITY_HIGH,
            title: format!("{what} in {}", place.community.name),
            message: one.text.chars().take(200).collect(),
            data: json!({ "communityId": hex_id(place.id), "announcementId": hex_id(id) }),
            by: Some(by),
            source: id,
            asks: false,
            at,
        };
        let others = place.members.iter().filter(|member| member.person != by);
        for member in others.filter(|member| member.joined < at) {
            notices.add(notice_values(place, &told, member.person, at <= member.last_read));
        }
    }
    Ok(())
}

fn add_request(
    world: &World,
    request: &Request,
    requests: &mut Rows,
    notices: &mut Rows,
) -> Result<(), DemoError> {
    let place = world.place_of(&request.community)?;
    let at = time_of_age(&request.message, &request.asked, world.now)?;
    let (by, id) = (world.person_id(&request.by)?, id_at(&request.message, at));
    requests.add(row![id, place.id, by, request.message.clone(), "pending", at, at]);
    let told = NoticeDraft {
        kind: "system_message",
        category: "admin",
        priority: PRIORITY_HIGH,
        title: format!("{} asks to join {}", name(world, by)?, place.community.name),
        message: request.message.clone(),
        data: json!({ "communityId": hex_id(place.id), "requestId": hex_id(id) }),
        by: Some(by),
        source: id,
        asks: true,
        at,
    };
    for admin in place.members.iter().filter(|member| member.is_admin) {
        notices.add(notice_values(place, &told, admin.person, false));
    }
    Ok(())
}

fn notice_values(place: &Place, draft: &NoticeDraft, person: Uuid, read: bool) -> Vec<Value> {
    row![
        id_at(&format!("{}/{person}", draft.source), draft.at),
        person,
        draft.source,
        draft.kind,
        draft.title.clone(),
        draft.message.clone(),
        draft.data.clone(),
        place.id,
        read,
        draft.at,
        draft.category,
        draft.priority,
        draft.asks,
        draft.by,
    ]
}

fn name(world: &World, person: Uuid) -> Result<String, DemoError> {
    for one in &world.cast.people {
        if world.person_id(&one.key)? == person {
            return Ok(format!("{} {}", one.first, one.last));
        }
    }
    Err(DemoError::Data(format!("person {person}")))
}

fn hex_id(id: Uuid) -> String {
    id.simple().to_string()
}

const NOTICE_COLUMNS: &[&str] = &[
    "id",
    "user_id",
    "source_id",
    "type",
    "title",
    "message",
    "data",
    "community_id",
    "read",
    "created_at",
    "category",
    "priority",
    "action_required",
    "author_id",
];
const REQUEST_COLUMNS: &[&str] =
    &["id", "community_id", "user_id", "message", "status", "created_at", "updated_at"];

#[cfg(test)]
mod tests {
    use super::RequestFile;
    use crate::demo::DemoError;
    use crate::demo::world::World;
    use chrono::{DateTime, Duration, Utc};

    #[test]
    fn pending_requesters_meet_the_requirements_and_are_not_members() -> Result<(), DemoError> {
        let world = World::as_of(DateTime::<Utc>::UNIX_EPOCH + Duration::days(20_778))?;
        let waiting: RequestFile = toml::from_str(include_str!("../../demo/requests.toml"))?;
        for request in waiting.request {
            let place = world.place_of(&request.community)?;
            let person = world.cast.people.iter().find(|one| one.key == request.by);
            let held = person.map(|one| one.affiliations.clone()).unwrap_or_default();
            assert!(place.community.affiliations.iter().any(|one| held.contains(one)));
            let id = world.person_id(&request.by)?;
            assert!(place.members.iter().all(|member| member.person != id), "{}", request.by);
        }
        Ok(())
    }
}
